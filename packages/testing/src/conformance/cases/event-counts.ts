import type { EventFilter, LinkField, TermSort } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { insertAll, slugsOf } from '../expectations.ts'
import { publishedEvents } from '../listed-events.ts'
import { seedBySlug } from '../tables.ts'

/** Returns the id of the term with a slug. */
type Ids = (slug: string) => number

/** c1 has three events, c2 two of them, c3 a draft, c4 none; t1 has two, t2 one, t3 none. */
async function seed({ store, draft }: ConformanceContext): Promise<Ids> {
  const ids = await seedBySlug(store.terms, [
    ...['c4', 'c1', 'c3', 'c2'].map((slug) => draft.term({ slug })),
    ...['t3', 't2', 't1'].map((slug) => draft.term({ slug, taxonomy: 'tag' })),
  ])
  await insertAll(store.events, [
    draft.event({ slug: 'one', featured: true, categoryIds: [ids('c1')], tagIds: [ids('t1')] }),
    draft.event({ slug: 'two', categoryIds: [ids('c1'), ids('c2')].sort((a, b) => a - b), tagIds: [ids('t2'), ids('t1')] }),
    draft.event({ slug: 'three', hidden: true, categoryIds: [ids('c1'), ids('c2')].sort((a, b) => a - b) }),
    draft.event({ slug: 'draft', status: 'draft', categoryIds: [ids('c3')] }),
  ])
  return ids
}

const byCount = (filter: EventFilter, direction: 'asc' | 'desc'): readonly TermSort[] => [
  { key: 'eventCount', direction, filter },
  { key: 'id', direction },
]

const orderRows: readonly (readonly [key: string, title: string, filter: EventFilter, down: string])[] = [
  ['all', 'all events counted', {}, 'c1 t1 c2 t2 c3 t3 c4'],
  ['listed', 'published events counted', publishedEvents, 't1 c1 t2 c2 t3 c3 c4'],
  ['none', 'no events counted, so by id alone', { ids: [] }, 't1 t2 t3 c2 c3 c1 c4'],
  ['featured', 'featured events counted', { featured: true }, 't1 c1 t2 t3 c2 c3 c4'],
]

const orderCases = orderRows.map(([key, title, filter, down]) =>
  defineCase(`event-count/order/${key}`, `terms are ordered by eventCount, then by id, in both directions: ${title}`, async (context) => {
    await seed(context)
    const { terms } = context.store
    const found = async (direction: 'asc' | 'desc') =>
      slugsOf(await terms.find({ filter: {}, order: byCount(filter, direction), offset: 0, limit: 100 }))
    assertEqual(await found('desc'), down.split(' '), 'downwards')
    assertEqual(await found('asc'), down.split(' ').reverse(), 'upwards')
  }),
)

const otherOrderCases = [
  defineCase('event-count/order/filtered', 'eventCount counts by its own filter, not by the filter of the list', async (context) => {
    await seed(context)
    const found = await context.store.terms.find({
      filter: { taxonomy: 'category', events: { some: true, filter: { readable: [{ status: 'publish' }] } } },
      order: byCount({ readable: [{ status: 'draft' }] }, 'asc'),
      offset: 0,
      limit: 100,
    })
    assertEqual(slugsOf(found), ['c1', 'c2'], 'slugs')
  }),
  defineCase('event-count/order/paged', 'pages by eventCount have no gap and no repeat', async (context) => {
    await seed(context)
    const pages: string[] = []
    for (let offset = 0; offset < 8; offset += 2) {
      pages.push(...slugsOf(await context.store.terms.find({ filter: {}, order: byCount({}, 'desc'), offset, limit: 2 })))
    }
    assertEqual(pages, 'c1 t1 c2 t2 c3 t3 c4'.split(' '), 'slugs')
  }),
]

/** Expected counts, as `slug:count`, by link field and filter. */
const countRows: readonly (readonly [
  key: string,
  title: string,
  linkField: LinkField,
  filter: (ids: Ids) => EventFilter,
  expected: string,
])[] = [
  ['categories', 'all events of categories', 'categoryIds', () => ({}), 'c1:3 c2:2 c3:1'],
  ['categories-listed', 'published events of categories', 'categoryIds', () => publishedEvents, 'c1:2 c2:1'],
  ['categories-own-link', 'events of a category, by category', 'categoryIds', (id) => ({ categoryIds: [id('c2')] }), 'c1:2 c2:2'],
  ['categories-other-link', 'events with a tag, by category', 'categoryIds', (id) => ({ tagIds: [id('t1')] }), 'c1:2 c2:1'],
  ['categories-nothing', 'nothing with a filter that matches nothing', 'categoryIds', () => ({ slugs: [] }), ''],
  [
    'categories-time',
    'events in a range of time',
    'categoryIds',
    () => ({ startLocal: { gte: '2026-06-02T00:00:00', lt: '2026-06-03T00:00:00' } }),
    'c1:1 c2:1',
  ],
  ['categories-text', 'events that contain a text', 'categoryIds', () => ({ textAll: ['event 3'] }), 'c1:1 c2:1'],
  ['tags', 'all events of tags', 'tagIds', () => ({}), 't1:2 t2:1'],
  ['tags-featured', 'featured events of tags', 'tagIds', () => ({ featured: true }), 't1:1'],
  ['tags-readable', 'drafts of tags', 'tagIds', () => ({ readable: [{ status: 'draft' }] }), ''],
]

const allSlugs = ['c1', 'c2', 'c3', 'c4', 't1', 't2', 't3']

const countByLinkCases = countRows.map(([key, title, linkField, filter, expected]) =>
  defineCase(`countByLink/${key}`, `countByLink counts ${title}`, async (context) => {
    const ids = await seed(context)
    const counts = await context.store.countByLink(linkField, allSlugs.map(ids), filter(ids))
    const shown = allSlugs.flatMap((slug) => (counts.has(ids(slug)) ? [`${slug}:${counts.get(ids(slug))}`] : []))
    assertEqual(shown.join(' '), expected, 'counts')
    assertEqual(counts.size, expected === '' ? 0 : expected.split(' ').length, 'how many')
  }),
)

const recountCases = [true, false].map((dryRun) =>
  defineCase(
    `event-count/recount/${dryRun ? 'dry' : 'write'}`,
    `recount reads all events and finds no count wrong that writes have kept, ${dryRun ? 'in a dry run' : 'and corrects none'}`,
    async (context) => {
      const { store } = context
      await seed(context)
      const [last] = await store.events.find({ filter: {}, order: [{ key: 'id', direction: 'desc' }], offset: 0, limit: 1 })
      if (last !== undefined) await store.events.update({ ...last, status: 'publish' })
      const { token } = await store.revision(0)
      assertEqual(await store.events.recount(dryRun, 1_000), { events: 4, wrong: 0 }, 'recount')
      assertEqual((await store.revision(0)).token, token, 'the token, because nothing has changed')
    },
  ),
)

/** Orders by eventCount, countByLink for terms, and recounts. */
export const eventCountCases: readonly ConformanceCase[] = [...orderCases, ...otherOrderCases, ...countByLinkCases, ...recountCases]
