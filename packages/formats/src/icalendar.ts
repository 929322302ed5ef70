import type { Event } from '@kalends/core'
import { createFormatContext, type EventSeries, type Format, type FormatContextOptions } from '@kalends/core/format'
import { requireKnownOptions } from '@kalends/core/store'
import { type IcalendarOptions, toDocument } from './icalendar/document.ts'
import { selectSeriesToExpand } from './icalendar/series.ts'

export { vfreebusy } from './icalendar/busy.ts'
export type { IcalendarOptions } from './icalendar/document.ts'
export type { EventOptions } from './icalendar/event.ts'

const names: Readonly<Record<keyof IcalendarOptions, true>> = {
  busy: true,
  cancelled: true,
  cancelledNote: true,
  color: true,
  fieldPrefix: true,
  name: true,
  refresh: true,
  method: true,
  organizer: true,
  maxItems: true,
}

/**
 * The format iCalendar (RFC 5545), for subscriptions and single events.
 * @throws TypeError an option is unknown, or `fieldPrefix` is invalid
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [formats([icalendar({ name: 'Town' })])] })
 */
export function icalendar(options: IcalendarOptions = {}): Format<Event | EventSeries> {
  requireKnownOptions('icalendar', options, names)
  checkPrefix(options)
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

function checkPrefix({ fieldPrefix = 'KALENDS' }: Pick<IcalendarOptions, 'fieldPrefix'>): void {
  // Any other character would end the name of the property.
  if (!/^[A-Za-z0-9-]+$/.test(fieldPrefix)) throw new TypeError('fieldPrefix must be letters, digits and hyphens')
}

/** Options of a document that is made without HTTP. */
export interface ToIcalendarOptions extends Omit<IcalendarOptions, 'maxItems'>, FormatContextOptions {}

/**
 * Events and series as iCalendar.
 * @throws TypeError `publicUrl` is not an http or https address, or `fieldPrefix` is invalid
 * @example
 * const { items } = await calendar.events.list()
 * const text = toIcalendar(items, { name: 'Town', publicUrl: 'https://example.org' })
 */
export const toIcalendar = (items: readonly (Event | EventSeries)[], options: ToIcalendarOptions): string => {
  checkPrefix(options)
  return toDocument(items, createFormatContext(items, options), options)
}
