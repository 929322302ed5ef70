import { dayMs } from '../time/clock.ts'
import type { RecurrenceRule } from './rule.ts'

/** The day of a wall time, counted from 0 for 1970-01-01 like every day in this file. */
export const dayOf = (wallMs: number): number => Math.floor(wallMs / dayMs)

/** The weekday of a day: 0 for Monday to 6 for Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/** The days from the beginning of a day's week to the day: 0 to 6. Weeks begin on the weekday `weekStart`. */
export const daysIntoWeek = (day: number, weekStart: number): number => (weekdayOf(day) - weekStart + 7) % 7

/** A range of consecutive days. */
export interface Span {
  /** The first day. */
  readonly first: number
  /** The day after the last one. */
  readonly end: number
}

/**
 * The days of consecutive months.
 * @param month the first month, counted from 0 for January 1970
 * @param count the number of months
 */
export const monthsSpan = (month: number, count: number): Span => ({
  first: Date.UTC(1970, month, 1) / dayMs,
  end: Date.UTC(1970, month + count, 1) / dayMs,
})

/** The month of a day, counted from 0 for January 1970. */
export function monthOf(day: number): number {
  const date = new Date(day * dayMs)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

/** The month of the year, 1 to 12, of a month counted from January 1970. */
export const monthOfYear = (month: number): number => (((month % 12) + 12) % 12) + 1

/** The days of the year that contains a month. */
export const yearSpan = (month: number): Span => monthsSpan(month - monthOfYear(month) + 1, 12)

/** The number of a day among the days of a span that have its weekday: 2 for the second Tuesday. */
export const nthFromStart = (day: number, { first }: Span): number => Math.floor((day - first) / 7) + 1

/** The same number, counted from the end of the span: -1 for the last Tuesday. */
export const nthFromEnd = (day: number, { end }: Span): number => -Math.floor((end - 1 - day) / 7) - 1

/**
 * Creates the test whether a rule without its BYSETPOS names a day, which falls on a weekday that it names. It is fast for days in ascending
 * order, because it keeps the span of the last day's month.
 * @param rule a rule that `completeRule` has returned
 */
export function createDayTest(rule: RecurrenceRule): (day: number, weekday: number) => boolean {
  const [months, weeks, yearDays] = [new Set(rule.byMonth), new Set(rule.byWeekNo), new Set(rule.byYearDay)]
  const monthDays = new Set(rule.byMonthDay)
  const weekdays = new Set(rule.byDay.map(({ nth, weekday }) => nth * 7 + weekday))
  const namesOthers = months.size + weeks.size + yearDays.size + monthDays.size > 0 || rule.byDay.some(({ nth }) => nth !== 0)
  if (!namesOthers) return () => true
  const countsInYear = rule.freq === 'YEARLY' && months.size === 0
  let [month, year, isMonth]: [Span, Span, boolean] = [monthsSpan(0, 1), monthsSpan(0, 12), months.size === 0 || months.has(1)]
  const isDay = (days: ReadonlySet<number>, day: number, { first, end }: Span) => days.has(day - first + 1) || days.has(day - end)
  const isNthWeekday = (day: number, weekday: number) => {
    const span = countsInYear ? year : month
    return weekdays.has(nthFromStart(day, span) * 7 + weekday) || weekdays.has(nthFromEnd(day, span) * 7 + weekday)
  }
  const isInWeek = (day: number) => {
    // A week belongs to the year that has its fourth day.
    const fourth = day - daysIntoWeek(day, rule.weekStart) + 3
    const ownYear = fourth >= year.first && fourth < year.end ? year : yearSpan(monthOf(fourth))
    return weeks.has(nthFromStart(fourth, ownYear)) || weeks.has(nthFromEnd(fourth, ownYear))
  }
  return (day, weekday) => {
    if (day < month.first || day >= month.end) {
      const index = monthOf(day)
      ;[month, year, isMonth] = [monthsSpan(index, 1), yearSpan(index), months.size === 0 || months.has(monthOfYear(index))]
    }
    return (
      isMonth &&
      (monthDays.size === 0 || isDay(monthDays, day, month)) &&
      (yearDays.size === 0 || isDay(yearDays, day, year)) &&
      (weekdays.size === 0 || weekdays.has(weekday) || isNthWeekday(day, weekday)) &&
      (weeks.size === 0 || isInWeek(day))
    )
  }
}
