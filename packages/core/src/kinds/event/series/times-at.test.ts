import { describe, expect, test } from 'vitest'
import { timesOf } from '../../../../test/event-times.ts'
import type { EventTimes } from '../../../store/records.ts'
import { utcMsToLocal } from '../../../time/wall-time.ts'
import { timesAt } from './times-at.ts'

const shown = ({ startLocal, endLocal, startMs, endMs }: EventTimes): string =>
  [startLocal, endLocal, utcMsToLocal(startMs), utcMsToLocal(endMs)].join(' / ')

describe('the times of an occurrence', () => {
  const night = timesOf('2026-03-01T22:00:00', '2026-03-02T06:00:00', 'Europe/Berlin')
  const early = timesOf('2026-03-01T02:30:00', '2026-03-01T03:15:00', 'Europe/Berlin')
  const late = timesOf('2026-03-01T02:15:00', '2026-03-01T02:45:00', 'Europe/Berlin')
  test.each<[string, EventTimes, string, string]>([
    [
      'keep the wall time of the end in the night that clocks go forward',
      night,
      '2026-03-28T22:00:00',
      '2026-03-28T22:00:00 / 2026-03-29T06:00:00 / 2026-03-28T21:00:00 / 2026-03-29T04:00:00',
    ],
    [
      'keep the wall time of the end in the night that clocks go back',
      night,
      '2026-10-24T22:00:00',
      '2026-10-24T22:00:00 / 2026-10-25T06:00:00 / 2026-10-24T20:00:00 / 2026-10-25T05:00:00',
    ],
    [
      'move a skipped start forward, and keep the length where the end would come before the start',
      early,
      '2026-03-29T02:30:00',
      '2026-03-29T03:30:00 / 2026-03-29T04:15:00 / 2026-03-29T01:30:00 / 2026-03-29T02:15:00',
    ],
    [
      'move a skipped start and end forward',
      late,
      '2026-03-29T02:15:00',
      '2026-03-29T03:15:00 / 2026-03-29T03:45:00 / 2026-03-29T01:15:00 / 2026-03-29T01:45:00',
    ],
    [
      'are in the first pass of a repeated hour',
      late,
      '2026-10-25T02:15:00',
      '2026-10-25T02:15:00 / 2026-10-25T02:45:00 / 2026-10-25T00:15:00 / 2026-10-25T00:45:00',
    ],
    [
      'cover the days of an all-day series',
      timesOf('2026-03-01T00:00:00', '2026-03-02T00:00:00', 'Europe/Berlin', true),
      '2026-03-28T00:00:00',
      '2026-03-28T00:00:00 / 2026-03-29T23:59:59 / 2026-03-27T23:00:00 / 2026-03-29T21:59:59',
    ],
    [
      'move a day that a zone skipped to the next one',
      timesOf('2011-12-23T00:00:00', '2011-12-23T00:00:00', 'Pacific/Apia', true),
      '2011-12-30T00:00:00',
      '2011-12-31T00:00:00 / 2011-12-31T23:59:59 / 2011-12-30T10:00:00 / 2011-12-31T09:59:59',
    ],
  ])('%s', (_, series, key, wanted) => {
    expect(shown(timesAt(series, key))).toBe(wanted)
  })

  test('are those of the series at its start', () => {
    for (const times of [night, early, late]) expect(timesAt(times, times.startLocal)).toEqual(times)
  })
})
