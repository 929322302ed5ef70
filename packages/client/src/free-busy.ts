import type { CalendarClient } from '@kalends/core'
import { given, toPair } from './encode.ts'
import { toTimeText } from './time-text.ts'
import type { Send } from './transport.ts'

type FreeBusy = CalendarClient['freeBusy']

const names = { venueIds: 'venue', from: 'start', to: 'end' }

interface WireBusyTime {
  readonly venue: number
  readonly start: string
  readonly end: string
  readonly events: readonly number[]
}

const toMs = (utc: string): number => Date.parse(`${utc.replace(' ', 'T')}Z`)

/** The times at which venues are taken, from a service that has the extension for them. */
export const createFreeBusy =
  (send: Send): FreeBusy =>
  async ({ venueIds, from, to }, { signal } = {}) =>
    send({
      method: 'GET',
      path: `/free-busy?${given({ venue: venueIds, start: from, end: to })
        .map(([name, value]) => toPair(name, toTimeText(value)))
        .join('&')}`,
      toCore: (name) => Object.entries(names).find(([, wire]) => wire === name)?.[0] ?? name,
      subject: { kind: 'event' },
      signal,
      decode: (body) =>
        // The service sends busy times; another body makes it throw.
        (body as { readonly busy: readonly WireBusyTime[] }).busy.map(({ venue, start, end, events }) => ({
          venueId: venue,
          startMs: toMs(start),
          endMs: toMs(end),
          eventIds: events,
        })),
    }) as ReturnType<FreeBusy>
