import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import { byTextKey, onCollections, reordered, unlimited } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

const orderMutants: readonly StoreMutant[] = [
  {
    key: 'text-order/utf-16',
    title: 'texts are ordered by UTF-16 code units',
    foundBy: 'orders/events/titleKey',
    plant: onCollections(reordered(byTextKey((text) => text))),
  },
  {
    key: 'text-order/any-case',
    title: 'the order of texts ignores case',
    foundBy: 'orders/venues/nameKey',
    plant: onCollections(reordered(byTextKey((text) => text.toLowerCase()))),
  },
  {
    key: 'text-order/padded',
    title: 'the order of texts ignores spaces at their ends',
    foundBy: 'orders/terms/description',
    plant: onCollections(reordered(byTextKey((text) => text.trimEnd()))),
  },
  {
    key: 'text-order/cut',
    title: 'the order of texts compares only their first 1,024 characters',
    foundBy: 'orders/terms/late-difference',
    plant: onCollections(reordered(byTextKey((text) => text.slice(0, 1024)))),
  },
  {
    key: 'order/numbers-as-texts',
    title: 'numbers are ordered as texts',
    foundBy: 'orders/events/publishedMs',
    plant: onCollections(reordered((a, b) => byTextKey((text) => text)(`${a}`, `${b}`))),
  },
  {
    key: 'order/ties',
    title: 'ties are in any order',
    foundBy: 'orders/events/startMs',
    plant: onCollections((collection) => ({
      ...collection,
      find: (query) => collection.find({ ...query, order: query.order.slice(0, 1) }),
    })),
  },
  {
    key: 'order/first-direction',
    title: 'all keys have the direction of the first',
    foundBy: 'orders/events/mixed',
    plant: onCollections((collection) => ({
      ...collection,
      find: (query) =>
        collection.find({ ...query, order: query.order.map((sort) => ({ ...sort, direction: query.order[0]?.direction ?? 'asc' })) }),
    })),
  },
  {
    key: 'order/event-count-of-all',
    title: 'the order by eventCount counts all events',
    foundBy: 'event-count/order/listed',
    plant: (store) =>
      wrapStore(store, {
        rest: ({ terms }) => ({
          terms: {
            ...terms,
            find: (query) =>
              terms.find({ ...query, order: query.order.map((sort) => (sort.key === 'eventCount' ? { ...sort, filter: {} } : sort)) }),
          },
        }),
      }),
  },
]

const pageMutants: readonly StoreMutant[] = [
  {
    key: 'paging/off-by-one',
    title: 'later pages begin one record late',
    foundBy: 'events/paging/concatenate',
    plant: onCollections((collection) => ({
      ...collection,
      find: (query) => collection.find({ ...query, offset: query.offset + Math.min(query.offset, 1) }),
    })),
  },
  {
    key: 'paging/first-page',
    title: 'every page is the first page',
    foundBy: 'venues/paging/concatenate',
    plant: onCollections((collection) => ({ ...collection, find: (query) => collection.find({ ...query, offset: 0 }) })),
  },
  {
    key: 'paging/page-first',
    title: 'pages are cut before they are filtered',
    foundBy: 'terms/paging/filtered',
    plant: onCollections((collection) => ({
      ...collection,
      async find(query) {
        const matching = new Set((await collection.find({ ...query, offset: 0, limit: unlimited.limit })).map(({ id }) => id))
        const page = await collection.find({ ...query, filter: { ...query.filter, textAll: [] } })
        return page.filter(({ id }) => matching.has(id))
      },
    })),
  },
  {
    key: 'count/page',
    title: 'counts stop at 10',
    foundBy: 'paging/links',
    plant: onCollections((collection) => ({ ...collection, count: async (filter) => Math.min(await collection.count(filter), 10) })),
  },
]

/** Mutants of orders, pages and counts. */
export const listMutants: readonly StoreMutant[] = [...orderMutants, ...pageMutants]
