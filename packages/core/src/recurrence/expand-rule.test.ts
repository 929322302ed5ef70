import { describe, expect, test } from 'vitest'
import { edgeExamples } from '../../test/recurrence/edge-examples.ts'
import { rfcExamples } from '../../test/recurrence/rfc-examples.ts'
import { ruleOf } from '../../test/recurrence/rule-of.ts'
import { dateOf, datesOf, wallMs } from '../../test/recurrence/wall-texts.ts'
import { expandRule } from './expand-rule.ts'
import { fitRule } from './fit-rule.ts'

test.each([...rfcExamples, ...edgeExamples])('$rule from $start has the expected dates', ({ start, rule, dates }) => {
  const isWhole = !dates.endsWith(' ...')
  const expected = datesOf(dates.replace(' ...', ''))
  const found = expandRule(ruleOf(rule), wallMs(start), isWhole ? {} : { limit: expected.length })
  expect(found.map(dateOf)).toEqual(expected)
  expect(fitRule(ruleOf(rule), wallMs(start))).toEqual(ruleOf(rule))
})

describe('the week of New Year', () => {
  // 1 January 2027 is a Friday: in week 53 of 2026 if weeks begin on Monday, in week 1 of 2027 if they begin on Thursday. 2032 has 53 weeks.
  test.each([
    ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR', '2027-01-01'],
    ['FREQ=YEARLY;BYWEEKNO=-1;BYDAY=FR', '2027-01-01'],
    ['FREQ=YEARLY;BYWEEKNO=-53;BYDAY=TU', '2031-12-30'],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=FR;WKST=TH', '2027-01-01'],
    ['FREQ=YEARLY;BYWEEKNO=-52;BYDAY=TH;WKST=TH', '2026-12-31'],
  ])('%s has %s', (rule, date) => {
    const window = { from: wallMs('2026-12-29'), limit: 1 }
    expect(expandRule(ruleOf(rule), wallMs('2020-01-01'), window).map(dateOf)).toEqual([date])
  })
})

test.each([
  ['a yearly rule', 'FREQ=YEARLY', '2198-06-01', ['2198-06-01', '2199-06-01', '2200-06-01']],
  ['a daily rule', 'FREQ=DAILY', '2200-12-30T23:59:59', ['2200-12-30', '2200-12-31']],
  ['a week that reaches into 2201', 'FREQ=WEEKLY;BYDAY=WE,TH', '2200-12-31', ['2200-12-31']],
])('%s ends with the year 2200', (_, rule, start, expected) => {
  expect(expandRule(ruleOf(rule), wallMs(start)).map(dateOf)).toEqual(expected)
})

test.each([
  ['a window before the start', { from: wallMs('1990-01-01'), before: wallMs('2026-12-08') }],
  ['an empty window', { from: wallMs('2027-01-01'), before: wallMs('2027-01-01') }],
  ['a window that ends before it begins', { from: wallMs('2028-01-01'), before: wallMs('2027-01-01') }],
  ['a window after 2200', { from: wallMs('2300-01-01') }],
  ['a limit of 0', { limit: 0 }],
])('%s has no occurrences', (_, window) => {
  expect(expandRule(ruleOf('FREQ=DAILY'), wallMs('2026-12-08'), window)).toEqual([])
})

test.each([
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=MONTHLY;BYMONTH=4,6,9,11;BYMONTHDAY=31,-31',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30,31',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28;BYSETPOS=2',
])('%s has no occurrences', (rule) => {
  expect(expandRule(ruleOf(rule), wallMs('2026-12-08'))).toEqual([])
})
