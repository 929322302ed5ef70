import { keysOf } from '../kinds/event/series/keys.ts'
import { timesAt, type WallTimes } from '../kinds/event/series/times-at.ts'
import type { Event } from '../kinds/event/view.ts'
import type { EventTimes } from '../store/records.ts'

/** A date on the rule of a series. */
export interface RuleDate extends Pick<EventTimes, 'startLocal' | 'endLocal' | 'startMs' | 'endMs'> {
  /** The wall time that the rule names, `YYYY-MM-DDTHH:MM:SS`. Where clocks skip it, `startLocal` is later. */
  readonly key: string
}

/** A part of the dates of a series: wall times in its zone, `YYYY-MM-DDTHH:MM:SS`. */
export interface RuleWindow {
  /** The first wall time. @default the start of the series */
  readonly from?: string
  /**
   * The wall time before which the dates are; empty for no end.
   * @default the series' `recurrence.listedUntil`: the end of its stored occurrences
   */
  readonly before?: string
}

const toLocal = (text: string): string => text.replace(' ', 'T')

const timesOf = ({ allDay, timeZone, startDate, endDate }: Event): WallTimes => ({
  allDay,
  timeZone,
  startLocal: toLocal(startDate),
  endLocal: toLocal(endDate),
})

/**
 * The wall times that the rule of a series names, `YYYY-MM-DDTHH:MM:SS`, ascending, excluded ones too; empty for a series without a rule.
 * {@link timesAtDate} resolves each of them in the time zone of the series.
 */
export function ruleKeys(series: Event, { from, before }: RuleWindow = {}): readonly string[] {
  const { recurrence } = series
  if (recurrence === null || recurrence.rule === '') return []
  const window = { ...(from !== undefined && { from }), before: before ?? toLocal(recurrence.listedUntil ?? '') }
  return keysOf({ times: timesOf(series), recurrence: { rule: recurrence.rule, dates: [], except: [] } }, window)
}

/** Those of some wall times, `YYYY-MM-DD HH:MM:SS`, at which the rule of a series has a date. */
export function datesOnRule(series: Event, dates: readonly string[]): ReadonlySet<string> {
  // A rule has a few hundred dates in a year; all of them up to the last one in question may be tens of thousands.
  const years = new Set(dates.map((date) => Number(date.slice(0, 4))))
  const keys = [...years].flatMap((year) => ruleKeys(series, { from: `${year}-01-01T00:00:00`, before: `${year + 1}-01-01T00:00:00` }))
  const onRule = new Set(keys)
  return new Set(dates.filter((date) => onRule.has(toLocal(date))))
}

/**
 * The times of a series at one of its dates.
 * @param date a wall time of `recurrence.dates`, `YYYY-MM-DD HH:MM:SS`, or one of {@link ruleKeys}
 */
export const timesAtDate = (series: Event, date: string): RuleDate => dateAt(timesOf(series), toLocal(date))

function dateAt(times: WallTimes, key: string): RuleDate {
  const { startLocal, endLocal, startMs, endMs } = timesAt(times, key)
  return { key, startLocal, endLocal, startMs, endMs }
}
