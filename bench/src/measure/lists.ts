import { type Calendar, type CalendarOptions, createCalendar, publicReadOnly } from '@kalends/core'
import type { CalendarStore, Collection, StoredRecord } from '@kalends/core/store'
import { kyselyStore } from '@kalends/kysely'
import { type FilledDatabase, openFilled } from '../data/databases.ts'
import type { DatasetKind } from '../data/dataset.ts'
import type { EngineName } from '../data/engine.ts'
import { clock } from '../setting.ts'
import { median } from './statistics.ts'

/** How long the parts of a list took in the store, in milliseconds. */
export interface ListTimes {
  /** The page, with its linked records and the names in its query. */
  readonly pageMs: number
  /** The total; 0 for a page that is not full, because it needs no count. */
  readonly totalMs: number
}

/** A calendar over a filled database for an anonymous caller. */
export interface TimedCalendar {
  readonly database: FilledDatabase
  /** The median times of a list over some reads. */
  timeList(run: (calendar: Calendar) => Promise<unknown>): Promise<ListTimes>
}

const leastReads = 3
const mostReads = 50
const targetMs = 150

/** Opens a calendar over a filled database with a number of events. */
export async function openTimed(
  engine: EngineName,
  events: number,
  kind: DatasetKind = 'single',
  options: Pick<CalendarOptions, 'fields'> = {},
): Promise<TimedCalendar> {
  const database = await openFilled(engine, events, { kind })
  const { store, take } = timedStore(kyselyStore(database.db, database.options))
  const calendar: Calendar = createCalendar({ store, clock, ...options })
  const viewer = calendar.as(null, publicReadOnly())
  const timeList: TimedCalendar['timeList'] = async (run) => {
    take()
    const samples: ListTimes[] = []
    const began = performance.now()
    const isEnough = (): boolean => performance.now() - began > targetMs * (samples.length < leastReads ? 10 : 1)
    do {
      await run(viewer)
      samples.push(take())
    } while (!isEnough() && samples.length < mostReads)
    return { pageMs: median(samples.map(({ pageMs }) => pageMs)), totalMs: median(samples.map(({ totalMs }) => totalMs)) }
  }
  return { database, timeList }
}

/** Adds timings to a store, and a function that takes those since the last call. The core awaits each call before the next. */
function timedStore(store: CalendarStore): { readonly store: CalendarStore; take(): ListTimes } {
  let times = { pageMs: 0, totalMs: 0 }
  const during = async <T>(part: keyof ListTimes, work: Promise<T>): Promise<T> => {
    const began = performance.now()
    return work.finally(() => {
      times[part] += performance.now() - began
    })
  }
  const watched = <R extends StoredRecord, F, S>(collection: Collection<R, F, S>): Collection<R, F, S> => ({
    ...collection,
    find: (query) => during('pageMs', collection.find(query)),
    count: (filter) => during('totalMs', collection.count(filter)),
    getMany: (ids) => during('pageMs', collection.getMany(ids)),
  })
  return {
    store: {
      ...store,
      events: { ...store.events, ...watched(store.events), findIds: (query) => during('pageMs', store.events.findIds(query)) },
      venues: watched(store.venues),
      organizers: watched(store.organizers),
      terms: watched(store.terms),
      countByLink: (linkField, ids, filter) => during('pageMs', store.countByLink(linkField, ids, filter)),
    },
    take: () => {
      const taken = times
      times = { pageMs: 0, totalMs: 0 }
      return taken
    },
  }
}
