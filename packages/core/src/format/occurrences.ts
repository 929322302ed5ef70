import { keysOf } from '../event/series/keys.ts'
import { timesAt, type WallTimes } from '../event/series/times-at.ts'
import type { Event } from '../event/view.ts'
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
  /** The wall time before which the dates are. @default the series' `recurrence.listedUntil`: the end of its stored occurrences */
  readonly before?: string
}

const toLocal = (text: string): string => text.replace(' ', 'T')

const timesOf = ({ allDay, timeZone, startDate, endDate }: Event): WallTimes => ({
  allDay,
  timeZone,
  startLocal: toLocal(startDate),
  endLocal: toLocal(endDate),
})

/** The dates on the rule of a series, ascending, excluded ones too; empty for a series without a rule. */
export function ruleDates(series: Event, { from, before }: RuleWindow = {}): readonly RuleDate[] {
  const { recurrence } = series
  if (recurrence === null || recurrence.rule === '') return []
  const times = timesOf(series)
  const window = { ...(from !== undefined && { from }), before: before ?? toLocal(recurrence.listedUntil ?? '') }
  return keysOf({ times, recurrence: { rule: recurrence.rule, dates: [], except: [] } }, window).map((key) => dateAt(times, key))
}

/**
 * The times of a series at one of its further dates.
 * @param date a wall time of `recurrence.dates`, `YYYY-MM-DD HH:MM:SS`
 */
export const timesAtDate = (series: Event, date: string): RuleDate => dateAt(timesOf(series), toLocal(date))

function dateAt(times: WallTimes, key: string): RuleDate {
  const { startLocal, endLocal, startMs, endMs } = timesAt(times, key)
  return { key, startLocal, endLocal, startMs, endMs }
}
