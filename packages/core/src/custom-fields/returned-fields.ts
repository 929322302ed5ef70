import type { JsonValue, StoredFields } from '../store/records.ts'
import type { KindFields } from './declared.ts'

/** The fields of a record as it is returned, by name. */
export type ReturnedFields = { readonly [name: string]: JsonValue }

/** Shared by all records without values. */
const noValues: ReturnedFields = Object.freeze({})

/** The values of the fields that a viewer may read, in the order of their declaration. They are returned as they are stored. */
export function toReturnedFields({ list }: KindFields, { values }: StoredFields): ReturnedFields {
  // Most calendars have no fields, and a loop over none costs as much as a member of the record.
  if (list.length === 0) return noValues
  let returned: Record<string, JsonValue> | undefined
  for (const { name } of list) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) continue
    returned ??= {}
    returned[name] = value
  }
  return returned ?? noValues
}
