import { assertEqual } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { byId, downBy, insertAll, slugsOf, upBy } from '../expectations.ts'
import { forEachKind } from '../subjects.ts'

const letters = [...'abcdefghijk']

const kindCases = forEachKind(({ name, of, draft }) => [
  defineCase(`${name}/paging/concatenate`, 'pages of every size, put together, are the whole list', async ({ store, draft: drafts }) => {
    await insertAll(
      of(store),
      letters.map((slug) => draft(drafts, { slug })),
    )
    for (const limit of [1, 2, 3, 5, 10, 11, 12]) {
      const pages: string[] = []
      for (let offset = 0; offset < letters.length; offset += limit) {
        const page = await of(store).find({ filter: {}, order: byId, offset, limit })
        assertEqual(page.length, Math.min(limit, letters.length - offset), `records at ${offset} of ${limit}`)
        pages.push(...slugsOf(page))
      }
      assertEqual(pages, letters, `pages of ${limit}`)
    }
  }),
  defineCase(`${name}/paging/beyond`, 'an offset at or beyond the end gives an empty page', async ({ store, draft: drafts }) => {
    await insertAll(
      of(store),
      letters.map((slug) => draft(drafts, { slug })),
    )
    for (const offset of [11, 12, 1_000_000]) {
      assertEqual(await of(store).find({ filter: {}, order: byId, offset, limit: 5 }), [], `offset ${offset}`)
    }
  }),
  defineCase(`${name}/paging/large-limit`, 'a limit beyond the end gives the remaining records', async ({ store, draft: drafts }) => {
    await insertAll(
      of(store),
      letters.map((slug) => draft(drafts, { slug })),
    )
    const found = await of(store).find({ filter: {}, order: byId, offset: 9, limit: 1_000_000 })
    assertEqual(slugsOf(found), ['j', 'k'], 'slugs')
  }),
  defineCase(`${name}/paging/filtered`, 'offsets count matching records, not stored ones', async ({ store, draft: drafts }) => {
    await insertAll(
      of(store),
      letters.map((slug, i) => draft(drafts, { slug, searchText: i % 2 === 0 ? 'even' : 'odd' })),
    )
    const filter = { textAll: ['even'] }
    assertEqual(slugsOf(await of(store).find({ filter, order: byId, offset: 2, limit: 3 })), ['e', 'g', 'i'], 'slugs')
    assertEqual(await of(store).count(filter), 6, 'count')
  }),
  defineCase(`${name}/paging/after-id`, 'pages by afterId return every record once', async ({ store, draft: drafts }) => {
    await insertAll(
      of(store),
      letters.map((slug) => draft(drafts, { slug })),
    )
    const read: string[] = []
    for (let afterId = 0; ; ) {
      const page = await of(store).find({ filter: { afterId }, order: byId, offset: 0, limit: 4 })
      const last = page.at(-1)
      if (last === undefined) break
      read.push(...slugsOf(page))
      afterId = last.id
    }
    assertEqual(read, letters, 'slugs')
  }),
]).flat()

/** Pages, by offset and limit, and by afterId. */
export const pagingCases: readonly ConformanceCase[] = [
  ...kindCases,
  defineCase('paging/ties', 'pages of events with equal sort keys have no gap and no repeat', async ({ store, draft }) => {
    const startLocal = '2026-07-01T10:00:00'
    await store.transaction((tx) =>
      insertAll(
        tx.events,
        letters.map((slug) => draft.event({ slug, titleKey: 'x', times: { startLocal } })),
      ),
    )
    for (const key of ['startLocal', 'titleKey', 'publishedMs', 'startMs'] as const) {
      for (const order of [upBy(key), downBy(key)]) {
        const pages: string[] = []
        for (let offset = 0; offset < 12; offset += 3)
          pages.push(...slugsOf(await store.events.find({ filter: {}, order, offset, limit: 3 })))
        assertEqual(pages, order[0]?.direction === 'asc' ? letters : letters.toReversed(), `pages by ${key}`)
      }
    }
  }),
  defineCase('paging/links', 'an event with several matching links counts once in pages and totals', async ({ store, draft }) => {
    const tags = await insertAll(
      store.terms,
      letters.map(() => draft.term({ taxonomy: 'tag' })),
    )
    const tagIds = tags.map(({ id }) => id)
    await insertAll(
      store.events,
      letters.map((slug) => draft.event({ slug, tagIds })),
    )
    const filter = { tagIds }
    assertEqual(slugsOf(await store.events.find({ filter, order: upBy('startLocal'), offset: 1, limit: 4 })), ['b', 'c', 'd', 'e'], 'slugs')
    assertEqual(await store.events.count(filter), 11, 'count')
  }),
]
