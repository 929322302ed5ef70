import { localToUtcMs, utcMsToLocal } from '@kalends/core/internal'
import { type Property, parameterOf, splitAtLastColon } from './property.ts'

/** A time as a file writes it. */
export interface Moment {
  /** The wall time `YYYY-MM-DDTHH:mm:ss`; midnight for a date. */
  readonly wall: string
  /** A date alone, an instant with its wall time in UTC, or a wall time. */
  readonly kind: 'date' | 'utc' | 'wall'
  /** The TZID of a wall time; undefined for a floating one. */
  readonly tzid: string | undefined
}

const timeText = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Reads DATE and DATE-TIME; also without seconds, with an offset, and with the punctuation of ISO 8601. */
export function readMoment(text: string, tzid?: string): Moment | undefined {
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00', offset] = timeText.exec(text.trim()) ?? []
  if (year < '1000' || day < '01' || Number(day) > daysOf(Number(year), Number(month))) return undefined
  if (hour === undefined) return { wall: `${year}-${month}-${day}T00:00:00`, kind: 'date', tzid: undefined }
  if (hour > '23' || minute > '59' || second > '60') return undefined
  // RFC 5545, 3.3.12: a leap second is the second before it.
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second === '60' ? '59' : second}`
  if (offset === undefined) return { wall, kind: 'wall', tzid }
  if (offset.toUpperCase() === 'Z') return { wall, kind: 'utc', tzid: undefined }
  const offsetMs = readOffset(offset)
  return offsetMs === undefined ? undefined : { wall: utcMsToLocal(localToUtcMs(wall) - offsetMs), kind: 'utc', tzid: undefined }
}

/** The number of days of a month from 1; 0 for another number. */
function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month < 1 || month > 12 ? 0 : [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Reads UTC-OFFSET in milliseconds: `+0100`, `-0330`, `+01:00`, `-001736`. */
export function readOffset(text: string): number | undefined {
  const [, sign, hours, minutes, seconds = '00'] = /^([+-])(\d{2}):?(\d{2}):?(\d{2})?$/.exec(text.trim()) ?? []
  const total = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  if (Number.isNaN(total) || total > 16 * 3_600) return undefined
  return (sign === '-' ? -total : total + 0) * 1_000
}

/** The property with a value that is a time: behind its first or its last colon. */
function withTime(property: Property): Property {
  if (!property.value.includes(':')) return property
  const [first = ''] = property.value.split(/[,/]/)
  return readMoment(first) === undefined ? splitAtLastColon(property) : property
}

const zoneOf = (given: Property): string | undefined => parameterOf(given, 'TZID') || undefined

/** Reads a property with one time, such as DTSTART. */
export function readMomentOf(property: Property): Moment | undefined {
  const given = withTime(property)
  const moment = readMoment(given.value, zoneOf(given))
  // DTSTART;VALUE=DATE:20260531T000000 is a day.
  if (moment?.kind === 'wall' && parameterOf(given, 'VALUE')?.toUpperCase() === 'DATE') return { ...moment, kind: 'date', tzid: undefined }
  return moment
}

/** A date of RDATE or EXDATE. */
export interface ListedMoment {
  /** The start. */
  readonly moment: Moment
  /** The end of a PERIOD: a time, or a duration. */
  readonly end: Moment | Duration | undefined
}

/** Reads a property with a list of times, such as RDATE; undefined if one of them cannot be read. */
export function readMomentsOf(property: Property): readonly ListedMoment[] | undefined {
  const given = withTime(property)
  const tzid = zoneOf(given)
  const found: ListedMoment[] = []
  for (const text of given.value.split(',')) {
    if (text.trim() === '') continue
    const [start = '', end] = text.split('/')
    const moment = readMoment(start, tzid)
    const last = end === undefined ? undefined : (readMoment(end, tzid) ?? readDuration(end))
    if (moment === undefined || (end !== undefined && last === undefined)) return undefined
    found.push({ moment, end: last })
  }
  return found
}

/** A duration: its days are nominal, and the rest is exact (RFC 5545, 3.8.5.3). */
export interface Duration {
  /** Days of the calendar, which may be negative. */
  readonly days: number
  /** The rest in milliseconds, which may be negative. */
  readonly exactMs: number
}

const durationText = /^([+-])?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/

/** Reads DURATION; undefined for another text. */
export function readDuration(text: string): Duration | undefined {
  const written = text.trim().toUpperCase()
  const [whole, sign, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = durationText.exec(written) ?? []
  if (whole === undefined || !/\d/.test(written)) return undefined
  const direction = sign === '-' ? -1 : 1
  return {
    days: direction * (Number(weeks) * 7 + Number(days)),
    exactMs: direction * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000,
  }
}
