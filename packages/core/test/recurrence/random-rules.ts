import fc from 'fast-check'
import { isReason } from '../../src/errors/issues.ts'
import { parseRule } from '../../src/recurrence/parse-rule.ts'

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const dayMs = 86_400_000

const listOf = (members: fc.Arbitrary<number | string>, maxLength: number) =>
  fc.uniqueArray(members, { minLength: 1, maxLength }).map((list) => list.join(','))
const signed = (max: number) => fc.oneof(fc.integer({ min: 1, max }), fc.integer({ min: -max, max: -1 }), fc.constantFrom(1, max, -1, -max))
const named = fc.constantFrom(...weekdays)
const numbered = (max: number) => fc.tuple(signed(max), named).map(([number, weekday]) => `${number}${weekday}`)

const parts: Readonly<Record<string, fc.Arbitrary<number | string>>> = {
  INTERVAL: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 40 })),
  BYMONTH: listOf(fc.integer({ min: 1, max: 12 }), 4),
  BYWEEKNO: listOf(fc.oneof(signed(53), fc.constantFrom(1, 52, 53, -1, -52, -53)), 3),
  BYYEARDAY: listOf(fc.oneof(signed(366), fc.constantFrom(59, 60, 61, 365, -365)), 5),
  BYMONTHDAY: listOf(signed(31), 5),
  BYDAY: fc.oneof(listOf(named, 4), listOf(fc.oneof(numbered(5), named), 4), listOf(numbered(53), 4)),
  BYSETPOS: listOf(fc.oneof(signed(4), signed(366)), 4),
  WKST: named,
}

/** Accepted rules without COUNT and UNTIL, as texts. */
export const ruleTexts: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'), fc.subarray(Object.keys(parts), { maxLength: 4 }))
  .chain(([freq, names]) =>
    fc
      .tuple(...names.map((name) => (parts[name] ?? fc.constant('')).map((value) => `${name}=${value}`)))
      .map((written) => [`FREQ=${freq}`, ...written].join(';')),
  )
  .filter((text) => !isReason(parseRule(text)))

/** Starts of 1900 to 2180 at some time of the day, as wall times in milliseconds. */
export const starts: fc.Arbitrary<number> = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: Date.UTC(1900, 0, 1) / dayMs, max: Date.UTC(2180, 11, 31) / dayMs })),
    fc.constantFrom(0, 32_400_000, 68_400_000, 86_399_000),
  )
  .map(([day, time]) => day * dayMs + time)
