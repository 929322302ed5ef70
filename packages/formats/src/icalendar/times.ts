import type { Event } from '@kalends/core'
import { addLocalDays, instantsShowing, utcMsToLocal } from '@kalends/core/format'
import { toKey } from '../uid.ts'
import { toLine } from './lines.ts'

/** The times of an event or of one date of a series. Wall times have a space or a `T` before the time of day. */
export interface Times extends Pick<Event, 'allDay' | 'startDate' | 'endDate' | 'startMs' | 'endMs' | 'timeZone'> {}

/** A zone that is written with TZID. */
export interface WrittenZone {
  /** The first year in which its VTIMEZONE is right. */
  readonly firstYear: number
  /** The last year in which its VTIMEZONE is right. */
  readonly lastYear: number
  /** The VTIMEZONE. */
  readonly text: string
}

/** The zones that are written with TZID. */
export type WrittenZones = ReadonlyMap<string, WrittenZone>

/** How the times of an event are written: as dates, in UTC, or as wall times of a zone. */
export type TimeForm = 'date' | 'utc' | { readonly zone: string }

/** Whether a zone is one of IANA's: other programs do not support zones such as +05:30. */
export const isNamedZone = (zone: string): boolean => !/^[+-]/.test(zone)

/** The year of a wall time. */
export const yearOf = (wallTime: string): number => Number(wallTime.slice(0, 4))

/** A wall time as a date: `20260531`. */
export const toDate = (wallTime: string): string => toKey(wallTime).slice(0, 8)

/** An instant in UTC: `20260531T173000Z`. */
export const toUtc = (ms: number): string => `${toKey(utcMsToLocal(ms))}Z`

/** Writes DTSTART, EXDATE or RECURRENCE-ID of a series with a wall time: all three in one form, because programs compare their texts. */
export function toWallLine(name: string, wallTime: string, form: TimeForm): string {
  if (form === 'date') return toLine(`${name};VALUE=DATE`, toDate(wallTime))
  return form === 'utc' ? toLine(name, `${toKey(wallTime)}Z`) : toLine(`${name};TZID=${form.zone}`, toKey(wallTime))
}

/** Whether a wall time occurs exactly once in a zone. If it occurs twice, programs differ in which instant they take. */
export const isShownOnce = (wallTime: string, zone: string): boolean => instantsShowing(wallTime.replace(' ', 'T'), zone).length === 1

/** The form of a series: never UTC for a zone with clock changes, because all of its dates have the wall time of the first one. */
export function seriesFormOf({ allDay, timeZone }: Times): TimeForm {
  if (allDay) return 'date'
  return timeZone === 'UTC' ? 'utc' : { zone: timeZone }
}

/** The form of an event: a wall time that its VTIMEZONE does not cover, or that occurs twice, is written in UTC. */
export function formOf(times: Times, zones: WrittenZones): TimeForm {
  const form = seriesFormOf(times)
  if (typeof form === 'string') return form
  const zone = zones.get(form.zone)
  const { startDate, endDate } = times
  const isCovered = zone !== undefined && yearOf(startDate) >= zone.firstYear && yearOf(endDate) <= zone.lastYear
  return isCovered && isShownOnce(startDate, form.zone) && isShownOnce(endDate, form.zone) ? form : 'utc'
}

/** DTSTART and DTEND. An event without length has no DTEND. */
export function toTimeLines({ startDate, endDate, startMs, endMs }: Times, form: TimeForm): string {
  if (form === 'date') return toWallLine('DTSTART', startDate, form) + toWallLine('DTEND', addLocalDays(endDate.slice(0, 10), 1), form)
  const toTime = (name: string, wallTime: string, ms: number): string =>
    toWallLine(name, form === 'utc' ? utcMsToLocal(ms) : wallTime, form)
  return toTime('DTSTART', startDate, startMs) + (endMs === startMs ? '' : toTime('DTEND', endDate, endMs))
}
