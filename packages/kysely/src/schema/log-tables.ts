import type { Generated } from 'kysely'
import type { Integer, OptionalInteger } from './column-types.ts'

/** The log: one row for each record of a write (write/log-rows.ts). */
export interface ChangeTable {
  id: Generated<number>
  /** 1 until the row has a number; null afterwards, and on engines with one writer. */
  pending: OptionalInteger
  /** The number; null until the row has one, and on engines with one writer, where the id is the number. */
  seq: OptionalInteger
  kind: string
  /** 0 with the verb `indexed`. */
  record_id: Integer
  verb: string
  at_ms: Integer
  part_of: Integer
  /** Null but for a series. */
  scope: string | null
  /** Null for a created record, and for a term unless it was deleted; then so are the other columns of this name. */
  was_status: string | null
  was_before_trash: string | null
  /** As in `events`. */
  was_hidden: OptionalInteger
  was_author: string | null
  was_published_ms: OptionalInteger
  /** The ids of the categories and of the tags of an event, as two lists in JSON. */
  was_terms: string | null
  /** The ids of the venues of an event as JSON: a list, or an object of ids by position. Null without any. */
  was_venues: unknown
  was_organizers: unknown
  was_categories: unknown
  /** The version after the write; 0 for rows of the verbs `unlinked` and `indexed`. */
  version: Integer
  /** The id of the caller, or empty. */
  actor: string
  /** The old values of the members that changed, as JSON. */
  changed: string | null
  /** How many rows up to this one, of all times, count as writes to keep (write/log-rows.ts); null until the row has a number. */
  writes: OptionalInteger
}

/** Rows that pruning has moved out of the log, for the history of their records. The other columns are those of the log. */
export interface HistoryTable
  extends Pick<ChangeTable, 'kind' | 'record_id' | 'verb' | 'at_ms' | 'scope' | 'version' | 'actor' | 'changed'> {
  /** The number that the row had. */
  id: Integer
}

/** The holds of readers of the log: pruning keeps the rows from the number of a hold on (write/change-log.ts). */
export interface LogHoldTable {
  name: string
  seq: Integer
  at_ms: Integer
}
