import type { UntypedFields } from '@kalends/core/internal'
import { type FieldTable, jsonSchemas, type Kind, plainNames } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '../json.ts'
import type { ParameterRows } from '../parameters/parameter.ts'
import { booleanSchema, integerSchema, type Property, textSchema } from './property.ts'

const schemas: Readonly<Record<'text' | 'boolean' | 'integer', JsonObject>> = {
  text: textSchema,
  boolean: booleanSchema,
  integer: integerSchema,
}

/** The plain fields of a kind as members of its responses, by their names in the core. */
export function toProperties<T>(table: FieldTable<T>, rows: ParameterRows<keyof T>): Readonly<Record<keyof T, Property>> {
  const entries = plainNames(table).map((member) => {
    const { name, text, words } = rows[member]
    const { column, schema } = table[member]
    const choices = words === undefined ? jsonSchemas.get(schema)?.['enum'] : Object.keys(words)
    return [member, { name, schema: { ...schemas[column], ...(Array.isArray(choices) && { enum: choices.map(String) }) }, text }] as const
  })
  // Every field of the table has its property.
  return Object.fromEntries(entries) as Readonly<Record<keyof T, Property>>
}

/**
 * Makes the function that writes the plain fields of a record under their names on the wire. Made once: lists call it for every record.
 * @param others the fields that have places of their own in the response
 */
export function toPlainWriter<T extends { readonly [M in keyof T]: JsonValue }>(
  table: FieldTable<T>,
  rows: ParameterRows<keyof T>,
  others: readonly (keyof T)[],
): (record: T) => JsonObject {
  const fields = plainNames(table).flatMap((member) => (others.includes(member) ? [] : [{ member, name: rows[member].name }]))
  return (record) => {
    const written: Record<string, JsonValue> = {}
    for (const { member, name } of fields) written[name] = record[member]
    return written
  }
}

/** The member with the values of the declared fields of a kind. */
export const customFieldsOf = (kind: Kind) =>
  ({ name: 'custom_fields', schema: { type: 'object' }, text: 'customFields', fieldsOf: kind }) as const satisfies Property

/** The values of declared fields as they are sent: as the record has them, because the core leaves out what the caller may not read. */
// The core refuses values that JSON cannot express; only its types do not know it.
export const toCustomFields = (fields: UntypedFields): JsonObject => fields as JsonObject
