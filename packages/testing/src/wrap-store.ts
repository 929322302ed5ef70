import type { CalendarStore, Collection, RecordFilter, SortKey, StoredRecord } from '@kalends/core'

/** The names of a store's collections. */
export type CollectionName = 'events' | 'venues' | 'organizers' | 'terms'

/** Stands in front of a collection of any kind. */
export type CollectionWrapper = <R extends StoredRecord, F extends RecordFilter, S extends SortKey<string>>(
  collection: Collection<R, F, S>,
  name: CollectionName,
) => Collection<R, F, S>

/** What stands in front of a store; what is left out lets calls through. */
export interface StoreWrapper {
  /** In front of each collection. */
  readonly collection?: CollectionWrapper
  /** In front of the rest, `transaction` excepted, which hands out wrapped stores. */
  readonly rest?: (store: CalendarStore) => Partial<Omit<CalendarStore, 'transaction'>>
}

/** Puts a wrapper in front of a store, and of every store that its transactions hand out. */
export function wrapStore(store: CalendarStore, wrapper: StoreWrapper): CalendarStore {
  const wrap: CollectionWrapper = wrapper.collection ?? ((collection) => collection)
  return {
    events: wrap(store.events, 'events'),
    venues: wrap(store.venues, 'venues'),
    organizers: wrap(store.organizers, 'organizers'),
    terms: wrap(store.terms, 'terms'),
    countByLink: (linkField, ids, filter, signal) => store.countByLink(linkField, ids, filter, signal),
    lockNames: (kind, nameKeys) => store.lockNames(kind, nameKeys),
    ping: () => store.ping(),
    revision: (nowMs) => store.revision(nowMs),
    ...wrapper.rest?.(store),
    transaction: (work) => store.transaction((tx) => work(wrapStore(tx, wrapper))),
  }
}

/** Puts one function in front of every call of a collection. */
export function aroundCalls<R extends StoredRecord, F, S>(
  collection: Collection<R, F, S>,
  around: <T>(call: () => Promise<T>) => Promise<T>,
): Collection<R, F, S> {
  return {
    getMany: (ids) => around(() => collection.getMany(ids)),
    find: (query) => around(() => collection.find(query)),
    count: (filter, signal) => around(() => collection.count(filter, signal)),
    insert: (draft) => around(() => collection.insert(draft)),
    insertMany: (drafts) => around(() => collection.insertMany(drafts)),
    update: (record) => around(() => collection.update(record)),
    delete: (id, version) => around(() => collection.delete(id, version)),
  }
}
