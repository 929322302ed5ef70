import type { EventSeries } from '../kinds/event/series/exceptions.ts'
import type { Event } from '../kinds/event/view.ts'
import { updatedMsOfTerm } from '../kinds/term/view.ts'
import type { Venue } from '../kinds/venue/view.ts'

/** The kinds of records that have formats. */
export type FormatKind = 'event' | 'venue'

/** What a document consists of: records, and series with their exceptions for formats that write rules. */
export type FormatItem = Event | Venue | EventSeries

/**
 * A format of lists and of single records, beside JSON.
 * @example
 * import type { Event } from '@kalends/core'
 * import type { Format } from '@kalends/core/format'
 *
 * const text: Format<Event> = {
 *   mediaType: 'text/plain; charset=utf-8',
 *   extension: 'txt',
 *   kinds: ['event'],
 *   encode: (events, { pageUrl }) => events.map((event) => `${event.startDate} ${event.title} ${pageUrl(event)}`).join('\n'),
 * }
 */
export interface Format<I extends FormatItem = FormatItem> {
  /** The value of `Content-Type`, such as `text/calendar; charset=utf-8`. */
  readonly mediaType: string
  /** The end of its addresses, after the dot: 1 to 10 characters, small letters and digits. */
  readonly extension: string
  /** The kinds of records that it writes. */
  readonly kinds: readonly FormatKind[]
  /** The largest number of items in a document. @default 1,000 */
  readonly maxItems?: number | undefined
  /**
   * The items of a list: those of a window of time by start, or the newest by publication. A window that the request does not end is cut
   * after the last whole day that fits into `maxItems`, so a subscription does not fail as its calendar grows. @default 'window'
   */
  readonly selection?: 'window' | 'newest' | undefined
  /** How many days before today a list begins if the request does not say it. @default 0 */
  readonly daysBack?: number | undefined
  /** Whether the response names a file, such as `events.ics`, under which clients save it. @default false */
  readonly isFile?: boolean | undefined
  /**
   * How a repeating event appears: each occurrence as an event, or once as an {@link EventSeries}. With `rules`, an
   * occurrence that matches the request is still an event of its own if its series does not match. With `single`, it is an
   * {@link EventSeries} in its own document, and occurrences in lists. @default 'occurrences'
   */
  readonly series?: 'occurrences' | 'rules' | 'single' | undefined
  /**
   * Returns those series of a document that the format cannot write as rules: their occurrences appear as events instead. @default none
   */
  expanded?(series: readonly EventSeries[]): readonly EventSeries[]
  /** Writes a document. It depends on its arguments alone: the document is cached, and equal documents have equal entity tags. */
  encode(items: readonly I[], context: FormatContext): string | Uint8Array
}

/** The facts about a document that a format gets beside its items. */
export interface FormatContext {
  /** The kind of the items. */
  readonly kind: FormatKind
  /** Whether the document is of one record, not of a list. */
  readonly isSingle: boolean
  /** The title of the record, or the name of the service in the language of the address. */
  readonly title: string
  /** The language of the address, such as `de`; `en` without one. */
  readonly language: string
  /** The calendar's time zone. */
  readonly timeZone: string
  /** The address of the document itself; empty when it has none. */
  readonly selfUrl: string
  /** The newest change of the items and of the records that they link, in milliseconds since 1970; 0 without items. */
  readonly updatedMs: number
  /**
   * The beginning of today in the calendar's zone, in milliseconds since 1970: documents are cached for a day. Absent in documents that are made
   * without HTTP.
   */
  readonly todayMs?: number | undefined
  /** The address of a record's web page; empty when there is none. */
  pageUrl(record: Event | Venue): string
  /** The address of a record in the REST interface; empty when there is none. */
  restUrl(record: Event | Venue): string
  /** The address of a record's image; empty when there is none. */
  imageUrl(record: Event | Venue): string
  /** The identity of a record across systems. All occurrences of a series have that of the series. */
  uid(record: Event | Venue): string
}

/** The newest change of an event and of the terms, venues and organizers that it links, in milliseconds since 1970. */
export function updatedMsOf(record: Event | Venue): number {
  if (!('startMs' in record)) return record.updatedMs
  let newest = record.updatedMs
  for (const { updatedMs } of [...record.venues, ...record.organizers]) newest = Math.max(newest, updatedMs)
  for (const term of [...record.categories, ...record.tags]) newest = Math.max(newest, updatedMsOfTerm(term))
  return newest
}

/** Whether an item is a series with its exceptions. */
export const isEventSeries = (item: FormatItem): item is EventSeries => 'series' in item

/** The records of an item. */
export const recordsOf = (item: FormatItem): readonly (Event | Venue)[] => (isEventSeries(item) ? [item.series, ...item.changed] : [item])
