import type { Issues } from '../../input/read.ts'
import { toInstantMs } from '../../record/publication.ts'
import type { EventTimes } from '../../store/records.ts'
import { localDayRange } from '../../time/day-range.ts'
import {
  instantToLocal,
  isWithinYears,
  outsideYears,
  type ParsedDateTime,
  type ResolvedTime,
  resolveLocal,
  resolveLocalLike,
} from '../../time/wall-time.ts'
import { zoneAbbreviation } from '../../time/zone.ts'
import type { EventFields } from './schema.ts'
import type { WallTimes } from './series/times-at.ts'

/** The fields that determine when an event takes place. */
export type TimeFields = Partial<Pick<EventFields, 'startDate' | 'endDate' | 'timeZone' | 'allDay'>>

/**
 * Fields whose zone is known: a `Temporal.ZonedDateTime` names it where no other one is given.
 * @param issues receives the fields that name another zone
 */
export function withNamedZone<Fields extends TimeFields>(fields: Fields, issues: Issues): Fields {
  const named: { name: string; zone: string | undefined } = { name: 'timeZone', zone: fields.timeZone }
  for (const name of ['startDate', 'endDate'] as const) {
    const zone = fields[name]?.zone
    if (zone === undefined || 'timeZone' in issues) continue
    if (named.zone === undefined) Object.assign(named, { name, zone })
    else if (named.zone !== zone) issues[name] ??= { code: 'other_time_zone', name: named.name }
  }
  return named.zone === fields.timeZone ? fields : { ...fields, timeZone: named.zone }
}

/**
 * Resolves when an event takes place: the given value, else the stored one. The wall time with its zone is authoritative, and instants are
 * derived from it. An instant in the second pass of a repeated hour is kept if wall time, zone and `allDay` stay the same.
 * @param before the stored times of an updated event
 * @param timeZone the zone of events without one
 * @param issues receives the invalid fields
 * @returns undefined if a new event lacks its start or its end
 */
export function resolveTimes(fields: TimeFields, before: EventTimes | undefined, timeZone: string, issues: Issues): EventTimes | undefined {
  for (const [name, local] of [
    ['startDate', before?.startLocal],
    ['endDate', before?.endLocal],
  ] as const)
    if (!isEcho(fields[name], local) && !isWithinYears(fields[name]?.local ?? '')) issues[name] = outsideYears
  const zone = fields.timeZone ?? before?.timeZone ?? timeZone
  const allDay = fields.allDay ?? before?.allDay ?? false
  const isSame = before !== undefined && before.timeZone === zone && before.allDay === allDay
  const [storedStart, storedEnd] = [
    before && { local: before.startLocal, ms: before.startMs },
    before && { local: before.endLocal, ms: before.endMs },
  ]
  if (isSame && isStored(fields.startDate, storedStart) && isStored(fields.endDate, storedEnd)) return before
  const start = resolveSide(fields.startDate, storedStart, zone, isSame)
  const end = resolveSide(fields.endDate, storedEnd, zone, isSame)
  if (start === undefined || end === undefined) return undefined
  const range = allDay
    ? localDayRange(start.date, end.date, zone)
    : { startLocal: start.local, startMs: start.ms, endLocal: end.local, endMs: end.ms }
  if (range.endMs < range.startMs && issues['startDate'] !== outsideYears) issues['endDate'] ??= { code: 'before_start' }
  return { allDay, timeZone: zone, ...range, timeZoneAbbreviation: zoneAbbreviation(zone, range.startMs) }
}

/**
 * The wall times of a series as they were written. A time that the clocks skip on the first date is kept, because the other dates have it.
 * @param times the resolved times
 * @param before the stored times of a changed event
 */
export function toWrittenTimes(times: EventTimes, fields: TimeFields, before?: EventTimes): WallTimes {
  if (times === before) return before
  const { allDay, timeZone } = times
  const textOf = (given: ParsedDateTime | undefined, stored: string | undefined, resolved: string): string =>
    given === undefined ? (stored ?? resolved) : given.offsetMinutes === undefined ? given.local : resolved
  const startLocal = textOf(fields.startDate, before?.startLocal, times.startLocal)
  const endLocal = textOf(fields.endDate, before?.endLocal, times.endLocal)
  if (allDay) return { allDay, timeZone, startLocal: `${dateOf(startLocal)}T00:00:00`, endLocal: `${dateOf(endLocal)}T23:59:59` }
  // Where the clocks skip from 02:00 to 03:00, a start given as an instant can be 03:15 and the end written as 02:30. That is before the
  // start, so the resolved end, 03:30, is kept.
  return { allDay, timeZone, startLocal, endLocal: endLocal < startLocal ? times.endLocal : endLocal }
}

/** Whether a time is absent, or is the stored wall time that a client sends back: both change nothing. */
const isEcho = (given: ParsedDateTime | undefined, local: string | undefined): boolean =>
  given === undefined || (given.offsetMinutes === undefined && given.local === local)

/** Whether a time is absent, or is the stored one: as wall time, or as an instant, which the wall time of a series can differ from. */
const isStored = (given: ParsedDateTime | undefined, stored: ResolvedTime | undefined): stored is ResolvedTime =>
  stored !== undefined && (isEcho(given, stored.local) || (given?.offsetMinutes !== undefined && toInstantMs(given, 'UTC') === stored.ms))

/** A resolved start or end. */
interface Side extends ResolvedTime {
  /**
   * The day as written, or the day in the event's zone for a time with an offset. The wall time can be on the next day, because a time that
   * the clocks skip moves forward.
   */
  date: string
}

/**
 * Resolves the start or the end.
 * @param keeps whether zone and `allDay` are unchanged, so that the stored instant stays valid
 */
function resolveSide(given: ParsedDateTime | undefined, before: ResolvedTime | undefined, zone: string, keeps: boolean): Side | undefined {
  if (keeps && isStored(given, before)) return { ...before, date: dateOf(before.local) }
  if (before !== undefined && isEcho(given, before.local)) return resolveWall(before.local, zone)
  if (given === undefined) return undefined
  if (given.offsetMinutes === undefined) return resolveWall(given.local, zone)
  const ms = toInstantMs(given, zone)
  const local = instantToLocal(ms, zone)
  return { ms, local, date: dateOf(local) }
}

const dateOf = (local: string): string => local.slice(0, 10)

const resolveWall = (local: string, zone: string): Side => ({ ...resolveLocal(local, zone), date: dateOf(local) })

/** Resolves stored wall times again, after the rules of the zone have changed; the pass of a repeated hour is kept. */
export function recomputeTimes(times: EventTimes): EventTimes {
  const { allDay, startLocal, endLocal, timeZone, startMs, endMs } = times
  const start = resolveLocalLike(startLocal, timeZone, startMs)
  const end = resolveLocalLike(endLocal, timeZone, endMs)
  const range = allDay
    ? localDayRange(dateOf(startLocal), dateOf(endLocal), timeZone)
    : { startLocal: start.local, startMs: start.ms, endLocal: end.local, endMs: end.ms }
  return { allDay, timeZone, ...range, timeZoneAbbreviation: zoneAbbreviation(timeZone, range.startMs) }
}
