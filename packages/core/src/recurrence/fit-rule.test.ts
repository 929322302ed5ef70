import { describe, expect, test } from 'vitest'
import { ruleOf } from '../../test/recurrence/rule-of.ts'
import { dateOf, wallMs } from '../../test/recurrence/wall-texts.ts'
import { isReason, messageOf } from '../errors/issues.ts'
import { firstOnRule, fitRule } from './fit-rule.ts'
import { renderRule } from './rule.ts'

const rendered = (rule: string, start: string) => {
  const result = fitRule(ruleOf(rule), wallMs(start))
  return isReason(result) ? messageOf(result) : renderRule(result)
}

describe('a rule fits a start that it names', () => {
  test.each([
    ['FREQ=WEEKLY;BYDAY=TU', '2026-12-08', 'FREQ=WEEKLY;BYDAY=TU'],
    ['FREQ=WEEKLY', '2026-12-08', 'FREQ=WEEKLY'],
    ['FREQ=YEARLY;BYWEEKNO=50', '2026-12-08', 'FREQ=YEARLY;BYWEEKNO=50;BYDAY=TU'],
    ['FREQ=YEARLY;BYMONTH=12;BYWEEKNO=50', '2026-12-08', 'FREQ=YEARLY;BYMONTH=12;BYWEEKNO=50;BYDAY=TU'],
    ['FREQ=YEARLY;BYWEEKNO=50;BYDAY=MO,TU', '2026-12-08', 'FREQ=YEARLY;BYWEEKNO=50;BYDAY=MO,TU'],
    ['FREQ=YEARLY', '2024-02-29', 'FREQ=YEARLY'],
    ['FREQ=YEARLY;COUNT=1', '2200-12-08', 'FREQ=YEARLY;COUNT=1'],
    ['FREQ=WEEKLY;UNTIL=20261208T090000', '2026-12-08', 'FREQ=WEEKLY;UNTIL=20261208T090000'],
  ])('%s from %s', (rule, start, expected) => expect(rendered(rule, start)).toBe(expected))
})

const offRule = (date: string) => `must name the date of the start: the first date from there that the rule names is ${date}`
const tooRare = 'must name at least two dates by the year 2200'

describe('a rule is refused', () => {
  test.each([
    ['FREQ=WEEKLY;BYDAY=MO', '2026-12-08', offRule('2026-12-14')],
    ['FREQ=WEEKLY;BYDAY=MO;COUNT=1', '2026-12-08', offRule('2026-12-14')],
    ['FREQ=MONTHLY;BYDAY=-1SU;UNTIL=20261210', '2026-12-08', offRule('2026-12-27')],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2096-03-01', offRule('2104-02-29')],
    ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', '2026-12-08', tooRare],
    ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1', '2026-12-08', tooRare],
    ['FREQ=MONTHLY;BYDAY=6MO', '2026-12-08', tooRare],
    ['FREQ=YEARLY;INTERVAL=175', '2026-12-08', tooRare],
    ['FREQ=DAILY', '2200-12-31', tooRare],
    ['FREQ=WEEKLY;UNTIL=20261208T085959', '2026-12-08', 'must have UNTIL at or after the start'],
  ])('%s from %s', (rule, start, reason) => expect(rendered(rule, start)).toBe(reason))
})

test.each([
  ['FREQ=WEEKLY;BYDAY=MO', '2026-12-08', '2026-12-14'],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20200101', '2026-12-08', '2026-12-08'],
  ['FREQ=YEARLY;INTERVAL=1000;BYMONTH=1;BYMONTHDAY=1', '2026-12-08', undefined],
])('the first date on %s from %s is %s', (rule, start, expected) => {
  const first = firstOnRule(ruleOf(rule), wallMs(start))
  expect(first === undefined ? first : dateOf(first)).toBe(expected)
})
