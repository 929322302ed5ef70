import { instantToLocal, lastYear, localToUtcMs, utcMsToLocal } from '../../../time/wall-time.ts'
import { keysOf, type RepeatingTimes, ruleOf } from './keys.ts'

/** The default number of months from now for which the occurrences of endless series are stored. */
export const defaultHorizonMonths = 30

/** An extension is due this many months before the stored occurrences end. */
export const extensionMonths = 5

/** The maximum number of occurrences of a series at its creation. */
export const maxOccurrences = 2_000

/** The wall time some months from now in a zone, `YYYY-MM-DDTHH:mm:ss`: occurrences of series that do not end before it are stored up to it. */
export const horizonOf = (nowMs: number, timeZone: string, months: number): string =>
  addLocalMonths(instantToLocal(nowMs, timeZone), months)

/** A series whose `extendedTo` is before this wall time is due for an extension. */
export const dueBefore = (nowMs: number, timeZone: string, months: number): string => horizonOf(nowMs, timeZone, months - extensionMonths)

/** The same day and time some months later; the last day of the month if the month is too short. */
function addLocalMonths(local: string, months: number): string {
  const [year, month, day] = [Number(local.slice(0, 4)), Number(local.slice(5, 7)) - 1 + months, Number(local.slice(8, 10))]
  // The day before the first of the next month is the last of this one.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const date = utcMsToLocal(Date.UTC(year, month, Math.min(day, lastDay))).slice(0, 10)
  return `${date}${local.slice(10)}`
}

/** The keys that a series stores. */
export interface StoredKeys {
  /** Ascending; one more than {@link maxOccurrences} where there are too many. */
  readonly keys: readonly string[]
  /** All keys before this wall time are stored; empty if the series has no other keys. */
  readonly extendedTo: string
}

/**
 * The keys that a series stores: all of them if the series ends and has at most 2,000, else those before the horizon, and at least the first
 * one.
 * @param limit the maximum number of keys
 */
export function keysToStore(series: RepeatingTimes, horizon: string, limit = maxOccurrences + 1): StoredKeys {
  const rule = ruleOf(series.recurrence)
  const ends = rule === undefined || rule.count !== undefined || rule.until !== undefined
  if (ends) {
    const all = keysOf(series, { limit: maxOccurrences + 1 })
    if (all.length <= maxOccurrences) return { keys: all, extendedTo: '' }
  }
  const [first] = keysOf(series, { limit: 1 })
  const end = first === undefined || first < horizon ? horizon : utcMsToLocal(localToUtcMs(first) + 1_000)
  return { keys: keysOf(series, { before: end, limit }), extendedTo: extendedToOf(series, end) }
}

/** The `extendedTo` of a series whose keys before the wall time `end` are stored; empty if the series has no later keys. */
export const extendedToOf = (series: RepeatingTimes, end: string): string =>
  end.slice(0, 4) > lastYear || keysOf(series, { from: end, limit: 1 }).length === 0 ? '' : end
