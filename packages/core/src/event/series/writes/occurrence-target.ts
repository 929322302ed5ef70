import { CalendarError } from '../../../errors/calendar-error.ts'
import { applyChange } from '../../../record/apply.ts'
import { toChange } from '../../../record/change.ts'
import { composeOwnership } from '../../../record/composition.ts'
import type { WriteOperation } from '../../../record/context.ts'
import { demandWriteOf } from '../../../record/lifecycle.ts'
import type { RecordRef } from '../../../record/lookup.ts'
import { planChange } from '../../../record/plan.ts'
import { updatedNow } from '../../../record/publication.ts'
import { replaceRecord } from '../../../record/replace.ts'
import type { EventRecord } from '../../../store/records.ts'
import { planPublications } from '../../publish-linked.ts'
import type { PreparedEventFields } from '../../record.ts'
import { keysOf, type SeriesRecord } from '../keys.ts'
import { withoutMadeSlug } from '../occurrence.ts'
import { applySeriesPlan } from './apply-series.ts'
import type { EventKind, EventTarget } from './event-target.ts'
import { loadCurrentRows } from './load-series.ts'
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
      if (losesOverride(before, next)) await replaceRecord(own, own.store.events, { ...series, ...updatedNow(own) })
      return next
    },
  }
  const composed = toNext(plan.content.composed)
  const publications = await planPublications(op, [{ before, after: composed }])
  const occurrencePlan = { ...plan, content: { ...plan.content, composed, publications } }
  return applyChange(op, occurrenceKind, occurrencePlan, { scope: 'this' })
}

/** Deletes one occurrence, and excludes its key from the series. */
async function removeOccurrence<T>(op: WriteOperation, series: SeriesRecord, record: EventRecord, view: () => Promise<T>): Promise<T> {
  await op.runHooks(op, { kind: 'event', verb: 'delete', before: record, next: null, scope: 'this' })
  const last = await view()
  const rows = await loadCurrentRows(op, series, record)
  const { rule } = series.recurrence
  const [onRule] = keysOf({ times: series.times, recurrence: { rule, dates: [], except: [] } }, { from: record.occurrenceKey, limit: 1 })
  await applySeriesPlan(op, planWithout(rows, record, onRule === record.occurrenceKey, op.nowMs), rows.occurrences, 'this')
  op.changes.push(toChange(op, 'event', 'deleted', record, null, { scope: 'this' }))
  return last
}
