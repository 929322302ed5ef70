import type { LogEntry, LoggedChange, LogHold } from '@kalends/core/store'

/** The committed rows of the log. */
export interface Log {
  /** The rows, by number. */
  rows: LoggedChange[]
  /** The highest number. */
  last: number
  /** How many of the rows are no part of another write. */
  writes: number
  /** The holds, by name. */
  readonly holds: Map<string, LogHold>
}

/** Adds rows to the log. Transactions commit one after the other, so the rows get their numbers at once. */
export function appendEntries(log: Log, entries: readonly LogEntry[]): void {
  for (const entry of entries) {
    log.rows.push(Object.freeze({ seq: ++log.last, ...entry }))
    if (entry.partOf === 0) log.writes++
  }
}
