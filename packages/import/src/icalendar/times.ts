import { clockChanges } from '@kalends/core/format'
import {
  addLocalDays,
  instantsShowing,
  instantToLocal,
  localToUtcMs,
  resolveLocal,
  utcMsToLocal,
  type ZoneName,
} from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import type { Component } from './components.ts'
import { type Duration, type Moment, readDuration, readMomentOf } from './moment.ts'
import type { Property } from './property.ts'
import type { FoundZone } from './zones.ts'

/** What the times of an event depend on. */
export interface TimeContext {
  /** The zone of a TZID at a wall time, or why there is none. */
  findZone(tzid: string, wall: string): FoundZone | ImportWarning
  /** The zone of floating times and of days; undefined for that of the calendar into which they are imported. */
  readonly floatingZone: ZoneName | undefined
}

/** A time in a zone. */
export interface Placed {
  /** The wall time `YYYY-MM-DDTHH:mm:ss`. */
  readonly wall: string
  /** The zone; undefined for that of the calendar into which it is imported. */
  readonly zone: ZoneName | undefined
  /** Which of two passes of a repeated wall time is meant, as an instant in milliseconds; undefined for the first one. */
  readonly ms?: number | undefined
}

/** When an event takes place. */
export interface FileTimes {
  /** Whether it takes whole days. */
  readonly allDay: boolean
  /** The zone of both times; undefined for that of the calendar into which they are imported. */
  readonly zone: ZoneName | undefined
  /** The start; of whole days the midnight at their beginning. */
  readonly start: Placed
  /** The end; of whole days the midnight after the last one. */
  readonly end: Placed
  /** What was decided. */
  readonly warnings: readonly ImportWarning[]
}

/** Whether a result is the reason why there is none. */
export const isFault = (result: object): result is ImportWarning => 'code' in result && 'message' in result

export const firstOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name)

/**
 * The time of a moment in its zone.
 * @param warnings receives what was decided for the zone
 * @param floatingZone the zone of a day, and of a time without one: that of DTSTART for the other times of its event, which RFC 5545 wants to be
 * of the same type
 */
export function place(
  moment: Moment,
  context: TimeContext,
  warnings: ImportWarning[],
  floatingZone: ZoneName | undefined = context.floatingZone,
): Placed | ImportWarning {
  const { wall, kind, tzid } = moment
  if (kind === 'utc') return { wall, zone: 'UTC' }
  if (kind === 'date' || tzid === undefined) return { wall, zone: floatingZone }
  const found = context.findZone(tzid, wall)
  if (isFault(found)) return found
  if (found.warning !== undefined) warnings.push(found.warning)
  return { wall, zone: found.zone }
}

const zoneNeeded: ImportWarning = {
  code: 'zone_needed',
  message: 'Times with and without a time zone stand together: the option floatingZone has to say which zone the latter have.',
}

/** The same time in another zone. */
export function toZone(placed: Placed, zone: ZoneName | undefined): Placed | ImportWarning {
  if (placed.zone === zone) return placed
  if (placed.zone === undefined || zone === undefined) return zoneNeeded
  const ms = placed.ms ?? resolveLocal(placed.wall, placed.zone).ms
  return { wall: instantToLocal(ms, zone), zone, ms }
}

/** Some days and an exact time later. */
export function addDuration({ wall, zone }: Placed, { days, exactMs }: Duration): Placed {
  const day = addLocalDays(wall, days)
  if (exactMs === 0) return { wall: day, zone }
  if (zone === undefined) return { wall: utcMsToLocal(localToUtcMs(day) + exactMs), zone }
  const ms = resolveLocal(day, zone).ms + exactMs
  return { wall: instantToLocal(ms, zone), zone, ms }
}

const notADate = ({ name, line }: Property): ImportWarning => ({
  code: 'not_a_date',
  message: `The ${name} in line ${line} is not a date that exists.`,
})

const endBeforeStart: ImportWarning = {
  code: 'end_before_start',
  message: 'The end is before the start; the event has no length.',
}

/** When an event takes place, or why that cannot be read. */
export function readTimes(event: Component, context: TimeContext): FileTimes | ImportWarning {
  const startProperty = firstOf(event, 'DTSTART')
  if (startProperty === undefined) return { code: 'no_start', message: 'The event has no DTSTART.' }
  const moment = readMomentOf(startProperty)
  if (moment === undefined) return notADate(startProperty)
  const warnings: ImportWarning[] = []
  const start = place(moment, context, warnings)
  if (isFault(start)) return start
  const end = readEnd(event, moment, start, { context, warnings })
  if (isFault(end)) return end
  const times = { allDay: moment.kind === 'date' || isMarkedAllDay(event, start, end), zone: start.zone, start, end, warnings }
  if (isOutside(start) || isOutside(end)) return outsideYears
  return times.allDay ? withDays(times) : withLength(times)
}

const [firstYear, lastYear] = [1900, 2200]
const isOutside = ({ wall }: Placed): boolean => wall < `${firstYear}` || wall >= `${lastYear + 1}`
const outsideYears: ImportWarning = { code: 'outside_years', message: `The event is not in the years ${firstYear} to ${lastYear}.` }

function readEnd(
  event: Component,
  startMoment: Moment,
  start: Placed,
  { context, warnings }: { readonly context: TimeContext; readonly warnings: ImportWarning[] },
): Placed | ImportWarning {
  const [endProperty, durationProperty] = [firstOf(event, 'DTEND'), firstOf(event, 'DURATION')]
  if (endProperty !== undefined) {
    const moment = readMomentOf(endProperty)
    if (moment === undefined) return notADate(endProperty)
    if (startMoment.kind === 'date') return { wall: moment.wall, zone: start.zone }
    // A day as the end of a time is its midnight.
    const end = place(moment, context, warnings, start.zone)
    return isFault(end) ? end : toZone(end, start.zone)
  }
  if (durationProperty !== undefined) {
    const duration = readDuration(durationProperty.value)
    return duration === undefined
      ? { code: 'not_a_duration', message: `The DURATION in line ${durationProperty.line} is not a duration.` }
      : addDuration(startMoment.kind === 'date' ? { wall: start.wall, zone: undefined } : start, duration)
  }
  return startMoment.kind === 'date' ? { wall: addLocalDays(start.wall, 1), zone: start.zone } : start
}

const isMidnight = ({ wall }: Placed): boolean => wall.endsWith('T00:00:00')

/** Outlook marks whole days that it writes as times from midnight to midnight. */
const isMarkedAllDay = (event: Component, start: Placed, end: Placed): boolean =>
  /^true$/i.test(firstOf(event, 'X-MICROSOFT-CDO-ALLDAYEVENT')?.value.trim() ?? '') &&
  isMidnight(start) &&
  isMidnight(end) &&
  end.wall > start.wall

/** Whole days: an end within a day is its midnight after it, and an event has one day at least. */
function withDays(times: FileTimes): FileTimes {
  const { start, end, warnings } = times
  const day = (wall: string): string => `${wall.slice(0, 10)}T00:00:00`
  const last = isMidnight(end) ? end.wall : addLocalDays(day(end.wall), 1)
  const first = day(start.wall)
  const isBefore = last < first
  return {
    ...times,
    start: { wall: first, zone: times.zone },
    end: { wall: last > first ? last : addLocalDays(first, 1), zone: times.zone },
    warnings: isBefore ? [...warnings, { ...endBeforeStart, message: 'The end is before the start; the event has one day.' }] : warnings,
  }
}

function withLength(times: FileTimes): FileTimes {
  const { start, end, zone, warnings } = times
  const isBefore =
    zone === undefined || isInOrder(start, end, zone)
      ? end.wall < start.wall
      : (end.ms ?? resolveLocal(end.wall, zone).ms) < (start.ms ?? resolveLocal(start.wall, zone).ms)
  return isBefore ? { ...times, end: start, warnings: [...warnings, endBeforeStart] } : times
}

/** Whether wall times decide: instants have the same order, unless the clocks skip the start, or show a time twice and the second one is meant. */
function isInOrder(start: Placed, end: Placed, zone: ZoneName): boolean {
  if (start.ms !== undefined || end.ms !== undefined || end.wall < start.wall) return false
  const year = Number(start.wall.slice(0, 4))
  const wallMs = localToUtcMs(start.wall)
  return clockChanges(zone, year, year).every(({ ms, from, to }) => wallMs < ms + from || wallMs >= ms + to)
}

/** A wall time as the API takes it. */
export const toTimeText = (wall: string): string => wall.replace('T', ' ')

/** The text of a time: the wall time in its zone, or the instant if the wall time alone would mean another one. */
export function toInputText({ wall, zone, ms }: Placed): string {
  if (ms === undefined || zone === undefined || instantsShowing(wall, zone)[0] === ms) return toTimeText(wall)
  return `${toTimeText(utcMsToLocal(ms))}Z`
}

/** The members of an event's input that say when it takes place. @param shownZone the zone in which an instant in UTC is shown */
export function toTimeInput({ allDay, zone, start, end }: FileTimes, shownZone?: ZoneName) {
  if (allDay) {
    const last = addLocalDays(end.wall, -1)
    return { startDate: start.wall.slice(0, 10), endDate: last.slice(0, 10), allDay, ...(zone !== undefined && { timeZone: zone }) }
  }
  const shown = (time: Placed): Placed => {
    const other = zone === 'UTC' && shownZone !== undefined ? toZone(time, shownZone) : time
    return isFault(other) ? time : other
  }
  const isInCalendarZone = zone === 'UTC' && shownZone === undefined
  const [startDate, endDate] = [start, end].map((time) => (isInCalendarZone ? `${toTimeText(time.wall)}Z` : toInputText(shown(time))))
  const timeZone = zone === 'UTC' ? shownZone : zone
  return { startDate: startDate ?? '', endDate: endDate ?? '', allDay, ...(timeZone !== undefined && { timeZone }) }
}
