import type { ParsedRule } from './rule.ts'

/** Why a text as a whole is refused. */
export const textReasons = {
  tooLong: 'must be a rule of at most 1,000 characters',
  exrule: 'must not contain EXRULE, which RFC 5545 has withdrawn: list the excluded dates instead',
  several: 'must be a single rule: make another series for each other rule',
  notOneLine: 'must be a rule on one line without spaces, such as FREQ=WEEKLY;BYDAY=MO',
  twice: 'must have each part of the rule once',
  noFrequency: 'must have FREQ',
  countAndUntil: 'must have COUNT or UNTIL, not both',
  numberZero: 'must not number a weekday 0 in BYDAY: counting begins at 1, from the end at -1',
}

const oneTimeOfDay = 'must repeat at the time of day of the start: make a series for each other time, and leave out'

/** Parts of RRULE that Kalends does not support, and why they are refused. */
export const refusedParts: ReadonlyMap<string, string> = new Map([
  ['BYHOUR', `${oneTimeOfDay} BYHOUR`],
  ['BYMINUTE', `${oneTimeOfDay} BYMINUTE`],
  ['BYSECOND', `${oneTimeOfDay} BYSECOND`],
  ['RSCALE', 'must be a rule of the Gregorian calendar, without RSCALE'],
  ['SKIP', 'must not contain SKIP: a date that a month lacks is left out'],
])

/** The sentence for a part that is not known. */
export const unknownPart =
  'must consist of NAME=VALUE parts: FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY, BYSETPOS, WKST'

/** The sentence for a part with an invalid value, by its name. */
export const valueReasons: ReadonlyMap<string, string> = new Map([
  ['FREQ', 'must have FREQ as DAILY, WEEKLY, MONTHLY or YEARLY'],
  ['INTERVAL', 'must have INTERVAL from 1 to 1,000'],
  ['COUNT', 'must have COUNT from 1 to 2,000'],
  ['UNTIL', 'must have UNTIL as a day, wall time or instant: 20261231, 20261231T190000 or 20261231T180000Z'],
  ['BYMONTH', 'must have BYMONTH as months from 1 to 12'],
  ['BYWEEKNO', 'must have BYWEEKNO as weeks from 1 to 53, or -53 to -1'],
  ['BYYEARDAY', 'must have BYYEARDAY as days from 1 to 366, or -366 to -1'],
  ['BYMONTHDAY', 'must have BYMONTHDAY as days from 1 to 31, or -31 to -1'],
  ['BYDAY', 'must have BYDAY as weekdays MO TU WE TH FR SA SU, numbered as in 1MO or -1SU up to 53'],
  ['BYSETPOS', 'must have BYSETPOS as positions from 1 to 366, or -366 to -1'],
  ['WKST', 'must have WKST as one of MO TU WE TH FR SA SU'],
])

const isSparse = ({ freq }: ParsedRule): boolean => freq === 'MONTHLY' || freq === 'YEARLY'
const isNumbered = ({ byDay }: ParsedRule): boolean => byDay.some(({ nth }) => nth !== 0)
const has = (list: readonly unknown[]): boolean => list.length > 0

/** Combinations of valid parts that RFC 5545 forbids, or that calendar programs read differently; each with the sentence. */
export const refusedCombinations: readonly (readonly [reason: string, applies: (rule: ParsedRule) => boolean])[] = [
  ['must not have BYMONTHDAY with FREQ=WEEKLY', (rule) => rule.freq === 'WEEKLY' && has(rule.byMonthDay)],
  ['must have FREQ=YEARLY with BYYEARDAY', (rule) => rule.freq !== 'YEARLY' && has(rule.byYearDay)],
  ['must have FREQ=YEARLY with BYWEEKNO', (rule) => rule.freq !== 'YEARLY' && has(rule.byWeekNo)],
  ['must have FREQ=MONTHLY or YEARLY with a numbered weekday in BYDAY', (rule) => !isSparse(rule) && isNumbered(rule)],
  ['must have FREQ=MONTHLY or YEARLY with BYSETPOS: BYDAY names the days of a week', (rule) => !isSparse(rule) && has(rule.bySetPos)],
  [
    'must have another BY part with BYSETPOS, which chooses among its days',
    ({ bySetPos, byMonth, byWeekNo, byYearDay, byMonthDay, byDay }) =>
      has(bySetPos) && ![byMonth, byWeekNo, byYearDay, byMonthDay, byDay].some(has),
  ],
  [
    'must have BYMONTH with BYMONTHDAY when FREQ is YEARLY: programs disagree about the months',
    ({ freq, byMonth, byMonthDay }) => freq === 'YEARLY' && has(byMonthDay) && !has(byMonth),
  ],
  ['must not have a numbered weekday in BYDAY with BYWEEKNO', (rule) => has(rule.byWeekNo) && isNumbered(rule)],
  [
    'must not have BYMONTHDAY or BYYEARDAY with BYWEEKNO: programs disagree about the days',
    ({ byWeekNo, byYearDay, byMonthDay }) => has(byWeekNo) && has([...byYearDay, ...byMonthDay]),
  ],
  ['must not have INTERVAL with BYWEEKNO: programs disagree about the years', (rule) => has(rule.byWeekNo) && rule.interval > 1],
  ['must not have BYSETPOS with BYWEEKNO: programs disagree about the years', (rule) => has(rule.byWeekNo) && has(rule.bySetPos)],
]
