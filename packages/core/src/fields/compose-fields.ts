import { limits } from '../input/limits.ts'
import type { Issues } from '../input/read.ts'
import { noFields } from '../store/inherit.ts'
import { isSame } from '../store/is-same.ts'
import type { JsonValue, StoredFields } from '../store/records.ts'
import { tooManyBytes } from './json-value.ts'
import { keysOfValues } from './keys.ts'
import type { FieldChanges } from './read-values.ts'

/**
 * Composes the fields of a record: the given value, else the stored one, else the default of a new record. Stored values stay as they are,
 * those of fields that are no longer declared included.
 * @param changes undefined if the input names no field
 * @param before the stored fields; undefined for a new record
 * @param issues receives an issue if all values together are too long
 */
export function composeFields(changes: FieldChanges | undefined, before: StoredFields | undefined, issues: Issues): StoredFields {
  if (changes === undefined) return before ?? noFields
  const values: Record<string, JsonValue> = { ...before?.values }
  if (before === undefined) for (const [name, value] of changes.defaults) values[name] = value
  for (const [name, value] of changes.given) {
    if (value === undefined) delete values[name]
    else values[name] = value
  }
  const keys = keysOfValues(changes.declared.list, values)
  // Values that are sent back are no change, whatever their size; their keys change with the filters of the declared fields.
  if (before !== undefined && isSame(values, before.values)) return isSame(keys, before.keys) ? before : { values: before.values, keys }
  if (byteLength(JSON.stringify(values)) > limits.fieldsBytes) issues['fields'] ??= tooManyBytes
  return { values, keys }
}

/** The length of a text in UTF-8. */
export function byteLength(text: string): number {
  let length = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return length
}
