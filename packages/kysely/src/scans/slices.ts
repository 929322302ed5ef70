/**
 * Nothing ends a statement that runs in this very process, and nothing else happens while it runs. So a scan is a series of statements, each
 * of which looks at so many rows at most, and between them others have their turn. No transaction is held over them.
 */
export interface Slicing {
  /** How many rows the next slice may look at. */
  readonly rows: () => number
  /** Called before the first of several slices. */
  readonly begin: () => Promise<void>
  /**
   * Called between two slices.
   * @throws unavailable the deadline has passed, or too many wait for a place
   * @throws signal.reason the caller has gone away
   */
  readonly next: () => Promise<void>
}

/** How slices are cut. */
export interface SliceSizes {
  /** The rows of the first slice: texts may have to be read from the disk. */
  readonly first: number
  /** The most rows of a slice. */
  readonly most: number
}

/** A slice of so many rows of an index takes a few milliseconds. */
export const defaultSlices: SliceSizes = { first: 200, most: 20_000 }
