import type { RecurrenceRule } from '../../src/recurrence/rule.ts'

/**
 * The occurrences of a rule from its start until the end of a year, by definition: every day is tested against the rule. This model picks
 * days from lists of all days, where the expander calculates.
 */
export function slowOccurrences(rule: RecurrenceRule, startWallMs: number, lastYear: number): readonly number[] {
  const startDay = Math.floor(startWallMs / dayMs)
  const { count = Number.POSITIVE_INFINITY, until = Number.POSITIVE_INFINITY } = rule
  const isChosen = createChoice(rule, startDay)
  return yearsFrom(yearOf(startDay), lastYear)
    .flatMap((year) => listsOf(year).days)
    .filter((day) => day >= startDay && isInPeriod(rule, startDay, day) && isChosen(day))
    .map((day) => startWallMs + (day - startDay) * dayMs)
    .filter((wallMs) => wallMs <= until)
    .slice(0, count)
}

const dayMs = 86_400_000
const weekdayOf = (day: number): number => (new Date(day * dayMs).getUTCDay() + 6) % 7
const yearOf = (day: number): number => new Date(day * dayMs).getUTCFullYear()
const monthOf = (day: number): number => new Date(day * dayMs).getUTCMonth() + 1
const yearsFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The member that a number names: 1 is the first one, -1 the last one. */
const pick = <T>(list: readonly T[], number: number): T | undefined => (number > 0 ? list[number - 1] : list.at(number))

interface Lists {
  readonly days: readonly number[]
  readonly months: readonly (readonly number[])[]
}

const lists = new Map<number, Lists>()

function listsOf(year: number): Lists {
  const known = lists.get(year)
  if (known !== undefined) return known
  const first = Date.UTC(year, 0, 1) / dayMs
  const days = Array.from({ length: 366 }, (_, index) => first + index).filter((day) => yearOf(day) === year)
  const made = { days, months: Array.from({ length: 12 }, (_, index) => days.filter((day) => monthOf(day) === index + 1)) }
  lists.set(year, made)
  return made
}

const weeks = new Map<string, readonly (readonly number[])[]>()

/** The weeks that have at least four days in a year. */
function weeksOf(year: number, weekStart: number): readonly (readonly number[])[] {
  const key = `${year} ${weekStart}`
  const known = weeks.get(key)
  if (known !== undefined) return known
  const around = [...listsOf(year - 1).days.slice(-6), ...listsOf(year).days, ...listsOf(year + 1).days.slice(0, 6)]
  const made = around
    .filter((day) => weekdayOf(day) === weekStart)
    .map((day) => Array.from({ length: 7 }, (_, index) => day + index))
    .filter((week) => week.filter((day) => yearOf(day) === year).length >= 4)
  weeks.set(key, made)
  return made
}

const weekBegin = (day: number, weekStart: number): number => (weekdayOf(day) === weekStart ? day : weekBegin(day - 1, weekStart))

function isInPeriod({ freq, interval, weekStart }: RecurrenceRule, startDay: number, day: number): boolean {
  const distance = {
    DAILY: () => day - startDay,
    WEEKLY: () => (weekBegin(day, weekStart) - weekBegin(startDay, weekStart)) / 7,
    MONTHLY: () => (yearOf(day) - yearOf(startDay)) * 12 + monthOf(day) - monthOf(startDay),
    YEARLY: () => yearOf(day) - yearOf(startDay),
  }
  return distance[freq]() % interval === 0
}

/** Creates the test whether the rule has a day, BYSETPOS included. The days of a month or year that its other parts name are found once. */
function createChoice(rule: RecurrenceRule, startDay: number): (day: number) => boolean {
  const known = new Map<readonly number[], readonly number[]>()
  return (day) => {
    if (rule.bySetPos.length === 0) return isNamed(rule, startDay, day)
    const { days, months } = listsOf(yearOf(day))
    const period = rule.freq === 'YEARLY' ? days : (months[monthOf(day) - 1] ?? [])
    const named = known.get(period) ?? period.filter((other) => isNamed(rule, startDay, other))
    known.set(period, named)
    return rule.bySetPos.some((position) => pick(named, position) === day)
  }
}

const sorted = new WeakMap<readonly number[], readonly (readonly number[])[]>()

/** The days of a month or year that have the weekday of a day. */
function daysLike(day: number, span: readonly number[]): readonly number[] {
  const weekdays = sorted.get(span) ?? Array.from({ length: 7 }, (_, weekday) => span.filter((other) => weekdayOf(other) === weekday))
  sorted.set(span, weekdays)
  return weekdays[weekdayOf(day)] ?? []
}

function isNamed(rule: RecurrenceRule, startDay: number, day: number): boolean {
  const { freq, byMonth, byWeekNo, byYearDay, byMonthDay, byDay, weekStart } = rule
  const year = yearOf(day)
  const { days, months } = listsOf(year)
  const month = months[monthOf(day) - 1] ?? []
  const weekdays = daysLike(day, freq === 'YEARLY' && byMonth.length === 0 ? days : month)
  const ownWeeks = [year - 1, year, year + 1].map((each) => weeksOf(each, weekStart))
  const isLike = (read: (day: number) => number) => read(day) === read(startDay)
  const leavesDay = byDay.length === 0 && byMonthDay.length === 0 && byYearDay.length === 0
  return [
    byMonth.length === 0 || byMonth.includes(monthOf(day)),
    byWeekNo.length === 0 || byWeekNo.some((number) => ownWeeks.some((list) => pick(list, number)?.includes(day))),
    byYearDay.length === 0 || byYearDay.some((number) => pick(days, number) === day),
    byMonthDay.length === 0 || byMonthDay.some((number) => pick(month, number) === day),
    byDay.length === 0 || byDay.some(({ weekday, nth }) => weekday === weekdayOf(day) && (nth === 0 || pick(weekdays, nth) === day)),
    !leavesDay || !(freq === 'WEEKLY' || byWeekNo.length > 0) || isLike(weekdayOf),
    !leavesDay || freq === 'DAILY' || freq === 'WEEKLY' || byWeekNo.length > 0 || isLike((each) => new Date(each * dayMs).getUTCDate()),
    !leavesDay || freq !== 'YEARLY' || byWeekNo.length > 0 || byMonth.length > 0 || isLike(monthOf),
  ].every(Boolean)
}
