import { localToUtcMs, utcMsToLocal } from '@kalends/core/format'

const minuteMs = 60_000

/**
 * A wall time with its offset from UTC, such as `2031-05-31T19:30:00+02:00`; of a whole day, its date. Into the 20th century some offsets
 * have seconds, which ISO 8601 cannot express: such a time is written in UTC.
 * @param wallTime `YYYY-MM-DD HH:MM:SS`
 * @param ms the instant of this wall time
 */
export function toOffsetTime(wallTime: string, ms: number, isWholeDay: boolean): string {
  if (isWholeDay) return wallTime.slice(0, 10)
  const local = wallTime.replace(' ', 'T')
  const offset = (localToUtcMs(local) - ms) / minuteMs
  if (!Number.isInteger(offset)) return `${utcMsToLocal(ms)}Z`
  const pad = (count: number): string => String(Math.trunc(count)).padStart(2, '0')
  const distance = Math.abs(offset)
  return `${local}${offset < 0 ? '-' : '+'}${pad(distance / 60)}:${pad(distance % 60)}`
}
