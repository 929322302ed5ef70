import type { CalendarStore, Collection, StoredRecord } from '@kalends/core/store'

/** How long the parts of an operation took in the store, in milliseconds. */
export interface StoreTimes {
  /** Reading the page. */
  pageMs: number
  /** Counting. */
  totalMs: number
  /** The rest: names in the query, linked records, counts by link. */
  otherMs: number
}

/** A store with timings: the core awaits each call before the next, so the times add up. */
export interface TimedStore {
  /** The store. */
  readonly store: CalendarStore
  /** The timings since the last call. */
  take(): StoreTimes
}

/**
 * Adds timings to a store.
 * @param isCounting whether totals are counted; if not, there is always a next page
 */
export function timedStore(store: CalendarStore, isCounting = true): TimedStore {
  const nothing = (): StoreTimes => ({ pageMs: 0, totalMs: 0, otherMs: 0 })
  let times = nothing()
  const during = async <T>(part: keyof StoreTimes, work: Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work
    times[part] += performance.now() - began
    return result
  }
  const watched = <R extends StoredRecord, F, S>(collection: Collection<R, F, S>): Collection<R, F, S> => ({
    ...collection,
    find: (query) => during('pageMs', collection.find(query)),
    count: (filter) => (isCounting ? during('totalMs', collection.count(filter)) : Promise.resolve(Number.MAX_SAFE_INTEGER)),
    getMany: (ids) => during('otherMs', collection.getMany(ids)),
  })
  return {
    store: {
      ...store,
      events: { ...store.events, ...watched(store.events), findIds: (query) => during('pageMs', store.events.findIds(query)) },
      venues: watched(store.venues),
      organizers: watched(store.organizers),
      terms: watched(store.terms),
      countByLink: (linkField, ids, filter) => during('otherMs', store.countByLink(linkField, ids, filter)),
    },
    take: () => {
      const taken = times
      times = nothing()
      return taken
    },
  }
}
