import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { timesAt } from '../src/kinds/event/series/times-at.ts'
import { localToUtcMs, utcMsToLocal } from '../src/time/wall-time.ts'
import { clockChanges, hardZones } from './clock-changes.ts'
import { timesOf } from './event-times.ts'

const hourMs = 3_600_000

/** Durations in hours, short and across midnight. */
const durations = [0, 0.5, 1.25, 4, 26]

/** Wall times around a clock change: before, in and after the skipped or repeated time. */
const distances = [-26, -3, -1.5, -0.5, -1 / 3600, 0, 0.25, 0.5, 1, 1.5, 2, 26]

function byTemporal(key: string, hours: number, zone: string, exactMs: number): readonly [number, number] {
  const at = (wallMs: number): number =>
    Temporal.PlainDateTime.from(utcMsToLocal(wallMs)).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
  const [startMs, endMs] = [at(localToUtcMs(key)), at(localToUtcMs(key) + hours * hourMs)]
  return [startMs, endMs < startMs ? startMs + exactMs : endMs]
}

describe('occurrences around clock changes have the instants that Temporal computes', () => {
  test.each(hardZones)('%s', (zone) => {
    const wrong: string[] = []
    for (const { ms, before, after } of clockChanges(zone, 2004, 2037)) {
      for (const distance of distances) {
        const key = utcMsToLocal(ms + Math.min(before, after) + distance * hourMs)
        const first = utcMsToLocal(localToUtcMs(key) - 14 * 24 * hourMs)
        for (const hours of durations) {
          const series = timesOf(first, utcMsToLocal(localToUtcMs(first) + hours * hourMs), zone)
          // Skips a series whose first date is itself moved by another clock change.
          if (series.startLocal !== first || localToUtcMs(series.endLocal) - localToUtcMs(first) !== hours * hourMs) continue
          const { startMs, endMs } = timesAt(series, key)
          const [wantedStart, wantedEnd] = byTemporal(key, hours, zone, series.endMs - series.startMs)
          if (startMs !== wantedStart || endMs !== wantedEnd) wrong.push(`${key} +${hours}h`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})
