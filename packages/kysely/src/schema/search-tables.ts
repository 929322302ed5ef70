import type { Integer } from './column-types.ts'

/**
 * The progress of the index for searches (engine/search-index.ts): one row, if the calendar has the index.
 */
export interface SearchStateTable {
  id: Integer
  /** The texts of events up to this id are in the index. */
  up_to: Integer
}

/** The index for searches on SQLite, a virtual table of FTS5. */
export interface EventTextTable {
  rowid: Integer
  text: string
}

/** Words and the events that have them, in the index for searches on MariaDB and MySQL. */
export interface EventWordTable {
  /** A word, or a part of a long one. */
  word: string
  event_id: Integer
}
