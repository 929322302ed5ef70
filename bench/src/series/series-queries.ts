import type { CalendarStore, EventFilter, EventSort } from '@kalends/core/store'
import { nowMs } from '../data/shape.ts'
import { frequentWord, rareWord } from '../data/texts.ts'
import { defaultWindowMs } from '../setting.ts'

/** A read of events through the storage contract. */
export interface SeriesQuery {
  /** Its name in tables. */
  readonly name: string
  /** Whether it has no counterpart in a calendar without series. */
  readonly isOfSeries?: boolean
  /** Reads. */
  run(store: CalendarStore): Promise<unknown>
}

const localOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

const listed: EventFilter = {
  readable: [{ status: 'publish', publishedMs: { lt: nowMs } }],
  hidden: false,
  roles: ['single', 'occurrence'],
  startLocal: { gte: localOf(defaultWindowMs.from), lt: localOf(defaultWindowMs.to) },
}

const byStart: readonly EventSort[] = [
  { key: 'startLocal', direction: 'asc' },
  { key: 'id', direction: 'asc' },
]

const byTitle: readonly EventSort[] = [
  { key: 'titleKey', direction: 'asc' },
  { key: 'id', direction: 'asc' },
]

const perPage = 35

interface PageOptions {
  readonly offset?: number
  readonly order?: readonly EventSort[]
  readonly isOfSeries?: boolean
}

const page = (name: string, filter: EventFilter, { offset = 0, order = byStart, isOfSeries = false }: PageOptions = {}): SeriesQuery => ({
  name,
  isOfSeries,
  run: ({ events }) => events.find({ filter: { ...listed, ...filter }, order, offset, limit: perPage }),
})

const count = (name: string, filter: EventFilter, isOfSeries = false): SeriesQuery => ({
  name,
  isOfSeries,
  run: ({ events }) => events.count({ ...listed, ...filter }),
})

const frequent: EventFilter = { categoryIds: [1] }
const both: EventFilter = { categoryIds: [1], venueIds: [1, 2, 3] }
const next: EventFilter = { distinct: 'series' }

/** The reads to compare. The calendar without series has the same number of single events. */
export const seriesQueries: readonly SeriesQuery[] = [
  page('page of 35 by start', {}),
  page('page 100', {}, { offset: 99 * perPage }),
  count('count of the window', {}),
  count('count of featured events', { featured: true }),
  page('frequent category, page', frequent),
  count('frequent category, count', frequent),
  page('category and venues, page', both),
  count('category and venues, count', both),
  page('frequent word, page', { textAll: [frequentWord] }),
  count('rare word, count', { textAll: [rareWord] }),
  page('by title, page', {}, { order: byTitle }),
  page('next of each series, page', next, { isOfSeries: true }),
  page('next of each series, offset 2,000', next, { offset: 2_000, isOfSeries: true }),
  count('next of each series, count', next, true),
  count('next in a frequent category, count', { ...frequent, ...next }, true),
  { name: 'revision', run: async (store) => store.revision(nowMs) },
]
