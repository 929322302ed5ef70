import { askSchema, type DeclaredField } from '@kalends/core/internal'
import { isObject, type JsonObject } from '../json.ts'

/** Whether a schema describes what a field takes, or what it gives. */
export type SchemaSide = 'input' | 'output'

const known: Readonly<Record<SchemaSide, WeakMap<object, JsonObject>>> = { input: new WeakMap(), output: new WeakMap() }

/**
 * The JSON Schema (draft 2020-12) of the values of a field, if the library of its schema converts it (`StandardJSONSchemaV1`); else an
 * empty one, which allows any value. It can stand anywhere in a document.
 */
export function jsonSchemaOf({ schema }: Pick<DeclaredField, 'schema'>, side: SchemaSide): JsonObject {
  const found = known[side].get(schema)
  if (found !== undefined) return found
  const converted = convert(schema, side)
  known[side].set(schema, converted)
  return converted
}

function convert(schema: DeclaredField['schema'], side: SchemaSide): JsonObject {
  try {
    const converter: unknown = Reflect.get(schema['~standard'], 'jsonSchema')
    const method: unknown = isObject(converter) ? converter[side] : undefined
    if (typeof method !== 'function') return {}
    const text: unknown = JSON.stringify(Reflect.apply(method, converter, [{ target: 'draft-2020-12' }]))
    // References are relative to the whole document, where the schema is only a part.
    if (typeof text !== 'string' || /"\$(?:ref|dynamicRef|defs)":/.test(text)) return {}
    const { $schema: _schema, $id: _id, ...copy }: JsonObject = JSON.parse(text)
    return copy
  } catch {
    // Libraries throw for values that JSON Schema cannot describe, such as transformed ones.
    return {}
  }
}

/** The type of the values of a field, of a list that of its items; undefined if it is not known. */
export const valueTypeOf = (field: Pick<DeclaredField, 'schema'>): string | undefined => typeOf(jsonSchemaOf(field, 'input'))

function typeOf({ type, items, anyOf }: Readonly<Record<string, unknown>>): string | undefined {
  if (type === 'array') return isObject(items) ? typeOf(items) : undefined
  if (typeof type === 'string') return type
  const types = (Array.isArray(anyOf) ? anyOf : []).flatMap((one: unknown) =>
    isObject(one) && one['type'] !== 'null' ? [typeOf(one)] : [],
  )
  return new Set(types).size === 1 ? types[0] : undefined
}

/** Whether a new record must have a value of the field: its schema refuses an absent one, or throws, which must not break documents. */
export function isRequired(field: DeclaredField): boolean {
  try {
    return askSchema(field, undefined).issues !== undefined
  } catch {
    return true
  }
}
