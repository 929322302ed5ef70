import { isReason, type Reason } from '../../../errors/issues.ts'
import { toInstantMs } from '../../../record/publication.ts'
import { fitRule } from '../../../recurrence/fit-rule.ts'
import { type RecurrenceRule, renderRule, resolveUntil } from '../../../recurrence/rule.ts'
import type { EventTimes, SeriesMembers, StoredRecurrence } from '../../../store/records.ts'
import {
  addLocalDays,
  firstYear,
  instantToLocal,
  isWithinYears,
  lastYear,
  outsideYears,
  type ParsedDateTime,
} from '../../../time/wall-time.ts'
import { horizonOf, keysToStore, maxOccurrences } from './horizon.ts'
import { areTooMany, type ParsedRecurrence, tooManyDates } from './input.ts'
import { keyMs, keysOf, startOf, toKey } from './keys.ts'
import { lengthOf, seriesTimesAt, timesAt, type WallTimes } from './times-at.ts'

/** The members of an event that make it a series. */
export interface NewSeries extends Pick<SeriesMembers, 'extendedTo'> {
  /** The times of the first date. */
  readonly times: EventTimes
  /** How it repeats. */
  readonly recurrence: StoredRecurrence
}

/** The period for which the occurrences of endless series are stored. */
export interface SeriesContext {
  /** The "now" of the call. */
  readonly nowMs: number
  /** The number of months for which occurrences of endless series are stored. */
  readonly horizonMonths: number
}

/**
 * Resolves how an event repeats.
 * @param given the wall times of its first date, as they were written
 * @returns the members of the series, or the reason for a refusal
 */
export function toSeries(parsed: ParsedRecurrence, given: WallTimes, context: SeriesContext): NewSeries | Reason {
  const times = seriesTimesAt(given, given.startLocal)
  const rule =
    parsed.rule === undefined
      ? undefined
      : fitRule(
          resolveUntil(parsed.rule, (ms) => lastStartBy(times, ms)),
          startOf(times),
        )
  if (rule !== undefined && isReason(rule)) return rule
  if (rule === undefined && parsed.dates.length === 0) return { code: 'no_rule_or_dates' }
  if (areTooMany(parsed.dates) || areTooMany(parsed.except)) return tooManyDates
  const recurrence = toStored(rule, parsed, times)
  const horizon = horizonOf(context.nowMs, times.timeZone, context.horizonMonths)
  return (
    refusalOf({ times, recurrence }, horizon) ?? { times, recurrence, extendedTo: keysToStore({ times, recurrence }, horizon).extendedTo }
  )
}

const toStored = (rule: RecurrenceRule | undefined, { dates, except }: ParsedRecurrence, times: EventTimes): StoredRecurrence => ({
  rule: rule === undefined ? '' : renderRule(rule),
  dates: toKeys(dates, times),
  except: toKeys(except, times),
})

/** Converts dates to keys. A date without a time gets the time of day of the series; in an all-day series every date gets it. */
export function toKeys(list: readonly ParsedDateTime[], { startLocal, allDay, timeZone }: EventTimes): readonly string[] {
  const timeOfDay = startLocal.slice(10)
  const toDateKey = (time: ParsedDateTime): string => {
    const local = time.offsetMinutes === undefined ? time.local : instantToLocal(toInstantMs(time, timeZone), timeZone)
    return time.dateOnly || allDay ? `${local.slice(0, 10)}${timeOfDay}` : local
  }
  return [...new Set(list.map(toDateKey))].sort()
}

/**
 * The reason why a series cannot be stored; undefined if it can.
 * @param except the excluded dates to check; a caller can leave out stored ones, which may name dates of a former rule
 * @param most the maximum number of occurrences
 */
export function refusalOf(
  series: Omit<NewSeries, 'extendedTo'>,
  horizon: string,
  except = series.recurrence.except,
  most = maxOccurrences,
): Reason | undefined {
  const { dates } = series.recurrence
  if (![...dates, ...except].every(isWithinYears)) return { ...outsideYears, code: 'dates_outside_years' }
  const unknown = unknownException(series, except)
  if (unknown !== undefined) return { code: 'not_in_series', date: unknown.replace('T', ' ') }
  const { keys } = keysToStore(series, horizon, most + 1)
  if (keys.length === 0) return { code: 'all_excluded' }
  if (keys.some((key) => !endsWithinYears(series.times, key))) return { ...outsideYears, code: 'ends_outside_years' }
  return keys.length > most ? { code: 'too_many_occurrences', date: horizon.slice(0, 10) } : undefined
}

/** Whether the occurrence at a key ends in the valid years. */
export const endsWithinYears = (times: WallTimes, key: string): boolean => isWithinYears(toKey(keyMs(key) + lengthOf(times)))

/** The first excluded date that is no date of the series. */
function unknownException({ times, recurrence }: Omit<NewSeries, 'extendedTo'>, except: readonly string[]): string | undefined {
  const [first, last] = [except.at(0), except.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const before = toKey(keyMs(last) + 1_000)
  const known = new Set(keysOf({ times, recurrence: { ...recurrence, except: [] } }, { from: first, before }))
  return except.find((key) => !known.has(key))
}

/** Instants before and after all dates of the calendar. */
const [firstMs, lastMs] = [Date.UTC(Number(firstYear) - 1, 0), Date.UTC(Number(lastYear) + 2, 0)]

/** The greatest wall time in milliseconds with the series' time of day at which an occurrence starts at or before an instant. */
export function lastStartBy(times: EventTimes, untilMs: number): number {
  // Programs write 99991231T235959Z for a rule without an end.
  const instantMs = Math.min(Math.max(untilMs, firstMs), lastMs)
  const date = instantToLocal(instantMs, times.timeZone).slice(0, 10)
  const timeOfDay = times.startLocal.slice(10)
  // A start that the clocks skip moves forward by less than two days.
  const keys = [1, 0, -1, -2].map((days) => `${addLocalDays(date, days)}${timeOfDay}`)
  const last = keys.find((key) => timesAt(times, key).startMs <= instantMs)
  return keyMs(last ?? `${addLocalDays(date, -3)}${timeOfDay}`)
}
