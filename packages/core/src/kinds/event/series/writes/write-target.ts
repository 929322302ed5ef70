import type { WriteScope } from '../../../../access/policy.ts'
import { invalidInput } from '../../../../errors/calendar-error.ts'
import type { Reason } from '../../../../errors/issues.ts'
import type { WriteOperation } from '../../../../record/context.ts'
import { notFound, type RecordRef } from '../../../../record/lookup.ts'
import { isSeries, type SeriesRecord } from '../keys.ts'
import type { EventKind, EventTarget } from './event-target.ts'
import { toOccurrenceTarget } from './occurrence-target.ts'
import { toSeriesTarget } from './series-target.ts'

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
