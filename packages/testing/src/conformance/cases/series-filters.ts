import type { EventFilter, EventRecord } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { assertFinds } from '../expectations.ts'
import { type FilterRow, type FilterTable, filterCases, pairsCase, row, seedBySlug } from '../tables.ts'
import { marketGiven, weekKey } from './series-records.ts'

/** The ids of events and of a venue and a category that some of them link. */
interface World {
  readonly event: (slug: string) => number
  readonly venueId: number
  readonly categoryId: number
}

/**
 * Three series outside the trash (m, n, o) and one in it (t). Of the occurrences, m1 and n2 override nothing, m2 has its own title, but no
 * image and no description, m3 has moved, m4 is in the trash, and n1 is hidden and has both.
 * x and y are single events, y a draft.
 */
const seed = ({ store, draft }: ConformanceContext): Promise<World> =>
  store.transaction(async (tx) => {
    const { id: venueId } = await tx.venues.insert(draft.venue())
    const { id: categoryId } = await tx.terms.insert(draft.term())
    const links = { venueIds: [venueId], categoryIds: [categoryId] }
    const m = await tx.events.insert(draft.series({ ...marketGiven, ...links, slug: 'm', extendedTo: '2027-03-01T00:00:00' }))
    const n = await tx.events.insert(draft.series({ slug: 'n', uid: 'uid-n', venueIds: [venueId], extendedTo: '2027-02-01T00:00:00' }))
    const rest = await seedBySlug(tx.events, [
      draft.series({ slug: 'o', uid: 'uid-o', extendedTo: '' }),
      draft.series({ slug: 't', status: 'trash', statusBeforeTrash: 'publish', extendedTo: '2027-01-01T00:00:00' }),
      buildOccurrenceDraft(m, weekKey(0), { slug: 'm1' }),
      buildOccurrenceDraft(m, weekKey(1), { slug: 'm2', title: 'Night market', image: null, description: '' }),
      buildOccurrenceDraft(m, weekKey(2), { slug: 'm3', times: { startLocal: '2026-06-16T12:00:00' } }),
      { ...buildOccurrenceDraft(m, weekKey(3), { slug: 'm4' }), status: 'trash', statusBeforeTrash: 'publish' },
      buildOccurrenceDraft(n, weekKey(0), {
        slug: 'n1',
        hidden: true,
        image: 'https://example.org/n1.jpg',
        description: '<p>The first one.</p>',
      }),
      buildOccurrenceDraft(n, weekKey(1), { slug: 'n2' }),
      draft.event({ slug: 'x', uid: 'uid-x', ...links }),
      draft.event({ slug: 'y', status: 'draft', parentId: n.id }),
    ])
    return { event: (slug) => (slug === 'm' ? m.id : slug === 'n' ? n.id : rest(slug)), venueId, categoryId }
  })

const rows: readonly FilterRow<World, EventFilter>[] = [
  row('single', 'roles: single events', () => ({ roles: ['single'] }), 'x y'),
  row('series', 'roles: series', () => ({ roles: ['series'] }), 'm n o t'),
  row('occurrences', 'roles: occurrences', () => ({ roles: ['occurrence'] }), 'm1 m2 m3 m4 n1 n2'),
  row('roles', 'roles: any of several roles', () => ({ roles: ['occurrence', 'single', 'occurrence'] }), 'm1 m2 m3 m4 n1 n2 x y'),
  row('every-role', 'roles: all roles', () => ({ roles: ['series', 'occurrence', 'single'] }), 'm n o t m1 m2 m3 m4 n1 n2 x y'),
  row('roles-empty', 'roles: an empty list matches nothing', () => ({ roles: [] }), ''),
  row('series-id', 'seriesIds: the occurrences of a series', ({ event }) => ({ seriesIds: [event('m')] }), 'm1 m2 m3 m4'),
  row(
    'series-ids',
    'seriesIds: any of several series',
    ({ event }) => ({ seriesIds: [event('n'), 900_000_001, event('m'), event('n')] }),
    'm1 m2 m3 m4 n1 n2',
  ),
  row('series-ids-zero', 'seriesIds: 0 matches nothing', ({ event }) => ({ seriesIds: [0, event('n')] }), 'n1 n2'),
  row('series-ids-only-zero', 'seriesIds: 0 alone matches nothing', () => ({ seriesIds: [0] }), ''),
  row('series-ids-empty', 'seriesIds: an empty list matches nothing', () => ({ seriesIds: [] }), ''),
  row(
    'series-ids-others',
    'seriesIds: other events have no occurrences',
    ({ event }) => ({ seriesIds: [event('o'), event('x'), event('m1')] }),
    '',
  ),
  row('changed', 'changed: occurrences that override a member or are in the trash', () => ({ changed: true }), 'm2 m3 m4 n1'),
  row('not-changed', 'changed: all other events', () => ({ changed: false }), 'm n o t m1 n2 x y'),
  row('extended', 'extendedBefore: series with an earlier extendedTo', () => ({ extendedBefore: '2027-02-01T00:00:01' }), 'n t'),
  row('extended-at', 'extendedBefore: the time itself is excluded', () => ({ extendedBefore: '2027-02-01T00:00:00' }), 't'),
  row(
    'extended-later',
    'extendedBefore: series that are stored whole never match',
    () => ({ extendedBefore: '2200-12-31T23:59:59' }),
    'm n t',
  ),
  row('extended-none', 'extendedBefore: a time before every extendedTo', () => ({ extendedBefore: '2026-01-01T00:00:00' }), ''),
  row('uids', 'uids: a series, but not its occurrences', () => ({ uids: ['market@example.org', 'uid-o', 'uid-x', ''] }), 'm o x'),
  row('uid-of-series', 'uids: one series', () => ({ uids: ['uid-n'] }), 'n'),
  row('ids', 'ids: events of all roles', ({ event }) => ({ ids: ['m', 'm2', 'm4', 'n1', 'x', 't'].map(event) }), 'm t m2 m4 n1 x'),
  row('slugs', 'slugs: events of all roles', () => ({ slugs: ['n', 'm3', 'n2', 'y', 'o'] }), 'n o m3 n2 y'),
  row('parent', 'parentIds: a series can be a parent', ({ event }) => ({ parentIds: [event('n'), event('m1')] }), 'y'),
  row('readable', 'readable: published events', () => ({ readable: [{ status: 'publish' }] }), 'm n o m1 m2 m3 n1 n2 x'),
  row('trash', 'readable: events in the trash', () => ({ readable: [{ status: 'trash', statusBeforeTrash: 'publish' }] }), 't m4'),
  row('not-hidden', 'hidden: events that are not hidden', () => ({ hidden: false }), 'm n o t m1 m2 m3 m4 n2 x y'),
  row('hidden', 'hidden: hidden events', () => ({ hidden: true }), 'n1'),
  row('hidden-by', 'hiddenBy: events of all roles', () => ({ hiddenBy: [] }), 'm n o t m1 m2 m3 m4 n2 x y'),
  row('venue', 'venueIds: events of all roles', ({ venueId }) => ({ venueIds: [venueId] }), 'm n m1 m2 m3 m4 n1 n2 x'),
  row('category', 'categoryIds: events of all roles', ({ categoryId }) => ({ categoryIds: [categoryId, 900_000_001] }), 'm m1 m2 m3 m4 x'),
  row('image', 'hasImage: occurrences by their own image, or that of their series', () => ({ hasImage: true }), 'm m1 m3 m4 n1'),
  row('image-none', 'hasImage: occurrences without one', () => ({ hasImage: false }), 'n o t m2 n2 x y'),
  row('description', 'hasDescription: the same for descriptions', () => ({ hasDescription: true }), 'm m1 m3 m4 n1'),
  row('description-none', 'hasDescription: occurrences without one', () => ({ hasDescription: false }), 'n o t m2 n2 x y'),
  row('text', 'textAll: events of all roles', () => ({ textAll: ['market'] }), 'm m1 m2 m3 m4'),
  row(
    'window',
    'startLocal: occurrences by their own starts',
    () => ({ startLocal: { gte: '2026-06-08T00:00:00', lt: '2026-06-17T00:00:00' } }),
    'm2 m3 n2',
  ),
]

const table: FilterTable<World, EventRecord, EventFilter> = { prefix: 'series/filter', rows, collection: ({ store }) => store.events, seed }

const countCase = defineCase('series/filter/counts', 'countByLink applies each filter that concerns series', async (context) => {
  const world = await seed(context)
  const { store } = context
  const linked = { venueIds: 'm n m1 m2 m3 m4 n1 n2 x', categoryIds: 'm m1 m2 m3 m4 x' }
  for (const { key, filter, finds } of rows) {
    for (const [linkField, id] of [['venueIds', world.venueId] as const, ['categoryIds', world.categoryId] as const]) {
      const found = finds.split(' ').filter((slug) => linked[linkField].split(' ').includes(slug))
      const expected = new Map(found.length === 0 ? [] : [[id, found.length]])
      assertEqual(await store.countByLink(linkField, [id], filter(world)), expected, `${key}, ${linkField}`)
    }
  }
})

const roleCase = defineCase(
  'series/filter/follows-changes',
  'filters follow an event that becomes a series and back',
  async ({ store, draft }) => {
    const single = await store.events.insert(draft.event({ slug: 'a', uid: 'uid-a' }))
    const { recurrence, extendedTo } = draft.series()
    const series = await store.events.update({ ...single, role: 'series', recurrence, extendedTo })
    const occurrence = await store.events.insert(buildOccurrenceDraft(series, weekKey(0), { slug: 'b' }))
    const lists = { roles: ['single', 'occurrence'] } as const
    await assertFinds(store.events, lists, ['b'], 'with a series')
    await assertFinds(store.events, { extendedBefore: '2200-01-01T00:00:00' }, ['a'], 'series to extend')
    await store.events.update({ ...occurrence, overridden: ['sticky'] })
    await assertFinds(store.events, { changed: true }, ['b'], 'changed')
    await store.events.delete(occurrence.id, 2)
    const again = await store.events.update({ ...single, version: 2 })
    await assertFinds(store.events, lists, ['a'], 'single again')
    await assertFinds(store.events, { extendedBefore: '2200-01-01T00:00:00' }, [], 'no series to extend')
    await assertFinds(store.events, { uids: ['uid-a'] }, ['a'], 'by uid')
    assertEqual(again, { ...single, version: 3 }, 'single again')
  },
)

/** The members of event filters that concern series, alone and in pairs with others. */
export const seriesFilterCases: readonly ConformanceCase[] = [...filterCases(table), pairsCase(table), countCase, roleCase]
