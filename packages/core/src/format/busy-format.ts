import type { BusyInterval } from '../kinds/event/free-busy.ts'
import type { TimeSpan } from '../store/filters.ts'

/** The facts about a document of free and busy times. */
export interface BusyContext extends TimeSpan {
  /** The ids of the venues that were asked for. */
  readonly venueIds: readonly number[]
  /** The beginning of today in the calendar's zone, in milliseconds since 1970: a document stays the same for a day. */
  readonly todayMs: number
  /** The address of the document itself. */
  readonly selfUrl: string
}

/** A format of the times at which venues are taken, beside JSON. */
export interface BusyFormat {
  /** The value of `Content-Type`. */
  readonly mediaType: string
  /** The end of its address, after the dot. */
  readonly extension: string
  /** Writes a document. It depends on its arguments alone. */
  encode(busy: readonly BusyInterval[], context: BusyContext): string
}
