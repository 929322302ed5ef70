import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hardZones } from '../../../../test/clock-changes.ts'
import { openCalendar } from '../../../../test/open-calendar.ts'
import { isReason, messageOf } from '../../../errors/issues.ts'
import { expandRule } from '../../../recurrence/expand-rule.ts'
import { parseRule } from '../../../recurrence/parse-rule.ts'
import { resolveUntil } from '../../../recurrence/rule.ts'
import { localToUtcMs, resolveLocal, utcMsToLocal } from '../../../time/wall-time.ts'
import { dueBefore, horizonOf } from './horizon.ts'

/** Scales the number of cases to the lane: a tenth in the quick lane, ten times as many in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

describe('the horizon', () => {
  test.each([
    ['2026-06-01T12:00:00Z', 'Europe/Berlin', 30, '2028-12-01T14:00:00', '2028-07-01T14:00:00'],
    ['2026-08-31T12:00:00Z', 'UTC', 6, '2027-02-28T12:00:00', '2026-09-30T12:00:00'],
    ['2026-12-31T23:30:00Z', 'Europe/Berlin', 12, '2028-01-01T00:30:00', '2027-08-01T00:30:00'],
  ])('at %s in %s with %i months is %s, and an extension is due before %s', (now, zone, months, horizon, due) => {
    expect([horizonOf(Date.parse(now), zone, months), dueBefore(Date.parse(now), zone, months)]).toEqual([horizon, due])
  })
})

const days = fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1 })
const ending = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 1, max: 60 }).map((count) => `;COUNT=${count}`),
  fc.integer({ min: 2027, max: 2031 }).map((year) => `;UNTIL=${year}0630`),
)
const rule = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=YEARLY'),
      days.map((names) => `FREQ=WEEKLY;BYDAY=${names.join(',')}`),
      days.map((names) => `FREQ=MONTHLY;BYDAY=${names.map((name) => `2${name}`).join(',')}`),
      fc.integer({ min: 1, max: 28 }).map((day) => `FREQ=MONTHLY;BYMONTHDAY=${day}`),
    ),
    fc.integer({ min: 1, max: 9 }),
    ending,
  )
  .map(([text, interval, end]) => `${text};INTERVAL=${interval}${end}`)

/** The wall times of a rule from its first date on, by the expander alone. */
function expand(text: string, before: string): { readonly start: string; readonly all: readonly string[] } {
  const parsed = parseRule(text)
  if (isReason(parsed)) throw new Error(`${text} ${messageOf(parsed)}`)
  const resolved = resolveUntil(parsed, (ms) => ms)
  const [start = 0] = expandRule({ ...resolved, count: undefined, until: undefined }, localToUtcMs('2026-06-02T02:30:00'), { limit: 1 })
  const window = before === '' ? {} : { before: localToUtcMs(before) }
  return { start: utcMsToLocal(start), all: expandRule(resolved, start, window).map(utcMsToLocal) }
}

test('a series that is extended at random times has each of its dates once, at the wall time of its zone', {
  timeout: 120_000,
}, async () => {
  const steps = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(rule, fc.constantFrom(...hardZones), steps, async (text, timeZone, daysLater) => {
      const { calendar, clock, memory } = openCalendar()
      const startDate = expand(text, '').start
      const endDate = utcMsToLocal(localToUtcMs(startDate) + 3_600_000)
      const { id } = await calendar.events.create({ title: 'Market', startDate, endDate, timeZone, recurrence: text })
      for (const step of daysLater) {
        clock.advance(step * 86_400_000)
        await calendar.maintenance.extendSeries()
      }
      const { records } = memory.snapshot().events
      const extendedTo = records.find((event) => event.id === id)?.extendedTo ?? ''
      const occurrences = records.filter(({ seriesId }) => seriesId === id)
      expect(occurrences.map(({ occurrenceKey }) => occurrenceKey).sort()).toEqual(expand(text, extendedTo).all)
      for (const { occurrenceKey, times: own } of occurrences) expect(own.startMs).toBe(resolveLocal(occurrenceKey, timeZone).ms)
      expect((await calendar.maintenance.verifySeries({ dryRun: true })).findings).toEqual([])
    }),
    { numRuns: Math.max(10, 200 * times) },
  )
})
