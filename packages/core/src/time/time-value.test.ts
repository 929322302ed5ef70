import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { listedZones } from '../../test/clock-changes.ts'
import { dateTexts } from '../../test/tables/date-texts.ts'
import { isTimeObject, readTimeObject, readTimeText, type TemporalValue } from './time-value.ts'
import { localToUtcMs, parseDateTime, parseRecordTime } from './wall-time.ts'
import { canonicalZone } from './zone.ts'

/** The least that the standard gives each value: a tag and a text. */
const standIn = (name: 'PlainDate' | 'PlainDateTime' | 'Instant' | 'ZonedDateTime', text: string): TemporalValue => ({
  [Symbol.toStringTag]: `Temporal.${name}`,
  toString: () => text,
})

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC', '+05:30']

describe('a value of Temporal', () => {
  test.each<[object, string]>([
    [Temporal.PlainDate.from('2026-05-31'), '2026-05-31'],
    [Temporal.PlainDate.from('2026-05-31').withCalendar('gregory'), '2026-05-31'],
    [Temporal.PlainDateTime.from('2026-05-31T19:30'), '2026-05-31 19:30'],
    [Temporal.PlainDateTime.from('2026-05-31T19:30:05.123456789'), '2026-05-31 19:30:05.123'],
    [Temporal.Instant.from('2026-05-31T17:30:00.5Z'), '2026-05-31T17:30:00.5Z'],
    [new Date('2026-05-31T17:30:00.500Z'), '2026-05-31T17:30:00.5Z'],
    [standIn('PlainDate', '2026-05-31'), '2026-05-31'],
    [standIn('PlainDateTime', '2026-05-31T19:30:00'), '2026-05-31 19:30'],
    [standIn('Instant', '2026-05-31T17:30:00Z'), '2026-05-31T17:30Z'],
  ])('is read as its text: %s', (value, text) => {
    expect(isTimeObject(value) && readTimeObject(value)).toEqual(parseRecordTime(text))
  })

  test.each(['2026-05-31T19:30:00+02:00[Europe/Berlin]', '2026-05-31T19:30:00+02:00[!europe/berlin][u-ca=gregory]'])(
    '%s names a zone',
    (text) => {
      expect(readTimeObject(standIn('ZonedDateTime', text))).toEqual({
        ...parseRecordTime('2026-05-31T19:30+02:00'),
        zone: 'Europe/Berlin',
      })
    },
  )

  test('has the instant of its milliseconds, also where the offset has seconds', () => {
    const value = Temporal.ZonedDateTime.from('1930-05-31T12:00:00[Africa/Monrovia]')
    const time = readTimeObject(value)
    expect(time).toMatchObject({ ...parseRecordTime(new Date(value.epochMilliseconds).toISOString()), zone: 'Africa/Monrovia' })
  })

  test.each<[object, object]>([
    [new Date(Number.NaN), { code: 'invalid_date' }],
    [new Date('1850-01-01'), { code: 'outside_years', from: 1900, to: 2200 }],
    [Temporal.PlainDate.from('+012026-05-31'), { code: 'outside_years', from: 1900, to: 2200 }],
    [standIn('ZonedDateTime', '2026-05-31T19:30:00+02:00[Mars/Olympus]'), { code: 'not_a_time_zone' }],
  ])('is refused outside of the calendar: %s', (value, reason) => {
    expect(isTimeObject(value) && readTimeObject(value)).toEqual(reason)
  })

  test('is none of these', () => {
    const others = [null, undefined, 5, '2026-05-31', {}, [], Temporal.PlainTime.from('10:00'), Temporal.Duration.from('PT1H')]
    expect(others.filter(isTimeObject)).toEqual([])
  })

  test('keeps its instant in every zone, in repeated and skipped hours as well', () => {
    const instants = fc.date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, date) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone)
        const expected = parseRecordTime(date.toISOString())
        expect(readTimeObject(date)).toEqual(expected)
        expect(readTimeObject(Temporal.Instant.fromEpochMilliseconds(date.getTime()))).toEqual(expected)
        expect(readTimeObject(zoned)).toEqual({ ...expected, zone })
        // Without `epochMilliseconds` the text alone has the instant.
        const { offsetMinutes = 0, local = '' } = { ...readTimeObject(standIn('ZonedDateTime', zoned.toString())) } as Partial<
          typeof expected & object
        >
        expect(Date.parse(`${local}Z`) - offsetMinutes * 60_000).toBe(Math.floor(date.getTime() / 1_000) * 1_000)
      }),
    )
  })
})

describe('the text of a time', () => {
  test.each(dateTexts)('$text: $why', ({ text, ok, local }) => {
    const time = readTimeText(text)
    if (ok) expect(time).toMatchObject({ local })
    else expect(time === undefined || 'code' in time).toBe(true)
    if (!text.includes('[')) expect(time).toEqual(parseDateTime(text))
  })

  test.each([
    ['2031-07-01T19:30:00+02:00[Europe/Berln]', { code: 'not_a_time_zone', nearest: 'Europe/Berlin' }],
    ['2031-07-01T17:30:00Z[Moon]', { code: 'not_a_time_zone' }],
    ['2031-07-01T19:30:00+01:00[Europe/Berlin]', { code: 'other_offset', zone: 'Europe/Berlin' }],
    ['2031-07-01T19:30:00+00:00[!Europe/Berlin]', { code: 'other_offset', zone: 'Europe/Berlin' }],
    ['2031-03-30T02:30:00+01:00[Europe/Berlin]', { code: 'other_offset', zone: 'Europe/Berlin' }],
    ['2031-07-01T19:30:00[Europe/Berlin]', undefined],
  ])('%s is refused', (text, reason) => {
    expect(readTimeText(text)).toEqual(reason)
  })

  test.each(['+02:00', '+01:00'])('both passes of a repeated hour are accepted, here %s', (offset) => {
    expect(readTimeText(`2031-10-26T02:30:00${offset}[Europe/Berlin]`)).toMatchObject({
      zone: 'Europe/Berlin',
      local: '2031-10-26T02:30:00',
    })
    expect(readTimeText(`2031-10-26T03:30:00${offset}[Europe/Berlin]`)).toMatchObject(
      offset === '+01:00' ? { zone: 'Europe/Berlin' } : { code: 'other_offset' },
    )
  })

  test('what Temporal writes is read as the same instant, with its zone', () => {
    const zones = listedZones.filter((zone) => canonicalZone(zone) === zone && isKnownToTemporal(zone))
    fc.assert(
      fc.property(
        fc.constantFrom(...zones, 'Africa/Monrovia', 'Europe/Dublin'),
        fc.integer({ min: Date.UTC(1900, 0, 2), max: Date.UTC(2200, 11, 30) }),
        (zone, ms) => {
          const text = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toString()
          const time = readTimeText(text)
          if (time === undefined || 'code' in time) throw new Error(`${text} is refused`)
          expect(time.zone).toBe(zone)
          expect(localToUtcMs(time.local) - (time.offsetMinutes ?? Number.NaN) * 60_000 + time.fractionMs).toBe(ms)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

function isKnownToTemporal(zone: string): boolean {
  try {
    return Temporal.Now.zonedDateTimeISO(zone).timeZoneId === zone
  } catch {
    return false
  }
}
