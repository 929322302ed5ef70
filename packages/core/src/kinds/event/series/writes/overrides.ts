import { plainNames } from '../../../../record/field-table.ts'
import { hasOwnSearchText, inheritFrom } from '../../../../store/inherit.ts'
import { isSame } from '../../../../store/is-same.ts'
import type { EventRecord, OverridableField, StoredStatus } from '../../../../store/records.ts'
import { trashedSlug, untrashedSlug } from '../../../../text/slug.ts'
import { previousStartAfter } from '../../previous-start.ts'
import { eventSearchText } from '../../record.ts'
import { eventFields, type PlainEvent } from '../../schema.ts'
import { timesAt } from '../times-at.ts'

/** The members with code of their own that an occurrence can override. */
const special: Readonly<Record<Exclude<OverridableField, keyof PlainEvent>, true>> = {
  authorId: true,
  status: true,
  publishedMs: true,
  description: true,
  excerpt: true,
  image: true,
  times: true,
  cost: true,
  parentId: true,
  venueIds: true,
  organizerIds: true,
  categoryIds: true,
  tagIds: true,
  fields: true,
}

/** All members that an occurrence can override, sorted. */
export const overridableFields: readonly OverridableField[] = Object.freeze(
  // The type of Object.keys does not know that the table has no other keys.
  [...(Object.keys(special) as (keyof typeof special)[]), ...plainNames(eventFields)].sort(),
)

/** The overridable members in which two events differ. Declared fields with equal values are equal, whatever their keys. */
export function changedFields(before: EventRecord, after: EventRecord): readonly OverridableField[] {
  const changed: OverridableField[] = []
  for (const field of overridableFields) {
    const [one, other] = field === 'fields' ? [before.fields.values, after.fields.values] : [before[field], after[field]]
    if (!Object.is(one, other) && !isSame(one, other)) changed.push(field)
  }
  return changed
}

/** Copies some members from another event, and the members that are derived from them. */
export function withFields<R extends EventRecord>(event: R, from: EventRecord, fields: readonly OverridableField[]): R {
  const taken: Partial<EventRecord> = {}
  for (const field of fields) Object.assign(taken, { [field]: from[field] })
  return {
    ...event,
    ...taken,
    ...(fields.includes('title') && { titleKey: from.titleKey }),
    ...(fields.includes('publishedMs') && { publishedLocal: from.publishedLocal }),
  }
}

/** An occurrence with the members that it reads from its series, and with the search text of its own texts. */
export const withInherited = (series: EventRecord, occurrence: EventRecord): EventRecord =>
  inheritFrom(series, occurrence.overridden.length > 0 && hasOwnSearchText(occurrence) ? withOwnSearchText(occurrence) : occurrence)

/** An event with the search text of its texts. */
export const withOwnSearchText = <R extends EventRecord>(event: R): R => ({ ...event, searchText: eventSearchText(event) })

/** The overridden members of an occurrence, without those to remove and with those to add; sorted. */
export function overriddenWith(
  { overridden }: EventRecord,
  { add = [], remove = [] }: { readonly add?: readonly OverridableField[]; readonly remove?: readonly OverridableField[] },
): readonly OverridableField[] {
  return [...new Set([...overridden.filter((field) => !remove.includes(field)), ...add])].sort()
}

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
 * series would reveal it.
 */
export const losesOverride = (before: EventRecord, next: EventRecord): boolean =>
  before.overridden.some((field) => !next.overridden.includes(field))

/** The members that a change of the status sets. */
type State = Pick<EventRecord, 'status' | 'statusBeforeTrash' | 'slug'>

/** An event in another status. In the trash its slug has a suffix, so that the original one is free. */
export function toStatus(event: State, status: StoredStatus): State {
  const [wasTrashed, isTrashed] = [event.status === 'trash', status === 'trash']
  if (wasTrashed === isTrashed) return { status, statusBeforeTrash: event.statusBeforeTrash, slug: event.slug }
  return isTrashed
    ? { status, statusBeforeTrash: event.status, slug: trashedSlug(event.slug) }
    : { status, statusBeforeTrash: null, slug: untrashedSlug(event.slug) }
}

/**
 * An occurrence after a change of its series' status. An occurrence that was trashed alone has `status` in `overridden`, and stays in the trash
 * when its series is restored. An occurrence that is trashed with its series has no `status` in `overridden`. When the series is restored, the
 * occurrence gets the status of the series, or its own former status if that was another one; then `overridden` has `status` again.
 */
export function followStatus(row: EventRecord, before: EventRecord, next: EventRecord): EventRecord {
  if (before.status === next.status || row.status === 'deleted') return row
  if (next.status === 'trash') {
    if (row.status === 'trash') return row
    return { ...row, ...toStatus(row, 'trash'), overridden: overriddenWith(row, { remove: ['status'] }) }
  }
  if (row.overridden.includes('status')) return row
  const own = before.status === 'trash' && row.statusBeforeTrash !== before.statusBeforeTrash ? row.statusBeforeTrash : null
  const status = own ?? next.status
  const add = status === next.status ? [] : (['status'] as const)
  return { ...row, ...toStatus(row, status), overridden: overriddenWith(row, { add }) }
}
