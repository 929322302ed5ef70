import type { EventFilter, TermFilter } from '@kalends/core/store'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { assertFinds, insertAll } from '../expectations.ts'
import { forEachKind } from '../subjects.ts'

/** 3,000 ids that no record has. */
const unknownIds = Array.from({ length: 3000 }, (_, i) => 900_000_000 + i)
/** 3,000 texts that no record has. */
const texts = Array.from({ length: 3000 }, (_, i) => `no-such-${i}`)

/** Two linked events, a and b, and an unlinked one. */
async function seed({
  store,
  draft,
}: ConformanceContext): Promise<{ venue: number; organizer: number; category: number; tag: number; parent: number }> {
  const venue = await store.venues.insert(draft.venue())
  const organizer = await store.organizers.insert(draft.organizer())
  const category = await store.terms.insert(draft.term())
  const tag = await store.terms.insert(draft.term({ taxonomy: 'tag' }))
  const parent = await store.events.insert(draft.event({ slug: 'parent' }))
  const links = { venueIds: [venue.id], organizerIds: [organizer.id], categoryIds: [category.id], tagIds: [tag.id], parentId: parent.id }
  await insertAll(store.events, [draft.event({ slug: 'a', ...links }), draft.event({ slug: 'b', ...links })])
  return { venue: venue.id, organizer: organizer.id, category: category.id, tag: tag.id, parent: parent.id }
}

const eventRows: readonly (readonly [key: string, filter: (ids: Awaited<ReturnType<typeof seed>>) => EventFilter])[] = [
  ['venueIds', ({ venue }) => ({ venueIds: [...unknownIds, venue] })],
  ['organizerIds', ({ organizer }) => ({ organizerIds: [...unknownIds, organizer] })],
  ['categoryIds', ({ category }) => ({ categoryIds: [...unknownIds, category] })],
  ['tagIds', ({ tag }) => ({ tagIds: [...unknownIds, tag] })],
  ['parentIds', ({ parent }) => ({ parentIds: [...unknownIds, parent] })],
  [
    'together',
    ({ venue, category, tag }) => ({
      venueIds: [...unknownIds, venue],
      categoryIds: [...unknownIds, category],
      tagIds: [...unknownIds, tag],
      excludeIds: unknownIds,
    }),
  ],
  [
    'authors',
    ({ parent }) => ({
      parentIds: [parent],
      readable: [
        { status: 'publish', authorIds: [...texts, ''] },
        { status: 'draft', authorIds: texts },
      ],
    }),
  ],
]

const termRows: readonly (readonly [key: string, filter: (root: number) => TermFilter])[] = [
  ['withinIds', (root) => ({ withinIds: [...unknownIds, root] })],
  ['parentIds', (root) => ({ parentIds: [...unknownIds, root, 0] })],
  ['nameKeys', () => ({ nameKeys: [...texts, 'root', 'child'] })],
]

/** Filters with lists of thousands of ids. */
export const largeListCases: readonly ConformanceCase[] = [
  ...forEachKind(({ name, of, draft }) =>
    defineCase(`large-lists/${name}`, `a filter of ${name} accepts 3,000 ids and slugs`, async ({ store, draft: drafts }) => {
      const [a, b] = await insertAll(
        of(store),
        ['a', 'b', 'c'].map((slug) => draft(drafts, { slug })),
      )
      const ids = [...unknownIds, ...[a, b].flatMap((record) => (record ? [record.id] : []))]
      await assertFinds(of(store), { ids }, ['a', 'b'], 'ids')
      await assertFinds(of(store), { excludeIds: ids }, ['c'], 'excludeIds')
      await assertFinds(of(store), { slugs: ['c', ...texts, 'a'] }, ['a', 'c'], 'slugs')
      await assertFinds(of(store), { ids, excludeIds: unknownIds, slugs: ['b', ...texts] }, ['b'], 'all three')
    }),
  ),
  ...eventRows.map(([key, filter]) =>
    defineCase(`large-lists/events/${key}`, `a filter of events accepts 3,000 values: ${key}`, async (context) => {
      await assertFinds(context.store.events, filter(await seed(context)), ['a', 'b'])
    }),
  ),
  ...termRows.map(([key, filter]) =>
    defineCase(`large-lists/terms/${key}`, `a filter of terms accepts 3,000 values: ${key}`, async ({ store, draft }) => {
      const root = await store.terms.insert(draft.term({ slug: 'a', nameKey: 'root' }))
      await store.terms.insert(draft.term({ slug: 'b', nameKey: 'child', parentId: root.id, ancestorIds: [root.id] }))
      await assertFinds(store.terms, filter(root.id), ['a', 'b'])
    }),
  ),
  defineCase('large-lists/names', 'filters of venues and organizers accept 3,000 names', async ({ store, draft }) => {
    await store.venues.insert(draft.venue({ slug: 'a', nameKey: 'hall' }))
    await store.organizers.insert(draft.organizer({ slug: 'a', nameKey: 'hall' }))
    await assertFinds(store.venues, { nameKeys: [...texts, 'hall'] }, ['a'])
    await assertFinds(store.organizers, { nameKeys: [...texts, 'hall'] }, ['a'])
  }),
]
