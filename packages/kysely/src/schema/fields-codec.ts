import { noFields, type StoredFields } from '@kalends/core/store'
import { rememberTexts } from './remember-texts.ts'

/** The column `fields`: the values of the declared fields and their keys in one text, so that reads need no second statement. */

/** The text for an occurrence with rows in `event_fields` that reads its fields from its series. */
export const inheritedFieldsText = ''

/** The text of fields without values, where SQL null would stand for those of a series. */
export const emptyFieldsText = '{"v":{},"k":{}}'

const isEmpty = ({ values, keys }: StoredFields): boolean => Object.keys(values).length === 0 && Object.keys(keys).length === 0

/** Converts fields to their text; null without values. */
export const toFieldsText = (fields: StoredFields): string | null =>
  fields === noFields || isEmpty(fields) ? null : JSON.stringify({ v: fields.values, k: fields.keys })

/** Converts a text back to the fields. */
export const toStoredFields = (text: string | null): StoredFields => (text === null ? noFields : parse(text))

/** The maximum length of a cached text: ten fields have about 300 characters. */
const maxCachedLength = 600

const parse = rememberTexts((json): StoredFields => {
  // The cast is safe, because only toFieldsText writes this column.
  const { v, k } = JSON.parse(json) as { readonly v: StoredFields['values']; readonly k: StoredFields['keys'] }
  return Object.freeze({ values: deepFrozen(v), keys: deepFrozen(k) })
}, maxCachedLength)

/** Freezes an object and all that it contains: records with the same text share it. */
function deepFrozen<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deepFrozen(member)
  return Object.freeze(value)
}

/** Whether some filter can find a record by these fields. */
export const hasKeys = ({ keys }: StoredFields): boolean => Object.keys(keys).length > 0

/** The keys of the stored text of a record's own fields, as a text to compare; empty without keys. */
export const toKeysText = ({ keys }: StoredFields): string => {
  const names = Object.keys(keys)
  return names.length === 0 ? '' : JSON.stringify(names.sort().map((name) => [name, keys[name]]))
}
