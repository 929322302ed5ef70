import { dayMs, minuteMs } from './clock.ts'
import { todayLocal } from './day-range.ts'
import { firstYear, lastYear, localToUtcMs, type ParsedDateTime, utcMsToLocal } from './wall-time.ts'
import type { ZoneName } from './zone.ts'

/** The units of relative times. Minutes and hours count instants, the others count dates. */
export type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** A time relative to now, such as `now`, `tomorrow` or `+2 weeks`, not yet resolved. */
export interface RelativeTime {
  /** The unit of the amount. */
  readonly unit: TimeUnit
  /** The number of units after now; negative before it. */
  readonly amount: number
}

/** A bound of a list: an absolute time, or one relative to now. */
export type ListTime = ParsedDateTime | RelativeTime

const named: ReadonlyMap<string, RelativeTime> = new Map([
  ['now', { unit: 'minute', amount: 0 }],
  ['today', { unit: 'day', amount: 0 }],
  ['yesterday', { unit: 'day', amount: -1 }],
  ['tomorrow', { unit: 'day', amount: 1 }],
])

/** A `+` that was not percent-encoded in a query arrives as a space. */
const offsetText = /^([+ -]?)([0-9]{1,9}) ?(minute|hour|day|week|month|year)s?$/

/**
 * Reads `now`, `today`, `yesterday`, `tomorrow` and `+N`, `-N` or `N` with one of `minutes hours days weeks months years`, in any
 * letter case, the unit in the singular or plural, with or without one space before it.
 *
 * @returns The relative time, or undefined for every other text.
 */
export function parseRelativeTime(text: string): RelativeTime | undefined {
  // Only ASCII is converted to lower case: the Kelvin sign has `k` as its lower case.
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const [, sign, digits, unit] = offsetText.exec(lower) ?? []
  if (digits === undefined || unit === undefined) return named.get(lower)
  const amount = sign === '-' ? -Number(digits) : Number(digits)
  // The expression has no other units; adding 0 turns negative zero into zero.
  return { unit: unit as TimeUnit, amount: amount + 0 }
}

/** Whether a bound of a list is relative to now. */
export const isRelativeTime = (value: unknown): value is RelativeTime => typeof value === 'object' && value !== null && 'unit' in value

/** Whether a relative time changes each minute; the other units change with the date only. */
export const isOfMinute = ({ unit }: RelativeTime): boolean => unit === 'minute' || unit === 'hour'

/** The number of the current minute, counted from 1970. */
export const minuteOf = (nowMs: number): number => Math.floor(nowMs / minuteMs)

/**
 * The absolute time of a relative one. Minutes and hours count from the beginning of the running minute and give an instant; the
 * other units count from today's date in the zone and give a date, at the month's last day where the day does not exist.
 *
 * @returns The time, or undefined when it lies outside of the years 1900 to 2200.
 */
export function resolveRelativeTime(time: RelativeTime, nowMs: number, zone: ZoneName): ParsedDateTime | undefined {
  if (isOfMinute(time)) {
    const unitMs = time.unit === 'hour' ? 60 * minuteMs : minuteMs
    return toParsed(minuteOf(nowMs) * minuteMs + time.amount * unitMs, false)
  }
  return toParsed(addToDate(todayLocal(nowMs, zone), time), true)
}

/** A date some units later, as the milliseconds of its midnight in UTC; NaN beyond all dates. */
function addToDate(date: string, { unit, amount }: RelativeTime): number {
  if (unit === 'day' || unit === 'week') return localToUtcMs(date) + amount * (unit === 'week' ? 7 : 1) * dayMs
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))]
  const months = month + amount * (unit === 'year' ? 12 : 1)
  // The day before the first of the next month is the last of this one.
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate()
  return Date.UTC(year, months, Math.min(day, lastDay))
}

const [firstMs, endMs] = [Date.UTC(Number(firstYear), 0), Date.UTC(Number(lastYear) + 1, 0)]

function toParsed(ms: number, dateOnly: boolean): ParsedDateTime | undefined {
  if (!(ms >= firstMs && ms < endMs)) return undefined
  return { local: utcMsToLocal(ms), fractionMs: 0, dateOnly, offsetMinutes: dateOnly ? undefined : 0 }
}
