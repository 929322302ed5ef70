import { describe, expect, test } from 'vitest'
import { localDayRange, todayLocal } from './day-range.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

describe('localDayRange', () => {
  test.each([
    ['an ordinary day', 'Europe/Berlin', '2026-05-01', '2026-04-30T22:00:00', '2026-05-01T21:59:59', 24],
    ['UTC', 'UTC', '2026-05-01', '2026-05-01T00:00:00', '2026-05-01T23:59:59', 24],
    ['a fixed offset', '+05:30', '2026-05-01', '2026-04-30T18:30:00', '2026-05-01T18:29:59', 24],
    ['clocks go forward', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00', '2026-03-29T21:59:59', 23],
    ['clocks go back', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00', '2026-10-25T22:59:59', 25],
    ['summer time of half an hour', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00', '2026-10-04T12:59:59', 23.5],
    ['midnight is skipped', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00', '2018-11-05T01:59:59', 23],
    ['the day before has 24 hours', 'America/Sao_Paulo', '2018-11-03', '2018-11-03T03:00:00', '2018-11-04T02:59:59', 24],
    ['midnight occurs twice', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00', '2026-11-02T04:59:59', 25],
    ['the last hour occurs twice', 'America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00', '2018-02-18T02:59:59', 25],
    ['the last hour is skipped', 'Asia/Dhaka', '2009-06-19', '2009-06-18T18:00:00', '2009-06-19T16:59:59', 23],
    [
      'the last hour occurs twice, after a minute of the next day',
      'America/St_Johns',
      '2006-10-28',
      '2006-10-28T02:30:00',
      '2006-10-29T03:29:59',
      25,
    ],
    [
      'the first minute occurs twice, with an hour of the day before between',
      'America/St_Johns',
      '2006-10-29',
      '2006-10-29T02:30:00',
      '2006-10-30T03:29:59',
      25,
    ],
    ['summer time of two hours', 'Antarctica/Troll', '2026-03-29', '2026-03-29T00:00:00', '2026-03-29T21:59:59', 22],
    ['three hours back', 'Antarctica/Casey', '2010-03-05', '2010-03-04T13:00:00', '2010-03-05T15:59:59', 27],
    ['seven hours back', 'Antarctica/Vostok', '1994-01-31', '1994-01-30T17:00:00', '1994-01-31T23:59:59', 31],
    ['seven hours forward', 'Antarctica/Vostok', '1994-11-01', '1994-11-01T00:00:00', '1994-11-01T16:59:59', 17],
    ['47 hours of one date', 'Pacific/Kwajalein', '1969-09-30', '1969-09-29T13:00:00', '1969-10-01T11:59:59', 47],
    ['a local mean time with seconds', 'Africa/Monrovia', '1960-01-01', '1960-01-01T00:44:30', '1960-01-02T00:44:29', 24],
  ])('%s: %s, %s', (_why, zone, date, first, last, hours) => {
    const range = localDayRange(date, date, zone)
    expect(range).toEqual({ startLocal: `${date}T00:00:00`, endLocal: `${date}T23:59:59`, startMs: utc(first), endMs: utc(last) })
    expect((range.endMs + 1000 - range.startMs) / 3_600_000).toBe(hours)
  })

  test.each([
    ['Pacific/Apia', '2011-12-30', '2011-12-31'],
    ['Pacific/Fakaofo', '2011-12-30', '2011-12-31'],
    ['Pacific/Kwajalein', '1993-08-21', '1993-08-22'],
    ['Pacific/Kiritimati', '1994-12-31', '1995-01-01'],
  ])('%s has no %s: it counts as %s', (zone, missing, next) => {
    expect(localDayRange(missing, missing, zone)).toEqual(localDayRange(next, next, zone))
    expect(localDayRange(next, next, zone).startLocal).toBe(`${next}T00:00:00`)
  })

  test('a missing day inside a range changes nothing, and at an end of the range counts as the next day', () => {
    const [before, missing, after] = ['2011-12-29', '2011-12-30', '2011-12-31']
    const around = localDayRange(before, after, 'Pacific/Apia')
    expect(around.endMs + 1000 - around.startMs).toBe(48 * 3_600_000)
    expect(localDayRange(before, missing, 'Pacific/Apia')).toEqual(around)
    expect(localDayRange(missing, after, 'Pacific/Apia')).toEqual(localDayRange(after, after, 'Pacific/Apia'))
  })

  test('several days run from the first to the last second', () => {
    expect(localDayRange('2026-03-28', '2026-03-30', 'Europe/Berlin')).toEqual({
      startLocal: '2026-03-28T00:00:00',
      endLocal: '2026-03-30T23:59:59',
      startMs: utc('2026-03-27T23:00:00'),
      endMs: utc('2026-03-30T21:59:59'),
    })
  })
})

test.each([
  ['UTC', '2026-05-01T00:00:00', '2026-05-01'],
  ['Pacific/Kiritimati', '2026-05-01T10:00:00', '2026-05-02'],
  ['Pacific/Kiritimati', '2026-05-01T09:59:59.999', '2026-05-01'],
  ['Pacific/Pago_Pago', '2026-05-01T10:59:59', '2026-04-30'],
  ['-14:00', '2026-05-01T13:59:59', '2026-04-30'],
  ['Pacific/Apia', '2011-12-30T10:00:00', '2011-12-31'],
  ['Pacific/Apia', '2011-12-30T09:59:59', '2011-12-29'],
])('today in %s at %s UTC is %s', (zone, now, today) => {
  expect(todayLocal(utc(now), zone)).toBe(today)
})

test('today is right at every second around midnight, in either direction, also when the clocks go back over it', () => {
  // In St. John's clocks went from 00:01 back to 23:01 of the day before.
  const midnight = utc('2006-10-29T02:30:00')
  const shown = (second: number): string => todayLocal(midnight + second * 1000, 'America/St_Johns')
  const seconds = [-1, 0, 59, 60, 3_599, 3_660, 59, -1, 60, 3_660]
  expect(seconds.map((second) => shown(second).slice(8))).toEqual(['28', '29', '29', '28', '28', '29', '29', '28', '28', '29'])
})

test('today is right where clocks were once changed within a minute', () => {
  // Liberia was 44:30 behind, and moved forward by that on 7 January 1972 at 00:44:30 UTC.
  const shown = (time: string): string => todayLocal(utc(time), 'Africa/Monrovia')
  expect(shown('1972-01-07T00:44:29')).toBe('1972-01-06')
  expect(shown('1972-01-07T00:44:30')).toBe('1972-01-07')
})
