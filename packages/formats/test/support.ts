import { type Calendar, type CalendarOptions, createCalendar, type Event, type EventInput } from '@kalends/core'
import type { EventSeries } from '@kalends/core/format'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { type ToIcalendarOptions, toIcalendar } from '../src/icalendar.ts'

/** An empty calendar in Berlin, on Wednesday, 4 March 2026. */
export const openCalendar = (options: Partial<CalendarOptions> = {}): Calendar =>
  createCalendar({ store: memoryStore(), clock: fixedClock('2026-03-04T12:00:00Z'), timeZone: 'Europe/Berlin', ...options })

/** The smallest event. */
export const choir: EventInput = { title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' }

/** The document of some events. */
export const write = (items: readonly (Event | EventSeries)[], options: Partial<ToIcalendarOptions> = {}): string =>
  toIcalendar(items, { publicUrl: 'https://town.example', ...options })

/** The document of one new event. */
export const writeNew = async (input: Partial<EventInput>, options: Partial<ToIcalendarOptions> = {}): Promise<string> =>
  write([await openCalendar().events.create({ ...choir, ...input })], options)

/** The unfolded lines of all components with a name. */
export function componentsOf(text: string, name: string): readonly (readonly string[])[] {
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  return lines.flatMap((line, index) => (line === `BEGIN:${name}` ? [lines.slice(index + 1, lines.indexOf(`END:${name}`, index))] : []))
}

/** The lines of the events. */
export const eventsOf = (text: string): readonly (readonly string[])[] => componentsOf(text, 'VEVENT')

/** The lines of the first event that begin with a name. */
export const linesOf = (text: string, name: string): readonly string[] =>
  (eventsOf(text)[0] ?? []).filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
