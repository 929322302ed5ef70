import type { Event, Venue } from '@kalends/core'
import { type EventSeries, isEventSeries, recordsOf } from '@kalends/core/format'
import { lastYearOf } from './rule.ts'
import { isNamedZone, seriesFormOf, type WrittenZone, type WrittenZones, yearOf } from './times.ts'
import { toTimeZone } from './zone.ts'

/** The years in which a document has times of a zone. */
interface Span extends Pick<WrittenZone, 'firstYear' | 'lastYear'> {
  readonly zone: string
  readonly isOfSeries: boolean
}

/**
 * The zones that a document writes with TZID: those whose clock changes follow one yearly rule in all years in which the document has times
 * of the zone. If no rule holds in all these years, the zone is still written if one holds in the years of the document's series: a series
 * follows the clock of its zone, while a single event can be written in UTC.
 */
export function toZones(items: readonly (Event | EventSeries)[]): WrittenZones {
  const spans = items.flatMap((item) => [
    ...recordsOf(item).flatMap((record) => toSpan(record)),
    ...(isEventSeries(item) ? toSpan(item.series, lastYearOf(item.series)) : []),
  ])
  const zones = new Map<string, WrittenZone>()
  for (const name of new Set(spans.map(({ zone }) => zone))) {
    const own = spans.filter(({ zone }) => zone === name)
    const written =
      toWrittenZone(name, own) ??
      toWrittenZone(
        name,
        own.filter(({ isOfSeries }) => isOfSeries),
      )
    if (written !== undefined) zones.set(name, written)
  }
  return zones
}

function toWrittenZone(zone: string, spans: readonly Span[]): WrittenZone | undefined {
  if (spans.length === 0) return undefined
  const firstYear = spans.reduce((first, span) => Math.min(first, span.firstYear), 9_999)
  const lastYear = spans.reduce((last, span) => Math.max(last, span.lastYear), 0)
  const text = toTimeZone(zone, firstYear, lastYear)
  return text === undefined ? undefined : { firstYear, lastYear, text }
}

/** The years of an event with wall times of a zone. */
function toSpan(event: Event | Venue, seriesYear?: number): readonly Span[] {
  if (!('startMs' in event)) return []
  const form = seriesFormOf(event)
  if (typeof form === 'string' || !isNamedZone(form.zone)) return []
  const isOfSeries = seriesYear !== undefined
  return [{ zone: form.zone, firstYear: yearOf(event.startDate), lastYear: seriesYear ?? yearOf(event.endDate), isOfSeries }]
}
