import type { Event } from '@kalends/core'
import { type EventSeries, type Format, type FormatContext, recordsOf, updatedMsOf } from '@kalends/core/format'
import { requireKnownOptions } from '@kalends/core/store'
import { type IcalendarOptions, toDocument } from './icalendar/document.ts'
import { selectSeriesToExpand } from './icalendar/series.ts'

export type { IcalendarOptions } from './icalendar/document.ts'
export type { EventOptions } from './icalendar/event.ts'

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
    expanded: selectSeriesToExpand,
    encode: (items, context) => toDocument(items, context, options),
  }
}

/** Options of a document that is made without HTTP. */
export interface ToIcalendarOptions extends Omit<IcalendarOptions, 'maxItems'> {
  /** The public address of the calendar. Its host becomes part of the uid of each event that has no uid of its own. */
  readonly publicUrl: string
  /** The time zone of a document without events. @default 'UTC' */
  readonly timeZone?: string | undefined
  /** The web page of an event. @default none */
  readonly pageUrl?: ((event: Event) => string) | undefined
}

/**
 * Events and series as iCalendar.
 * @throws TypeError an option is unknown, or `publicUrl` is not an http or https address
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
