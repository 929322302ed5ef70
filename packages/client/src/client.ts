import type { Calendar, CalendarClient, CalendarOf } from '@kalends/core'
import { createExplain } from './explain.ts'
import { createFreeBusy } from './free-busy.ts'
import { createHistory } from './history.ts'
import { requireKnownFilters } from './known-filters.ts'
import { type Collection, collections } from './names.ts'
import type { ClientOptions } from './options.ts'
import { createRecords, toIds } from './records.ts'
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
  const ofCollection = (name: Collection) => {
    const records = createRecords(name, send)
    return { ...records, ...createHistory(name, send, toIds(name, records.get)) }
  }
  const events = ofCollection('events')
  // One implementation serves all kinds, and its results have the members of their kind: test/ compares them with a calendar's.
  return {
    ...Object.fromEntries(collections.map((name) => [name, ofCollection(name)])),
    freeBusy: createFreeBusy(send),
    events: { ...events, explain: createExplain(send, toIds('events', events.get)) },
    [sender]: { send, requireKnownFilters } satisfies Sender,
  } as unknown as CalendarClient<F>
}
