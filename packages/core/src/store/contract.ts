import type { AbortSignalLike } from '../abort-signal.ts'
import type { EventFilter, EventSort, ProfileFilter, ProfileSort, TermFilter, TermSort } from './filters.ts'
import type { Draft, EntityId, EventRecord, OrganizerRecord, StoredRecord, TermRecord, VenueRecord } from './records.ts'

/** A page of what matches, in a total order. */
export interface FindQuery<F, S> {
  /** Which records. */
  readonly filter: F
  /** In which order; the core always ends it with `id`. */
  readonly order: readonly S[]
  /** How many to pass over; an integer of 0 or more. */
  readonly offset: number
  /** How many at most; an integer of 1 or more. */
  readonly limit: number
  /** Says that the caller has gone away; see {@link Collection}. */
  readonly signal?: AbortSignalLike | undefined
}

/**
 * One kind of record in a store. Everything is required: there are no capability flags and no optional methods.
 * A store never interprets: the core has resolved zones, "now", slugs, names, defaults, permissions and order.
 * Records that come back may be frozen and shared; nobody changes them in place.
 *
 * A read that is given a signal rejects with `signal.reason`, or gives its answer, once the signal is aborted. Reads that take long ask it now
 * and then; a store without such reads need not look at it. It is never given where others wait for the same answer and still want it.
 */
export interface Collection<R extends StoredRecord, F, S> {
  /**
   * The records with these ids, in any order; unknown ids are left out, repeats count once.
   * Takes a fixed number of statements for up to 500 ids.
   */
  getMany(ids: readonly EntityId[]): Promise<readonly R[]>
  /** A page of the records that match. */
  find(query: FindQuery<F, S>): Promise<readonly R[]>
  /** How many records match. */
  count(filter: F, signal?: AbortSignalLike): Promise<number>
  /**
   * Adds a record and gives it an id and version 1. A transaction stays usable after an error.
   * @throws slug_taken another record of the kind (term: of the taxonomy) has the slug
   * @throws name_taken another term of the taxonomy and parent has the `nameKey` (terms only; reported before slug_taken)
   */
  insert(draft: Draft<R>): Promise<R>
  /**
   * Adds records as `insert` would one after the other, but in few steps: for bulk writes, which otherwise wait for the engine
   * once for each record. All happens or nothing. A taken slug or name is no error here; that draft is left out.
   * A store without a faster way has `insertEach`.
   * @returns for each draft, in their order, the record, or null where `insert` would throw slug_taken or name_taken,
   * because of a stored record or an earlier draft; the ids ascend
   */
  insertMany(drafts: readonly Draft<R>[]): Promise<readonly (R | null)[]>
  /**
   * Replaces the record with that id if its version is still `record.version`; the result has the next version.
   * A transaction stays usable after an error.
   * @throws not_found there is no record with that id
   * @throws version_conflict the stored version is another one
   * @throws slug_taken as for `insert`
   * @throws name_taken as for `insert`
   */
  update(record: R): Promise<R>
  /**
   * Removes the record if its version is still the given one, and its id from every record that links it:
   * venues, organizers and terms leave their events (a statement per kind of link). The linking records' own versions stay.
   * `parentId` and `ancestorIds` are the core's business.
   * @throws not_found there is no record with that id
   * @throws version_conflict the stored version is another one
   */
  delete(id: EntityId, version: number): Promise<void>
}

/** The links between an event and other records. */
export type LinkField = 'venueIds' | 'organizerIds' | 'categoryIds' | 'tagIds'

/** A token that stands for all that is stored. */
export interface Revision {
  /** Changes whenever a committed write may change any answer. */
  readonly token: string
  /** The next instant at which answers change without a write, because a record's `publishedMs` comes; null when there is none. */
  readonly staleAtMs: number | null
}

/** All that the core asks of a storage. See docs/writing-a-store.md. */
export interface CalendarStore {
  /** Events. */
  readonly events: Collection<EventRecord, EventFilter, EventSort>
  /** Venues. */
  readonly venues: Collection<VenueRecord, ProfileFilter, ProfileSort>
  /** Organizers. */
  readonly organizers: Collection<OrganizerRecord, ProfileFilter, ProfileSort>
  /** Categories and tags. */
  readonly terms: Collection<TermRecord, TermFilter, TermSort>
  /**
   * How many events that match link each of these records; ids without any are left out.
   * One statement for up to 500 ids.
   */
  countByLink(
    linkField: LinkField,
    ids: readonly EntityId[],
    filter: EventFilter,
    signal?: AbortSignalLike,
  ): Promise<ReadonlyMap<EntityId, number>>
  /**
   * Called inside a transaction, for names that it did not find and is about to make: waits until no other transaction holds one of
   * them, then holds all of them until its own end. Later reads see what the others have committed, so of writers that bring one new
   * name at the same time the first makes it and the others find it. May hold more names than asked for.
   * A store whose transactions run one after the other has nothing to do.
   * @param nameKeys folded names, each once
   */
  lockNames(kind: 'venue' | 'organizer', nameKeys: readonly string[]): Promise<void>
  /**
   * The state of the store as a token. Every kept answer begins with it: a store that knows it at once gives it at once.
   * @param nowMs instants up to this one have passed
   */
  revision(nowMs: number): Revision | Promise<Revision>
  /**
   * Passes if records can be written where this store writes them. A store that reads and writes in one place has nothing to do:
   * whoever asks reads the revision as well.
   * @throws unavailable the engine is away or stays busy
   */
  ping(): Promise<void>
  /**
   * Runs the work so that all of its writes happen or none does; the work uses only `tx`.
   * Inside a transaction it joins. Conflicts of the engine (deadlock, serialization, busy) run the whole work again, at most 3 times.
   * @throws unavailable the engine is away or stays busy
   */
  transaction<T>(work: (tx: CalendarStore) => Promise<T>): Promise<T>
}
