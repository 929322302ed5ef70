import type { EntityId, EventRecord } from '../store/records.ts'

/** An event that a write has stored, and that takes venues at other times than before. */
export interface Booking {
  /** The event as it is stored. */
  readonly event: EventRecord
  /** The venues whose time it takes now, and did not take before. */
  readonly venueIds: readonly EntityId[]
  /** The venues that it had before. */
  readonly formerIds: readonly EntityId[]
  /** Whether the write has made the event. */
  readonly isNew: boolean
}

/** The bookings of a write by the ids of their events. */
export type Bookings = Map<EntityId, Booking>
