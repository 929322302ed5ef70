import type { Event } from '@kalends/core'
import { type EventSeries, ruleKeys, timesAtDate, utcMsToLocal } from '@kalends/core/format'

const dayMs = 86_400_000

/**
 * The dates of a series that have not ended, each as an event, ascending; without such dates the last one alone. Of an endless series,
 * those that are stored.
 */
export function datesFrom({ series, changed, except }: EventSeries, nowMs: number): readonly Event[] {
  // A day for the difference between UTC and any zone, and another one for clock changes during a date.
  const from = utcMsToLocal(Math.max(0, nowMs - (series.endMs - series.startMs) - 2 * dayMs))
  const others = new Set([...except, ...changed.map(({ recurrence }) => recurrence?.id ?? '')].map(toKey))
  const toDates = (keys: readonly string[]): Event[] => keys.filter((key) => !others.has(key)).map((key) => dateOf(series, key))
  const further = (series.recurrence?.dates ?? []).map(toKey)
  const all = (rule: readonly string[]): readonly Event[] =>
    [...toDates([...new Set([...rule, ...further])]), ...changed].sort((a, b) => a.startMs - b.startMs)
  const coming = all(ruleKeys(series, { from })).filter(({ endMs }) => endMs >= nowMs)
  return coming.length > 0 ? coming : all(ruleKeys(series)).slice(-1)
}

const toKey = (wallTime: string): string => wallTime.replace(' ', 'T')

/** The series at one of its dates. */
function dateOf(series: Event, key: string): Event {
  const { startLocal, endLocal, startMs, endMs } = timesAtDate(series, key)
  return {
    ...series,
    startDate: startLocal.replace('T', ' '),
    endDate: endLocal.replace('T', ' '),
    startMs,
    endMs,
    previousStartMs: null,
    previousStartDate: '',
  }
}
