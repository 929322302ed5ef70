import { describe, expect, test } from 'vitest'
import { ruleOf } from '../../test/recurrence/rule-of.ts'
import { dateOf, wallMs } from '../../test/recurrence/wall-texts.ts'
import { isReason, messageOf } from '../errors/issues.ts'
import { shiftRule, splitRule } from './change-rule.ts'
import { type RecurrenceRule, renderRule } from './rule.ts'

const shifted = (rule: string, from: string, to: string) => {
  const result = shiftRule(ruleOf(rule), wallMs(from), wallMs(to))
  return isReason(result) ? messageOf(result) : renderRule(result)
}
const unfit = 'does not fit the new start; give the rule, too'

describe('a moved start changes the rule', () => {
  test.each([
    // 8 December 2026 is the second Tuesday of its month.
    ['FREQ=WEEKLY;BYDAY=TU', '2026-12-08', '2026-12-10', 'FREQ=WEEKLY;BYDAY=TH'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,SA', '2026-12-08', '2026-12-06', 'FREQ=WEEKLY;BYDAY=TH,SA,SU'],
    ['FREQ=WEEKLY;BYDAY=MO,TU', '2026-12-08', '2027-01-05', 'FREQ=WEEKLY;BYDAY=MO,TU'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU', '2026-12-08', '2026-12-09', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=TU'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', '2026-12-08', '2026-12-09', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,FR'],
    ['FREQ=WEEKLY', '2026-12-08', '2026-12-09', 'FREQ=WEEKLY'],
    ['FREQ=WEEKLY;BYMONTH=12;BYDAY=TU', '2026-12-08', '2027-01-05', unfit],
    // UNTIL stays the end of a day, or becomes the start of an occurrence.
    ['FREQ=WEEKLY;UNTIL=20261231', '2026-12-08', '2026-12-09T10:30:00', 'FREQ=WEEKLY;UNTIL=20270101T235959'],
    ['FREQ=WEEKLY;UNTIL=20261231', '2026-12-08T19:00:00', '2026-12-08T00:00:00', 'FREQ=WEEKLY;UNTIL=20261231T235959'],
    ['FREQ=WEEKLY;UNTIL=20261231T190000', '2026-12-08', '2026-12-09T10:30:00', 'FREQ=WEEKLY;UNTIL=20270101T103000'],
    ['FREQ=WEEKLY;UNTIL=20261231T190000', '2026-12-08T19:00:00', '2026-12-08T00:00:00', 'FREQ=WEEKLY;UNTIL=20261231T000000'],
    ['FREQ=WEEKLY;UNTIL=20261231T183000', '2026-12-08T19:00:00', '2026-12-08T00:00:00', 'FREQ=WEEKLY;UNTIL=20261230T000000'],
    ['FREQ=DAILY;UNTIL=19700101T000000', '1969-12-08T00:00:00', '1969-12-09T00:00:00', 'FREQ=DAILY;UNTIL=19700102T000000'],
    ['FREQ=WEEKLY;UNTIL=99991231', '2026-12-08', '2026-12-09', 'FREQ=WEEKLY;UNTIL=99991231T235959'],
    ['FREQ=DAILY', '2026-12-08', '2026-12-10', 'FREQ=DAILY'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', '2026-12-08', '2026-12-10', 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', '2026-12-08', '2026-12-12', unfit],
    ['FREQ=DAILY;BYMONTHDAY=8', '2026-12-08', '2026-12-09', unfit],
    ['FREQ=MONTHLY', '2026-12-08', '2026-12-10', 'FREQ=MONTHLY'],
    ['FREQ=MONTHLY;BYMONTHDAY=8', '2026-12-08', '2027-01-10', 'FREQ=MONTHLY;BYMONTHDAY=10'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-12-31', '2027-01-31', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-12-31', '2026-12-30', 'FREQ=MONTHLY;BYMONTHDAY=-2'],
    ['FREQ=MONTHLY;BYMONTHDAY=8,20', '2026-12-08', '2026-12-20', 'FREQ=MONTHLY;BYMONTHDAY=8,20'],
    ['FREQ=MONTHLY;BYMONTHDAY=8,20', '2026-12-08', '2026-12-09', unfit],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-12-08', '2026-12-16', 'FREQ=MONTHLY;BYDAY=3WE'],
    ['FREQ=MONTHLY;BYDAY=-1TU', '2026-12-29', '2026-12-24', 'FREQ=MONTHLY;BYDAY=-2TH'],
    ['FREQ=MONTHLY;BYDAY=1MO,2TU', '2026-12-08', '2026-12-09', unfit],
    ['FREQ=MONTHLY;BYDAY=TU', '2026-12-08', '2026-12-15', 'FREQ=MONTHLY;BYDAY=TU'],
    ['FREQ=MONTHLY;BYDAY=TU', '2026-12-08', '2026-12-09', unfit],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2', '2026-12-08', '2026-12-15', unfit],
    ['FREQ=MONTHLY;BYDAY=2TU;BYMONTHDAY=8', '2026-12-08', '2026-12-09', unfit],
    ['FREQ=YEARLY', '2026-12-08', '2027-02-03', 'FREQ=YEARLY'],
    ['FREQ=YEARLY;BYMONTH=12', '2026-12-08', '2027-02-03', 'FREQ=YEARLY;BYMONTH=2'],
    ['FREQ=YEARLY;BYMONTH=6,12', '2026-12-08', '2026-12-09', 'FREQ=YEARLY;BYMONTH=6,12'],
    ['FREQ=YEARLY;BYMONTH=6,12', '2026-12-08', '2027-02-03', unfit],
    ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=8', '2026-12-08', '2027-02-03', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=3'],
    ['FREQ=YEARLY;BYMONTH=12;BYDAY=2TU', '2026-12-08', '2027-02-03', 'FREQ=YEARLY;BYMONTH=2;BYDAY=1WE'],
    ['FREQ=YEARLY;BYDAY=49TU', '2026-12-08', '2027-02-03', 'FREQ=YEARLY;BYDAY=5WE'],
    ['FREQ=YEARLY;BYYEARDAY=342', '2026-12-08', '2026-12-09', unfit],
    ['FREQ=YEARLY;BYWEEKNO=50;BYDAY=TU', '2026-12-08', '2026-12-09', unfit],
  ])('%s from %s to %s: %s', (rule, from, to, expected) => expect(shifted(rule, from, to)).toBe(expected))
})

const rendered = (rule: RecurrenceRule | undefined) => (rule === undefined ? undefined : renderRule(rule))

describe('a split divides the rule', () => {
  test.each([
    ['FREQ=WEEKLY', '2026-12-15', 'FREQ=WEEKLY;UNTIL=20261208T090000', 'FREQ=WEEKLY', '2026-12-15'],
    ['FREQ=WEEKLY;COUNT=5', '2026-12-15', 'FREQ=WEEKLY;COUNT=2', 'FREQ=WEEKLY;COUNT=3', '2026-12-15'],
    ['FREQ=WEEKLY;UNTIL=20270101', '2026-12-15', 'FREQ=WEEKLY;UNTIL=20261208T090000', 'FREQ=WEEKLY;UNTIL=20270101T235959', '2026-12-15'],
    // An extra date between two dates of the rule.
    ['FREQ=WEEKLY', '2026-12-10', 'FREQ=WEEKLY;UNTIL=20261208T090000', 'FREQ=WEEKLY', '2026-12-15'],
    // An extra date before the start, and one after the end.
    ['FREQ=WEEKLY;COUNT=5', '2026-11-01', undefined, 'FREQ=WEEKLY;COUNT=5', '2026-12-01'],
    ['FREQ=WEEKLY;COUNT=2', '2026-12-20', 'FREQ=WEEKLY;COUNT=2', undefined, undefined],
  ])('%s at %s: %s and %s', (rule, key, before, after, afterStart) => {
    const split = splitRule(ruleOf(rule), wallMs('2026-12-01'), wallMs(key))
    const start = split.afterStartWallMs
    expect([rendered(split.before), rendered(split.after)]).toEqual([before, after])
    expect(start === undefined ? start : dateOf(start)).toBe(afterStart)
  })
})
