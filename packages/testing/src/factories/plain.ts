import { defaultsOf, type FieldTable, jsonSchemas, type PlainField, plainNames } from '@kalends/core/store'
import { wideText } from '../nasty-texts.ts'

/** A plain field with values of any kind. */
type AnyField = Pick<PlainField<unknown>, 'schema' | 'default'> & { readonly column: string }

/** The words to which the values of a text field are limited; empty for a field that holds any text. */
export function wordsOf({ column, schema }: AnyField): readonly string[] {
  const words = column === 'text' ? jsonSchemas.get(schema)?.['enum'] : undefined
  return Array.isArray(words) ? words : []
}

/** The names of the plain fields that hold any text. */
const textNames = <T>(table: FieldTable<T>): readonly (keyof T & string)[] =>
  plainNames(table).filter((name) => table[name].column === 'text' && wordsOf(table[name]).length === 0)

/** The same text in every plain field that holds any text. */
export const plainTexts = <T>(table: FieldTable<T>, text: string): Partial<T> =>
  // Each named member holds a text.
  Object.fromEntries(textNames(table).map((name) => [name, text])) as Partial<T>

/** In every plain field that holds any text, as many four-byte characters as its schema accepts. */
export const longestTexts = <T>(table: FieldTable<T>): Partial<T> =>
  // Each named member holds a text.
  Object.fromEntries(
    textNames(table).map((name) => [name, wideText(Number(jsonSchemas.get(table[name].schema)?.['maxLength'] ?? 200))]),
  ) as Partial<T>

/** Values of all plain fields, each unlike the default of its field and unlike the text of another field. */
export const otherValues = <T>(table: FieldTable<T>): T =>
  // Each value is of the kind that the column of its field holds.
  Object.fromEntries(plainNames(table).map((name) => [name, otherValue(name, table[name])])) as T

function otherValue(name: string, field: AnyField): string | number | boolean {
  if (field.column === 'boolean') return field.default !== true
  if (field.column === 'integer') return Number(field.default) + 1
  return wordsOf(field).find((word) => word !== field.default) ?? `another ${name}`
}

/** One record for each plain field: the value of that field is another one, all others are defaults. */
export const oneOther = <T>(table: FieldTable<T>): readonly Partial<T>[] => {
  const [defaults, others] = [defaultsOf(table), otherValues(table)]
  return plainNames(table).map((name) => ({ ...defaults, [name]: others[name] }))
}
