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

const isSparse = ({ freq }: ParsedRule): boolean => freq === 'MONTHLY' || freq === 'YEARLY'
const isNumbered = ({ byDay }: ParsedRule): boolean => byDay.some(({ nth }) => nth !== 0)
const has = (list: readonly unknown[]): boolean => list.length > 0

/** Combinations of valid parts that RFC 5545 forbids, or that calendar programs read differently; each with the reason. */
export const refusedCombinations: readonly (readonly [reason: Reason, applies: (rule: ParsedRule) => boolean])[] = [
  [{ code: 'monthday_in_weekly' }, (rule) => rule.freq === 'WEEKLY' && has(rule.byMonthDay)],
  [{ code: 'yearday_not_yearly' }, (rule) => rule.freq !== 'YEARLY' && has(rule.byYearDay)],
  [{ code: 'weekno_not_yearly' }, (rule) => rule.freq !== 'YEARLY' && has(rule.byWeekNo)],
  [{ code: 'numbered_weekday' }, (rule) => !isSparse(rule) && isNumbered(rule)],
  [{ code: 'setpos_in_weekly' }, (rule) => !isSparse(rule) && has(rule.bySetPos)],
  [
    { code: 'setpos_alone' },
    ({ bySetPos, byMonth, byWeekNo, byYearDay, byMonthDay, byDay }) =>
      has(bySetPos) && ![byMonth, byWeekNo, byYearDay, byMonthDay, byDay].some(has),
  ],
  [{ code: 'monthday_without_month' }, ({ freq, byMonth, byMonthDay }) => freq === 'YEARLY' && has(byMonthDay) && !has(byMonth)],
  [{ code: 'weekno_and_number' }, (rule) => has(rule.byWeekNo) && isNumbered(rule)],
  [{ code: 'weekno_and_days' }, ({ byWeekNo, byYearDay, byMonthDay }) => has(byWeekNo) && has([...byYearDay, ...byMonthDay])],
  [{ code: 'weekno_and_interval' }, (rule) => has(rule.byWeekNo) && rule.interval > 1],
  [{ code: 'weekno_and_setpos' }, (rule) => has(rule.byWeekNo) && has(rule.bySetPos)],
]
