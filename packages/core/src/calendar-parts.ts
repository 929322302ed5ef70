import type { CalendarContext, WriteOperation } from './record/context.ts'

/** The name of the member that gives the parts of a calendar. */
export const calendarParts = Symbol('parts')

/** The parts of a calendar, for code of Kalends that is no part of it. */
export interface CalendarParts<C> {
  /** What the calendar is made from. */
  readonly context: CalendarContext
  /** The same calendar over another context. */
  withContext(context: CalendarContext): C
  /** A calendar in the transaction of a write, with the permissions of its viewer. Its changes are reported together with the write's. */
  inside(op: WriteOperation): C
}

/** A calendar that gives its parts: every calendar that `createCalendar` has made, and those derived from it. */
export interface HasParts<C> {
  readonly [calendarParts]: () => CalendarParts<C>
}
