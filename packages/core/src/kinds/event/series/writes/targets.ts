import type { WriteScope } from '../../../../access/policy.ts'
import { CalendarError, invalidInput } from '../../../../errors/calendar-error.ts'
import type { Reason } from '../../../../errors/issues.ts'
import { applyChange, applyRelated, changesNothing, keepRecord, toPlannedRecord } from '../../../../record/apply.ts'
import { toChange } from '../../../../record/change.ts'
import type { WriteOperation } from '../../../../record/context.ts'
import { demandWriteOf, toVerbs } from '../../../../record/lifecycle.ts'
import { notFound, type RecordRef } from '../../../../record/lookup.ts'
import { planChange } from '../../../../record/plan.ts'
import { updatedNow } from '../../../../record/publication.ts'
import { replaceRecord } from '../../../../record/replace.ts'
import { claimSlug, takenIn } from '../../../../record/slug-claim.ts'
import { statusOf } from '../../../../record/status.ts'
import { isSame } from '../../../../store/is-same.ts'
import type { EntityId, EventRecord } from '../../../../store/records.ts'
import { trashedSlug, untrashedSlug } from '../../../../text/slug.ts'
import { type EventWrite, planPublications } from '../../publish-linked.ts'
import type { PreparedEventFields } from '../../record.ts'
import { toWrittenTimes } from '../../times.ts'
import type { EventKind, EventTarget } from '../../view.ts'
import type { ParsedRecurrence } from '../input.ts'
import { isSeries, keysOf, type SeriesRecord, type SeriesRows } from '../keys.ts'
import { occurrenceOf, withoutMadeSlug } from '../occurrence.ts'
import { seriesTimesAt, type WallTimes } from '../times-at.ts'
import { nextOccurrence, nextSeries } from './after-write.ts'
import { applySeriesPlan, holdCurrentSeries, loadCurrentRows, removeEvents } from './apply.ts'
import { losesOverride, planOccurrence } from './overrides.ts'
import {
  isFirst,
  planRecurrence,
  planScope,
  planWithout,
  type SeriesChange,
  type SeriesPlan,
  splitSeries,
  type WholeScope,
} from './plan.ts'
import { changedParts } from './reschedule.ts'

/**
 * Finds what a write of an event changes: a single event, one occurrence, or a series with its occurrences.
 * @param one the target for the named event alone
 * @param scope @default 'this' for an occurrence and a single event, 'all' for a series
 */
export async function toEventTarget(
  op: WriteOperation,
  kind: EventKind,
  one: EventTarget,
  ref: RecordRef,
  scope: WriteScope | undefined,
): Promise<EventTarget> {
  const { record } = one
  if (record.role === 'single') return scope === undefined || scope === 'this' ? one : refusing(one, { code: 'not_a_series' })
  const series = await findSeries(op, one, ref)
  if (record.role === 'occurrence')
    return scope === undefined || scope === 'this'
      ? toOccurrenceTarget(op, kind, one, ref, series)
      : toSeriesTarget(op, kind, one, ref, series, scope)
  const whole = toSeriesTarget(op, kind, one, ref, series, 'all')
  return scope === undefined || scope === 'all' ? whole : refusing(whole, { code: 'whole_series' })
}

async function findSeries(op: WriteOperation, { record }: EventTarget, ref: RecordRef): Promise<SeriesRecord> {
  const series = record.role === 'series' ? record : (await op.store.events.getMany([record.seriesId]))[0]
  if (series === undefined || !isSeries(series)) throw notFound('event', ref)
  return series
}

/** A target that refuses the write, but only after the policy has allowed it. */
function refusing(target: EventTarget, reason: Reason): EventTarget {
  const refuse = (): Promise<never> => Promise.reject(invalidInput({ scope: reason }))
  return { ...target, change: refuse, remove: refuse }
}

/** The target of a write of one occurrence alone. */
function toOccurrenceTarget(op: WriteOperation, kind: EventKind, one: EventTarget, ref: RecordRef, series: SeriesRecord): EventTarget {
  const { record } = one
  return {
    record,
    restored: record,
    demand: async (fields) => {
      const next = fields === null ? null : await nextOccurrence(op, series, record, fields)
      await demandWriteOf(op, 'event', ref, { record, next, scope: 'this' })
      // An occurrence cannot leave the trash without its series.
      if (fields !== null && series.status === 'trash') throw new CalendarError('in_trash', { kind: 'event', id: series.id })
    },
    change: (fields) => changeOccurrence(op, kind, series, record, fields),
    remove: (view) => removeOccurrence(op, series, record, view),
  }
}

/**
 * Changes one occurrence. Of the input's recurrence only `overridden` counts, and its uid is ignored: an occurrence has the uid and the rule of
 * its series.
 */
async function changeOccurrence(
  op: WriteOperation,
  kind: EventKind,
  series: SeriesRecord,
  before: EventRecord,
  { uid: _, recurrence, ...fields }: Partial<PreparedEventFields>,
): Promise<EventRecord> {
  const plan = await planChange(op, kind, withoutMadeSlug(before, fields), before)
  const toNext = (composed: typeof plan.content.composed): EventRecord =>
    planOccurrence(series, before, { ...before, ...composed }, { keeps: recurrence?.overridden, nowMs: op.nowMs })
  const occurrenceKind: EventKind = {
    ...kind,
    async applyRelated(own, content) {
      const next = toNext((await kind.applyRelated?.(own, content)) ?? content.composed)
      if (losesOverride(before, next) && isPublic(own, next))
        await replaceRecord(own, own.store.events, { ...series, ...updatedNow(own) }, series)
      return next
    },
  }
  const composed = toNext(plan.content.composed)
  // Before names are locked, as in a write of the series: writers that lock in one order cannot deadlock.
  if (losesOverride(before, composed) && !isPublic(op, composed)) await holdCurrentSeries(op, series)
  const publications = await planPublications(op, [{ before, after: composed }])
  const occurrencePlan = { ...plan, content: { ...plan.content, composed, publications } }
  return applyChange(op, occurrenceKind, occurrencePlan, { scope: 'this' })
}

/** Whether an event is public by itself. A policy may still hide it from a viewer. */
const isPublic = ({ nowMs }: WriteOperation, event: EventRecord): boolean => statusOf(event, nowMs) === 'publish'

/** Deletes one occurrence, so that no extension brings its key back. */
async function removeOccurrence<T>(op: WriteOperation, series: SeriesRecord, record: EventRecord, view: () => Promise<T>): Promise<T> {
  await op.runHooks(op, { kind: 'event', verb: 'delete', before: record, next: null, scope: 'this' })
  const last = await view()
  await (isPublic(op, record) ? excludeOccurrence(op, series, record) : replaceHidden(op, series, record))
  op.changes.push(toChange(op, 'event', 'deleted', record, null, { scope: 'this' }))
  return last
}

/** Deletes an occurrence, and excludes its key from the series. */
async function excludeOccurrence(op: WriteOperation, series: SeriesRecord, record: EventRecord): Promise<void> {
  const rows = await loadCurrentRows(op, series, record)
  const { rule } = series.recurrence
  const [onRule] = keysOf({ times: series.times, recurrence: { rule, dates: [], except: [] } }, { from: record.occurrenceKey, limit: 1 })
  await applySeriesPlan(op, planWithout(rows, record, onRule === record.occurrenceKey, op.nowMs), rows.occurrences, 'this')
}

/**
 * Replaces a deleted occurrence with one that no caller can read. An excluded date, or the id of another record, would reveal an occurrence
 * that viewers have not seen.
 */
async function replaceHidden(op: WriteOperation, series: SeriesRecord, record: EventRecord): Promise<void> {
  await holdCurrentSeries(op, series)
  const { id, version, createdMs } = record
  const own = { status: 'deleted', statusBeforeTrash: null, overridden: ['status'], createdMs, ...updatedNow(op) } as const
  const deleted = { ...occurrenceOf(series, record.occurrenceKey, own), id, version }
  const { events } = op.store
  const after = await claimSlug(trashedSlug(untrashedSlug(record.slug)), takenIn(events, id), (slug) =>
    replaceRecord(op, events, { ...deleted, slug }, record),
  )
  op.loaders.keys.event.note(record, after)
}

/** The target of a write of a series, or of all of its occurrences from one on. */
function toSeriesTarget(
  op: WriteOperation,
  kind: EventKind,
  { record }: EventTarget,
  ref: RecordRef,
  series: SeriesRecord,
  scope: WholeScope,
): EventTarget {
  return {
    record,
    restored: series,
    demand: async (fields) => {
      const next = fields === null ? null : await nextSeries(op, series, record, fields)
      await demandWriteOf(op, 'event', ref, { record: series, named: record, next, scope })
      const isTrashedAlone = record.status === 'trash' && series.status !== 'trash'
      if (fields !== null && isTrashedAlone) throw new CalendarError('in_trash', { kind: 'event', id: record.id })
    },
    change: (fields) => changeSeries(op, kind, series, record, fields, scope),
    remove: (view) => removeSeries(op, series, record, scope, view),
  }
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
  const plans = planScope(rows, change, scope, op)
  const publications = await planPublications(op, writesOf(plans, rows))
  for (const one of plans) await runSeriesHooks(op, one, scope)
  const next = toPlannedRecord(op, kind, plan, await applyRelated(op, kind, { ...plan, content: { ...plan.content, publications } }))
  let result = record
  // Only links to new records change the plans, and long series take a while to plan.
  for (const one of isSame(planned, next) ? plans : planScope(rows, toChanged(next), scope, op)) {
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

/** The series and their occurrences before and after planned writes. */
function writesOf(plans: readonly SeriesPlan[], rows: SeriesRows): readonly EventWrite[] {
  const stored = new Map<EntityId, EventRecord>()
  for (const row of rows.occurrences) stored.set(row.id, row)
  const writes: EventWrite[] = []
  for (const { before, series, updates } of plans)
    for (const after of [series, ...updates]) writes.push({ before: stored.get(after.id) ?? before ?? rows.series, after })
  return writes
}

/** The record after the change. A series whose times change gets the wall times that the caller wrote, even if the clocks skip them. */
function withSeriesTimes(before: EventRecord, next: EventRecord, written: WallTimes): EventRecord {
  if (before.role !== 'series') return next
  const isKept = isSame({ ...before.times, ...written }, before.times)
  return { ...next, times: isKept ? before.times : seriesTimesAt(written, written.startLocal) }
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
