import type { WriteScope } from '../../../../access/policy.ts'
import { invalidInput } from '../../../../errors/calendar-error.ts'
import { isUnchanged } from '../../../../record/unchanged.ts'
import { type SplitRule, splitRule } from '../../../../recurrence/change-rule.ts'
import { type RecurrenceRule, renderRule } from '../../../../recurrence/rule.ts'
import { singleEvent } from '../../../../store/inherit.ts'
import { isSame } from '../../../../store/is-same.ts'
import type { Draft, EventRecord, EventTimes, OverridableField } from '../../../../store/records.ts'
import { isWithinYears, outsideYears } from '../../../../time/wall-time.ts'
import { previousStartAfter } from '../../previous-start.ts'
import type { ParsedRecurrence } from '../input.ts'
import type { SeriesRows } from '../keys.ts'
import { keyMs, ruleOf, type SeriesRecord, toKey } from '../keys.ts'
import { countLinks, linkRefusal } from '../link-limit.ts'
import { occurrenceOf, occurrenceSlugs } from '../occurrence.ts'
import { lengthOf, seriesTimesAt, timesAt, type WallTimes } from '../times-at.ts'
import { endsWithinYears } from '../to-series.ts'
import { changedFields, followStatus, overriddenWith, toStatus, withFields, withInherited, withOwnSearchText } from './overrides.ts'
import { reschedule, type ScheduleContext, withoutStored } from './reschedule.ts'

/** A planned write of a series and its occurrences, as plain data. */
export interface SeriesPlan {
  /** The stored series; null for the second part of a series that is split. */
  readonly before: EventRecord | null
  /** The series as it will be stored; a new one has the id 0, and its occurrences the `seriesId` 0. */
  readonly series: EventRecord
  /** The stored occurrences that change, in their new form. */
  readonly updates: readonly EventRecord[]
  /** The new occurrences, by key. */
  readonly inserts: readonly Draft<EventRecord>[]
  /** The occurrences that are deleted permanently. */
  readonly deletes: readonly EventRecord[]
}

/** A change of all occurrences of a series. */
export interface SeriesChange {
  /** The record that the caller has changed: the series, or one of its occurrences. */
  readonly before: EventRecord
  /** The same record with the changes of the caller. */
  readonly next: EventRecord
  /** The wall times of the same record as the caller has written them. */
  readonly written: WallTimes
  /** The new recurrence; undefined to keep the stored one, null for a single event. */
  readonly recurrence: ParsedRecurrence | null | undefined
}

/** How much of a series a write is for, if it is for more than one occurrence. */
export type WholeScope = Exclude<WriteScope, 'this'>

/** The plans of a change, the one of the stored series first. */
export function planScope(rows: SeriesRows, change: SeriesChange, scope: WholeScope, context: ScheduleContext): readonly SeriesPlan[] {
  if (scope === 'all') return [planSeriesWrite(rows, change, context)]
  // Null would make the whole series a single event. With `following` it is ignored, because the caller may expect earlier dates that stay.
  if (isFirst(rows, change.before)) return [planSeriesWrite(rows, { ...change, recurrence: change.recurrence ?? undefined }, context)]
  const recurrence = change.recurrence ? withoutStored(change.recurrence, rows.series, change.before.occurrenceKey) : undefined
  const { first, kept, second } = splitSeries(rows, change.before.occurrenceKey, recurrence?.given.includes('rule') === true)
  const earlier = planRecurrence({ series: rows.series, occurrences: kept }, first, [], context.nowMs)
  return [earlier, { ...planSeriesWrite(second, { ...change, recurrence }, context), before: null }]
}

/**
 * Plans a change of a series and of its occurrences, which keep the members that they override. The caller may name the series or one of its
 * occurrences: such an occurrence no longer overrides the members that the caller changes.
 * @throws invalid_input the start moves out of the valid years, or the rule cannot move with it
 */
function planSeriesWrite(rows: SeriesRows, change: SeriesChange, context: ScheduleContext): SeriesPlan {
  const changed = changedFields(change.before, change.next)
  const edited = editSeries(rows.series, change, changed, context.nowMs)
  if (change.recurrence === null) return planSingle(rows, edited, changed)
  const { recurrence, extendedTo, keys, missing, gone } = reschedule(rows, edited.times, change.recurrence, context)
  const series: SeriesRecord = { ...edited, recurrence, extendedTo }
  if (!isSame(series.times, rows.series.times)) assertWithinYears(series, [...keys.values(), ...missing])
  assertFewLinks(rows, series, keys.size + missing.length)
  const follow = createOccurrenceChange(rows.series, series, context.nowMs)
  const updates = rows.occurrences.flatMap((row) => {
    const key = keys.get(row.id)
    if (key === undefined) return []
    const after = row.id === change.before.id ? followOwnChange(row, key, change.next, changed, series, follow) : follow(row, key)
    return isUnchanged(row, after) ? [] : [after]
  })
  return { before: rows.series, series, updates, inserts: draftsAt(series, missing), deletes: gone }
}

/** @throws invalid_input a date of the series, or the end of its occurrence, is outside of the valid years */
function assertWithinYears({ times, recurrence }: SeriesRecord, keys: readonly string[]): void {
  const starts = [...recurrence.dates, ...recurrence.except, ...keys]
  if (!starts.every(isWithinYears)) throw invalidInput({ startDate: outsideYears })
  if (!keys.every((key) => endsWithinYears(times, key))) throw invalidInput({ endDate: outsideYears })
}

/**
 * Checks the number of links of all occurrences together. A series that exceeds the limit already may keep as many.
 * @throws invalid_input they are too many
 */
function assertFewLinks(rows: SeriesRows, series: SeriesRecord, dates: number): void {
  const [before, after] = [countLinks(rows.series), countLinks(series)]
  const reason = after * dates > before * rows.occurrences.length ? linkRefusal(after, dates) : undefined
  if (reason !== undefined) throw invalidInput({ recurrence: reason })
}

/**
 * Plans the change of a series to a single event. Its times are those of the first occurrence outside of the trash, unless the caller changes
 * them.
 */
function planSingle({ series, occurrences }: SeriesRows, edited: SeriesRecord, changed: readonly OverridableField[]): SeriesPlan {
  const first = occurrences.find(({ status }) => status !== 'trash' && status !== 'deleted')
  const times = first === undefined || changed.includes('times') ? timesAt(edited.times, edited.times.startLocal) : first.times
  const { previousStartLocal, previousStartMs } = first ?? edited
  const single = { ...edited, ...singleEvent, times, ...(times === first?.times && { previousStartLocal, previousStartMs }) }
  return { before: series, series: single, updates: [], inserts: [], deletes: occurrences }
}

/** New occurrences of a series at some keys. */
function draftsAt(series: SeriesRecord, keys: readonly string[]): readonly Draft<EventRecord>[] {
  const slugs = occurrenceSlugs(series, keys)
  const { slug, statusBeforeTrash } = series
  return keys.map((key, i) => occurrenceOf(series, key, { slug: slugs[i] ?? slug, statusBeforeTrash }))
}

/**
 * Creates the function that gives an occurrence a key, and the new values of its series in the members that it does not override.
 * @param before the series before the change
 * @param next the series after the change
 */
function createOccurrenceChange(before: EventRecord, next: EventRecord, nowMs: number): (row: EventRecord, key: string) => EventRecord {
  const changed = changedFields(before, next)
  const plain = changed.filter((field) => field !== 'times' && field !== 'status')
  return (row, key) => {
    const fields = plain.filter((field) => !row.overridden.includes(field))
    const moves = !row.overridden.includes('times') && (changed.includes('times') || key !== row.occurrenceKey)
    const times = moves ? timesAt(next.times, key) : row.times
    const moved = isSame(times, row.times) ? {} : { times, ...previousStartAfter(row, times, nowMs) }
    const after = followStatus({ ...withFields(row, next, fields), ...moved, seriesId: next.id, occurrenceKey: key }, before, next)
    return withInherited(next, after)
  }
}

/** The occurrence that the caller has named, after the change of its series. */
function followOwnChange(
  row: EventRecord,
  key: string,
  wanted: EventRecord,
  changed: readonly OverridableField[],
  series: SeriesRecord,
  follow: (row: EventRecord, key: string) => EventRecord,
): EventRecord {
  const remove = changed.filter((field) => field !== 'times')
  // `follow` copies only members that change in the series. The series may have the caller's value already, while the occurrence overrode it.
  const fields = remove.filter((field) => field !== 'status')
  const status = remove.includes('status') && row.status !== series.status ? toStatus(row, series.status) : {}
  const own = { ...withFields(row, series, fields), ...status, overridden: overriddenWith(row, { remove }) }
  const after = { ...follow(own, key), slug: wanted.slug }
  if (!changed.includes('times') || !row.overridden.includes('times')) return after
  const { times, previousStartLocal, previousStartMs } = wanted
  const overridden = isSame(times, timesAt(series.times, key)) ? overriddenWith(after, { remove: ['times'] }) : after.overridden
  return { ...after, times, previousStartLocal, previousStartMs, overridden }
}

/** The series with the changes of the caller. */
function editSeries(
  series: SeriesRecord,
  { before, next, written }: SeriesChange,
  changed: readonly OverridableField[],
  nowMs: number,
): SeriesRecord {
  if (before.id === series.id) return { ...next, recurrence: series.recurrence }
  const fields = changed.filter((field) => field !== 'times' && field !== 'status')
  const state = changed.includes('status') ? toStatus(series, next.status) : {}
  const times = changed.includes('times') ? moveSeries(series.times, before, written) : series.times
  const edited = {
    ...withFields(series, next, fields),
    ...state,
    ...(times !== series.times && { times, ...previousStartAfter(series, times, nowMs) }),
  }
  return withOwnSearchText(edited)
}

/** The times of a series whose occurrence moves: its start moves by as much wall time, and zone and length become those of the occurrence. */
function moveSeries(series: EventTimes, { occurrenceKey, overridden, times: before }: EventRecord, written: WallTimes): EventTimes {
  const allDay = written.allDay === before.allDay ? series.allDay : written.allDay
  const timeZone = written.timeZone === before.timeZone ? series.timeZone : written.timeZone
  // If the clocks skip the key, the occurrence starts after it. The new start is for all dates, so it is compared with the key.
  const oldStart = overridden.includes('times') ? before.startLocal : occurrenceKey
  // An all-day series moves by whole days.
  const toStart = (local: string): string => (allDay ? `${local.slice(0, 10)}T00:00:00` : local)
  const from = toStart(oldStart)
  const to = written.startLocal === before.startLocal ? from : written.startLocal
  const length = lengthOf({ ...written, startLocal: to })
  const isLength = length === lengthOf({ ...before, startLocal: from }) && allDay === series.allDay
  const startLocal = toKey(keyMs(toStart(series.startLocal)) + keyMs(to) - keyMs(from))
  if (!isWithinYears(startLocal)) throw invalidInput({ startDate: outsideYears })
  const endLocal = toKey(keyMs(startLocal) + (isLength ? lengthOf(series) : length))
  return seriesTimesAt({ allDay, timeZone, startLocal, endLocal }, startLocal)
}

/** Plans the permanent deletion of one occurrence: its key is excluded, so that no extension brings it back. */
export function planWithout(rows: SeriesRows, gone: EventRecord, isOnRule: boolean, nowMs: number): SeriesPlan {
  const { series, occurrences } = rows
  const { rule, dates, except } = series.recurrence
  const key = gone.occurrenceKey
  const recurrence = {
    rule,
    dates: dates.filter((date) => date !== key),
    except: isOnRule ? [...new Set([...except, key])].sort() : except,
  }
  return planRecurrence({ series, occurrences: occurrences.filter(({ id }) => id !== gone.id) }, { ...series, recurrence }, [gone], nowMs)
}

/**
 * Plans a change of a series' recurrence. The occurrences change only in the members that they read from the series.
 * @param deletes the occurrences to delete permanently
 */
export function planRecurrence(
  { series, occurrences }: SeriesRows,
  next: SeriesRecord,
  deletes: readonly EventRecord[],
  nowMs: number,
): SeriesPlan {
  const follow = createOccurrenceChange(series, next, nowMs)
  const updates = occurrences.flatMap((row) => {
    const after = follow(row, row.occurrenceKey)
    return isUnchanged(row, after) ? [] : [after]
  })
  return { before: series, series: next, updates, inserts: [], deletes }
}

/** A series in two parts. */
interface SplitSeries {
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
  const second = toPart(parts.after, startsAtKey ? key : afterStart, (date) => date >= key)
  return {
    first: { ...toPart(parts.before, parts.before && startLocal, (date) => date < key), extendedTo: '' },
    kept: occurrences.filter((row) => row.occurrenceKey < key),
    second: {
      series: { ...second, id: 0, version: 0, uid: '', previousStartLocal: '', previousStartMs: null },
      occurrences: occurrences.filter((row) => row.occurrenceKey >= key),
    },
  }
}

const noRules: SplitRule = { before: undefined, after: undefined, afterStartWallMs: undefined }
