import type { Calendar } from './calendar-api.ts'
import { type CalendarParts, calendarParts, type HasParts } from './calendar-parts.ts'
import type { CalendarStore } from './store/contract.ts'
import type { RequestTable } from './store/requests.ts'

/** Steps around the writing calls of a calendar. What they throw ends the call, and undoes its writes. */
export interface CalendarSteps {
  /** Runs before the first transaction, when the input is valid and the viewer may write. */
  enter(): Promise<void>
  /** Begins each attempt, in its transaction. */
  begin(tx: Pick<CalendarStore, 'lockNames'>): Promise<void>
  /**
   * Ends each attempt, in its transaction.
   * @param result of the writing call
   * @param inside the calendar in the transaction, with the same permissions
   */
  end(result: unknown, inside: Calendar): Promise<void>
}

/** The same calendar with steps around its writing calls; hooks and listeners run as without. */
export function withSteps(calendar: Calendar, { enter, begin, end }: CalendarSteps): Calendar {
  const { context, withContext, inside } = partsOf(calendar)
  const steps = {
    enter,
    begin: ({ store }: Parameters<typeof inside>[0]) => begin(store),
    end: (op: Parameters<typeof inside>[0], result: unknown) => end(result, inside(op)),
  }
  return withContext({ ...context, steps })
}

/** The stored responses of a calendar's store; inside of a transaction, as the transaction sees them. */
export const requestsOf = (calendar: Calendar): RequestTable => partsOf(calendar).context.store.requests

function partsOf(calendar: Calendar): CalendarParts<Calendar> {
  // Every calendar has this member, which its public type does not show.
  return (calendar as Calendar & HasParts<Calendar>)[calendarParts]()
}
