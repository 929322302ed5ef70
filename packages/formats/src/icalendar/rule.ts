import type { Event } from '@kalends/core'
import {
  addLocalDays,
  type ClockChange,
  clockChanges,
  instantsShowing,
  localToUtcMs,
  type RuleDate,
  resolveLocal,
  ruleKeys,
  timesAtDate,
  utcMsToLocal,
} from '@kalends/core/format'
import { isShownOnce, type TimeForm, toDate, toUtc, yearOf } from './times.ts'

const dayMs = 86_400_000

/** The parts that every pattern of Outlook's can have. */
const sharedParts = /;(?:INTERVAL=\d+|COUNT=\d+|UNTIL=\w+|WKST=[A-Z]{2})/g

/** The rules of Outlook's patterns (MS-OXCICAL, 2.1.3.2.2) without those parts. Outlook shows other rules on wrong days, or once. */
const common =
  /^FREQ=(?:DAILY|YEARLY|WEEKLY(?:;BYDAY=[A-Z,]+)?|(?:MONTHLY|YEARLY;BYMONTH=\d+)(?:;BYMONTHDAY=(?:-1|\d+)|;BYDAY=(?:-1|[1-4])[A-Z]{2}|;BYDAY=[A-Z,]+;BYSETPOS=(?:-1|[1-4]))?)$/

/** Whether some months or years of a rule lack the day of its first date: Outlook takes the last day of such a month instead. */
const hasLateDay = (rule: string, date: string): boolean =>
  (rule.startsWith('FREQ=MONTHLY') && Number(date.slice(8, 10)) > 28) || (rule.startsWith('FREQ=YEARLY') && date.slice(5, 10) === '02-29')

/** Whether other programs, Outlook among them, read the rule of a series as RFC 5545 defines it. */
export function isCommonRule({ recurrence, startDate }: Event): boolean {
  if (recurrence === null || !common.test(recurrence.rule.replace(sharedParts, ''))) return false
  const { rule } = recurrence
  return !hasLateDay(rule, startDate) || /;BYDAY=|;BYMONTHDAY=-1/.test(rule)
}

/** The difference between the wall times of start and end of a series, in milliseconds. */
const wallLengthOf = ({ startDate, endDate }: Event): number => localToUtcMs(endDate) - localToUtcMs(startDate)

/** The last date on the rule of a series; undefined for a series without a rule. */
function lastDateOf(series: Event): RuleDate | undefined {
  const key = ruleKeys(series).at(-1)
  return key === undefined ? undefined : timesAtDate(series, key)
}

/** The wall time at which the stored occurrences of a series end; if all dates are stored, the end of the last one. */
const lastLocalOf = (series: Event): string => series.recurrence?.listedUntil ?? lastDateOf(series)?.endLocal ?? series.endDate

/** The year in which the stored occurrences of a series end; if all dates are stored, the year of the last one. */
export const lastYearOf = (series: Event): number => yearOf(lastLocalOf(series))

/** The clock changes in the years of the stored dates of a series. */
const changesDuring = (series: Event, zone: string): readonly ClockChange[] =>
  clockChanges(zone, yearOf(series.startDate), lastYearOf(series))

/**
 * Whether programs compute all dates of a series correctly from the times of its first one. If clocks skip its time of day in one night
 * between its first and its last date, libical and sabre/vobject show all later dates an hour late, even if none is in that night. If the
 * clocks change during its first date, libical shows all dates with the wrong length.
 */
export function hasCommonTimes(series: Event, form: TimeForm): boolean {
  if (typeof form === 'string') return true
  const { startDate, endDate, startMs, endMs } = series
  const wallMs = localToUtcMs(startDate)
  const lastMs = localToUtcMs(lastLocalOf(series))
  const isSkipped = ({ ms, from, to }: ClockChange): boolean =>
    ms + from >= wallMs && ms + from <= lastMs && (((wallMs - ms - from) % dayMs) + dayMs) % dayMs < to - from
  return endMs - startMs === wallLengthOf(series) && isShownOnce(endDate, form.zone) && !changesDuring(series, form.zone).some(isSkipped)
}

/**
 * The dates of a series for which programs compute different instants: dates during which the clocks change, dates with a start that clocks
 * show twice, and dates with an end that clocks skip or show twice.
 */
export function unclearDates(series: Event, form: TimeForm): readonly RuleDate[] {
  if (typeof form === 'string') return []
  const length = wallLengthOf(series)
  const windows = changesDuring(series, form.zone).map(({ ms, from }) => ({
    from: addLocalDays(utcMsToLocal(ms + from - length), -1),
    before: addLocalDays(utcMsToLocal(ms + from), 1),
  }))
  const keys = ruleKeys(series).filter((key) => windows.some(({ from, before }) => key >= from && key < before))
  const isUnclear = ({ startLocal, endLocal, startMs, endMs }: RuleDate): boolean =>
    endMs - startMs !== length ||
    // `endLocal` is later than the end that the rule gives if clocks skip that end; some programs show the skipped wall time.
    localToUtcMs(endLocal) - localToUtcMs(startLocal) !== length ||
    !isShownOnce(startLocal, form.zone) ||
    !isShownOnce(endLocal, form.zone)
  return keys.map((key) => timesAtDate(series, key)).filter(isUnclear)
}

/** The largest COUNT that Outlook reads. */
const maxCount = 999

/**
 * The rule of a series as a value of RRULE. UNTIL is the last start: a date, or an instant in UTC. It replaces COUNT where dates are
 * excluded, because calcurse does not count those.
 */
export function toRuleValue(series: Event, form: TimeForm, hasExcluded: boolean): string {
  const { rule, listedUntil } = series.recurrence ?? { rule: '', listedUntil: null }
  const [, end = '', kind, value = ''] = /(;(COUNT|UNTIL)=(\w+))/.exec(rule) ?? []
  if (kind === undefined || (kind === 'COUNT' && Number(value) <= maxCount && !hasExcluded)) return rule
  // The stored occurrences may end before the last date that COUNT gives, so all dates are computed.
  const last = kind === 'COUNT' || listedUntil === null ? ruleKeys(series, { before: '' }).at(-1) : undefined
  const lastLocal = last ?? value.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6')
  const zone = typeof form === 'string' ? 'UTC' : form.zone
  return rule.replace(end, `;UNTIL=${form === 'date' ? toDate(lastLocal) : toUtc(latestInstant(lastLocal, zone))}`)
}

/** The last instant at which a zone shows a wall time: some programs take it for the start of an event. */
const latestInstant = (local: string, zone: string): number => instantsShowing(local, zone).at(-1) ?? resolveLocal(local, zone).ms
