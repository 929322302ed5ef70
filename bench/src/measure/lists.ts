import { type Calendar, createCalendar, publicReadOnly } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { type FilledDatabase, openFilled } from '../data/databases.ts'
import type { EngineName } from '../data/engine.ts'
import type { Progress } from '../progress.ts'
import { clock } from '../setting.ts'
import { repeat } from './repeat.ts'
import { median } from './statistics.ts'
import { type StoreTimes, type TimedStore, timedStore } from './timed-store.ts'

/** A calendar over a filled database for an anonymous caller, with timings of its store. */
export interface TimedCalendar {
  /** The calendar. Its lists are read anew each time: only `cached` caches. */
  readonly calendar: Calendar
  /** The timings of its store. */
  readonly store: TimedStore
  /** The database. */
  readonly database: FilledDatabase
}

/** The options of the measurement. */
export interface TimedOptions {
  /** Reports progress while a database is filled. */
  readonly progress: Progress
  /** Whether totals are counted. @default true */
  readonly isCounting?: boolean
}

/** Opens a calendar over a filled database with a number of events. */
export async function openTimed(engine: EngineName, events: number, { progress, isCounting }: TimedOptions): Promise<TimedCalendar> {
  const database = await openFilled(engine, events, progress)
  const store = timedStore(kyselyStore(database.db, database.options), isCounting)
  return { calendar: createCalendar({ store: store.store, clock }).as(null, publicReadOnly()), store, database }
}

/** The median times of a list: of its page, of its total and of the rest. */
export async function timeList({ calendar, store }: TimedCalendar, run: (calendar: Calendar) => Promise<unknown>): Promise<StoreTimes> {
  store.take()
  const samples = await repeat(async () => {
    await run(calendar)
    return store.take()
  })
  const middle = (part: keyof StoreTimes): number => median(samples.map((sample) => sample[part]))
  return { pageMs: middle('pageMs'), totalMs: middle('totalMs'), otherMs: middle('otherMs') }
}
