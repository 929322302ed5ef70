import { allowAll, type Calendar, type CalendarOptions, createCalendar, type EventInput } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { createFeed, type FeedOptions } from '../../src/feed.ts'
import type { Responder } from '../../src/index.ts'
import { base, now, type Reply, toReply, toRequest } from '../support.ts'

/** A calendar with its feed. */
export interface StartedFeed {
  readonly calendar: Calendar
  readonly feed: Responder
  /** Requests the feed; the query is sent unchanged. */
  ask(query: string, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** The titles in a window, in the order of the response. */
  titles(query: string, headers?: Readonly<Record<string, string>>): Promise<readonly string[]>
}

/** Starts a calendar with a feed and some events. */
export async function startFeed(
  events: readonly Partial<EventInput>[] = [],
  options: Partial<FeedOptions> = {},
  calendarOptions: Partial<CalendarOptions> = {},
): Promise<StartedFeed> {
  const calendar = createCalendar({ store: memoryStore(), clock: fixedClock(now), timeZone: 'Europe/Berlin', ...calendarOptions })
  for (const event of events) await calendar.events.create(toEvent(event))
  const feed = createFeed(calendar, { access: allowAll(), ...options })
  const ask: StartedFeed['ask'] = async (query, headers) =>
    toReply(await feed(toRequest('GET', `http://localhost${base}/feed?${query}`, undefined, headers)))
  return {
    calendar,
    feed,
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
