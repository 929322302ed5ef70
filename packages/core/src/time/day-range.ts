import { instantSkipping, instantsShowing, instantToLocal } from './wall-time.ts'
import type { ZoneName } from './zone.ts'

/** The local days that an all-day event covers. */
export interface LocalDayRange {
  /** The first day at `00:00:00`, also where that day begins later. */
  startLocal: string
  /** The last day at `23:59:59`, also where that day ends earlier. */
  endLocal: string
  /** The first second of the first day that exists, in milliseconds. */
  startMs: number
  /** The last second of the last day that exists, in milliseconds. */
  endMs: number
}

/**
 * The time from the first to the last second of local days: 24 hours for most, more or less where clocks are changed, and
 * not from midnight where midnight is skipped. A day that a zone left out altogether (Samoa's 30 December 2011) counts as the next.
 *
 * @param startDate - First day, `YYYY-MM-DD`.
 * @param endDate - Last day, `YYYY-MM-DD`.
 */
export function localDayRange(startDate: string, endDate: string, zone: ZoneName): LocalDayRange {
  const startLocal = `${existingDay(startDate, zone)}T00:00:00`
  const endLocal = `${existingDay(endDate, zone)}T23:59:59`
  const startMs = instantsShowing(startLocal, zone).at(0) ?? instantSkipping(startLocal, zone)
  const endMs = instantsShowing(endLocal, zone).at(-1) ?? instantSkipping(endLocal, zone) - 1000
  return { startLocal, endLocal, startMs, endMs }
}

/**
 * The date that the clocks of a zone show now, as `YYYY-MM-DD`. It is asked of the zone once a minute:
 * since 1972 clocks are changed at whole minutes only.
 */
export function todayLocal(nowMs: number, zone: ZoneName): string {
  const minute = Math.floor(nowMs / minuteMs)
  const known = lastDates.get(zone)
  if (known?.minute === minute && nowMs >= wholeMinutesSinceMs) return known.date
  const date = instantToLocal(nowMs, zone).slice(0, 10)
  lastDates.set(zone, { minute, date })
  return date
}

const minuteMs = 60_000
// Liberia gave up its local mean time on 7 January 1972, as the last.
const wholeMinutesSinceMs = Date.UTC(1972, 0, 8)
const lastDates = new Map<ZoneName, { readonly minute: number; readonly date: string }>()

/** The day itself, or the next one where a clock change skips all of it. */
function existingDay(date: string, zone: ZoneName): string {
  const midnight = `${date}T00:00:00`
  if (instantsShowing(midnight, zone).length > 0) return date
  return instantToLocal(instantSkipping(midnight, zone), zone).slice(0, 10)
}
