import { plainNames } from '../../../../record/field-table.ts'
import { hasOwnSearchText, inheritFrom } from '../../../../store/inherit.ts'
import { isSame } from '../../../../store/is-same.ts'
import type { EventRecord, OverridableField } from '../../../../store/records.ts'
import { eventSearchText } from '../../record.ts'
import { eventFields, type PlainEvent } from '../../schema.ts'

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
export const changedFields = (before: EventRecord, after: EventRecord): readonly OverridableField[] =>
  overridableFields.filter((field) => !isSame(before[field], after[field]) && !(field === 'fields' && hasSameValues(before, after)))

const hasSameValues = (before: EventRecord, after: EventRecord): boolean => isSame(before.fields.values, after.fields.values)

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
  inheritFrom(series, hasOwnSearchText(occurrence) ? withOwnSearchText(occurrence) : occurrence)

/** An event with the search text of its texts. */
export const withOwnSearchText = <R extends EventRecord>(event: R): R => ({ ...event, searchText: eventSearchText(event) })

/** The overridden members of an occurrence, without those to remove and with those to add; sorted. */
export function overriddenWith(
  { overridden }: EventRecord,
  { add = [], remove = [] }: { readonly add?: readonly OverridableField[]; readonly remove?: readonly OverridableField[] },
): readonly OverridableField[] {
  return [...new Set([...overridden.filter((field) => !remove.includes(field)), ...add])].sort()
}
