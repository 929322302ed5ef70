import type { Event } from '@kalends/core'
import { addLocalDays, instantsShowing, localToUtcMs, type RuleDate, resolveLocal, ruleDates, utcMsToLocal } from '@kalends/core/format'
import { clockChanges } from './clock-changes.ts'
import { isShownOnce, type TimeForm, toDate, toUtc, yearOf } from './times.ts'

const ends = '(?:;INTERVAL=\\d+)?(?:;COUNT=\\d+|;UNTIL=\\w+)?'
const days = '(?:;BYMONTHDAY=\\d+|;BYDAY=(?:-1|[1-4])[A-Z]{2}|;BYDAY=[A-Z,]+;BYSETPOS=(?:-1|[1-4]))?'
const patterns = [`DAILY${ends}`, `WEEKLY${ends}(?:;BYDAY=[A-Z,]+)?`, `MONTHLY${ends}${days}`, `YEARLY${ends}(?:;BYMONTH=\\d+${days})?`]

/** The rules of Outlook's patterns (MS-OXCICAL, 2.1.3.2.2). Outlook shows other rules on wrong days, or once. */
const common = new RegExp(`^FREQ=(?:${patterns.join('|')})(?:;WKST=[A-Z]{2})?$`)

/** Whether some months lack the day of a date: Outlook takes the last day of such a month instead. */
const isLateDay = (date: string): boolean => Number(date.slice(8, 10)) > 28

/** Whether other programs, Outlook among them, read the rule of a series as RFC 5545 defines it. */
export function isCommonRule({ recurrence, startDate }: Event): boolean {
  if (recurrence === null || !common.test(recurrence.rule)) return false
  const { rule } = recurrence
  return !(isLateDay(startDate) && /MONTHLY|YEARLY/.test(rule) && !rule.includes('BYDAY='))
}

/** The difference between the wall times of start and end of a series, in milliseconds. */
export const wallLengthOf = ({ startDate, endDate }: Event): number => localToUtcMs(endDate) - localToUtcMs(startDate)

/**
 * The dates of a series for which programs compute different instants: dates whose start or end clocks skip or show twice, and dates during
 * which the clocks change.
 */
export function unclearDates(series: Event, form: TimeForm): readonly RuleDate[] {
  if (typeof form === 'string') return []
  const length = wallLengthOf(series)
  const listedUntil = series.recurrence?.listedUntil?.replace(' ', 'T')
  const last = listedUntil ?? ruleDates(series).at(-1)?.endLocal ?? series.endDate
  const found = clockChanges(form.zone, yearOf(series.startDate), yearOf(last)).flatMap(({ ms, from }) => {
    const next = addLocalDays(utcMsToLocal(ms + from), 1)
    const before = listedUntil !== undefined && listedUntil < next ? listedUntil : next
    return ruleDates(series, { from: addLocalDays(utcMsToLocal(ms + from - length), -1), before })
  })
  const isUnclear = ({ key, startLocal, endLocal, startMs, endMs }: RuleDate): boolean =>
    key !== startLocal ||
    endMs - startMs !== length ||
    // An end that clocks skip has moved: some programs add the length to the wall time, and get the skipped one.
    localToUtcMs(endLocal) - localToUtcMs(startLocal) !== length ||
    !isShownOnce(startLocal, form.zone) ||
    !isShownOnce(endLocal, form.zone)
  return [...new Map(found.filter(isUnclear).map((date) => [date.key, date])).values()]
}

/** The largest COUNT that Outlook reads. */
const maxCount = 999

/**
 * The rule of a series as a value of RRULE. UNTIL is the last start: a date, or an instant in UTC.
 * @param unclear the dates that `unclearDates` returns: some programs do not count a skipped date, so that COUNT would end later
 */
export function toRuleValue(series: Event, form: TimeForm, unclear: readonly RuleDate[]): string {
  const { rule, listedUntil } = series.recurrence ?? { rule: '', listedUntil: null }
  const [, end = '', kind, value = ''] = /(;(COUNT|UNTIL)=(\w+))/.exec(rule) ?? []
  const isCounted = kind === 'COUNT' && Number(value) <= maxCount && !unclear.some(({ key, startLocal }) => key !== startLocal)
  if (kind === undefined || isCounted) return rule
  const last = listedUntil === null ? ruleDates(series).at(-1) : undefined
  const lastLocal = last?.key ?? value.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6')
  const zone = typeof form === 'string' ? 'UTC' : form.zone
  return rule.replace(end, `;UNTIL=${form === 'date' ? toDate(lastLocal) : toUtc(latestInstant(lastLocal, zone))}`)
}

/** The last instant at which a zone shows a wall time: some programs take it for the start of an event. */
const latestInstant = (local: string, zone: string): number => instantsShowing(local, zone).at(-1) ?? resolveLocal(local, zone).ms
