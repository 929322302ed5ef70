/** How far readers of a log are behind its end, as the calls of its store tell. */
export interface LogLag {
  /** Notes the number of rows that have been written so far. */
  noteRows(rows: number): void
  /** Notes the row after which a reader holds all rows; null once it holds none. */
  noteHold(name: string, seq: number | null): void
}

/**
 * Follows the readers that hold rows of a log, as webhooks do.
 * @param record gets the number of rows that the slowest reader holds, each time it may have changed
 */
export function followLog(record: (rows: number) => void): LogLag {
  const held = new Map<string, number>()
  let written = 0
  const recordSlowest = (): void => record(held.size === 0 ? 0 : Math.max(0, written - Math.min(...held.values())))
  return {
    noteRows: (rows) => {
      written = rows
      if (held.size > 0) recordSlowest()
    },
    noteHold: (name, seq) => {
      if (seq === null) held.delete(name)
      else held.set(name, seq)
      recordSlowest()
    },
  }
}
