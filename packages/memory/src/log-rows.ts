import type { Kind, LogEntry, LoggedChange, LogHold } from '@kalends/core/store'

/** The committed rows of the log. */
export interface Log {
  /** The rows, by number. */
  rows: LoggedChange[]
  /** Rows that pruning has kept for the history of their records, by number. */
  past: LoggedChange[]
  /** The highest number. */
  last: number
  /** How many of the rows are a write, and no part of another one. */
  writes: number
  /** The holds, by name. */
  readonly holds: Map<string, LogHold>
}

/** A row to add to the log; one of an archive has its number. */
export type AddedEntry = LogEntry & Partial<Pick<LoggedChange, 'seq'>>

/** Adds rows to the log. Transactions commit one after the other, so the rows get their numbers at once. */
export function appendEntries(log: Log, entries: readonly AddedEntry[]): void {
  const deleted = new Set(entries.flatMap((entry) => (entry.seq === undefined && entry.verb === 'deleted' ? keyOf(entry) : [])))
  if (deleted.size > 0) {
    for (const rows of [log.rows, log.past]) clearRows(rows, deleted)
  }
  for (const entry of entries) {
    log.last = entry.seq ?? log.last + 1
    const { changed } = entry
    log.rows.push(Object.freeze({ ...entry, seq: log.last, changed: deleted.has(keyOf(entry)) ? null : changed }))
    if (isWrite(entry)) log.writes++
  }
}

/** Whether a row counts as one of the writes to keep. */
export const isWrite = ({ partOf, verb }: LogEntry): boolean => partOf === 0 && verb !== 'indexed'

/** The record of a row, as a text. */
const keyOf = ({ kind, id }: { readonly kind: Kind; readonly id: number }): string => `${kind} ${id}`

/** Clears the old values of deleted records. */
function clearRows(rows: LoggedChange[], deleted: ReadonlySet<string>): void {
  for (const [i, row] of rows.entries())
    if (row.changed !== null && deleted.has(keyOf(row))) rows[i] = Object.freeze({ ...row, changed: null })
}
