import type { CalendarStore, Collection, FindQuery } from '../store/contract.ts'
import type { EntityId, EventRecord, StoredRecord } from '../store/records.ts'
import { type WrittenKind, writtenKinds } from '../store/written.ts'

/** The ids of some records, by kind. */
export type RecordIds = Readonly<Record<WrittenKind, readonly EntityId[]>>

/** The records whose texts a result depends on. Every result depends on all other writes. */
export interface Reads {
  /** The ids of the records. */
  readonly ids: RecordIds
  /** Whether it depends on the texts of all records: it was searched for, or filtered or sorted by the last update. */
  readonly isOfAll: boolean
}

/** A result with what it depends on. */
export interface Tracked<T> {
  /** The result. */
  readonly value: T
  /** What it depends on. */
  readonly reads: Reads
}

/** Notes the records that a call reads. */
export interface ReadTracker {
  /** The store of the call. */
  readonly store: CalendarStore
  /** Adds the reads of a result that was cached. */
  add(reads: Reads): void
  /** All reads so far. A result without any was read elsewhere, so it counts as dependent on all texts. */
  reads(): Reads
}

/** The ids of an event and of the events whose texts its record or its JSON can contain. */
export const eventIdsOf = ({ id, seriesId, parentId }: Pick<EventRecord, 'id' | 'seriesId' | 'parentId'>): readonly EntityId[] =>
  [id, seriesId, parentId].filter((one) => one !== 0)

/** Tracks the reads of a store. */
export function trackReads(store: CalendarStore): ReadTracker {
  const ids = { event: new Set<EntityId>(), venue: new Set<EntityId>(), organizer: new Set<EntityId>(), term: new Set<EntityId>() }
  let isOfAll = false
  let hasRead = false
  const add = (reads: Reads): void => {
    hasRead = true
    for (const kind of writtenKinds) for (const id of reads.ids[kind]) ids[kind].add(id)
    isOfAll ||= reads.isOfAll
  }
  const addAll = (): void => {
    isOfAll = true
  }
  const addQuery = (...parts: readonly unknown[]): void => {
    hasRead = true
    isOfAll ||= parts.some(hasTextCondition)
  }
  const addTo =
    (kind: WrittenKind) =>
    (records: readonly StoredRecord[]): void => {
      for (const { id } of records) ids[kind].add(id)
    }
  const addEvents = (events: readonly EventRecord[]): void => {
    for (const event of events) for (const id of eventIdsOf(event)) ids.event.add(id)
  }
  const tracked: CalendarStore = {
    ...store,
    events: trackCollection(store.events, addQuery, addEvents),
    venues: trackCollection(store.venues, addQuery, addTo('venue')),
    organizers: trackCollection(store.organizers, addQuery, addTo('organizer')),
    terms: trackCollection(store.terms, addQuery, addTo('term')),
    log: {
      ...store.log,
      head: () => {
        addAll()
        return store.log.head()
      },
      read: (query) => {
        addAll()
        return store.log.read(query)
      },
    },
    transaction: (work) => {
      addAll()
      return store.transaction(work)
    },
    findEventIds: (query) => {
      addQuery(query.filter, query.order)
      return store.findEventIds(query)
    },
    countByLink: (linkField, linkedIds, filter, signal) => {
      addQuery(filter)
      return store.countByLink(linkField, linkedIds, filter, signal)
    },
  }
  return { store: tracked, add, reads: () => ({ ids: toLists(ids), isOfAll: isOfAll || !hasRead }) }
}

/** The ids of no record. */
export const noIds: RecordIds = Object.freeze({ event: [], venue: [], organizer: [], term: [] })

const toLists = ({ event, venue, organizer, term }: Readonly<Record<WrittenKind, ReadonlySet<EntityId>>>): RecordIds => ({
  event: [...event],
  venue: [...venue],
  organizer: [...organizer],
  term: [...term],
})

function trackCollection<R extends StoredRecord, F, S>(
  collection: Collection<R, F, S>,
  onQuery: (...parts: readonly unknown[]) => void,
  onRecords: (records: readonly R[]) => void,
): Collection<R, F, S> {
  const noted = async (reading: Promise<readonly R[]>): Promise<readonly R[]> => {
    const records = await reading
    onRecords(records)
    return records
  }
  return {
    ...collection,
    getMany: (ids) => {
      onQuery()
      return noted(collection.getMany(ids))
    },
    find: (query: FindQuery<F, S>) => {
      onQuery(query.filter, query.order)
      return noted(collection.find(query))
    },
    count: (filter, signal) => {
      onQuery(filter)
      return collection.count(filter, signal)
    },
  }
}

/** The members of filters, and the sort keys, whose result a write of texts can change. */
const textConditions: readonly string[] = ['textAll', 'updatedMs']

/** Whether a filter or an order, or a filter inside of it, has a condition on texts or on the last update. */
function hasTextCondition(part: unknown): boolean {
  if (typeof part === 'string') return textConditions.includes(part)
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([name, value]) => textConditions.includes(name) || hasTextCondition(value))
}
