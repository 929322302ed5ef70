import type { LogEntry, LoggedChange, LogHold } from '@kalends/core/store'

/** The committed rows of the log. */
export interface Log {
  /** The rows, by number. */
  rows: LoggedChange[]
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
  for (const entry of entries) {
    log.last = entry.seq ?? log.last + 1
    log.rows.push(Object.freeze({ ...entry, seq: log.last }))
    if (isWrite(entry)) log.writes++
  }
}

/** Whether a row counts as one of the writes to keep. */
export const isWrite = ({ partOf, verb }: LogEntry): boolean => partOf === 0 && verb !== 'indexed'
