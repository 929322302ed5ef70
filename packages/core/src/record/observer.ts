import type { CalendarStore } from '../store/contract.ts'

/** Sees the operations of a calendar and the calls of its store: for traces and metrics. `openTelemetry` of `@kalends/core/otel` makes one. */
export interface CalendarObserver {
  /** Returns a store that makes the calls of the given one, and sees them. A revision that the given one returns at once is returned at once. */
  store(store: CalendarStore): CalendarStore
  /**
   * Returns operations that make the given ones, and see them.
   * @param kind the member of the calendar, such as `events`
   */
  operations<T extends object>(kind: string, operations: T): T
}
