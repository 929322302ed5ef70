import type { EventRecord } from '../../../store/records.ts'
import { previousStartAfter } from '../../previous-start.ts'
import { timesAt } from '../times-at.ts'
import { isSame } from './is-same.ts'
import { changedFields, overriddenWith, withFields, withInherited } from './overrides.ts'

/**
 * Plans a change of one occurrence alone. A member that the caller changes is an override, unless it has the value of the series; a member
 * that keeps its value stays what it is.
 * @param next the occurrence with the changes of the caller
 * @param options `keeps`: the overridden members that stay so; the others go back to the values of the series, unless the caller changes them
 */
export function planOccurrence(
  series: EventRecord,
  before: EventRecord,
  next: EventRecord,
  { keeps = before.overridden, nowMs }: { readonly keeps?: readonly string[] | undefined; readonly nowMs: number },
): EventRecord {
  const inSeries = { ...series, times: timesAt(series.times, before.occurrenceKey) }
  const changed = changedFields(before, next)
  const reset = before.overridden.filter((field) => !keeps.includes(field) && !changed.includes(field))
  const add = changed.filter((field) => !isSame(next[field], inSeries[field]))
  const overridden = overriddenWith(before, { remove: [...changed, ...reset], add })
  const movesBack = reset.includes('times') ? previousStartAfter(before, inSeries.times, nowMs) : {}
  return withInherited(series, { ...withFields(next, inSeries, reset), ...movesBack, overridden })
}

/**
 * Whether an occurrence loses an override. Then it depends on the values of its series, and a concurrent change of the series would not
 * notice, because that passes over occurrences with an override: the write has to replace the version of the series as well.
 */
export const losesOverride = (before: EventRecord, next: EventRecord): boolean =>
  before.overridden.some((field) => !next.overridden.includes(field))
