import type { Event } from '@kalends/core'
import { type EventSeries, type Format, type FormatContext, isEventSeries, recordsOf, updatedMsOf } from '@kalends/core/format'
import { requireKnownOptions } from '@kalends/core/store'
import { type EventOptions, isOmitted, toEventLines } from './icalendar/event.ts'
import { toLine, toOneLine } from './icalendar/lines.ts'
import { toExpanded, toSeriesLines, toUidOf } from './icalendar/series.ts'
import { formOf, isNamedZone, toTimeLines } from './icalendar/times.ts'
import { toTimeZone } from './icalendar/zone.ts'
import { toZones } from './icalendar/zones.ts'

/** Options of iCalendar. */
export interface IcalendarOptions extends EventOptions {
  /** The name of the calendar in lists. @default the title of the list */
  readonly name?: string | undefined
  /** How often programs are asked to read a list again, as a duration such as `PT1H`. @default 'PT1H' */
  readonly refresh?: string | undefined
  /** The METHOD. `PUBLISH`, which old programs want, is valid only where each event has an organizer with an address. @default none */
  readonly method?: string | undefined
  /** The largest number of events in a document. @default 1,000 */
  readonly maxItems?: number | undefined
}

const names: Readonly<Record<keyof IcalendarOptions, true>> = {
  cancelled: true,
  cancelledNote: true,
  color: true,
  name: true,
  refresh: true,
  method: true,
  maxItems: true,
}

/**
 * The format iCalendar (RFC 5545), for subscriptions and single events.
 * @throws TypeError an option is unknown
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), formats: [icalendar({ name: 'Town' })] })
 */
export function icalendar(options: IcalendarOptions = {}): Format<Event | EventSeries> {
  requireKnownOptions('icalendar', options, names)
  return {
    mediaType: 'text/calendar; charset=utf-8',
    extension: 'ics',
    kinds: ['event'],
    ...(options.maxItems !== undefined && { maxItems: options.maxItems }),
    daysBack: 90,
    isFile: true,
    series: 'rules',
    expanded: toExpanded,
    encode: (items, context) => toDocument(items, context, options),
  }
}

/** Options of a document that is made without HTTP. */
export interface ToIcalendarOptions extends Omit<IcalendarOptions, 'maxItems'> {
  /** The public address of the calendar; its host is a part of the uids of events without one. */
  readonly publicUrl: string
  /** The zone that an empty calendar names. @default 'UTC' */
  readonly timeZone?: string | undefined
  /** The web page of an event. @default none */
  readonly pageUrl?: ((event: Event) => string) | undefined
}

/**
 * Events and series as iCalendar.
 * @throws TypeError an option is unknown, or `publicUrl` is no http or https address
 * @example
 * const { items } = await calendar.events.list()
 * const text = toIcalendar(items, { name: 'Town', publicUrl: 'https://example.org' })
 */
export function toIcalendar(items: readonly (Event | EventSeries)[], options: ToIcalendarOptions): string {
  const { publicUrl, timeZone = 'UTC', pageUrl = () => '', ...others } = options
  const host = /^https?:\/\/([^/?#]+)/i.exec(publicUrl)?.[1]
  if (host === undefined) throw new TypeError(`publicUrl must be an address such as https://example.org, not ${publicUrl}`)
  const context: FormatContext = {
    kind: 'event',
    isSingle: false,
    title: '',
    language: 'en',
    timeZone,
    selfUrl: '',
    updatedMs: Math.max(0, ...items.flatMap(recordsOf).map(updatedMsOf)),
    pageUrl: (record) => ('startMs' in record ? pageUrl(record) : ''),
    restUrl: () => '',
    imageUrl: ({ image }) => (typeof image === 'string' ? image : ''),
    uid: (record) => record.uid || `event-${('recurrence' in record && record.recurrence?.seriesId) || record.id}@${host}`,
  }
  return toDocument(items, context, others)
}

function toDocument(items: readonly (Event | EventSeries)[], context: FormatContext, options: IcalendarOptions): string {
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

/** A calendar has at least one component (RFC 5545, 3.6). Without events, no years are given, and all runtimes agree on later ones. */
const emptyBody = ({ timeZone }: FormatContext): string =>
  (isNamedZone(timeZone) ? toTimeZone(timeZone, 2036, 2037) : undefined) ?? toTimeZone('UTC', 2036, 2037) ?? ''

/** A single event has no name: Outlook makes a new calendar for a file that has one. */
function head({ isSingle, title }: FormatContext, { method, name = title, refresh = 'PT1H' }: IcalendarOptions): string {
  const text = toOneLine(name)
  return [
    method === undefined ? '' : toLine('METHOD', toOneLine(method)),
    ...(isSingle
      ? []
      : [
          ...(text === '' ? [] : [toLine('NAME', text), toLine('X-WR-CALNAME', text)]),
          toLine('REFRESH-INTERVAL;VALUE=DURATION', refresh),
          toLine('X-PUBLISHED-TTL', refresh),
        ]),
  ].join('')
}
