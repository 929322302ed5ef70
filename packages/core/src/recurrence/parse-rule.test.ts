import { describe, expect, test } from 'vitest'
import { isReason, messageOf } from '../errors/issues.ts'
import { parseRule } from './parse-rule.ts'
import { combinationsOf, invalidParts, refusedParts } from './reasons.ts'
import { renderRule, resolveUntil } from './rule.ts'

const codeOf = (text: string) => {
  const rule = parseRule(text)
  return isReason(rule) ? rule.code : undefined
}

const canonical = (text: string) => {
  const rule = parseRule(text)
  return isReason(rule) ? messageOf(rule) : renderRule(resolveUntil(rule, (instantMs) => instantMs + 3_600_000))
}

describe('an accepted rule', () => {
  test.each([
    ['RRULE:FREQ=DAILY', 'FREQ=DAILY'],
    ['rrule:freq=weekly;byday=mo;', 'FREQ=WEEKLY;BYDAY=MO'],
    ['WKST=MO;INTERVAL=01;FREQ=MONTHLY', 'FREQ=MONTHLY'],
    ['WKST=SU;COUNT=5;INTERVAL=2;FREQ=WEEKLY;BYDAY=SU,WE,MO,WE', 'FREQ=WEEKLY;INTERVAL=2;COUNT=5;BYDAY=MO,WE,SU;WKST=SU'],
    ['FREQ=MONTHLY;BYDAY=MO,+2TU,-1FR,FR,1MO', 'FREQ=MONTHLY;BYDAY=-1FR,MO,FR,1MO,2TU'],
    ['FREQ=MONTHLY;BYMONTHDAY=15,-1,+1,31', 'FREQ=MONTHLY;BYMONTHDAY=-1,1,15,31'],
    ['FREQ=YEARLY;BYSETPOS=2,-1;BYMONTHDAY=3;BYMONTH=12,1', 'FREQ=YEARLY;BYMONTH=1,12;BYMONTHDAY=3;BYSETPOS=-1,2'],
    ['FREQ=YEARLY;BYDAY=MO;BYYEARDAY=366,-366', 'FREQ=YEARLY;BYYEARDAY=-366,366;BYDAY=MO'],
    ['FREQ=YEARLY;BYDAY=TU;BYWEEKNO=53,-53', 'FREQ=YEARLY;BYWEEKNO=-53,53;BYDAY=TU'],
    ['FREQ=DAILY;UNTIL=20261231', 'FREQ=DAILY;UNTIL=20261231T235959'],
    ['FREQ=DAILY;UNTIL=20261231T190000', 'FREQ=DAILY;UNTIL=20261231T190000'],
    ['freq=daily;until=20261231t190000z', 'FREQ=DAILY;UNTIL=20261231T200000'],
    ['FREQ=DAILY;UNTIL=99991231T235959Z', 'FREQ=DAILY;UNTIL=99991231T235959'],
    ['FREQ=DAILY;UNTIL=20240229', 'FREQ=DAILY;UNTIL=20240229T235959'],
    ['FREQ=DAILY;INTERVAL=1000;COUNT=2000', 'FREQ=DAILY;INTERVAL=1000;COUNT=2000'],
    ['FREQ=DAILY;COUNT=1;BYMONTH=2;BYMONTHDAY=1;BYDAY=MO', 'FREQ=DAILY;COUNT=1;BYMONTH=2;BYMONTHDAY=1;BYDAY=MO'],
  ])('%s has the canonical text %s', (text, expected) => {
    expect(canonical(text)).toBe(expected)
    expect(canonical(expected)).toBe(expected)
  })

  test('keeps an UNTIL in UTC as an instant', () => {
    expect(parseRule('FREQ=DAILY;UNTIL=20260501T120000Z')).toMatchObject({ until: { instantMs: Date.UTC(2026, 4, 1, 12) } })
  })
})

/** Refused rules with the codes of their reasons; the name of a part means that for an invalid value of this part. */
const refused: readonly (readonly [text: string, code: string | undefined])[] = [
  [`FREQ=DAILY;BYMONTH=${'1,'.repeat(500)}1`, 'rule_too_long'],
  ['EXRULE:FREQ=DAILY', 'rule_with_exrule'],
  ['FREQ=DAILY\nEXRULE:FREQ=WEEKLY', 'rule_with_exrule'],
  ['RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY', 'several_rules'],
  ['RRULE:RRULE:FREQ=DAILY', 'several_rules'],
  ['DTSTART:20260101T000000\nRRULE:FREQ=DAILY', 'several_rules'],
  ['', 'rule_not_one_line'],
  ['FREQ=DAILY; COUNT=2', 'rule_not_one_line'],
  ['FREQ=DAILY\n', 'rule_not_one_line'],
  // The upper case of the long s and of the dotless i are S and I.
  ['FREQ=DAILY;WK\u017fT=MO', 'rule_not_one_line'],
  ['FREQ=DA\u0131LY', 'rule_not_one_line'],
  ['FREQ=DAILY;FREQ=DAILY', 'rule_part_twice'],
  ['FREQ=DAILY;COUNT=2;count=2', 'rule_part_twice'],
  ['COUNT=2', 'rule_without_freq'],
  ['FREQ=DAILY;COUNT=2;UNTIL=20260101', 'count_and_until'],
  ['FREQ=MONTHLY;BYDAY=0TH', 'weekday_zero'],
  ['FREQ=MONTHLY;BYDAY=MO,-00TH', 'weekday_zero'],
  ['FREQ=DAILY;BYHOUR=9', 'rule_with_time'],
  ['FREQ=DAILY;BYMINUTE=0,30', 'rule_with_time'],
  ['FREQ=DAILY;BYSECOND=0', 'rule_with_time'],
  ['RSCALE=GREGORIAN;FREQ=DAILY', 'rule_with_rscale'],
  ['FREQ=DAILY;SKIP=OMIT', 'rule_with_skip'],
  ['RRULE:', 'unknown_rule_part'],
  [';', 'unknown_rule_part'],
  ['FREQ=DAILY;;', 'unknown_rule_part'],
  ['FREQ', 'unknown_rule_part'],
  ['FREQ=DAILY;BYEASTER=0', 'unknown_rule_part'],
  ['FREQ=DAILY;X-MINE=1', 'unknown_rule_part'],
  ['FREQ=DAILY;BYDAY=', 'unknown_rule_part'],
  ['__proto__=DAILY', 'unknown_rule_part'],
  ['FREQ=DAILY;constructor=1', 'unknown_rule_part'],
  ...['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY,WEEKLY', '__PROTO__', 'DAILY=WEEKLY'].map((value) => [`FREQ=${value}`, 'FREQ'] as const),
  ...['0', '1001', '-1', '+1', '1.5', '1e2', '0x10', 'Infinity'].map((value) => [`FREQ=DAILY;INTERVAL=${value}`, 'INTERVAL'] as const),
  ...['0', '2001', '-1', '99999999999999999999', 'MANY'].map((value) => [`FREQ=DAILY;COUNT=${value}`, 'COUNT'] as const),
  ...[
    '2026-12-31',
    '20260230',
    '20260229',
    '20261301',
    '20260101T240000',
    '20260101T120060',
    '20260101T1200',
    '20260101Z',
    '0',
    '20260101T120000+02:00',
  ].map((value) => [`FREQ=DAILY;UNTIL=${value}`, 'UNTIL'] as const),
  ...['0', '13', '-1', '5L', 'MAY', '1,', ',1', '1,,2', '1.0'].map((value) => [`FREQ=YEARLY;BYMONTH=${value}`, 'BYMONTH'] as const),
  ...['0', '54', '-54', '1-2'].map((value) => [`FREQ=YEARLY;BYWEEKNO=${value}`, 'BYWEEKNO'] as const),
  ...['0', '367', '-367', '1000'].map((value) => [`FREQ=YEARLY;BYYEARDAY=${value}`, 'BYYEARDAY'] as const),
  ...['0', '32', '-32', '--1', '1MO'].map((value) => [`FREQ=MONTHLY;BYMONTHDAY=${value}`, 'BYMONTHDAY'] as const),
  ...['XX', 'MONDAY', '54MO', '-54MO', '1', 'MO,', '100MO', '1.5MO'].map((value) => [`FREQ=YEARLY;BYDAY=${value}`, 'BYDAY'] as const),
  ...['0', '367', '-367', '1MO'].map((value) => [`FREQ=MONTHLY;BYDAY=MO;BYSETPOS=${value}`, 'BYSETPOS'] as const),
  ...['0', 'XX', '1MO', 'MO,TU'].map((value) => [`FREQ=WEEKLY;WKST=${value}`, 'WKST'] as const),
].map(([text = '', reason]) => [text, invalidParts.get(reason ?? '')?.code ?? reason] as const)

/** One rule for each row of `combinationsOf`, in the same order. */
const combinations: readonly string[] = [
  'FREQ=WEEKLY;BYMONTHDAY=1',
  'FREQ=MONTHLY;BYYEARDAY=1',
  'FREQ=MONTHLY;BYWEEKNO=1',
  'FREQ=WEEKLY;BYDAY=1MO',
  'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1',
  'FREQ=YEARLY;BYSETPOS=1',
  'FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR',
  'FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO',
  'FREQ=YEARLY;BYWEEKNO=1;BYYEARDAY=1',
  'FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1',
  'FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU;BYSETPOS=1',
]

const anyRule = parseRule('FREQ=DAILY')
const reasons = isReason(anyRule) ? [] : combinationsOf(anyRule).map(([reason]) => reason)

describe('a refused rule', () => {
  test.each(refused)('%j %s', (text, code) => expect(codeOf(text)).toBe(code))

  test.each(combinations.map((text, index) => [text, reasons[index]?.code]))('%s %s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  test('has a test for each row of the tables', () => {
    const all = [...refusedParts.values(), ...invalidParts.values(), ...reasons]
    const tested = new Set([...refused.map(([text]) => text), ...combinations].map(codeOf))
    expect(all.filter(({ code }) => !tested.has(code))).toEqual([])
  })
})

test.each([
  ['a list of 300 months', `FREQ=YEARLY;BYMONTH=${Array.from({ length: 300 }, (_, index) => (index % 12) + 1).join(',')}`],
  ['300 weekdays', `FREQ=YEARLY;BYDAY=${Array.from({ length: 300 }, () => 'MO').join(',')}`],
])('%s are stored once each', (_, text) => {
  expect(text.length).toBeLessThanOrEqual(1_000)
  expect(canonical(text).length).toBeLessThan(60)
})

test.each([
  ['semicolons', ';'.repeat(1_000)],
  ['commas', `FREQ=YEARLY;BYMONTH=${','.repeat(970)}`],
  ['signs', `FREQ=YEARLY;BYDAY=${'+-'.repeat(480)}`],
  ['zeros', `FREQ=YEARLY;BYDAY=${'0'.repeat(960)}`],
  ['prefixes', 'RRULE:'.repeat(160)],
  ['a million characters', 'FREQ=DAILY;'.repeat(100_000)],
])('a text of %s is refused', (_, text) => expect(codeOf(text)).toBeTypeOf('string'))
