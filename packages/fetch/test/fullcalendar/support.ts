import type { Calendar, CalendarOptions, EventInput } from '@kalends/core'
import type { Handler, HandlerOptions } from '../../src/index.ts'
import { type Reply, startCalendar } from '../support.ts'

/** A calendar with the route for calendar components. */
export interface StartedFullcalendar {
  readonly calendar: Calendar
  readonly handler: Handler
  /** Requests the events of a window; the query is sent unchanged. */
  ask(query: string, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** The titles in a window, in the order of the response. */
  titles(query: string, headers?: Readonly<Record<string, string>>): Promise<readonly string[]>
}

/** Starts a calendar with some events. */
export async function startFullcalendar(
  events: readonly Partial<EventInput>[] = [],
  options: Partial<HandlerOptions> = {},
  calendarOptions: Partial<CalendarOptions> = {},
): Promise<StartedFullcalendar> {
  const { calendar, handler, request } = startCalendar(options, calendarOptions)
  for (const event of events) await calendar.events.create(toEvent(event))
  const ask: StartedFullcalendar['ask'] = (query, headers) => request('GET', `/events/fullcalendar?${query}`, undefined, headers)
  return {
    calendar,
    handler,
    ask,
    titles: async (query, headers) => {
      const { status, body, text } = await ask(query, headers)
      if (status !== 200) throw new Error(text)
      return body.map(({ title }: { title: string }) => title)
    },
  }
}

/** An event; without an end it ends when it starts. */
export const toEvent = ({
  title = 'Event',
  startDate = '2031-05-10 12:00',
  endDate = startDate,
  ...rest
}: Partial<EventInput>): EventInput => ({
  title,
  startDate,
  endDate,
  ...rest,
})

/** The query for a window, encoded as a browser does. */
export const windowOf = (start: string, end: string, timeZone?: string): string =>
  new URLSearchParams({ start, end, ...(timeZone !== undefined && { timeZone }) }).toString()

/** May 2031 as FullCalendar requests it in Berlin. */
export const may = windowOf('2031-05-01T00:00:00+02:00', '2031-06-01T00:00:00+02:00')
