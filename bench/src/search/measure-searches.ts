import { createCalendar } from '@kalends/core'
import type { CalendarStore, EventFilter, EventSort } from '@kalends/core/store'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { fixedClock } from '@kalends/testing'
import { sizeName } from '../bars/sizes.ts'
import { type FilledDatabase, openScratch } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { nowMs } from '../data/shape.ts'
import { frequentWord, rareWord } from '../data/texts.ts'
import { databaseTimeReader } from '../measure/processor-time.ts'
import type { Progress } from '../progress.ts'
import { sizeOf } from './table-sizes.ts'

/** A figure without the index for searches, and with it. */
export interface Compared {
  readonly without: number
  readonly with: number
}

/** The processor time of a search, in milliseconds: of this process for SQLite, else of the connection. */
export interface SearchSample {
  /** What is searched. */
  readonly words: string
  /** The number of events in the window that match. */
  readonly total: number
  readonly pageMs: Compared
  readonly totalMs: Compared
}

/** What searches and the index for them cost. */
export interface SearchReport {
  readonly engine: EngineName
  readonly events: number
  readonly samples: readonly SearchSample[]
  readonly buildMs: number
  readonly bytes: Compared
  readonly createMs: Compared
}

/** The options of {@link measureSearches}. */
export interface SearchPlan {
  readonly engines: readonly EngineName[]
  readonly events: number
  readonly rounds: number
  readonly progress: Progress
}

/** A rare word, two frequent ones, a word of nearly half of the events, two words together, and one that does not occur. */
const searches = [rareWord, frequentWord, 'concert', 'neighbours', `winter ${frequentWord}`, 'absentword']

const order: readonly EventSort[] = [
  { key: 'startLocal', direction: 'asc' },
  { key: 'id', direction: 'asc' },
]

/** The default window: published events from today on. */
const window: EventFilter = {
  readable: [{ status: 'publish', publishedMs: { lt: nowMs } }],
  hidden: false,
  roles: ['single', 'occurrence'],
  startLocal: { gte: new Date(nowMs).toISOString().slice(0, 19) },
}

type SpentMs = () => Promise<number>

/** The least time of some rounds after one that warms caches: other load on the machine only adds time. */
async function leastMs(spentMs: SpentMs, rounds: number, run: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round <= rounds; round++) {
    const before = await spentMs()
    await run()
    const took = (await spentMs()) - before
    if (round > 0) least = Math.min(least, took)
  }
  return least
}

interface Timed {
  readonly page: number
  readonly total: number
  readonly matches: number
}

async function timeSearch(store: CalendarStore, words: string, spentMs: SpentMs, rounds: number): Promise<Timed> {
  const filter = { ...window, textAll: words.split(' ') }
  return {
    page: await leastMs(spentMs, rounds, () => store.events.find({ filter, order, offset: 0, limit: 35 })),
    total: await leastMs(spentMs, rounds, () => store.events.count(filter)),
    matches: await store.events.count(filter),
  }
}

/** The number of creates, of which the median counts. */
const creates = 200

async function timeCreate(store: CalendarStore, name: string, spentMs: SpentMs): Promise<number> {
  const calendar = createCalendar({ store, clock: fixedClock(new Date(nowMs).toISOString()) })
  const description = 'Guests, music and players at the town square: doors open this evening, tickets at the entrance. '.repeat(4)
  const times: number[] = []
  for (let index = 0; index < creates; index++) {
    const before = await spentMs()
    const title = `Winter Choir Evening ${name} ${index}`
    await calendar.events.create({ title, description, startDate: '2026-06-30 19:30', endDate: '2026-06-30 21:00', categories: 'Music' })
    times.push((await spentMs()) - before)
  }
  return times.toSorted((a, b) => a - b)[creates / 2] ?? 0
}

async function measureOn(engine: EngineName, { events, rounds, progress }: SearchPlan, { db, options }: FilledDatabase) {
  const spentMs = databaseTimeReader(engine, db)
  const measure = async (name: string) => {
    const store = kyselyStore(db, { ...options, scans: { deadlineMs: 600_000 } })
    const times: Timed[] = []
    for (const words of searches) {
      progress.say(`${engineTitles[engine]}, ${sizeName(events)}, ${name} index: ${words}`)
      times.push(await timeSearch(store, words, spentMs, rounds))
    }
    return { times, bytes: await sizeOf(engine, db, options.prefix), createMs: await timeCreate(store, name, spentMs) }
  }
  await migrateToLatest(db, { ...options, searchIndex: false })
  const without = await measure('without')
  const before = await spentMs()
  await migrateToLatest(db, options)
  const buildMs = (await spentMs()) - before
  const indexed = await measure('with')
  const compared = (of: (measured: typeof without) => number): Compared => ({ without: of(without), with: of(indexed) })
  const samples = searches.map((words, index): SearchSample => {
    const at = (of: (times: Timed | undefined) => number | undefined) => compared(({ times }) => of(times[index]) ?? 0)
    return { words, total: indexed.times[index]?.matches ?? 0, pageMs: at((times) => times?.page), totalMs: at((times) => times?.total) }
  })
  return { engine, events, samples, buildMs, bytes: compared(({ bytes }) => bytes), createMs: compared(({ createMs }) => createMs) }
}

/** Measures searches, a create and the size of the tables without the index for searches, builds it, and measures them again. */
export async function measureSearches(plan: SearchPlan): Promise<readonly SearchReport[]> {
  const reports: SearchReport[] = []
  for (const engine of plan.engines) {
    const database = await openScratch(engine, plan.events, plan.progress, { connections: 1 })
    try {
      reports.push(await measureOn(engine, plan, database))
    } finally {
      await database.close()
    }
  }
  return reports
}
