import type { Event } from '@kalends/core'
import { type EventSeries, type FormatContext, isEventSeries } from '@kalends/core/format'
import { toUidOf } from '../uid.ts'
import { type EventOptions, isOmitted, toEventLines } from './event.ts'
import { toLine, toOneLine } from './lines.ts'
import { toSeriesLines } from './series.ts'
import { formOf, isNamedZone, toTimeLines } from './times.ts'
import { toTimeZone } from './zone.ts'
import { toZones } from './zones.ts'

/** Options of iCalendar. */
export interface IcalendarOptions extends EventOptions {
  /** The name of the calendar, in lists alone. @default the name of the service */
  readonly name?: string | undefined
  /** How often programs are asked to read a list again, as a duration such as `PT1H`. @default 'PT1H' */
  readonly refresh?: string | undefined
  /** The METHOD. `PUBLISH`, for old programs, needs `organizer: 'organizer'` and an e-mail address for each event. @default none */
  readonly method?: string | undefined
  /** The largest number of events in a document. @default 1,000 */
  readonly maxItems?: number | undefined
}

/** Writes an iCalendar document of events and series. */
export function toDocument(items: readonly (Event | EventSeries)[], context: FormatContext, options: IcalendarOptions): string {
  const zones = toZones(items)
  const used = new Set<string>()
  const write = (event: Event, uid: string, form = formOf(event, zones), times = toTimeLines(event, form)): string => {
    if (typeof form === 'object') used.add(form.zone)
    return toEventLines(event, { uid, times }, context, options)
  }
  const events = items.map((item) => {
    if (isEventSeries(item)) return toSeriesLines(item, { context, options, zones, write })
    return isOmitted(item, options) ? '' : write(item, toUidOf(item, context))
  })
  const texts = [...used].sort().map((zone) => zones.get(zone)?.text ?? '')
  const body = [...texts, ...events].join('')
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Kalends//Kalends//EN\r\n${head(context, options)}${body || emptyBody(context)}END:VCALENDAR\r\n`
}

/**
 * The body without events: a time zone, because a calendar has at least one component (RFC 5545, 3.6). Its two years are fixed, so that the
 * bytes do not depend on the current date.
 */
const emptyBody = ({ timeZone }: FormatContext): string =>
  (isNamedZone(timeZone) ? toTimeZone(timeZone, 2036, 2037) : undefined) ?? toTimeZone('UTC', 2036, 2037) ?? ''

/** The calendar properties. The document of one event has no calendar name: Outlook makes a new calendar for a file with a name. */
function head({ isSingle, title }: FormatContext, { method, name = title, refresh = 'PT1H' }: IcalendarOptions): string {
  const text = toOneLine(name)
  const names = text === '' ? '' : toLine('NAME', text) + toLine('X-WR-CALNAME', text)
  const list = names + toLine('REFRESH-INTERVAL;VALUE=DURATION', refresh) + toLine('X-PUBLISHED-TTL', refresh)
  return (method === undefined ? '' : toLine('METHOD', toOneLine(method))) + (isSingle ? '' : list)
}
