import { type SplitRule, splitRule } from '../../../../recurrence/change-rule.ts'
import { type RecurrenceRule, renderRule } from '../../../../recurrence/rule.ts'
import type { EventRecord } from '../../../../store/records.ts'
import { keyMs, ruleOf, type SeriesRecord, toKey } from '../keys.ts'
import { seriesTimesAt } from '../times-at.ts'
import type { SeriesRows } from './rows.ts'

/** A series in two parts. */
export interface SplitSeries {
  /** The series as it stays: it ends before the key. */
  readonly first: SeriesRecord
  /** The occurrences that it keeps. */
  readonly kept: readonly EventRecord[]
  /** The new series, with the id 0, and the occurrences that it takes over. */
  readonly second: SeriesRows
}

/** Whether an occurrence is the first one of its series: then `following` means the whole series. */
export const isFirst = ({ occurrences }: SeriesRows, { occurrenceKey }: EventRecord): boolean =>
  occurrences.every((row) => row.occurrenceKey >= occurrenceKey)

/**
 * Splits a series at the key of an occurrence other than its first one. The new series has the texts, links and flags of the old one. Its first
 * date is the first one of the rule that is not before the key. It has no uid, because a uid names one series.
 * @param startsAtKey whether the new series begins at the key itself, because the caller gives it a new rule
 */
export function splitSeries({ series, occurrences }: SeriesRows, key: string, startsAtKey: boolean): SplitSeries {
  const rule = ruleOf(series.recurrence)
  const { startLocal } = series.times
  const parts = rule === undefined ? noRules : splitRule(rule, keyMs(startLocal), keyMs(key))
  const afterStart = parts.afterStartWallMs === undefined ? undefined : toKey(parts.afterStartWallMs)
  // Without a rule, the start is one of the dates.
  const dates = rule === undefined ? [...new Set([startLocal, ...series.recurrence.dates])].sort() : series.recurrence.dates
  const toPart = (part: RecurrenceRule | undefined, start: string | undefined, isIn: (date: string) => boolean): SeriesRecord => {
    const except = series.recurrence.except.filter(isIn)
    const own = dates.filter(isIn)
    const first = start ?? own.find((date) => !except.includes(date)) ?? key
    const recurrence =
      part === undefined
        ? { rule: '', dates: own.filter((date) => date !== first), except }
        : { rule: renderRule(part), dates: own, except }
    return { ...series, recurrence, times: first === startLocal ? series.times : seriesTimesAt(series.times, first) }
  }
  const isBefore = (date: string): boolean => date < key
  const isAfter = (date: string): boolean => date >= key
  const second = toPart(parts.after, startsAtKey ? key : afterStart, isAfter)
  return {
    first: { ...toPart(parts.before, parts.before && startLocal, isBefore), extendedTo: '' },
    kept: occurrences.filter((row) => isBefore(row.occurrenceKey)),
    second: {
      series: { ...second, id: 0, version: 0, uid: '', previousStartLocal: '', previousStartMs: null },
      occurrences: occurrences.filter((row) => isAfter(row.occurrenceKey)),
    },
  }
}

const noRules: SplitRule = { before: undefined, after: undefined, afterStartWallMs: undefined }
