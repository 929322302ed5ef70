import type { Calendar } from '@kalends/core'
import {
  instantToLocal,
  isOfMinute,
  localToUtcMs,
  type ParsedDateTime,
  parseDateTime,
  parseRelativeTime,
  resolveRelativeTime,
} from '@kalends/core/internal'
import type { QueryValues } from './values.ts'

/** The texts that stand for true there; all others stand for false. */
const trueWords = ['1', 'true', 'on', 'yes']

/** Whether the times of a request's first and last date count. Otherwise the two dates are whole days, as programs expect it there. */
export function isStrict({ strictDates }: QueryValues): boolean {
  return typeof strictDates === 'string' && trueWords.includes(strictDates.toLowerCase())
}

/** Midnight in UTC, as programs write a day that they made from a date alone. */
const midnightUtc = /^(\d{4}-\d{2}-\d{2})[T ]00:00:00(?:Z|[+-]00:00)$/

/**
 * Returns the day of a bound of a list, in the time zone of the calendar. Midnight in UTC is the day that it names in every zone: west of
 * Greenwich it would else be the day before. A text that is a day already stays, and so does one that is no date: the interface reads or
 * refuses it.
 */
export function toWholeDay(text: string, { clock, timeZone }: Pick<Calendar, 'clock' | 'timeZone'>): string {
  const [, named] = midnightUtc.exec(text) ?? []
  if (named !== undefined) return named
  const relative = parseRelativeTime(text)
  if (relative !== undefined && !isOfMinute(relative)) return text
  const time = relative === undefined ? parseDateTime(text) : resolveRelativeTime(relative, clock.nowMs(), timeZone)
  return time === undefined || time.dateOnly ? text : dayOf(time, timeZone)
}

function dayOf({ local, offsetMinutes }: ParsedDateTime, timeZone: string): string {
  const shown = offsetMinutes === undefined ? local : instantToLocal(localToUtcMs(local) - offsetMinutes * 60_000, timeZone)
  return shown.slice(0, 10)
}
