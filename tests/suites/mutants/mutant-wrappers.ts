import type { CalendarStore, Collection, FindQuery, RecordFilter, SortKey, StoredRecord } from '@kalends/core/store'
import { sortedMember } from '../../../packages/testing/src/sorted-member.ts'
import { type CollectionWrapper, wrapStore } from '../../../packages/testing/src/wrap-store.ts'

/** Wrappers that make a correct store wrong; the mutants are built from them. */

/** The offset and limit of a page that contains every record. */
export const unlimited = { offset: 0, limit: 1_000_000 }

/** All records of a collection. */
export function allOf<R extends StoredRecord, F extends RecordFilter, S>(collection: Collection<R, F, S>): Promise<readonly R[]> {
  // Every member of a filter is optional, which the compiler cannot know of F.
  const filter = {} as F
  return collection.find({ filter, order: [], ...unlimited })
}

/** Wraps each collection of a store. */
export const onCollections =
  (collection: CollectionWrapper) =>
  (store: CalendarStore): CalendarStore =>
    wrapStore(store, { collection })

/** A copy without a member. */
export const without = <T extends object>(whole: T, member: string): T => {
  const rest = { ...whole }
  Reflect.deleteProperty(rest, member)
  return rest
}

/** Changes the filter of each read. */
export const refiltered = (change: <F extends RecordFilter>(filter: F) => F): CollectionWrapper => {
  return (collection) => ({
    ...collection,
    find: (query) => collection.find({ ...query, filter: change(query.filter) }),
    count: (filter, signal) => collection.count(change(filter), signal),
  })
}

/** Replaces the search for `textAll` by the given function. */
export const searched = (holds: (text: string, needle: string) => boolean): CollectionWrapper => {
  return (collection) => {
    const search = async ({ filter, order }: Pick<Parameters<typeof collection.find>[0], 'filter' | 'order'>) => {
      const all = await collection.find({ filter: { ...filter, textAll: [] }, order, ...unlimited })
      return all.filter((record) => (filter.textAll ?? []).every((needle) => holds(String(Reflect.get(record, 'searchText')), needle)))
    }
    return {
      ...collection,
      find: async (query) => pageOf(await search(query), query),
      count: async (filter) => (await search({ filter, order: [] })).length,
    }
  }
}

/** Replaces the order of lists: compares values by the given function. */
export const reordered = (compare: (a: unknown, b: unknown) => number): CollectionWrapper => {
  return (collection) => ({
    ...collection,
    async find(query) {
      if (query.order.some(({ key }) => key === 'eventCount')) return collection.find(query)
      const all = await collection.find({ ...query, ...unlimited })
      return pageOf([...all].sort(byKeys(query.order, compare)), query)
    },
  })
}

function byKeys(order: readonly SortKey<string>[], compare: (a: unknown, b: unknown) => number) {
  return (a: StoredRecord, b: StoredRecord): number => {
    for (const { key, direction } of order) {
      const difference = compare(sortedMember(a, key), sortedMember(b, key))
      if (difference !== 0) return direction === 'asc' ? difference : -difference
    }
    return 0
  }
}

/** Compares strings by a key in JavaScript's own order, and all other values as numbers. */
export const byTextKey = (key: (text: string) => string) => {
  return (a: unknown, b: unknown): number =>
    typeof a === 'string' && typeof b === 'string' ? plain(key(a), key(b)) : Number(a) - Number(b)
}

const plain = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Cuts a page out of a list. */
export const pageOf = <R>(records: readonly R[], { offset, limit }: Pick<FindQuery<unknown, unknown>, 'offset' | 'limit'>): readonly R[] =>
  records.slice(offset, offset + limit)

/** Changes records when they are stored or read. */
export const altered = (change: <R extends object>(record: R) => R, when: 'stored' | 'read'): CollectionWrapper => {
  return (collection) =>
    when === 'stored'
      ? {
          ...collection,
          insert: (draft) => collection.insert(change(draft)),
          insertMany: (drafts) => collection.insertMany(drafts.map(change)),
          update: (record) => collection.update(change(record)),
        }
      : {
          ...collection,
          getMany: async (ids) => (await collection.getMany(ids)).map(change),
          find: async (query) => (await collection.find(query)).map(change),
        }
}

/** Changes every string, or every number, at every depth of a record. */
export const mapped = (change: (value: unknown) => unknown) => {
  const mapValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapValue)
    if (typeof value !== 'object' || value === null) return change(value)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapValue(member)]))
  }
  // `mapValue` preserves the shape, which the compiler cannot see.
  return <R extends object>(record: R): R => mapValue(record) as R
}
