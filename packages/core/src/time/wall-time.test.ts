import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { clockChanges, hardZones, listedZones } from '../../test/clock-changes.ts'
import { dateTexts } from '../../test/tables/date-texts.ts'
import {
  addLocalDays,
  addLocalSeconds,
  instantToLocal,
  localToUtcMs,
  parseDateTime,
  resolveLocal,
  resolveLocalLike,
  utcMsToLocal,
  utcText,
} from './wall-time.ts'
import { canonicalZone } from './zone.ts'

const long = process.env['KALENDS_LANE'] === 'long'
/** The factor of the number of cases: a tenth in the quick lane, ten in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)
const [hourMs, dayMs] = [3_600_000, 86_400_000]
const years = { min: Date.UTC(1900, 0), max: Date.UTC(2201, 0) - 1 }
const utc = (text: string) => Date.parse(`${text}Z`)

/** The texts without the suffix of RFC 9557, which `readTimeText` reads. */
const plainTexts = dateTexts.filter(({ text }) => !text.includes('['))

describe('parseDateTime', () => {
  test.each(plainTexts.filter(({ ok }) => ok))('accepts $text: $why', ({ text, local }) => {
    expect(parseDateTime(text)?.local).toBe(local)
  })

  test.each(plainTexts.filter(({ ok }) => !ok))('refuses $text: $why', ({ text }) => {
    expect(parseDateTime(text)).toBeUndefined()
  })

  test('is tested with at least 120 different texts', () => {
    expect(new Set(dateTexts.map(({ text }) => text)).size).toBe(dateTexts.length)
    expect(dateTexts.length).toBeGreaterThanOrEqual(120)
  })

  test.each([
    ['2026-05-01', { local: '2026-05-01T00:00:00', fractionMs: 0, dateOnly: true, offsetMinutes: undefined }],
    ['2026-05-01 00:00', { local: '2026-05-01T00:00:00', fractionMs: 0, dateOnly: false, offsetMinutes: undefined }],
    ['2026-05-01T18:30Z', { local: '2026-05-01T18:30:00', fractionMs: 0, dateOnly: false, offsetMinutes: 0 }],
    ['2026-05-01T18:30+00:00', { local: '2026-05-01T18:30:00', fractionMs: 0, dateOnly: false, offsetMinutes: 0 }],
    ['2026-05-01T18:30-00:00', { local: '2026-05-01T18:30:00', fractionMs: 0, dateOnly: false, offsetMinutes: 0 }],
    ['2026-05-01T18:30:15.1', { local: '2026-05-01T18:30:15', fractionMs: 100, dateOnly: false, offsetMinutes: undefined }],
    ['2026-05-01T18:30:15.01', { local: '2026-05-01T18:30:15', fractionMs: 10, dateOnly: false, offsetMinutes: undefined }],
    ['2026-05-01T18:30:15.0009', { local: '2026-05-01T18:30:15', fractionMs: 0, dateOnly: false, offsetMinutes: undefined }],
    ['2026-05-01 18:30:15.999999999+05:45', { local: '2026-05-01T18:30:15', fractionMs: 999, dateOnly: false, offsetMinutes: 345 }],
    ['2026-05-01T18:30:15-03:30', { local: '2026-05-01T18:30:15', fractionMs: 0, dateOnly: false, offsetMinutes: -210 }],
    ['2026-05-01T18:30:15-00:30', { local: '2026-05-01T18:30:15', fractionMs: 0, dateOnly: false, offsetMinutes: -30 }],
    ['2026-05-01T18:30:15-14:00', { local: '2026-05-01T18:30:15', fractionMs: 0, dateOnly: false, offsetMinutes: -840 }],
  ])('%s is read with its fraction and its offset', (text, wanted) => {
    expect(parseDateTime(text)).toStrictEqual(wanted)
  })

  test('accepts every day of 301 years, and no other date', () => {
    const days = new Set<string>()
    for (let ms = years.min; ms <= years.max; ms += dayMs) days.add(new Date(ms).toISOString().slice(0, 10))
    const two = (number: number) => String(number).padStart(2, '0')
    const taken: string[] = []
    for (let year = 1898; year <= 2202; year++) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 33; day++) {
          const text = `${year}-${two(month)}-${two(day)}`
          if (parseDateTime(text)) taken.push(text)
        }
      }
    }
    expect(taken).toEqual([...days])
  })

  test('agrees with an independent parser after a change of one character', () => {
    const seed = fc.constantFrom(...plainTexts.filter(({ ok }) => ok).map(({ text }) => text))
    const character = fc.oneof(
      fc.constantFrom(...'0123456789-+:.,TtZz /\n\u0000０٣'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    )
    fc.assert(
      fc.property(seed, fc.nat(40), fc.nat(2), character, (text, place, cut, inserted) => {
        const at = place % (text.length + 1)
        const changed = text.slice(0, at) + inserted + text.slice(at + cut)
        expect(parseDateTime(changed) !== undefined).toBe(isDateText(changed))
      }),
      { numRuns: 30_000 * times },
    )
  })

  test('agrees with the independent parser for any text, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseDateTime(text) !== undefined).toBe(isDateText(text))
      }),
      { numRuns: 2000 },
    )
  })
})

/** An independent implementation of the grammar: splits the text from its ends instead of matching it. */
function isDateText(given: string): boolean {
  // The basic format is the other one without hyphens and colons.
  const [day8, time6] = [given.slice(0, 8), given.slice(9, 15)]
  const isBasic = given[8] === 'T' && [...day8, ...time6].every((digit) => '0123456789'.includes(digit)) && time6.length === 6
  const text = isBasic
    ? `${day8.slice(0, 4)}-${day8.slice(4, 6)}-${day8.slice(6)}T${time6.slice(0, 2)}:${time6.slice(2, 4)}:${time6.slice(4)}${given.slice(15)}`
    : given
  const digits = (part: string | undefined, length: number) =>
    part?.length === length && [...part].every((digit) => '0123456789'.includes(digit))
  const within = (part: string, from: number, to: number) => digits(part, 2) && Number(part) >= from && Number(part) <= to
  const [year = '', month = '', day = '', ...rest] = text.slice(0, 10).split('-')
  if (!digits(year, 4) || !digits(month, 2) || !digits(day, 2) || rest.length > 0) return false
  if (Number(year) < 1900 || Number(year) > 2200 || !within(month, 1, 12)) return false
  if (!within(day, 1, Temporal.PlainYearMonth.from({ year: Number(year), month: Number(month) }).daysInMonth)) return false
  if (text.length === 10) return true
  if (text[10] !== 'T' && text[10] !== ' ') return false
  let time = text.slice(11)
  const signs = [...time].flatMap((sign, at) => (sign === '+' || sign === '-' ? at : []))
  const [at] = signs
  if (time.endsWith('Z')) time = time.slice(0, -1)
  else if (at !== undefined) {
    const offset = time.slice(at + 1)
    const [hours = '', minutes = '00', ...more] = offset.includes(':') ? offset.split(':') : [offset.slice(0, 2), offset.slice(2) || '00']
    if (more.length > 0 || !within(hours, 0, 14) || !within(minutes, 0, hours === '14' ? 0 : 59)) return false
    time = time.slice(0, at)
  }
  const [hour = '', minute = '', seconds, ...more] = time.split(':')
  if (more.length > 0 || !within(hour, 0, 23) || !within(minute, 0, 59)) return false
  if (seconds === undefined) return true
  const [second = '', fraction, ...others] = seconds.split('.')
  if (others.length > 0 || !within(second, 0, 59)) return false
  return fraction === undefined || (fraction.length >= 1 && fraction.length <= 9 && digits(fraction, fraction.length))
}

describe('arithmetic of wall times', () => {
  test.each([
    ['1970-01-01T00:00:00', 0],
    ['2026-05-01T18:30:15', 1_777_660_215_000],
    ['1899-12-31T23:59:59', -2_208_988_801_000],
    ['2200-12-31T23:59:59', 7_289_654_399_000],
  ])('%s is %d as if UTC', (local, ms) => {
    expect(localToUtcMs(local)).toBe(ms)
    expect(utcMsToLocal(ms)).toBe(local)
  })

  test('parts of a second are cut off towards the past', () => {
    expect([utcMsToLocal(-1), utcMsToLocal(999), utcMsToLocal(-1000)]).toEqual([
      '1969-12-31T23:59:59',
      '1970-01-01T00:00:00',
      '1969-12-31T23:59:59',
    ])
    expect(instantToLocal(-1, 'UTC')).toBe('1969-12-31T23:59:59')
    expect(instantToLocal(-1, 'Asia/Kathmandu')).toBe('1970-01-01T05:29:59')
  })

  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['1900-01-01', -1, '1899-12-31'],
    ['2200-12-31', 1, '2201-01-01'],
    ['2026-02-28T23:59:59', 2, '2026-03-02T23:59:59'],
    ['2026-02-28T23:59:59', 0, '2026-02-28T23:59:59'],
  ])('%s plus %d days is %s', (from, days, wanted) => {
    expect(addLocalDays(from, days)).toBe(wanted)
  })

  test('seconds and days add up as in Temporal', () => {
    fc.assert(
      fc.property(fc.integer(years), fc.integer({ min: -1e8, max: 1e8 }), fc.integer({ min: -3000, max: 3000 }), (ms, seconds, days) => {
        const local = utcMsToLocal(ms)
        const time = Temporal.PlainDateTime.from(local)
        expect(local).toBe(new Date(ms).toISOString().slice(0, 19))
        expect(utcText(ms, ' ')).toBe(local.replace('T', ' '))
        expect(utcMsToLocal(localToUtcMs(local))).toBe(local)
        expect(addLocalSeconds(local, seconds)).toBe(time.add({ seconds }).toString())
        expect(addLocalDays(local, days)).toBe(time.add({ days }).toString())
        expect(addLocalDays(local.slice(0, 10), days)).toBe(time.toPlainDate().add({ days }).toString())
      }),
      { numRuns: 2000 },
    )
  })
})

describe('resolveLocal', () => {
  test.each([
    ['UTC', '2026-05-01T18:30:00', '2026-05-01T18:30:00', '2026-05-01T18:30:00'],
    ['+05:30', '2026-05-01T18:30:00', '2026-05-01T13:00:00', '2026-05-01T18:30:00'],
    ['-03:30', '2026-05-01T22:30:00', '2026-05-02T02:00:00', '2026-05-01T22:30:00'],
    ['Europe/Berlin', '2026-01-01T00:00:00', '2025-12-31T23:00:00', '2026-01-01T00:00:00'],
    ['Europe/Berlin', '2026-03-29T01:59:59', '2026-03-29T00:59:59', '2026-03-29T01:59:59'],
    ['Europe/Berlin', '2026-03-29T02:00:00', '2026-03-29T01:00:00', '2026-03-29T03:00:00'],
    ['Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:30:00', '2026-03-29T03:30:00'],
    ['Europe/Berlin', '2026-03-29T02:59:59', '2026-03-29T01:59:59', '2026-03-29T03:59:59'],
    ['Europe/Berlin', '2026-03-29T03:00:00', '2026-03-29T01:00:00', '2026-03-29T03:00:00'],
    ['Europe/Berlin', '2026-10-25T01:59:59', '2026-10-24T23:59:59', '2026-10-25T01:59:59'],
    ['Europe/Berlin', '2026-10-25T02:00:00', '2026-10-25T00:00:00', '2026-10-25T02:00:00'],
    ['Europe/Berlin', '2026-10-25T02:59:59', '2026-10-25T00:59:59', '2026-10-25T02:59:59'],
    ['Europe/Berlin', '2026-10-25T03:00:00', '2026-10-25T02:00:00', '2026-10-25T03:00:00'],
    ['America/New_York', '2026-03-08T02:30:00', '2026-03-08T07:30:00', '2026-03-08T03:30:00'],
    ['America/New_York', '2026-11-01T01:30:00', '2026-11-01T05:30:00', '2026-11-01T01:30:00'],
    ['America/Sao_Paulo', '2018-11-04T00:30:00', '2018-11-04T03:30:00', '2018-11-04T01:30:00'],
    ['Europe/Dublin', '2026-10-25T01:30:00', '2026-10-25T00:30:00', '2026-10-25T01:30:00'],
    ['Australia/Lord_Howe', '2026-10-04T02:15:00', '2026-10-03T15:45:00', '2026-10-04T02:45:00'],
    ['Australia/Lord_Howe', '2026-04-05T01:45:00', '2026-04-04T14:45:00', '2026-04-05T01:45:00'],
    ['Pacific/Apia', '2011-12-30T12:00:00', '2011-12-30T22:00:00', '2011-12-31T12:00:00'],
    ['Pacific/Kwajalein', '1993-08-21T08:00:00', '1993-08-21T20:00:00', '1993-08-22T08:00:00'],
    ['Pacific/Kwajalein', '1969-09-30T12:00:00', '1969-09-30T01:00:00', '1969-09-30T12:00:00'],
    ['Africa/Monrovia', '1960-01-01T00:00:00', '1960-01-01T00:44:30', '1960-01-01T00:00:00'],
    ['Asia/Pyongyang', '2018-05-04T23:45:00', '2018-05-04T15:15:00', '2018-05-05T00:15:00'],
  ])('%s: %s is %s in UTC, and shown as %s', (zone, local, inUtc, shown) => {
    expect(resolveLocal(local, zone)).toEqual({ ms: utc(inUtc), local: shown })
  })

  test('of a wall time that occurs twice, resolveLocalLike selects the pass nearer to an instant', () => {
    const [first, second] = [utc('2026-10-25T00:30:00'), utc('2026-10-25T01:30:00')]
    const near = (ms: number) => resolveLocalLike('2026-10-25T02:30:00', 'Europe/Berlin', ms).ms
    expect([near(first), near(0), near(first + hourMs / 2)]).toEqual([first, first, first])
    expect([near(second), near(second + 1e12), near(first + hourMs / 2 + 1)]).toEqual([second, second, second])
    expect(resolveLocalLike('2026-10-25T03:30:00', 'Europe/Berlin', first).ms).toBe(utc('2026-10-25T02:30:00'))
    expect(resolveLocalLike('2026-03-29T02:30:00', 'Europe/Berlin', 0)).toEqual({
      ms: utc('2026-03-29T01:30:00'),
      local: '2026-03-29T03:30:00',
    })
  })

  test('a zone that is not canonical is refused', () => {
    expect(() => resolveLocal('2026-05-01T18:30:00', 'europe/berlin')).toThrow(RangeError)
  })

  test('an instant that is converted to wall time and back with resolveLocalLike stays the same', () => {
    const anyZone = fc.constantFrom(...listedZones.filter((zone) => canonicalZone(zone) !== undefined), '+05:30', '-14:00')
    const changes = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', ...(long ? hardZones : [])].flatMap(
      (zone) => clockChanges(zone, 1990, 2030).map(({ ms }) => ({ zone, ms })),
    )
    const somewhere = fc.record({ zone: anyZone, ms: fc.integer(years) })
    const nearChange = fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * hourMs, max: 3 * hourMs }))
      .map(([change, distance]) => ({ zone: change.zone, ms: change.ms + distance }))
    fc.assert(
      fc.property(fc.oneof(somewhere, nearChange), ({ zone, ms }) => {
        const local = instantToLocal(ms, zone)
        const wholeMs = Math.floor(ms / 1000) * 1000
        expect(local).toBe(
          Temporal.Instant.fromEpochMilliseconds(wholeMs).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'second' }),
        )
        expect(resolveLocalLike(local, zone, wholeMs)).toEqual({ ms: wholeMs, local })
        // Without an instant to be near to, the earlier pass is selected.
        const resolved = resolveLocal(local, zone)
        expect(resolved.local).toBe(local)
        expect(resolved.ms).toBeLessThanOrEqual(wholeMs)
        expect(instantToLocal(resolved.ms, zone)).toBe(local)
      }),
      { numRuns: 30_000 * times },
    )
  })
})
