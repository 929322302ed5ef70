import { instantsShowing, localToUtcMs, type Reason, readTimeText, readZone, utcMsToLocal } from '@kalends/core/internal'
import { clockText, dayText, fullLabel, type Moment, zonePlace } from './moment.ts'

/** The times of an input, as the model wrote them. */
export interface WrittenTimes {
  /** The start. */
  readonly startDate: string
  /** The end. */
  readonly endDate: string
}

/** The canonical name of a zone. @param issues receives the reason for a refusal */
export function readWrittenZone(timeZone: string, issues: Record<string, Reason>): string {
  const zone = readZone(timeZone)
  if (typeof zone === 'string') return zone
  issues['timeZone'] = zone
  return ''
}

/**
 * Checks that the times of a write say the same as its zone. An offset must be the one that the zone has then: a model that writes `Z` or the
 * offset of another place means another time, and the calendar would believe the offset.
 * @param issues receives the reasons for refusals
 */
export function checkWrittenTimes(written: WrittenTimes, zone: string, allDay: boolean, issues: Record<string, Reason>): void {
  for (const name of ['startDate', 'endDate'] as const) {
    const reason = reasonAgainst(written[name], zone, allDay)
    if (reason !== undefined) issues[name] ??= reason
  }
}

function reasonAgainst(text: string, zone: string, allDay: boolean): Reason | undefined {
  const time = readTimeText(text)
  if (time === undefined) return { code: 'not_a_date' }
  if ('code' in time) return time
  if (time.zone !== undefined && time.zone !== zone) return { code: 'other_time_zone', name: 'timeZone' }
  if (time.dateOnly) return allDay ? undefined : { code: 'invalid_field', reason: noTime }
  const { local, offsetMinutes } = time
  if (offsetMinutes === undefined) return undefined
  const fits = instantsShowing(local, zone).some((ms) => localToUtcMs(local) - ms === offsetMinutes * 60_000)
  return fits ? undefined : { code: 'other_offset', zone }
}

const noTime = 'must have a time of day, such as 2031-06-06 19:30, where allDay is not true'

/** The start and the end of an event as they are stored. */
export interface StoredTimes {
  /** The start. */
  readonly start: Moment
  /** The end. */
  readonly end: Moment
  /** The zone. */
  readonly zone: string
  /** Whether they are those of several dates, which have the first of two equal wall times, whatever offset is written. */
  readonly isOfSeries: boolean
}

/** What the clocks of a zone make of written times: a sentence for each time that they skip or show twice. */
export function clockNotes({ startDate, endDate }: WrittenTimes, stored: StoredTimes): readonly string[] {
  const notes = [noteOn(startDate, stored.start, stored), noteOn(endDate, stored.end, stored)]
  return [...new Set(notes.flatMap((note) => note ?? []))]
}

function noteOn(text: string, moment: Moment, { zone, isOfSeries }: StoredTimes): string | undefined {
  const time = readTimeText(text)
  if (time === undefined || 'code' in time) return undefined
  const { local } = time
  const named = `${clockText(local)}, ${dayText(local)}`
  if (instantsShowing(local, zone).length === 0)
    return `${named}: the clocks in ${zonePlace(zone)} skip this time, so ${clockText(moment.local)} (${fullLabel(moment)}) is meant.`
  return moment.pass === 'only'
    ? undefined
    : `${named}: the clocks in ${zonePlace(zone)} show this time twice. ${isOfSeries ? ofSeries : choice(moment, zone)}`
}

const ofSeries = 'Dates of a series have the first one.'

/** Which pass is meant, and how to write the other one. */
function choice(moment: Moment, zone: string): string {
  const [other] = instantsShowing(moment.local, zone).filter((ms) => ms !== Math.floor(moment.ms / 1000) * 1000)
  const offset = other === undefined ? moment.offset : offsetOf(localToUtcMs(moment.local) - other)
  return `The ${moment.pass} one, UTC${moment.offset}, is meant; for the other one write ${moment.local}${offset}.`
}

/** `+02:00`. */
const offsetOf = (ms: number): string => (ms < 0 ? '-' : '+') + utcMsToLocal(Math.abs(ms)).slice(11, 16)
