import type { AbortSignalLike } from './abort-signal.ts'
import type { Alias } from './alias.ts'
import type { FacetCount, FacetQuery } from './facets.ts'
import type { EventFilter, EventSort, ProfileFilter, ProfileSort, TermFilter, TermSort } from './filters.ts'
import type { ChangeLog, DeletionNote, LoggedChange, LogMark, WriteNote } from './log.ts'
import type { PreviewTable } from './previews.ts'
import type { ProposalTable } from './proposals.ts'
import type { Draft, EntityId, EventRecord, OrganizerRecord, StoredFields, StoredRecord, TermRecord, VenueRecord } from './records.ts'
import type { RequestTable } from './requests.ts'

/** The version of the storage contract. */
export const storeContract = 4

/** The most rows that one call of {@link RequestTable.deleteBefore} deletes. */
export const deletedRequests = 500

/** A query for a page of the matching records, in a total order. */
export interface FindQuery<F, S> {
  /** The filter. */
  readonly filter: F
  /** The order; the core always ends it with `id`. */
  readonly order: readonly S[]
  /** The number of records to skip; an integer of 0 or more. */
  readonly offset: number
  /** The maximum number of records; an integer of 1 or more. */
  readonly limit: number
  /** Aborted when the caller no longer waits; see {@link Collection}. */
  readonly signal?: AbortSignalLike | undefined
  /**
   * Whether a store may leave the members empty that occurrences inherit from their series, because the caller does not read them or adds
   * them itself, as `inheritFrom` does. SQLite took 14 seconds and 2 GB to read the longest texts once for each of 2,000 occurrences.
   * @default false
   */
  readonly withoutInherited?: boolean
}

/** One version of a record. */
export interface RecordVersion {
  /** The id of the record. */
  readonly id: EntityId
  /** The version that is stored. */
  readonly version: number
}

/** The folded texts by which stores find and order records; each kind has some of them. A missing one is not changed. */
export interface TextKeys {
  /** As in venues and organizers. */
  readonly nameKey?: string
  /** As in events. */
  readonly titleKey?: string
  /** As in all records. */
  readonly searchText?: string
}

/** The new keys of one record. */
export interface RecordKeys extends RecordVersion {
  /** As in {@link StoredFields}. */
  readonly keys: StoredFields['keys']
  /** The folded texts that change; never the `nameKey` of a term, which is unique. @default none */
  readonly texts?: TextKeys | undefined
}

/**
 * One kind of record in a store. All members are required: there are no capability flags and no optional methods. A store does not
 * interpret its arguments: the core has resolved zones, "now", slugs, names, defaults, permissions and order. A store keeps copies of its
 * arguments. Returned records are copies too, or frozen with all that they contain: what a caller changes in them changes nothing stored.
 *
 * A read with a signal rejects with `signal.reason`, or resolves normally, once the signal is aborted. Long reads check it periodically; a
 * store without long reads may ignore it. The core never passes a signal to a read that other callers share and still wait for.
 */
export interface Collection<R extends StoredRecord, F, S> {
  /**
   * The records with these ids, in any order; unknown ids are left out, repeated ids count once. Uses a fixed number of statements for up
   * to 500 ids.
   */
  getMany(ids: readonly EntityId[]): Promise<readonly R[]>
  /** A page of the matching records. */
  find(query: FindQuery<F, S>): Promise<readonly R[]>
  /** The number of matching records. */
  count(filter: F, signal?: AbortSignalLike): Promise<number>
  /**
   * Inserts a record and assigns it an id and version 1. A transaction stays usable after an error. The core links records that it has
   * read in the same transaction; where transactions run beside each other, another one may have deleted such a record since, and then its
   * link is not stored, here or by any other write.
   * @param note for the log
   * @throws slug_taken another record of the kind (term: of the taxonomy) has the slug
   * @throws name_taken another term of the taxonomy and parent has the `nameKey` (terms only; reported before slug_taken)
   * @throws uid_taken another record of the kind has the `uid`, which is not empty (not terms; reported before slug_taken). An occurrence
   * has the uid of its series, which conflicts with none
   * @throws version_conflict another occurrence of the series has the `occurrenceKey` (occurrences only; reported before slug_taken):
   * another writer has stored it since this one read the series. The details have the id of the series
   */
  insert(draft: Draft<R>, note?: WriteNote): Promise<R>
  /**
   * Inserts records with the same result as consecutive `insert` calls, but in few statements: bulk writes would otherwise wait for the
   * engine once per record. All drafts are inserted or none. A taken slug, name, uid or key of an occurrence is no error here; that draft
   * is left out. A store without bulk inserts uses `insertEach`.
   * @returns for each draft, in their order, the record, or null where `insert` would throw slug_taken, name_taken, uid_taken or
   * version_conflict, because of a stored record or an earlier draft; the ids ascend
   */
  insertMany(drafts: readonly Draft<R>[], note?: WriteNote): Promise<readonly (R | null)[]>
  /**
   * Replaces the record with that id if the stored version equals `record.version`; the result has the next version. A transaction stays
   * usable after an error.
   * @param note as for `insert`
   * @throws not_found no record has that id
   * @throws version_conflict the stored version differs, or as for `insert`
   * @throws slug_taken as for `insert`
   * @throws name_taken as for `insert`
   * @throws uid_taken as for `insert`
   */
  update(record: R, note?: WriteNote): Promise<R>
  /**
   * Replaces records with the same result as consecutive `update` calls, but in few statements: a move of a large tree, or a change of a
   * series, would otherwise wait for the engine several times per record. All records are replaced or none. A slug, uid or name counts as
   * taken if any other record has it before the call, or an earlier record of the call takes it: the records of one call cannot exchange
   * slugs or pass them on, because engines check unique keys row by row. Keys of occurrences are the exception, because in a daily series
   * that moves by a day each occurrence takes the key of the next one: such a key is taken only if a record outside of the call has it, or
   * an earlier record of the call takes it. A transaction stays usable after an error.
   * @param note as for `insert`
   * @returns the records in their order, each with the next version
   * @throws not_found, version_conflict, name_taken, uid_taken, slug_taken as for `update`; of several errors, that of the first record
   * @throws TypeError an id occurs twice
   */
  updateMany(records: readonly R[], note?: WriteNote): Promise<readonly R[]>
  /**
   * Deletes the record, its aliases, and the proposals and preview tokens of an event, if the stored version equals the given one, and removes its
   * id from every record that links it: venues, organizers and terms are removed from their events, and an event's children get the parent 0 (one
   * statement per link field). No link of a
   * transaction that commits at the same time may stay: it waits for this one, or this one for it. The versions of the linking records
   * stay unchanged: a viewer would otherwise learn of changes to records that are hidden from them. The core maintains `parentId` and
   * `ancestorIds` of terms, and deletes the occurrences of a series before the series.
   * @param note for the log
   * @throws not_found no record has that id
   * @throws version_conflict the stored version differs
   */
  delete(id: EntityId, version: number, note?: DeletionNote): Promise<void>
  /**
   * Deletes records with the same result as consecutive `delete` calls, but in few statements. All records are deleted or none. A
   * transaction stays usable after an error.
   * @param note as for `delete`
   * @throws not_found, version_conflict as for `delete`; of several errors, that of the first record
   * @throws TypeError an id occurs twice
   */
  deleteMany(records: readonly RecordVersion[], note?: DeletionNote): Promise<void>
  /**
   * Replaces `fields.keys` of records and their given folded texts, and nothing else: the version stays, because no value changes. A record
   * whose stored version differs is left out. An occurrence that does not override `fields` keeps the keys of its series, and one without a
   * search text of its own that of its series. All keys are replaced or none. Adds one row to the log, unless it leaves all records out.
   * @param records at most 500
   * @param atMs when, for the log, in milliseconds since 1970
   * @returns the number of records whose version was the stored one
   * @throws TypeError an id occurs twice
   */
  replaceKeys(records: readonly RecordKeys[], atMs: number): Promise<number>
  /** The aliases of the records with these ids, in any order. Uses a fixed number of statements for up to 500 ids. */
  getAliases(ids: readonly EntityId[]): Promise<readonly Alias[]>
  /**
   * Adds aliases of stored records; an alias that the record has already gets the new `atMs`. Several records may have the same one. The core
   * calls it in the transaction of another write, which changes the revision: it adds no row to the log.
   * @param aliases each alias of a record once
   */
  addAliases(aliases: readonly Alias[]): Promise<void>
}

/** The events of a store. */
export interface EventCollection extends Collection<EventRecord, EventFilter, EventSort> {
  /** The ids of a page: those of the records that `find` returns for the query, in the same order. */
  findIds(query: FindQuery<EventFilter, EventSort>): Promise<readonly EntityId[]>
  /**
   * Counts the matching events by facets: a row for each combination of keys that an event has, in any order. Where there are more rows than
   * the limit, the result has as many as the limit, whichever they are, and their counts may be too low.
   */
  countBy(query: FacetQuery): Promise<readonly FacetCount[]>
  /**
   * Counts all events again, in a store that keeps counts of them, and corrects the wrong ones, which another program may have left. The counts
   * stay right when other calls write meanwhile; a store may also keep these waiting, as one of SQLite does. A correction adds one row with the
   * verb `indexed` to the log. A store without stored counts corrects nothing.
   * @param dryRun whether to correct nothing
   * @param atMs when, for the log, in milliseconds since 1970
   * @returns the number of all events, and of the counts that were wrong
   */
  recount(dryRun: boolean, atMs: number): Promise<{ readonly events: number; readonly wrong: number }>
}

/** The fields by which an event links other records. */
export type LinkField = 'venueIds' | 'organizerIds' | 'categoryIds' | 'tagIds'

/** The kinds of names that {@link CalendarStore.lockNames} locks. */
export type LockedKind = 'import' | 'series' | 'venue' | 'organizer' | 'category' | 'venueTime'

/** The revision of a store: a token for its whole content. */
export interface Revision {
  /** Changes whenever a committed write may change the result of any read; for equality alone. */
  readonly token: string
  /** The last rows of the log, for {@link ChangeLog.writtenSince}. */
  readonly mark: LogMark
  /**
   * The next instant at which results change without a write: the smallest `publishedMs` after `nowMs` of all events, venues and organizers
   * with the status `publish`, hidden ones too; null without one.
   */
  readonly staleAtMs: number | null
  /** The smallest `extendedTo` of all series outside the trash that have one; null without any. */
  readonly extendedTo: string | null
}

/** The content of an archive, or a part of it. */
export interface RestoredContent {
  /** Categories and tags. */
  readonly terms?: readonly TermRecord[]
  /** Venues. */
  readonly venues?: readonly VenueRecord[]
  /** Organizers. */
  readonly organizers?: readonly OrganizerRecord[]
  /** Events. An occurrence has the members that it reads from its series. */
  readonly events?: readonly EventRecord[]
  /** Rows of the log, ascending; no number between two of them is left out. */
  readonly changes?: readonly LoggedChange[]
}

/** The storage interface of the core. See docs/extend/writing-a-store.md. */
export interface CalendarStore {
  /**
   * The version of this contract that the store implements. `createCalendar` refuses a store of another version, which would fail later or
   * ignore conditions of filters.
   */
  readonly contract: typeof storeContract
  /**
   * Stands for the only connection of the store, where an open transaction makes other calls wait until it ends, or at least writes; absent
   * where it makes none wait. Any object does: the core reads none of its members. Stores over one connection have the same object. The core
   * refuses a call of one of them inside a transaction of another, where each would wait for the other one. A call that waits for 30 seconds
   * fails.
   */
  readonly connection?: object | undefined
  /**
   * The engine's own transaction that this store writes in, which tables beside the calendar's can join; absent outside of transactions, and
   * where the engine has none. The core reads none of its members.
   */
  readonly engineTransaction?: object | undefined
  /** Events. */
  readonly events: EventCollection
  /** Venues. */
  readonly venues: Collection<VenueRecord, ProfileFilter, ProfileSort>
  /** Organizers. */
  readonly organizers: Collection<OrganizerRecord, ProfileFilter, ProfileSort>
  /** Categories and tags. */
  readonly terms: Collection<TermRecord, TermFilter, TermSort>
  /** The requests with a key that have created a record. */
  readonly requests: RequestTable
  /** The changes of events that are proposed. */
  readonly proposals: ProposalTable
  /** The tokens with which events are read before they are published. */
  readonly previews: PreviewTable
  /** The log of all writes. */
  readonly log: ChangeLog
  /** Counts the matching events that link each of these records; ids without any are left out. Uses one statement for up to 500 ids. */
  countByLink(
    linkField: LinkField,
    ids: readonly EntityId[],
    filter: EventFilter,
    signal?: AbortSignalLike,
  ): Promise<ReadonlyMap<EntityId, number>>
  /**
   * Locks names that the transaction did not find and is about to create: waits until no other transaction holds one of them, then holds
   * all of them until its own end. Later reads see the commits of the others. So if several writers introduce the same name concurrently,
   * the first one creates the record and the others find it. May lock more names than requested. A store with serial transactions does
   * nothing.
   * @param kind names of different kinds are different. `category` has one fixed name, which every change of the tree locks, and `import`
   * another one, which every bulk write locks first. The names of `series` are the ids of series: a write of a series holds its id while it
   * reads the occurrences. The names of `venueTime` are the ids of exclusive venues: a write of events there locks them last, after all of its
   * other writes, and then reads the events that overlap
   * @param nameKeys folded names, each once
   */
  lockNames(kind: LockedKind, nameKeys: readonly string[]): Promise<void>
  /**
   * The revision of the store. Caches ask for it before each response; a store that knows it synchronously should return it synchronously.
   * @param nowMs instants up to this one have passed
   * @param database which one answers, in a store that reads and writes in two places: health checks ask both. @default 'reads'
   * @throws unavailable the engine is down or stays busy
   */
  revision(nowMs: number, database?: 'reads' | 'writes'): Revision | Promise<Revision>
  /**
   * Inserts records as they are, with their ids and versions, and rows of the log with their numbers. It adds no other row to the log. The core
   * calls it only in a transaction of a store that had no records and no rows of the log before, once for each part of an archive: first terms,
   * venues and organizers, then events, a series before its occurrences, then the log. Ids that the store assigns later are higher than those
   * of all records of the kind.
   * @throws refused another program has written a record with the same id, slug, name or uid meanwhile
   */
  restore(content: RestoredContent): Promise<void>
  /**
   * Runs the work so that all of its writes happen or none does; the work uses only `tx`. Inside a transaction it joins that one. After a
   * conflict of the engine (deadlock, serialization, busy) the whole work runs again, at most 3 times.
   * @throws unavailable the engine is down or stays busy
   */
  transaction<T>(work: (tx: CalendarStore) => Promise<T>): Promise<T>
}
