import type { EventTimes } from '../../../store/records.ts'
import { dayMs } from '../../../time/clock.ts'
import { localDayRange } from '../../../time/day-range.ts'
import { addLocalDays, instantToLocal, localToUtcMs, resolveLocal, utcMsToLocal } from '../../../time/wall-time.ts'
import { zoneAbbreviation } from '../../../time/zone.ts'

/** Wall times with their zone, without the instants that follow from them. */
export type WallTimes = Pick<EventTimes, 'allDay' | 'startLocal' | 'endLocal' | 'timeZone'>

/**
 * The times of an occurrence that has not moved: the wall times of its series, from the key on, resolved in the zone. An event from 19:00 to
 * 23:00 ends at 23:00 also when the clocks change in between. A start that the clocks skip moves forward, a repeated one is in the first pass.
 * If the end would come before the start, the occurrence lasts for the wall-time length of the series.
 * @param key the wall time at which it starts, `YYYY-MM-DDTHH:mm:ss`
 */
export function timesAt(series: WallTimes, key: string): EventTimes {
  const { allDay, timeZone } = series
  const range = allDay ? daysAt(series, key) : clockTimesAt(series, key)
  return { allDay, timeZone, ...range, timeZoneAbbreviation: zoneAbbreviation(timeZone, range.startMs) }
}

/**
 * The times of a series that begins at a key. Wall times that the clocks skip are kept: otherwise a series at 02:30 that begins in the night of
 * a clock change would start at 03:30 for ever.
 */
export const seriesTimesAt = (times: WallTimes, key: string): EventTimes => ({
  ...timesAt(times, key),
  startLocal: key,
  endLocal: utcMsToLocal(localToUtcMs(key) + lengthOf(times)),
})

/** The length of an event in wall time, in milliseconds. */
export const lengthOf = ({ startLocal, endLocal }: Pick<WallTimes, 'startLocal' | 'endLocal'>): number =>
  localToUtcMs(endLocal) - localToUtcMs(startLocal)

function daysAt({ startLocal, endLocal, timeZone }: WallTimes, key: string): ReturnType<typeof localDayRange> {
  const [first, last] = [startLocal.slice(0, 10), endLocal.slice(0, 10)]
  const days = (localToUtcMs(`${last}T00:00:00`) - localToUtcMs(`${first}T00:00:00`)) / dayMs
  const date = key.slice(0, 10)
  return localDayRange(date, addLocalDays(date, days), timeZone)
}

function clockTimesAt(series: WallTimes, key: string): Pick<EventTimes, 'startLocal' | 'endLocal' | 'startMs' | 'endMs'> {
  const { timeZone } = series
  const start = resolveLocal(key, timeZone)
  const end = resolveLocal(utcMsToLocal(localToUtcMs(key) + lengthOf(series)), timeZone)
  if (end.ms >= start.ms) return { startLocal: start.local, startMs: start.ms, endLocal: end.local, endMs: end.ms }
  const lastMs = start.ms + lengthOf(series)
  return { startLocal: start.local, startMs: start.ms, endLocal: instantToLocal(lastMs, timeZone), endMs: lastMs }
}
