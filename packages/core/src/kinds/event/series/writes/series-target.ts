import type { WriteScope } from '../../../../access/policy.ts'
import { CalendarError } from '../../../../errors/calendar-error.ts'
import { applyRelated, changesNothing, keepRecord, toPlannedRecord } from '../../../../record/apply.ts'
import { toChange } from '../../../../record/change.ts'
import { composeOwnership } from '../../../../record/composition.ts'
import type { WriteOperation } from '../../../../record/context.ts'
import { demandWriteOf, toVerbs } from '../../../../record/lifecycle.ts'
import type { RecordRef } from '../../../../record/lookup.ts'
import { planChange } from '../../../../record/plan.ts'
import { isSame } from '../../../../store/is-same.ts'
import type { EventRecord } from '../../../../store/records.ts'
import { type EventWrite, planPublications } from '../../publish-linked.ts'
import type { PreparedEventFields } from '../../record.ts'
import { toWrittenTimes } from '../../times.ts'
import type { ParsedRecurrence } from '../input.ts'
import type { SeriesRecord } from '../keys.ts'
import { withoutMadeSlug } from '../occurrence.ts'
import { seriesTimesAt, type WallTimes } from '../times-at.ts'
import { applySeriesPlan, removeEvents } from './apply-series.ts'
import type { EventKind, EventTarget } from './event-target.ts'
import { loadCurrentRows } from './load-series.ts'
import { changedFields, withFields } from './overrides.ts'
import { planRecurrence, planSeriesWrite, type SeriesChange, type SeriesPlan } from './plan-series.ts'
import { changedParts, withoutStored } from './read-changes.ts'
import type { SeriesRows } from './rows.ts'
import { isFirst, splitSeries } from './split-series.ts'

/** How much of a series a write is for, if it is for more than one occurrence. */
type WholeScope = Exclude<WriteScope, 'this'>

/** The target of a write of a series, or of all of its occurrences from one on. */
export function toSeriesTarget(
  op: WriteOperation,
  kind: EventKind,
  { record }: EventTarget,
  ref: RecordRef,
  series: SeriesRecord,
  scope: WholeScope,
): EventTarget {
  return {
    record,
    subject: series,
    demand: async (fields) => {
      const next = fields === null ? null : nextOwnership(op, series, record, fields)
      await demandWriteOf(op, 'event', ref, { record: series, named: record, next, scope })
      const isTrashedAlone = record.status === 'trash' && series.status !== 'trash'
      if (fields !== null && isTrashedAlone) throw new CalendarError('in_trash', { kind: 'event', id: record.id })
    },
    change: (fields) => changeSeries(op, kind, series, record, fields, scope),
    remove: (view) => removeSeries(op, series, record, scope, view),
  }
}

/** The series with the author, status and publication date that the caller changes in the named record: policies decide by them. */
function nextOwnership(op: WriteOperation, series: SeriesRecord, before: EventRecord, fields: Partial<PreparedEventFields>): EventRecord {
  const next = { ...before, ...composeOwnership(op, fields, before) }
  return withFields(series, next, changedFields(before, next))
}

/**
 * Changes a series and its occurrences. A change that leaves the named record and the recurrence as they are changes none of them, whatever
 * other occurrences override.
 * @returns the named record, or the series if the change has deleted the record
 */
async function changeSeries(
  op: WriteOperation,
  kind: EventKind,
  series: SeriesRecord,
  record: EventRecord,
  { uid, recurrence, ...others }: Partial<PreparedEventFields>,
  scope: WholeScope,
): Promise<EventRecord> {
  // A client that sends back an occurrence sends the uid of the series, too; only a write of the series itself can change it.
  const fields = record.role === 'occurrence' ? withoutMadeSlug(record, others) : uid === undefined ? others : { ...others, uid }
  const plan = await planChange(op, kind, fields, record)
  const toChanged = (next: EventRecord): SeriesChange => {
    const written = toWrittenTimes(next.times, fields, record.times)
    return { before: record, next: withSeriesTimes(record, next, written), written, recurrence }
  }
  const planned = toPlannedRecord(op, kind, plan)
  const change = toChanged(planned)
  if (changesNothing(kind, plan, change.next) && keepsRecurrence(recurrence, series, scope))
    // An occurrence may read its keys from the series.
    return record.role === 'series' ? keepRecord(op, kind, record, change.next) : record
  const rows = await loadCurrentRows(op, series, record)
  const plans = planScope(op, rows, change, scope)
  const publications = await planPublications(
    op,
    plans.flatMap((one) => writesOf(one, rows)),
  )
  for (const one of plans) await runSeriesHooks(op, one, scope)
  const next = toPlannedRecord(op, kind, plan, await applyRelated(op, kind, { ...plan, content: { ...plan.content, publications } }))
  let result = record
  // Only links to new records change the plans, and long series take a while to plan.
  for (const one of isSame(planned, next) ? plans : planScope(op, rows, toChanged(next), scope)) {
    const { series: after, occurrences } = await applySeriesPlan(op, one, rows.occurrences, scope)
    recordChange(op, one, after, scope)
    const isGone = one.deletes.some(({ id }) => id === record.id)
    result = isGone || after.id === record.id ? after : (occurrences.get(record.id) ?? result)
  }
  return result
}

/** Whether the input leaves the dates of a series. Null makes it a single event, but only as a whole. */
const keepsRecurrence = (given: ParsedRecurrence | null | undefined, series: SeriesRecord, scope: WholeScope): boolean =>
  given === null ? scope === 'following' : given === undefined || changedParts(given, series).length === 0

/** The series and its occurrences before and after a planned write. */
function writesOf({ before, series, updates }: SeriesPlan, rows: SeriesRows): readonly EventWrite[] {
  const stored = new Map(rows.occurrences.map((row) => [row.id, row]))
  return [series, ...updates].map((after) => ({ before: stored.get(after.id) ?? before ?? rows.series, after }))
}

/** The record after the change. A series whose times change gets the wall times that the caller wrote, even if the clocks skip them. */
function withSeriesTimes(before: EventRecord, next: EventRecord, written: WallTimes): EventRecord {
  if (before.role !== 'series') return next
  const isKept = isSame({ ...before.times, ...written }, before.times)
  return { ...next, times: isKept ? before.times : seriesTimesAt(written, written.startLocal) }
}

/** The plans of a change, the one of the stored series first. */
function planScope(op: WriteOperation, rows: SeriesRows, change: SeriesChange, scope: WholeScope): readonly SeriesPlan[] {
  if (scope === 'all') return [planSeriesWrite(rows, change, op)]
  // Null would make the whole series a single event. With `following` it is ignored, because the caller may expect earlier dates that stay.
  if (isFirst(rows, change.before)) return [planSeriesWrite(rows, { ...change, recurrence: change.recurrence ?? undefined }, op)]
  const recurrence = change.recurrence ? withoutStored(change.recurrence, rows.series, change.before.occurrenceKey) : undefined
  const { first, kept, second } = splitSeries(rows, change.before.occurrenceKey, recurrence?.given.includes('rule') === true)
  const earlier = planRecurrence({ series: rows.series, occurrences: kept }, first, [], op.nowMs)
  return [earlier, { ...planSeriesWrite(second, { ...change, recurrence }, op), before: null }]
}

const runSeriesHooks = async (op: WriteOperation, { before, series }: SeriesPlan, scope: WholeScope): Promise<void> => {
  if (before !== null) {
    await op.runHooks(op, { kind: 'event', verb: toVerbs(before.status, series.status)[0], before, next: series, scope })
    return
  }
  const { id: _, ...next } = series
  await op.runHooks(op, { kind: 'event', verb: 'create', before, next, scope })
}

/** Records the write of a series as one change for listeners, with the number of occurrences that it updates, creates or deletes. */
function recordChange(op: WriteOperation, { before, updates, inserts, deletes }: SeriesPlan, after: EventRecord, scope: WholeScope): void {
  const verb = before === null ? 'created' : toVerbs(before.status, after.status)[1]
  const occurrences = updates.length + inserts.length + deletes.length
  op.changes.push(toChange(op, 'event', verb, before, after, { scope, occurrences }))
}

/** Deletes a series with its occurrences, or the named occurrence and all later ones. @returns the view before the deletion */
async function removeSeries<T>(
  op: WriteOperation,
  series: SeriesRecord,
  record: EventRecord,
  scope: WholeScope,
  view: () => Promise<T>,
): Promise<T> {
  const rows = await loadCurrentRows(op, series, record)
  if (scope === 'following' && !isFirst(rows, record)) return removeFollowing(op, rows, record, view)
  await op.runHooks(op, { kind: 'event', verb: 'delete', before: series, next: null, scope })
  const last = await view()
  await removeEvents(op, [...rows.occurrences, series], scope)
  op.changes.push(toChange(op, 'event', 'deleted', series, null, { scope, occurrences: rows.occurrences.length }))
  return last
}

/** Deletes an occurrence and all later ones: the series then ends before them. */
async function removeFollowing<T>(op: WriteOperation, rows: SeriesRows, record: EventRecord, view: () => Promise<T>): Promise<T> {
  const { first, kept, second } = splitSeries(rows, record.occurrenceKey, false)
  const plan = planRecurrence({ series: rows.series, occurrences: kept }, first, second.occurrences, op.nowMs)
  await runSeriesHooks(op, plan, 'following')
  const last = await view()
  const { series } = await applySeriesPlan(op, plan, kept, 'following')
  recordChange(op, plan, series, 'following')
  return last
}
