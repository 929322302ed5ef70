import { isSame } from '../../../../store/is-same.ts'
import type { EventRecord } from '../../../../store/records.ts'
import { previousStartAfter } from '../../previous-start.ts'
import { timesAt } from '../times-at.ts'
import { changedFields, overriddenWith, withFields, withInherited } from './overrides.ts'

/**
 * Plans a change of one occurrence alone. A changed member becomes an override, unless it has the value of the series now; an unchanged member
 * stays overridden if it was.
 * @param next the occurrence with the changes of the caller
 * @param options `keeps`: the members that stay overridden; the others get the values of the series again, unless the caller changes them
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
 * Whether an occurrence loses an override. A concurrent change of the series would skip the member as overridden, and leave an old value in the
 * occurrence. So the write of a public occurrence replaces the series as well: its date of change must rise, because calendar programs read a
 * series again only if the series itself has changed. The write of a hidden occurrence holds the series instead, because a new version of the
 * series would tell of it.
 */
export const losesOverride = (before: EventRecord, next: EventRecord): boolean =>
  before.overridden.some((field) => !next.overridden.includes(field))
