import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { clockChanges, hardZones } from '../../test/clock-changes.ts'
import { relativeNow, relativeTexts } from '../../test/tables/relative-texts.ts'
import { isOfMinute, parseRelativeTime, resolveRelativeTime } from './relative-time.ts'

/** A resolved text in the notation of the table: a date, or an instant with `Z`. */
function meaning(text: string, nowMs: number, zone: string): string | undefined {
  const time = parseRelativeTime(text)
  const resolved = time && resolveRelativeTime(time, nowMs, zone)
  if (resolved === undefined) return undefined
  expect(resolved).toMatchObject({ fractionMs: 0, offsetMinutes: resolved.dateOnly ? undefined : 0 })
  return resolved.dateOnly ? resolved.local.slice(0, 10) : `${resolved.local}Z`
}

describe('a relative text', () => {
  test.each(relativeTexts)('$text means $means', ({ text, means }) =>
    expect(meaning(text, Date.parse(relativeNow), 'Europe/Berlin')).toBe(means),
  )

  test('that is invalid and has a million characters is refused, without exponential backtracking', () => {
    for (const text of ['+'.repeat(1e6), '1'.repeat(1e6), `1${' '.repeat(1e6)}day`, `1 ${'day'.repeat(1e6)}`, 'now'.repeat(1e6)])
      expect(parseRelativeTime(text)).toBeUndefined()
  })

  test.each<[string, boolean]>([
    ['now', true],
    ['+1 minute', true],
    ['-2 hours', true],
    ['today', false],
    ['+1 day', false],
    ['3 weeks', false],
    ['1 month', false],
    ['1 year', false],
  ])('%s changes each minute: %s', (text, expected) => {
    const time = parseRelativeTime(text)
    expect(time && isOfMinute(time)).toBe(expected)
  })
})

const plain = fc.record({
  amount: fc.integer({ min: -2_000, max: 2_000 }),
  unit: fc.constantFrom('minute', 'hour', 'day', 'week', 'month', 'year'),
})

/** The result of Temporal, within the valid years of dates. */
function expected({ amount, unit }: { amount: number; unit: string }, nowMs: number, zone: string): string | undefined {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs)
  if (unit === 'minute' || unit === 'hour') {
    const running = now.round({ smallestUnit: 'minute', roundingMode: 'floor' })
    const at = running.add({ minutes: unit === 'hour' ? 60 * amount : amount })
    return `${at.toString().slice(0, 19)}Z`
  }
  const date = now
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .add({ [`${unit}s`]: amount }, { overflow: 'constrain' })
  return date.year < 1900 || date.year > 2200 ? undefined : date.toString()
}

describe('relative times resolve as in Temporal', () => {
  const anyInstant = fc.integer({ min: Date.UTC(1972, 1), max: Date.UTC(2099, 0) })
  const textOf = ({ amount, unit }: { amount: number; unit: string }): string => `${amount} ${unit}s`

  test('at any instant, in any zone', () => {
    fc.assert(
      fc.property(plain, anyInstant, fc.constantFrom(...hardZones), (time, nowMs, zone) => {
        expect(meaning(textOf(time), nowMs, zone)).toBe(expected(time, nowMs, zone))
      }),
      { numRuns: 2_000 },
    )
  })

  test('in the minutes around clock changes', () => {
    const changes = hardZones.flatMap((zone) => clockChanges(zone, 1975, 2037).map(({ ms }) => ({ zone, ms })))
    fc.assert(
      fc.property(plain, fc.constantFrom(...changes), fc.integer({ min: -90 * 60_000, max: 90 * 60_000 }), (time, { zone, ms }, offset) => {
        expect(meaning(textOf(time), ms + offset, zone)).toBe(expected(time, ms + offset, zone))
      }),
      { numRuns: 2_000 },
    )
  })
})
