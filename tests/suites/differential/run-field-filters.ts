import type { EventFilter, EventSort, StoredFields } from '@kalends/core/store'
import * as fc from 'fast-check'
import { assertEqual, show } from '../../../packages/testing/src/assert.ts'
import type { OpenedStore } from '../../../packages/testing/src/conformance/register.ts'
import { countDrafts } from '../../../packages/testing/src/factories/drafts.ts'
import { utcLocal, utcMs } from '../../../packages/testing/src/factories/published.ts'
import { buildOccurrenceDraft } from '../../../packages/testing/src/factories/series.ts'
import { naiveEvents } from '../../../packages/testing/src/naive-match.ts'
import { fieldArbitraries } from './field-arbitraries.ts'
import { emptyState, ordered } from './naive-model.ts'

/** Options of {@link runFieldFilters}. */
export interface FieldFiltersOptions {
  /** Opens an empty store; called once. */
  createStore(): Promise<OpenedStore>
  /** How many filters to compare. */
  readonly runs: number
  /** Repeats the runs that printed this seed. */
  readonly seed?: number | undefined
}

/** The number of single events, and of series; each series has five occurrences. */
const [singles, seriesCount] = [120, 16]

const firstMs = utcMs('2026-06-01T10:00:00')

/** A start on one of twenty days, in no order. */
const startAt = (index: number): string => utcLocal(firstMs + ((index * 7) % 20) * 86_400_000)

/** Fills the store with events of all roles, which have some of the fields. @returns the ids of two venues */
async function fill({ store }: OpenedStore, fields: readonly StoredFields[]): Promise<readonly number[]> {
  const draft = countDrafts()
  const at = (index: number): StoredFields => fields[index % fields.length] ?? { values: {}, keys: {} }
  const venues = [await store.venues.insert(draft.venue()), await store.venues.insert(draft.venue())]
  const venueIds = venues.map(({ id }) => id)
  const statusAt = (index: number) => ({ status: index % 9 === 0 ? ('draft' as const) : ('publish' as const), hidden: index % 11 === 0 })
  const linked = (index: number) => ({ venueIds: index % 3 === 0 ? venueIds.slice(index % 2) : [] })
  await store.events.insertMany(
    Array.from({ length: singles }, (_, i) =>
      draft.event({ ...statusAt(i), ...linked(i), fields: at(i), times: { startLocal: startAt(i) } }),
    ),
  )
  for (let i = 0; i < seriesCount; i++) {
    const series = await store.events.insert(draft.series({ fields: at(3 * i), times: { startLocal: startAt(i) } }))
    const keys = Array.from({ length: 5 }, (_, week) => utcLocal(utcMs(startAt(i)) + week * 7 * 86_400_000))
    await store.events.insertMany(keys.map((key, week) => buildOccurrenceDraft(series, key, week === 2 ? { fields: at(i) } : {})))
    // Occurrences follow their series, which also loses and gets keys here.
    await store.events.update({ ...series, fields: at(5 * i + 1) })
  }
  return venueIds
}

/** Filters by fields beside the members of lists. */
function filterArbitrary(venueIds: readonly number[]) {
  const { conditions } = fieldArbitraries(fc.constant(''))
  const day = fc.nat({ max: 40 }).map((days) => utcLocal(firstMs + days * 86_400_000))
  const range = fc.record({ gte: day, lt: day }, { requiredKeys: [] })
  const scope = fc.constantFrom(
    [{ status: 'publish' as const }],
    [{ status: 'publish' as const }, { status: 'draft' as const }],
    [{ status: 'publish' as const, publishedMs: { lt: firstMs } }],
  )
  const list = fc.record(
    {
      readable: scope,
      hidden: fc.boolean(),
      startLocal: range,
      endLocal: range,
      fromLocal: fc.record({ end: day, start: day }),
      venueIds: fc.subarray([...venueIds], { minLength: 1 }),
      roles: fc.subarray(['single', 'series', 'occurrence'] as const, { minLength: 1 }),
      distinct: fc.constant('series' as const),
      featured: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  return fc.tuple(conditions, list).map(([fields, others]): EventFilter => ({ ...others, fields }))
}

/**
 * Fills a store with events that have fields, and compares pages and totals of random filters by fields with a naive filter.
 * @throws an error that shows the seed, the shortest filter found and the first difference
 * @example await runFieldFilters({ createStore, runs: 5_000 })
 */
export async function runFieldFilters(options: FieldFiltersOptions): Promise<void> {
  const { createStore, runs, seed } = options
  const opened = await createStore()
  const { events } = opened.store
  try {
    const { fields } = fieldArbitraries(fc.constantFrom('a', 'ä'))
    const venueIds = await fill(opened, fc.sample(fields, { seed: 7, numRuns: 50 }))
    const all = await events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 10_000 })
    const keys = ['startLocal', 'startLocal', 'endLocal', 'titleKey', 'publishedMs'] as const
    const order = fc
      .tuple(fc.constantFrom(...keys), fc.constantFrom('asc' as const, 'desc' as const))
      .map(([key, direction]): readonly EventSort[] => [
        { key, direction },
        { key: 'id', direction },
      ])
    const page = fc.record({
      filter: filterArbitrary(venueIds),
      order,
      offset: fc.constantFrom(0, 0, 3),
      limit: fc.constantFrom(5, 500),
    })
    const property = fc.asyncProperty(page, async (query) => {
      const expected = ordered(emptyState, naiveEvents(query.filter, all, []), query.order)
      const found = await events.find(query)
      assertEqual(found, expected.slice(query.offset, query.offset + query.limit), `events that match ${show(query.filter)}`)
      assertEqual(await events.count(query.filter), expected.length, `events counted that match ${show(query.filter)}`)
    })
    await fc.assert(property, { numRuns: runs, includeErrorInReport: true, ...(seed !== undefined && { seed }) })
  } finally {
    await opened.close()
  }
}
