import type { Reason } from '../errors/issues.ts'
import { dayMs } from '../time/clock.ts'
import { dayOf, monthOf, monthOfYear, monthsSpan, nthFromEnd, nthFromStart, weekdayOf, yearSpan } from './days.ts'
import { expandRule } from './expand-rule.ts'
import { firstOnRule } from './fit-rule.ts'
import type { RecurrenceRule } from './rule.ts'

/**
 * The rule of a series whose start moves; starts are wall times in milliseconds. UNTIL and the weekdays of a weekly rule move along. A
 * single BYMONTHDAY, a single numbered weekday in BYDAY, and a single BYMONTH become those of the new start. Other rules stay as they are.
 *
 * @returns The rule, or the reason for a refusal: the result does not name the new start.
 */
export function shiftRule(rule: RecurrenceRule, oldStartWallMs: number, newStartWallMs: number): RecurrenceRule | Reason {
  const until = rule.until === undefined ? undefined : shiftUntil(rule.until, oldStartWallMs, newStartWallMs)
  const shifted = { ...rule, until }
  const [oldDay, newDay] = [dayOf(oldStartWallMs), dayOf(newStartWallMs)]
  const candidates = rule.freq === 'WEEKLY' ? [shiftWeekdays(shifted, newDay - oldDay)] : [shifted, followStart(shifted, newDay)]
  const fitting = candidates.find((candidate) => firstOnRule(candidate, newStartWallMs) === newStartWallMs)
  return fitting ?? { code: 'rule_does_not_move' }
}

/**
 * UNTIL for a start that moves. The end of a day moves by as many days as the start; any other UNTIL keeps its number of whole days after the
 * start.
 */
function shiftUntil(until: number, oldStartWallMs: number, newStartWallMs: number): number {
  const dayEnd = (dayOf(until) + 1) * dayMs - 1_000
  if (until === dayEnd) return until + (dayOf(newStartWallMs) - dayOf(oldStartWallMs)) * dayMs
  const days = Math.floor((until - oldStartWallMs) / dayMs)
  return newStartWallMs + days * dayMs
}

/** Moves the weekdays of a weekly rule by some days. */
function shiftWeekdays(rule: RecurrenceRule, days: number): RecurrenceRule {
  const shift = (weekday: number) => (((weekday + days) % 7) + 7) % 7
  const byDay = rule.byDay.map(({ weekday, nth }) => ({ weekday: shift(weekday), nth })).sort((a, b) => a.weekday - b.weekday)
  // If only some weekdays move to the next week, the first day of the week moves along. MO,SU of every second week becomes TU,MO: with WKST=MO
  // this Monday would be the one before the Tuesday, not the one after it.
  const movesToNextWeek = new Set(rule.byDay.map(({ weekday }) => ((weekday - rule.weekStart + 7) % 7) + shift(0) >= 7))
  return { ...rule, byDay, weekStart: rule.interval > 1 && movesToNextWeek.size > 1 ? shift(rule.weekStart) : rule.weekStart }
}

/**
 * Changes a monthly or yearly rule with at most one BYMONTHDAY or numbered weekday, and with at most one BYMONTH, so that it names the given
 * day. Other rules stay as they are.
 */
function followStart(rule: RecurrenceRule, day: number): RecurrenceRule {
  const [weekday] = rule.byDay
  const others = [...rule.byYearDay, ...rule.byWeekNo, ...rule.bySetPos]
  const isByOneNumber = others.length === 0 && rule.byMonthDay.length + rule.byDay.length <= 1 && weekday?.nth !== 0
  if (rule.freq === 'DAILY' || !isByOneNumber) return rule
  const month = monthOf(day)
  const span = monthsSpan(month, 1)
  const nthSpan = rule.freq === 'YEARLY' && rule.byMonth.length === 0 ? yearSpan(month) : span
  return {
    ...rule,
    byMonth: rule.byMonth.length === 1 ? [monthOfYear(month)] : rule.byMonth,
    byMonthDay: rule.byMonthDay.map((number) => (number > 0 ? day - span.first + 1 : day - span.end)),
    byDay: rule.byDay.map(({ nth }) => ({ weekday: weekdayOf(day), nth: nth > 0 ? nthFromStart(day, nthSpan) : nthFromEnd(day, nthSpan) })),
  }
}

/** A rule in two parts. */
export interface SplitRule {
  /** The rule of the occurrences before the key; undefined if there are none. It has the old start. */
  readonly before: RecurrenceRule | undefined
  /** The rule of the occurrences from the key on; undefined if there are none. It has the start `afterStartWallMs`. */
  readonly after: RecurrenceRule | undefined
  /** The first occurrence of `after`: the key, or the next one if the rule does not name the key. */
  readonly afterStartWallMs: number | undefined
}

/**
 * Splits a rule into the occurrences before a key and those from the key on.
 * @param startWallMs the start's wall time in milliseconds
 * @param keyWallMs the key as a wall time in milliseconds; the rule need not name it
 */
export function splitRule(rule: RecurrenceRule, startWallMs: number, keyWallMs: number): SplitRule {
  const kept = expandRule(rule, startWallMs, { before: keyWallMs })
  const [afterStartWallMs] = expandRule(rule, startWallMs, { from: keyWallMs, limit: 1 })
  const { count } = rule
  const part = { ...rule, ...(count === undefined ? { until: kept.at(-1) } : { count: kept.length }) }
  return {
    before: kept.length === 0 ? undefined : part,
    after: afterStartWallMs === undefined ? undefined : { ...rule, count: count === undefined ? undefined : count - kept.length },
    afterStartWallMs,
  }
}
