import { CalendarError } from '../../../../errors/calendar-error.ts'
import { applyChange } from '../../../../record/apply.ts'
import { toChange } from '../../../../record/change.ts'
import { composeOwnership } from '../../../../record/composition.ts'
import type { WriteOperation } from '../../../../record/context.ts'
import { demandWriteOf } from '../../../../record/lifecycle.ts'
import type { RecordRef } from '../../../../record/lookup.ts'
import { planChange } from '../../../../record/plan.ts'
import { updatedNow } from '../../../../record/publication.ts'
import { replaceRecord } from '../../../../record/replace.ts'
import { claimSlug, takenIn } from '../../../../record/slug-claim.ts'
import { statusOf } from '../../../../record/status.ts'
import type { EventRecord } from '../../../../store/records.ts'
import { trashedSlug, untrashedSlug } from '../../../../text/slug.ts'
import { planPublications } from '../../publish-linked.ts'
import type { PreparedEventFields } from '../../record.ts'
import { keysOf, type SeriesRecord } from '../keys.ts'
import { occurrenceOf, withoutMadeSlug } from '../occurrence.ts'
import { applySeriesPlan } from './apply-series.ts'
import type { EventKind, EventTarget } from './event-target.ts'
import { holdCurrentSeries, loadCurrentRows } from './load-series.ts'
import { losesOverride, planOccurrence } from './plan-occurrence.ts'
import { planWithout } from './plan-series.ts'

/** The target of a write of one occurrence alone. */
export function toOccurrenceTarget(
  op: WriteOperation,
  kind: EventKind,
  one: EventTarget,
  ref: RecordRef,
  series: SeriesRecord,
): EventTarget {
  const { record } = one
  return {
    record,
    subject: record,
    demand: async (fields) => {
      const next = fields === null ? null : nextOwnership(op, series, record, fields)
      await demandWriteOf(op, 'event', ref, { record, next, scope: 'this' })
      // An occurrence cannot leave the trash without its series.
      if (fields !== null && series.status === 'trash') throw new CalendarError('in_trash', { kind: 'event', id: series.id })
    },
    change: (fields) => changeOccurrence(op, kind, series, record, fields),
    remove: (view) => removeOccurrence(op, series, record, view),
  }
}

/** The occurrence with the author, status and publication date that it will have: policies decide by them. */
function nextOwnership(op: WriteOperation, series: SeriesRecord, before: EventRecord, fields: Partial<PreparedEventFields>): EventRecord {
  const next = { ...before, ...composeOwnership(op, fields, before) }
  return planOccurrence(series, before, next, { keeps: fields.recurrence?.overridden, nowMs: op.nowMs })
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
      if (losesOverride(before, next) && isPublic(own, next)) await replaceRecord(own, own.store.events, { ...series, ...updatedNow(own) })
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
 * Leaves an occurrence that nobody can read in the place of a deleted one. An excluded date, or the id of another record, would tell viewers of
 * an occurrence that they have not seen.
 */
async function replaceHidden(op: WriteOperation, series: SeriesRecord, record: EventRecord): Promise<void> {
  await holdCurrentSeries(op, series)
  const { id, version, createdMs } = record
  const own = { status: 'deleted', statusBeforeTrash: null, overridden: ['status'], createdMs, ...updatedNow(op) } as const
  const deleted = { ...occurrenceOf(series, record.occurrenceKey, own), id, version }
  const { events } = op.store
  const after = await claimSlug(trashedSlug(untrashedSlug(record.slug)), takenIn(events, id), (slug) =>
    replaceRecord(op, events, { ...deleted, slug }),
  )
  op.loaders.keys.event.note(record, after)
}
