import { dayMs } from '../time/clock.ts'
import { createDayTest, dayOf, daysIntoWeek, monthOf, monthOfYear, monthsSpan, type Span, weekdayOf } from './days.ts'
import type { RecurrenceRule } from './rule.ts'

/** Limits the occurrences that are returned. */
export interface ExpansionWindow {
  /** The earliest wall time in milliseconds. */
  readonly from?: number
  /** The wall time in milliseconds at which the window ends; it is not in the window itself. */
  readonly before?: number
  /** The greatest number of occurrences. */
  readonly limit?: number
}

/** The last supported millisecond, at the end of the year 2200: every search ends there. */
const lastOfCalendar = Date.UTC(2201, 0, 1) - 1

/**
 * The occurrences of a rule as wall times in milliseconds (see `localToUtcMs`), ascending, until the end of the year 2200. They have the
 * start's time of day, and begin with the start if the rule names it. A window far from the start costs no more than one near it, unless
 * the rule has COUNT: then all occurrences from the start are counted.
 */
export function expandRule(rule: RecurrenceRule, startWallMs: number, window: ExpansionWindow = {}): number[] {
  const { from = startWallMs, before = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY } = window
  const { count = Number.POSITIVE_INFINITY, until = lastOfCalendar } = rule
  const startDay = dayOf(startWallMs)
  const firstWallMs = rule.count === undefined ? Math.max(from, startWallMs) : startWallMs
  const lastWallMs = Math.min(until, before - 1, lastOfCalendar)
  const found: number[] = []
  let counted = 0
  if (limit <= 0) return found
  for (const day of daysOf(completeRule(rule, startDay), startDay, dayOf(firstWallMs), dayOf(lastWallMs))) {
    const wallMs = startWallMs + (day - startDay) * dayMs
    if (wallMs < firstWallMs) continue
    counted += 1
    if (wallMs > lastWallMs || counted > count) break
    if (wallMs >= from) found.push(wallMs)
    if (found.length >= limit) break
  }
  return found
}

/** Adds what a rule takes from its start if it names no days (RFC 5545, 3.3.10): the weekday, the day of the month, the month. */
export function completeRule(rule: RecurrenceRule, startDay: number): RecurrenceRule {
  const namesDays = rule.byDay.length + rule.byMonthDay.length + rule.byYearDay.length > 0
  if (rule.freq === 'DAILY' || namesDays) return rule
  if (rule.freq === 'WEEKLY' || rule.byWeekNo.length > 0) return { ...rule, byDay: [{ weekday: weekdayOf(startDay), nth: 0 }] }
  const month = monthOf(startDay)
  const byMonthDay = [startDay - monthsSpan(month, 1).first + 1]
  return { ...rule, byMonthDay, byMonth: rule.freq === 'MONTHLY' || rule.byMonth.length > 0 ? rule.byMonth : [monthOfYear(month)] }
}

/** The days that a complete rule names, period by period: from the period of `fromDay` to that of `toDay`, with all days of both. */
function* daysOf(rule: RecurrenceRule, startDay: number, fromDay: number, toDay: number): Generator<number> {
  const isNamed = createDayTest(rule)
  const weekdays = new Set(rule.byDay.map(({ weekday }) => weekday))
  const { first: firstPeriod, spanOf } = periodsOf(rule, startDay, fromDay)
  const hasMonths = rule.byMonth.length > 0
  if (hasMonths && namesNoDay(rule)) return
  const isByMonths = hasMonths && (rule.freq === 'YEARLY' || rule.freq === 'MONTHLY')
  for (let period = firstPeriod; ; period += rule.interval) {
    const whole = spanOf(period)
    if (whole.first > toDay) return
    const named: number[] = []
    for (const { first, end } of isByMonths ? monthsIn(whole, rule.byMonth) : [whole]) {
      let weekday = weekdayOf(first)
      for (let day = first; day < end; day++, weekday = (weekday + 1) % 7) {
        // Most rules name weekdays, and most days fall on others.
        if ((weekdays.size > 0 && !weekdays.has(weekday)) || !isNamed(day, weekday)) continue
        if (rule.bySetPos.length === 0) yield day
        else named.push(day)
      }
    }
    if (rule.bySetPos.length > 0) yield* atPositions(named, rule.bySetPos)
  }
}

/** Whether none of the months of a rule has one of its days: 30 February. */
const namesNoDay = ({ byMonth, byMonthDay }: RecurrenceRule): boolean =>
  byMonthDay.length > 0 && byMonth.every((month) => byMonthDay.every((day) => Math.abs(day) > longestMonth(month)))

const longestMonth = (month: number): number => (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31)

/** The months of a period that a rule names. */
function monthsIn({ first, end }: Span, byMonth: readonly number[]): readonly Span[] {
  const spans: Span[] = []
  for (let month = monthOf(first); month <= monthOf(end - 1); month++)
    if (byMonth.includes(monthOfYear(month))) spans.push(monthsSpan(month, 1))
  return spans
}

/** The members at positions from 1, or from -1 backwards from the last one. */
function atPositions(days: readonly number[], positions: readonly number[]): readonly number[] {
  const wanted = new Set(positions.map((position) => (position > 0 ? position - 1 : days.length + position)))
  return days.filter((_, index) => wanted.has(index))
}

/**
 * The periods of a rule are days, weeks, months or years, with consecutive numbers. The rule uses every `interval`th period, counted from
 * that of its start.
 * @returns `first`: the number of the last used period that begins on or before `fromDay`, at least that of the start; `spanOf`: its days
 */
function periodsOf({ freq, interval, weekStart }: RecurrenceRule, startDay: number, fromDay: number) {
  const isByDays = freq === 'DAILY' || freq === 'WEEKLY'
  const length = freq === 'WEEKLY' ? 7 : freq === 'YEARLY' ? 12 : 1
  const offset = freq === 'WEEKLY' ? startDay - daysIntoWeek(startDay, weekStart) : 0
  const numberOf = (day: number) => Math.floor(((isByDays ? day : monthOf(day)) - offset) / length)
  const origin = numberOf(startDay)
  const spanOf = (period: number): Span => {
    const first = offset + period * length
    return isByDays ? { first, end: first + length } : monthsSpan(first, length)
  }
  return { first: origin + Math.max(0, Math.floor((numberOf(fromDay) - origin) / interval)) * interval, spanOf }
}
