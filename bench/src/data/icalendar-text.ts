import { addLocalDays, linesFromHtml } from '@kalends/core/format'
import type { Draft, EventRecord } from '@kalends/core/store'
import { toLine, toText } from '../../../packages/formats/src/icalendar/lines.ts'
import { toTimeZone } from '../../../packages/formats/src/icalendar/zone.ts'
import { dataset } from './dataset.ts'
import { eventDrafts, zones } from './events.ts'

/** A calendar in iCalendar: time zones, and the events of a data set, about 730 octets each; another seed gives others. */
export const icalendarText = (events: number, seed = 1): string => [...parts(events, seed)].join('')

function* parts(events: number, seed: number): Generator<string, void, undefined> {
  const data = dataset(events)
  const nameIn = (records: readonly { readonly name: string }[], id = 0): string => toText(records[id - 1]?.name ?? '')
  yield 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Kalends//Bench//EN\r\n'
  for (const zone of zones) yield toTimeZone(zone, 2022, 2030) ?? ''
  let number = 0
  for (const event of eventDrafts(data.shape, seed)) {
    const { title, description, website, venueIds, organizerIds, categoryIds, eventStatus } = event
    const lines: readonly (readonly [string, string])[] = [
      ['BEGIN', 'VEVENT'],
      ['UID', `event-${seed}-${++number}@file.example`],
      ['DTSTAMP', '20260601T120000Z'],
      ...timesOf(event.times),
      ['SUMMARY', toText(title)],
      ['DESCRIPTION', toText(linesFromHtml(description))],
      ['LOCATION', nameIn(data.venues, venueIds[0])],
      [`ORGANIZER;CN="${nameIn(data.organizers, organizerIds[0])}"`, 'mailto:office@organizer.example'],
      ['CATEGORIES', categoryIds.map((id) => nameIn(data.terms, id)).join()],
      ['URL', website && `https://file-${seed}.example/${number}`],
      ['STATUS', eventStatus === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'],
      ...(number % 50 === 0 ? [['RRULE', 'FREQ=WEEKLY;COUNT=10'] as const] : []),
      ['END', 'VEVENT'],
    ]
    yield lines.map(([name, value]) => (value === '' ? '' : toLine(name, value))).join('')
  }
  yield 'END:VCALENDAR\r\n'
}

function timesOf({ allDay, timeZone, startLocal, endLocal }: Draft<EventRecord>['times']): readonly (readonly [string, string])[] {
  const [start = '', end = ''] = [startLocal, allDay ? addLocalDays(endLocal, 1) : endLocal].map((wall) => wall.replace(/[:-]/g, ''))
  const one = (name: string, wall: string) =>
    allDay ? ([`${name};VALUE=DATE`, wall.slice(0, 8)] as const) : ([`${name};TZID=${timeZone}`, wall] as const)
  return [one('DTSTART', start), one('DTEND', end)]
}
