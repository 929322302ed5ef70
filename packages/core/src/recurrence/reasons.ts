import type { Reason } from '../errors/issues.ts'
import type { ParsedRule } from './rule.ts'

/** Why parts of RRULE that Kalends does not support are refused, by their names. */
export const refusedParts: ReadonlyMap<string, Reason> = new Map([
  ['BYHOUR', { code: 'rule_with_time', name: 'BYHOUR' }],
  ['BYMINUTE', { code: 'rule_with_time', name: 'BYMINUTE' }],
  ['BYSECOND', { code: 'rule_with_time', name: 'BYSECOND' }],
  ['RSCALE', { code: 'rule_with_rscale' }],
  ['SKIP', { code: 'rule_with_skip' }],
])

/** Why a part with an invalid value is refused, by its name. */
export const invalidParts: ReadonlyMap<string, Reason> = new Map([
  ['FREQ', { code: 'invalid_freq' }],
  ['INTERVAL', { code: 'invalid_interval' }],
  ['COUNT', { code: 'invalid_count' }],
  ['UNTIL', { code: 'invalid_until' }],
  ['BYMONTH', { code: 'invalid_bymonth' }],
  ['BYWEEKNO', { code: 'invalid_byweekno' }],
  ['BYYEARDAY', { code: 'invalid_byyearday' }],
  ['BYMONTHDAY', { code: 'invalid_bymonthday' }],
  ['BYDAY', { code: 'invalid_byday' }],
  ['BYSETPOS', { code: 'invalid_bysetpos' }],
  ['WKST', { code: 'invalid_wkst' }],
])

/**
 * The combinations of valid parts that RFC 5545 forbids, or that calendar programs read differently; each with the reason, and whether a rule
 * has it.
 */
export function combinationsOf(rule: ParsedRule): readonly (readonly [reason: Reason, isRefused: boolean])[] {
  const { freq, interval, byDay } = rule
  const isSparse = freq === 'MONTHLY' || freq === 'YEARLY'
  const isNumbered = byDay.some(({ nth }) => nth !== 0)
  const [month, week, yearDay] = [rule.byMonth.length > 0, rule.byWeekNo.length > 0, rule.byYearDay.length > 0]
  const [monthDay, position] = [rule.byMonthDay.length > 0, rule.bySetPos.length > 0]
  return [
    [{ code: 'monthday_in_weekly' }, freq === 'WEEKLY' && monthDay],
    [{ code: 'yearday_not_yearly' }, freq !== 'YEARLY' && yearDay],
    [{ code: 'weekno_not_yearly' }, freq !== 'YEARLY' && week],
    [{ code: 'numbered_weekday' }, !isSparse && isNumbered],
    [{ code: 'setpos_in_weekly' }, !isSparse && position],
    [{ code: 'setpos_alone' }, position && !(month || week || yearDay || monthDay || byDay.length > 0)],
    [{ code: 'monthday_without_month' }, freq === 'YEARLY' && monthDay && !month],
    [{ code: 'weekno_and_number' }, week && isNumbered],
    [{ code: 'weekno_and_days' }, week && (yearDay || monthDay)],
    [{ code: 'weekno_and_interval' }, week && interval > 1],
    [{ code: 'weekno_and_setpos' }, week && position],
  ]
}
