import type { Calendar } from '@kalends/core'
import {
  instantToLocal,
  isOfMinute,
  localToUtcMs,
  type ParsedDateTime,
  parseRelativeTime,
  readTimeText,
  resolveRelativeTime,
} from '@kalends/core/internal'
import type { QueryValues } from './values.ts'

/** The texts that stand for true there; all others stand for false. */
const trueWords = ['1', 'true', 'on', 'yes']

/** Whether the times of a request's first and last date count. Otherwise the two dates are whole days, as programs expect it there. */
export function isStrict({ strictDates }: QueryValues): boolean {
  return typeof strictDates === 'string' && trueWords.includes(strictDates.toLowerCase())
}

/**
 * Returns the day of a bound of a list, in the time zone of the calendar. Midnight in UTC is the day that it names in every zone: west of
 * Greenwich it would else be the day before. A text that is a day already stays, and so does one that is no date: the interface reads or
 * refuses it.
 */
export function toWholeDay(text: string, { clock, timeZone }: Pick<Calendar, 'clock' | 'timeZone'>): string {
  const relative = parseRelativeTime(text)
  if (relative !== undefined && !isOfMinute(relative)) return text
  const time = relative === undefined ? readTimeText(text) : resolveRelativeTime(relative, clock.nowMs(), timeZone)
  if (time === undefined || 'code' in time || time.dateOnly) return text
  return relative === undefined && isMidnightUtc(time) ? time.local.slice(0, 10) : dayOf(time, timeZone)
}

/** Whether a time is midnight in UTC, as programs write a day that they made from a date alone. */
const isMidnightUtc = ({ local, offsetMinutes }: ParsedDateTime): boolean => offsetMinutes === 0 && local.endsWith('T00:00:00')

function dayOf({ local, offsetMinutes }: ParsedDateTime, timeZone: string): string {
  const shown = offsetMinutes === undefined ? local : instantToLocal(localToUtcMs(local) - offsetMinutes * 60_000, timeZone)
  return shown.slice(0, 10)
}
