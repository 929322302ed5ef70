import { minuteMs } from './clock.ts'
import { instantSkipping, instantsShowing, instantToLocal } from './wall-time.ts'
import type { ZoneName } from './zone.ts'

/** The local days of an all-day event. */
export interface LocalDayRange {
  /** The first day at `00:00:00`, even where that day begins later. */
  startLocal: string
  /** The last day at `23:59:59`, even where that day ends earlier. */
  endLocal: string
  /** The first existing second of the first day, in milliseconds. */
  startMs: number
  /** The last existing second of the last day, in milliseconds. */
  endMs: number
}

/**
 * The time from the first to the last second of local days: usually 24 hours per day, more or less at clock changes, and not from midnight
 * where midnight is skipped. A day that a zone skipped altogether (Samoa's 30 December 2011) counts as the next one.
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

/** The current date in a zone, as `YYYY-MM-DD`. Computed once a minute: since 1972 clocks change at whole minutes only. */
export function todayLocal(nowMs: number, zone: ZoneName): string {
  const minute = Math.floor(nowMs / minuteMs)
  const known = lastDates.get(zone)
  if (known?.minute === minute && nowMs >= wholeMinutesSinceMs) return known.date
  const date = instantToLocal(nowMs, zone).slice(0, 10)
  lastDates.set(zone, { minute, date })
  return date
}

// Liberia was the last country to give up its local mean time, on 7 January 1972.
const wholeMinutesSinceMs = Date.UTC(1972, 0, 8)
const lastDates = new Map<ZoneName, { readonly minute: number; readonly date: string }>()

/** The day itself, or the next one where a clock change skips all of it. */
function existingDay(date: string, zone: ZoneName): string {
  const midnight = `${date}T00:00:00`
  if (instantsShowing(midnight, zone).length > 0) return date
  return instantToLocal(instantSkipping(midnight, zone), zone).slice(0, 10)
}
