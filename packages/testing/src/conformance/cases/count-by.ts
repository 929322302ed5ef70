import type { EventRecord, Facet, FacetQuery } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { insertAll } from '../expectations.ts'
import { assertCounts, textOfCounts } from '../facet-counts.ts'
import { publishedEvents } from '../listed-events.ts'

const at = (startLocal: string): { readonly times: { readonly startLocal: string } } => ({ times: { startLocal } })

const count = async (
  { store }: Pick<ConformanceContext, 'store'>,
  by: readonly Facet[],
  query: Partial<FacetQuery> = {},
): Promise<readonly string[]> => textOfCounts(await store.events.countBy({ by, filter: {}, limit: 1_000, ...query }))

/** Counts of events by facets; usual-lists, linked-filters and series/distinct try every filter. */
export const countByCases: readonly ConformanceCase[] = [
  defineCase('count-by/wall-clock', 'days and months are those of the wall clock by the start, also before 1970', async (context) => {
    const { store, draft } = context
    await insertAll(store.events, [
      draft.event(at('2031-05-31T23:59:59')),
      draft.event(at('2031-06-01T00:00:00')),
      draft.event({ times: { startLocal: '2031-05-31T00:00:00', endLocal: '2031-06-03T00:00:00', startMs: 0, timeZone: 'Pacific/Apia' } }),
      draft.event(at('1969-12-31T23:59:59')),
      draft.event(at('1900-01-01T00:00:00')),
    ])
    for (const filter of [{}, publishedEvents]) {
      assertEqual(await count(context, ['day'], { filter }), ['1900-01-01: 1', '1969-12-31: 1', '2031-05-31: 2', '2031-06-01: 1'], 'by day')
      assertEqual(await count(context, ['month'], { filter }), ['1900-01: 1', '1969-12: 1', '2031-05: 2', '2031-06: 1'], 'by month')
    }
    assertEqual(
      await count(context, ['month', 'day'], { filter: { startMs: { lt: 1 } } }),
      ['1900-01 1900-01-01: 1', '1969-12 1969-12-31: 1', '2031-05 2031-05-31: 1'],
      'both',
    )
  }),
  defineCase('count-by/own-terms', 'a category counts its own events, without those of its descendants', async (context) => {
    const { store, draft } = context
    const parent = await store.terms.insert(draft.term())
    const child = await store.terms.insert(draft.term({ parentId: parent.id, ancestorIds: [parent.id] }))
    await insertAll(store.events, [
      draft.event({ categoryIds: [child.id] }),
      draft.event({ categoryIds: [child.id, parent.id] }),
      draft.event(),
    ])
    for (const filter of [{}, publishedEvents])
      assertEqual(await count(context, ['category'], { filter }), [`${parent.id}: 1`, `${child.id}: 2`].toSorted(), 'counts')
  }),
  defineCase('count-by/readable', 'only venues and organizers of the given scopes are counted by', async (context) => {
    const { store, draft } = context
    const [a, b] = await insertAll(store.venues, [draft.venue(), draft.venue({ status: 'draft', authorId: '7' })])
    const [c, d] = await insertAll(store.organizers, [draft.organizer({ status: 'draft' }), draft.organizer({ publishedMs: 500 })])
    const [venueIds, organizerIds] = [
      [a?.id ?? 0, b?.id ?? 0],
      [c?.id ?? 0, d?.id ?? 0],
    ]
    await insertAll(store.events, [draft.event({ venueIds, organizerIds }), draft.event({ venueIds: venueIds.slice(1) })])
    const published = [{ status: 'publish' as const, publishedMs: { lt: 600 } }]
    for (const filter of [{}, publishedEvents]) {
      const shown = (by: readonly Facet[], readable: FacetQuery['readable']) => count(context, by, { filter, readable })
      assertEqual(await shown(['venue'], { venue: [{ status: 'publish' }] }), [`${a?.id}: 1`], 'published venues')
      assertEqual(
        await shown(['venue'], { venue: [{ status: 'publish' }, { status: 'draft', authorIds: ['7'] }] }),
        [`${a?.id}: 1`, `${b?.id}: 2`].toSorted(),
        'and those of an author',
      )
      assertEqual(await shown(['venue'], { venue: [], organizer: [] }), [], 'none')
      assertEqual(await shown(['organizer'], { venue: [], organizer: published }), [`${d?.id}: 1`], 'published organizers')
      assertEqual(
        await shown(['venue', 'organizer'], { venue: [{ status: 'draft' }], organizer: published }),
        [`${b?.id} ${d?.id}: 1`],
        'both',
      )
    }
  }),
  defineCase('count-by/limit', 'the result has as many rows as the limit where there are more', async (context) => {
    const { store, draft } = context
    const terms = await insertAll(store.terms, [draft.term(), draft.term(), draft.term()])
    const categoryIds = terms.map(({ id }) => id)
    await insertAll(
      store.events,
      Array.from({ length: 6 }, (_, i) => draft.event({ ...at(`2031-0${1 + Math.floor(i / 2)}-0${1 + i}T10:00:00`), categoryIds })),
    )
    const rows = async (by: readonly Facet[], limit: number): Promise<number> =>
      (await count(context, by, { limit, filter: publishedEvents })).length
    assertEqual([await rows(['day'], 5), await rows(['day'], 6), await rows(['day'], 7)], [5, 6, 6], 'days')
    assertEqual([await rows(['month'], 1), await rows(['month'], 3)], [1, 3], 'months')
    assertEqual([await rows(['category'], 2), await rows(['category'], 4)], [2, 3], 'categories')
    assertEqual([await rows(['category', 'month'], 8), await rows(['category', 'month'], 9)], [8, 9], 'both')
    assertEqual(
      await count(context, ['month', 'category'], { limit: 9 }),
      await count(context, ['month', 'category']),
      'exact at the limit',
    )
  }),
  defineCase('count-by/category-window', 'a window counts by category what starts in it, whatever its bounds', async (context) => {
    const { store, draft } = context
    const [a, b] = await insertAll(store.terms, [draft.term(), draft.term()])
    const startMs = (days: number): number => Date.UTC(2030, 11, 20, 10) + days * 86_400_000
    const start = (days: number): string => new Date(startMs(days)).toISOString().slice(0, 19)
    // Every fifth event is hidden, and every seventh one scheduled.
    const drafts = Array.from({ length: 40 }, (_, index) =>
      draft.event({
        ...at(start(5 * index)),
        categoryIds: index % 3 === 0 ? [a?.id ?? 0, b?.id ?? 0] : [b?.id ?? 0],
        hidden: index % 5 === 4,
        publishedMs: index % 7 === 6 ? 900 : 0,
      }),
    )
    const inserted = await insertAll(store.events, drafts)
    const [first, second, ...others] = inserted
    if (first === undefined || second === undefined) throw new Error('The store has inserted no events.')
    // Its wall time and its instant imply nothing about each other.
    const moved = await store.events.update({ ...first, times: { ...first.times, startLocal: start(97) } })
    const left = await store.events.update({ ...second, categoryIds: [] })
    const readable = [{ status: 'publish' as const, publishedMs: { lt: 600 } }]
    for (const [from, to] of [
      [0, 200],
      [3, 31],
      [29, 90],
      [60, 61],
      [20, 190],
      [500, 900],
    ] as const) {
      const shown = [moved, left, ...others].filter(({ hidden, publishedMs }) => !hidden && publishedMs < 600)
      const [local, instant] = [
        { gte: start(from), lt: start(to) },
        { gte: startMs(from), lt: startMs(to) },
      ]
      const byWall = shown.filter(({ times }) => times.startLocal >= local.gte && times.startLocal < local.lt)
      const byInstant = shown.filter(({ times }) => times.startMs >= instant.gte && times.startMs < instant.lt)
      await assertCounts(store, { ...publishedEvents, readable, startLocal: local }, byWall, `days ${from} to ${to}`)
      await assertCounts(store, { ...publishedEvents, readable, startMs: instant }, byInstant, `instants of days ${from} to ${to}`)
    }
  }),
  defineCase('count-by/changes', 'counts follow the writes of a transaction, and end with deleted links', async (context) => {
    const { store, draft } = context
    const category = await store.terms.insert(draft.term())
    const event = await store.events.insert(draft.event({ ...at('2031-05-01T10:00:00'), categoryIds: [category.id] }))
    await store.transaction(async (tx) => {
      const moved = await tx.events.update({ ...event, times: { ...event.times, startLocal: '2031-07-01T10:00:00' } })
      assertEqual(await count({ store: tx }, ['category', 'month'], { filter: publishedEvents }), [`${category.id} 2031-07: 1`], 'inside')
      await assertCounts(tx, {}, [moved], 'inside')
    })
    const window = { ...publishedEvents, startLocal: { gte: '2031-01-01T00:00:00', lt: '2031-12-01T00:00:00' } }
    assertEqual(await count(context, ['category'], { filter: window }), [`${category.id}: 1`], 'in a window')
    await store.terms.delete(category.id, category.version)
    for (const filter of [{}, window]) assertEqual(await count(context, ['category'], { filter }), [], 'after the deletion')
    assertEqual(await count(context, ['month'], { filter: publishedEvents }), ['2031-07: 1'], 'by month')
  }),
  defineCase('count-by/nothing', 'an empty store and a filter that matches nothing give no rows', async ({ store, draft }) => {
    const none: readonly EventRecord[] = []
    await assertCounts(store, publishedEvents, none, 'empty')
    await store.events.insert(draft.event())
    for (const filter of [{ ids: [] }, { readable: [] }, { slugs: ['none'] }, { categoryIds: [] }])
      await assertCounts(store, filter, none, 'nothing')
  }),
]
