import type { Calendar, CalendarClient, CalendarOf } from '@kalends/core'
import { requireKnownFilters } from './known-filters.ts'
import { collections } from './names.ts'
import type { ClientOptions } from './options.ts'
import { createRecords } from './records.ts'
import { type Sender, sender } from './sender.ts'
import { createTransport } from './transport.ts'

/**
 * Creates the client of a calendar that is served over HTTP. It has the part of a calendar that travels, so the same code runs in process
 * and over HTTP.
 * @example
 * const remote = createClient({ baseUrl: 'https://example.org/calendar/events/v1' })
 * const { items } = await remote.events.list({ categories: 'music', from: 'today', perPage: 20 })
 *
 * interface Town extends CalendarOf<typeof calendar> {} // of the service: its declared fields have their types in the client, too
 * const typed = createClient<Town>({ baseUrl: 'https://example.org/calendar/events/v1' })
 */
export function createClient<F extends CalendarOf<Calendar> = CalendarOf<Calendar>>(options: ClientOptions): CalendarClient<F> {
  const send = createTransport(options)
  // One implementation serves all kinds, and its results have the members of their kind: test/ compares them with a calendar's.
  return {
    ...Object.fromEntries(collections.map((name) => [name, createRecords(name, send)])),
    [sender]: { send, requireKnownFilters } satisfies Sender,
  } as unknown as CalendarClient<F>
}
