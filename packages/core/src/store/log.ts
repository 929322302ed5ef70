import type { Kind } from '../errors/codes.ts'
import type { EntityId, EventRecord, PublishedRecord } from './records.ts'

/**
 * What a write did to a record. `unlinked`: a venue, an organizer, a term or a parent of the event was deleted, so the event no longer links
 * it. An occurrence that gets the status `deleted` is deleted. `indexed`: no record has changed, but filters or counts may give other
 * results; such a row has the id 0.
 */
export type LoggedVerb = 'created' | 'updated' | 'trashed' | 'restored' | 'deleted' | 'unlinked' | 'indexed'

/**
 * How much of a series a write changes: one occurrence, that one and all later ones, or the whole series with its occurrences.
 */
export type WriteScope = 'this' | 'following' | 'all'

/** The categories and tags of an event. */
export type TermsOfEvent = Pick<EventRecord, 'categoryIds' | 'tagIds'>

/** The links of an event that read scopes name; empty for records of other kinds. */
export type ReadLinks = Pick<EventRecord, 'venueIds' | 'organizerIds' | 'categoryIds'>

/**
 * The members of a record before a write that decide who could read it. In a row with the verb `unlinked`, `statusBeforeTrash` is null. A
 * category or tag has none of these; when one is deleted, its row says whether a published event linked it: then `status` is `publish` and
 * `publishedMs` the smallest one of these events. It is `publish` and 0 if the term was `known`, and else `draft`.
 */
export interface PreviousAccess extends Pick<PublishedRecord, 'status' | 'statusBeforeTrash' | 'authorId' | 'publishedMs'>, ReadLinks {
  /** Whether lists left it out; false for venues, organizers and terms. */
  readonly hidden: boolean
  /**
   * The terms of an event that was deleted, or whose links, status, author or publication the write has changed: the read access to a term depends
   * on the events that have it. In a row with the verb `unlinked`, the deleted category or tag alone. Null for other writes and other kinds.
   */
  readonly terms: TermsOfEvent | null
}

/** A row of the log: a write of one record. */
export interface LoggedChange {
  /** Its number: 1 for the first row, then one more for each row. */
  readonly seq: number
  /** The kind of record. */
  readonly kind: Kind
  /** The id of the record; 0 with the verb `indexed`. */
  readonly id: EntityId
  /** What the write did. */
  readonly verb: LoggedVerb
  /**
   * When, in milliseconds since 1970: `updatedMs` of a record that was written, or the time given to a deletion. A deletion without a time
   * has the record's last `updatedMs`.
   */
  readonly atMs: number
  /**
   * The id of the record whose write brought this one with it: for an occurrence that a bulk write has written, its series; for an event
   * with the verb `unlinked`, the deleted record. 0 for a write of the record itself.
   */
  readonly partOf: EntityId
  /**
   * How much of a series the write was for, in the row of the series. Null in other rows, and for writes that have no scope: a series that is
   * created, or gets further occurrences.
   */
  readonly scope: WriteScope | null
  /** The state before the write; null for a created record, and for a term unless it was deleted. */
  readonly was: PreviousAccess | null
  /**
   * The version that the write gave the record, or for a deletion the last one. 0 with the verbs `unlinked` and `indexed`, which change no
   * version.
   */
  readonly version: number
  /** The id of the caller, at most 255 code points; empty for the host's own code, and with the verbs `unlinked` and `indexed`. */
  readonly actor: string
  /**
   * The old values of the members that the write has changed, as the core has written them: JSON of at most 16 kB, which stores do not read.
   * Null where none were given, and after the record was deleted.
   */
  readonly changed: string | null
}

/** What the log says of a write beside the records. */
export interface WriteNote {
  /** How much of a series the write is for. */
  readonly scope?: WriteScope | undefined
  /** The id of the caller. @default '' */
  readonly actor?: string | undefined
  /** `changed` of the rows of replaced records, by their ids. @default null for all of them */
  readonly changed?: ReadonlyMap<EntityId, string> | undefined
}

/** What the log says of a deletion beside the records. */
export interface DeletionNote extends Omit<WriteNote, 'changed'> {
  /** When, in milliseconds since 1970. @default the record's last `updatedMs` */
  readonly atMs?: number | undefined
}

/** Which rows of a record's history to read. */
export interface HistoryQuery extends WrittenRecord {
  /** Only rows of a smaller version. @default all versions */
  readonly beforeVersion?: number | undefined
  /** The maximum number of rows, from 1 to 500. */
  readonly limit: number
}

/** Which rows of the log to read. */
export interface LogQuery {
  /** Only rows with a greater number. */
  readonly after: number
  /** Only rows of these kinds. @default all kinds */
  readonly kinds?: readonly Kind[] | undefined
  /** The maximum number of rows, from 1 to 1,000. */
  readonly limit: number
}

/** Which rows of the log are old. */
export interface LogLimits {
  /** Rows with a smaller `atMs` are old. */
  readonly beforeMs: number
  /**
   * Rows are old once this many newer ones have `partOf` 0 and a verb other than `indexed`, and no hold needs them. The others are parts of a
   * write, and do not count: a write of a series with 2,000 dates is one row.
   */
  readonly keptRows: number
  /**
   * Old rows with this `atMs` or a greater one stay for {@link ChangeLog.history} alone, if they have a version and `partOf` 0. @default none stay
   */
  readonly historyBeforeMs?: number | undefined
}

/** A place in the log that somebody needs. */
export interface LogHold {
  /** The number of the first row that is needed. */
  readonly seq: number
  /** When it was set, in milliseconds since 1970. */
  readonly atMs: number
}

/** A place in the log, as one of its rows: none is the row 0. */
export interface LogMark {
  /** Its number; 0 without a row. */
  readonly seq: number
  /** Its `atMs`, by which a database that was restored from a backup differs; 0 without a row. */
  readonly atMs: number
  /** The rows without a number that the revision has seen, by which a database that has lost some of them differs; undefined without any. */
  readonly unnumbered?:
    | {
        /** How many they are. */
        readonly count: number
        /** The highest id that the engine has assigned to one of them. */
        readonly lastId: number
        /** The `atMs` of that row. */
        readonly lastAtMs: number
      }
    | undefined
}

/** A record that a write has inserted, replaced or deleted. */
export type WrittenRecord = Pick<LoggedChange, 'kind' | 'id'>

/** A row of the history of a record. */
export type HistoryRow = Omit<LoggedChange, 'was'>

/** The most rows that one call of {@link ChangeLog.prune} deletes. */
export const prunedRows = 500

/**
 * The log of all writes, in the order in which they were committed. Each write of a record by `insert`, `insertMany`, `update`,
 * `updateMany`, `delete` or `deleteMany` adds a row in its own transaction; a deletion also adds one for each event that linked the record.
 * `replaceKeys` adds one row with the verb `indexed`. A row with the verb `deleted` has no `changed`, and clears it in all earlier rows of its record, in
 * the same transaction: they hold what the record said.
 *
 * Ids that an engine assigns do not have that order: a transaction that began earlier may commit later, and a reader that remembers the
 * highest id would miss its rows. So rows get their numbers after the commit: by {@link ChangeLog.number}, under a lock that writers never
 * take. A store with one writer at a time numbers them as it writes.
 */
export interface ChangeLog {
  /**
   * Gives each committed row without a number the next one, or leaves some to the next call. One call runs at a time, in all processes; others
   * wait for it. A call that is killed changes nothing. It does nothing inside a transaction, whose own rows must not get numbers before the commit.
   */
  number(): Promise<void>
  /** The highest number; 0 if no row has one. */
  head(): Promise<number>
  /** Rows with numbers, ascending. They are never newer than the records that other reads of the store return. */
  read(query: LogQuery): Promise<readonly LoggedChange[]>
  /**
   * Rows of one record with a version, newest first: those of the log, and older ones that pruning has kept. Rows that have no number yet have
   * `seq` 0. In a transaction they may lack those of its own writes.
   */
  history(query: HistoryQuery): Promise<readonly HistoryRow[]>
  /**
   * Deletes old rows, those with the lowest numbers first, and then rows that had stayed for the history; at most 500 in one call. For all other
   * methods, a row that stays for the history is deleted. It stops at the first row that is not old, and keeps the
   * last row, and all rows from the one on that was added last: the revision is made of both. It numbers committed rows before, and need not
   * wait for open transactions. Inside a transaction it may do nothing.
   * @returns how many rows it has deleted, or kept for the history alone
   */
  prune(limits: LogLimits): Promise<number>
  /**
   * Keeps the row `seq` and all later ones that {@link prune} would delete because of `keptRows`, until the hold is replaced or released. Rows
   * with an `atMs` before `beforeMs` are deleted all the same, and a hold with such an `atMs` is released.
   * @param name 1 to 64 visible ASCII characters; a hold replaces an earlier one of the name
   * @param hold the place; null releases it
   */
  hold(name: string, hold: LogHold | null): Promise<void>
  /**
   * The records that writes have inserted, replaced or deleted since a revision: at least those of every commit that this call sees and
   * that revision did not. Records that have changed only because another one did may be left out: an occurrence that takes members from its
   * series, an event that has lost a link to a deleted record. They may be repeated, and in any order.
   * @param mark of an earlier revision
   * @returns null if any record may have been written: the log no longer has the rows of the mark, or has others in their place; a later row has
   * the verb `indexed`; or there are too many rows. A mark of row 0 is valid until row 1 is deleted
   */
  writtenSince(mark: LogMark): Promise<readonly WrittenRecord[] | null>
}
