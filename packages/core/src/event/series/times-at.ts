import type { EventTimes } from '../../store/records.ts'
import { localDayRange } from '../../time/day-range.ts'
import { addLocalDays, instantToLocal, localToUtcMs, resolveLocal, utcMsToLocal } from '../../time/wall-time.ts'
import { zoneAbbreviation } from '../../time/zone.ts'

const dayMs = 86_400_000

/**
 * The times of an occurrence that has not moved: the wall times of its series, from the key on, resolved in the zone. An event from 19:00 to
 * 23:00 ends at 23:00 also where clocks change in between. A start that clocks skip moves forward, a repeated one is the first. Where the end
 * would come before the start, the occurrence lasts as long as the series' first date does.
 * @param key the wall time at which it starts, `YYYY-MM-DDTHH:mm:ss`
 */
export function timesAt(series: EventTimes, key: string): EventTimes {
  const { allDay, timeZone } = series
  const range = allDay ? daysAt(series, key) : clockTimesAt(series, key)
  return { allDay, timeZone, ...range, timeZoneAbbreviation: zoneAbbreviation(timeZone, range.startMs) }
}

function daysAt({ startLocal, endLocal, timeZone }: EventTimes, key: string): ReturnType<typeof localDayRange> {
  const [first, last] = [startLocal.slice(0, 10), endLocal.slice(0, 10)]
  const days = (localToUtcMs(`${last}T00:00:00`) - localToUtcMs(`${first}T00:00:00`)) / dayMs
  const date = key.slice(0, 10)
  return localDayRange(date, addLocalDays(date, days), timeZone)
}

function clockTimesAt(series: EventTimes, key: string): Omit<EventTimes, 'allDay' | 'timeZone' | 'timeZoneAbbreviation'> {
  const { startLocal, endLocal, startMs, endMs, timeZone } = series
  const start = resolveLocal(key, timeZone)
  const end = resolveLocal(utcMsToLocal(localToUtcMs(key) + localToUtcMs(endLocal) - localToUtcMs(startLocal)), timeZone)
  if (end.ms >= start.ms) return { startLocal: start.local, startMs: start.ms, endLocal: end.local, endMs: end.ms }
  const lastMs = start.ms + endMs - startMs
  return { startLocal: start.local, startMs: start.ms, endLocal: instantToLocal(lastMs, timeZone), endMs: lastMs }
}
