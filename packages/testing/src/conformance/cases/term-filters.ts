import type { TermFilter, TermRecord } from '@kalends/core/store'
import type { ConformanceCase, ConformanceContext } from '../case.ts'
import { type FilterRow, type FilterTable, filterCases, pairsCase, row, seedBySlug } from '../tables.ts'

type Ids = (slug: string) => number

/** Categories: a > b > c, and d; tags: x and y. Everybody knows b. One event has c, d and x, a draft has a and y. */
const seed = ({ store, draft }: ConformanceContext): Promise<Ids> =>
  store.transaction(async (tx) => {
    const a = await tx.terms.insert(draft.term({ slug: 'a', nameKey: 'music' }))
    const b = await tx.terms.insert(draft.term({ slug: 'b', nameKey: 'choir', known: true, parentId: a.id, ancestorIds: [a.id] }))
    const c = await tx.terms.insert(draft.term({ slug: 'c', nameKey: 'music', parentId: b.id, ancestorIds: [a.id, b.id] }))
    const others = await seedBySlug(tx.terms, [
      draft.term({ slug: 'd', nameKey: 'sport' }),
      draft.term({ slug: 'x', nameKey: 'music', taxonomy: 'tag' }),
      draft.term({ slug: 'y', nameKey: 'open air', taxonomy: 'tag' }),
    ])
    await tx.events.insert(draft.event({ slug: 'one', categoryIds: [c.id, others('d')], tagIds: [others('x')] }))
    await tx.events.insert(draft.event({ slug: 'two', status: 'draft', categoryIds: [a.id], tagIds: [others('y')] }))
    const own = new Map([a, b, c].map(({ slug, id }) => [slug, id]))
    return (slug) => own.get(slug) ?? others(slug)
  })

const published = { readable: [{ status: 'publish' }] } as const

const rows: readonly FilterRow<Ids, TermFilter>[] = [
  row('category', 'taxonomy: categories', () => ({ taxonomy: 'category' }), 'a b c d'),
  row('tag', 'taxonomy: tags', () => ({ taxonomy: 'tag' }), 'x y'),
  row('name', 'nameKeys: across parents and taxonomies', () => ({ nameKeys: ['music'] }), 'a c x'),
  row('names', 'nameKeys: any of several names', () => ({ nameKeys: ['open air', 'choir', 'none'] }), 'b y'),
  row('names-empty', 'nameKeys: an empty list matches nothing', () => ({ nameKeys: [] }), ''),
  row('root', 'parentIds: 0 matches terms without a parent', () => ({ parentIds: [0] }), 'a d x y'),
  row('children', 'parentIds: children, not grandchildren', (id) => ({ parentIds: [id('a')] }), 'b'),
  row('parents', 'parentIds: any of several parents', (id) => ({ parentIds: [id('b'), 0] }), 'a c d x y'),
  row('parents-empty', 'parentIds: an empty list matches nothing', () => ({ parentIds: [] }), ''),
  row('within', 'withinIds: a term and its descendants', (id) => ({ withinIds: [id('a')] }), 'a b c'),
  row('within-middle', 'withinIds: no ancestors of the term', (id) => ({ withinIds: [id('b')] }), 'b c'),
  row('within-leaf', 'withinIds: a leaf is within itself', (id) => ({ withinIds: [id('c')] }), 'c'),
  row('within-any', 'withinIds: any of several terms, each match once', (id) => ({ withinIds: [id('b'), id('a'), id('x')] }), 'a b c x'),
  row('within-empty', 'withinIds: an empty list matches nothing', () => ({ withinIds: [] }), ''),
  row('within-zero', 'withinIds: 0 is no term', () => ({ withinIds: [0] }), ''),
  row(
    'events',
    'events: terms with an event of their own, not only of a descendant',
    () => ({ events: { some: true, filter: {} } }),
    'a c d x y',
  ),
  row('events-none', 'events: terms without an event', () => ({ events: { some: false, filter: {} } }), 'b'),
  row('events-published', 'events: terms with a matching event', () => ({ events: { some: true, filter: published } }), 'c d x'),
  row('events-unpublished', 'events: terms without a matching event', () => ({ events: { some: false, filter: published } }), 'a b y'),
  row('events-category', 'events: filtered by category', (id) => ({ events: { some: true, filter: { categoryIds: [id('d')] } } }), 'c d x'),
  row('events-tag', 'events: filtered by tag', (id) => ({ events: { some: true, filter: { tagIds: [id('x'), id('y')] } } }), 'a c d x y'),
  row('shown', 'shownBy: terms with a matching event, known ones, and their ancestors', () => ({ shownBy: published }), 'a b c d x'),
  row('shown-unused', 'shownBy: if no event matches, known terms and their ancestors', () => ({ shownBy: { slugs: [] } }), 'a b'),
  row('shown-draft', 'shownBy: a filter that matches drafts', () => ({ shownBy: { readable: [{ status: 'draft' }] } }), 'a b y'),
  row('shown-any', 'shownBy: a filter that matches every event', () => ({ shownBy: {} }), 'a b c d x y'),
  row('events-nothing', 'events: a filter that matches nothing', () => ({ events: { some: true, filter: { slugs: [] } } }), ''),
]

const table: FilterTable<Ids, TermRecord, TermFilter> = { prefix: 'terms/filter', rows, collection: ({ store }) => store.terms, seed }

/** The members that only term filters have, alone and in pairs. */
export const termFilterCases: readonly ConformanceCase[] = [...filterCases(table), pairsCase(table)]
