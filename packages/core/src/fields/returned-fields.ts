import type { JsonValue, StoredFields } from '../store/records.ts'
import { type DeclaredField, type KindFields, noneOfKind } from './declared.ts'

/** The fields of a returned record, by name. */
export type ReturnedFields = { readonly [name: string]: JsonValue }

/** Shared by all records without values. */
const noValues: ReturnedFields = Object.freeze({})

/** The values of the fields that a viewer may read, in the order of their declaration. They are returned as they are stored. */
export function toReturnedFields(fields: KindFields, stored: StoredFields): ReturnedFields {
  // Most calendars have no fields, and this runs for each record of a list.
  if (fields === noneOfKind) return noValues
  const { list } = fields
  const { values } = stored
  // Records of a store are frozen, and a copy of ten values takes a twentieth of the time of an event in a list.
  if (Object.isFrozen(values) && areListed(list, values)) return values
  let returned: Record<string, JsonValue> | undefined
  for (const { name } of list) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) continue
    returned ??= {}
    returned[name] = value
  }
  return returned ?? noValues
}

/** Whether all values are those of fields in the list, in its order. */
function areListed(list: readonly DeclaredField[], values: StoredFields['values']): boolean {
  let at = 0
  for (const name of Object.keys(values)) {
    while (at < list.length && list[at]?.name !== name) at++
    if (at === list.length) return false
    at++
  }
  return true
}
