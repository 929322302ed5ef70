import type { Event } from '@kalends/core'
import type { EventSeries, Format } from '@kalends/core/format'
import { isEventSeries } from '@kalends/core/format'
import { requireKnownOptions } from '@kalends/core/store'
import type { EventData, EventSeriesData } from './jsonld/data.ts'
import { toJsonLd } from './jsonld/event.ts'

export type * from './jsonld/data.ts'
export { type JsonLdContext, toJsonLd } from './jsonld/event.ts'

/** Options of JSON-LD. */
export interface JsonLdOptions {
  /** The largest number of events in a document. @default 1,000 */
  readonly maxItems?: number | undefined
}

/**
 * The format JSON-LD with the vocabulary of schema.org. A list is an array of events, a single event an object, and a single series an
 * `EventSeries` with its dates.
 * @throws TypeError an option is unknown
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [formats([jsonLd()])] })
 */
export function jsonLd(options: JsonLdOptions = {}): Format<Event | EventSeries> {
  requireKnownOptions('jsonLd', options, { maxItems: true })
  return {
    mediaType: 'application/ld+json; charset=utf-8',
    extension: 'jsonld',
    kinds: ['event'],
    ...(options.maxItems !== undefined && { maxItems: options.maxItems }),
    series: 'single',
    encode: (items, context) => {
      const toData = { ...context, nowMs: context.todayMs }
      const data = items.map((item) => (isEventSeries(item) ? toJsonLd(item, toData) : toJsonLd(item, toData)))
      return toScriptText(context.isSingle && data[0] !== undefined ? data[0] : data)
    },
  }
}

/**
 * JSON that can stand in a `script` element: no text in it ends the element.
 * @example
 * const event = await calendar.events.get('choir')
 * const html = `<script type="application/ld+json">${toScriptText(toJsonLd(event))}</script>`
 */
export const toScriptText = (data: EventData | EventSeriesData | readonly (EventData | EventSeriesData)[]): string =>
  JSON.stringify(data).replaceAll('<', '\\u003c')
