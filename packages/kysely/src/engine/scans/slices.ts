/**
 * SQLite runs a statement in this process: it cannot be cancelled, and it blocks the event loop. So a scan is a series of statements, each
 * with a limit on the rows that it reads, and other work runs between them. No transaction spans them.
 */
export interface Slicing {
  /**
   * The maximum number of rows of the next slice.
   * @param most the limit for slices of this kind, if it is lower than that of all
   */
  readonly rows: (most?: number) => number
  /** Called before the first of several slices. */
  readonly begin: () => Promise<void>
  /**
   * Called between two slices.
   * @throws unavailable the deadline has passed, or the queue is full
   * @throws signal.reason the caller has aborted
   */
  readonly next: () => Promise<void>
}

/** The sizes of slices. */
export interface SliceSizes {
  /** The rows of the first slice: it is small, because texts may have to be read from the disk. */
  readonly first: number
  /** The maximum number of rows of a slice. */
  readonly most: number
}

/** A slice of 5,000 rows of an index takes 1 ms where the index answers alone, and 15 ms where each row looks up an event. */
export const defaultSlices: SliceSizes = { first: 200, most: 5_000 }
