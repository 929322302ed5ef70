import type { LogEntry, LoggedChange } from '@kalends/core/store'

/** The committed rows of the log. */
export interface Log {
  /** The rows, by number. */
  rows: LoggedChange[]
  /** The highest number. */
  last: number
}

/** Adds rows to the log. Transactions commit one after the other, so the rows get their numbers at once. */
export function appendEntries(log: Log, entries: readonly LogEntry[]): void {
  for (const entry of entries) log.rows.push(Object.freeze({ seq: ++log.last, ...entry }))
}
