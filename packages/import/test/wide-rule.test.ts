import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { readParts } from '../src/icalendar/rule.ts'
import type { FileTimes } from '../src/icalendar/times.ts'
import { createStepBudget, expandWide } from '../src/icalendar/wide-rule.ts'

/** Scales the number of cases to the lane: a tenth in the quick lane, ten times as many in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

const wall = '2026-01-01T09:30:00'
const start = { wall, zone: 'UTC' }
const event: FileTimes = { allDay: false, zone: 'UTC', start, end: start, warnings: [] }
const startMs = Date.parse(`${wall}Z`)
const horizonMs = Date.UTC(2027, 5, 1)

const dates = (rule: string) => expandWide(readParts(rule, event), event, startMs, { horizonMs, steps: createStepBudget() })

/** The dates that ical.js finds. */
function oracle(rule: string, limit: number): readonly number[] {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(wall, undefined as never))
  const found: number[] = []
  for (let next = iterator.next(); next && found.length < limit; next = iterator.next()) {
    const ms = Date.parse(`${next.toString().replace('Z', '')}Z`)
    if (ms > horizonMs) break
    found.push(ms)
  }
  return found
}

/** ical.js gives the dates of a list in the order of the list. */
const sorted = (list: readonly number[]): string => list.toSorted((a, b) => a - b).join(',')

const hours = fc.uniqueArray(fc.nat(23), { minLength: 1, maxLength: 3 }).map((list) => `BYHOUR=${sorted(list)}`)
const minutes = fc.uniqueArray(fc.nat(59), { minLength: 1, maxLength: 2 }).map((list) => `BYMINUTE=${sorted(list)}`)
const weekdays = fc
  .uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), { minLength: 1, maxLength: 3 })
  .map((list) => `BYDAY=${list.join(',')}`)
const months = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }).map((list) => `BYMONTH=${sorted(list)}`)
const interval = fc.integer({ min: 1, max: 7 }).map((number) => `INTERVAL=${number}`)

const rules = fc.oneof(
  fc.tuple(fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY'), interval, hours, minutes),
  fc.tuple(fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY'), hours, weekdays),
  fc.tuple(fc.constant('FREQ=HOURLY'), interval),
  fc.tuple(fc.constant('FREQ=HOURLY'), interval, weekdays),
  fc.tuple(fc.constant('FREQ=HOURLY'), interval, months),
  fc.tuple(fc.constant('FREQ=MINUTELY'), fc.constantFrom('INTERVAL=45', 'INTERVAL=90', 'INTERVAL=600')),
)

test('rules that Kalends does not take have the dates that ical.js finds', () => {
  fc.assert(
    fc.property(rules, (parts) => {
      const rule = parts.join(';')
      // ical.js does not check the day of the start: FREQ=DAILY;BYHOUR=10;BYDAY=MO has the Thursday on which it starts.
      const later = (all: readonly number[] | undefined) => all?.filter((ms) => ms >= startMs + 86_400_000).slice(0, 60)
      expect(later(dates(rule)), rule).toEqual(later(oracle(rule, 100)))
    }),
    { numRuns: Math.ceil(500 * times) },
  )
})

test.each<[string, number]>([
  ['FREQ=YEARLY;BYMONTHDAY=1', 17],
  ['FREQ=YEARLY;BYWEEKNO=20;INTERVAL=2', 1],
  ['FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=1;COUNT=3', 3],
  ['FREQ=DAILY;BYHOUR=9,10;UNTIL=20260102T093000Z', 3],
])('%s has %i dates', (rule, count) => {
  expect(dates(rule)).toHaveLength(count)
})

test.each([
  'FREQ=HOURLY;BYSETPOS=1',
  'FREQ=DAILY;BYHOUR=x',
  'FREQ=DAILY;BYHOUR=70',
  'FREQ=NEVER',
  'FREQ=HOURLY;COUNT=0',
  'FREQ=HOURLY;BYEASTER=1',
])('%s is not read', (rule) => {
  expect(dates(rule)).toBeUndefined()
})
