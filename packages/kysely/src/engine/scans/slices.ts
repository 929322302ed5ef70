/**
 * SQLite runs a statement in this process: it cannot be cancelled, and it blocks the event loop. So a scan is a series of statements, each
 * with a limit on the rows that it reads, and other work runs between them. No transaction spans them.
 */
export interface Slicing {
  /** The maximum number of rows of a slice. */
  readonly rows: number
  /** Called before the first of several slices. */
  readonly begin: () => Promise<void>
  /**
   * Called between two slices.
   * @throws unavailable the deadline has passed, or the queue is full
   * @throws signal.reason the caller has aborted
   */
  readonly next: () => Promise<void>
}

/** A slice of this many rows of an index takes 1 ms where the index answers alone, and 6 ms where each row looks up an event. */
export const rowsOfSlice = 2_000
