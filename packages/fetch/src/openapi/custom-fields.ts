import { type DeclaredField, type FieldsByKind, limits } from '@kalends/core/internal'
import { isObject, type JsonObject } from '../json.ts'
import type { Messages } from '../messages/problems/translation.ts'
import type { Settings } from '../options/settings.ts'
import { isRequired, jsonSchemaOf, type SchemaSide, valueTypeOf } from '../parameters/field-schema.ts'

/** What the parts of a document depend on. */
export interface DocumentContext {
  /** The descriptions. */
  readonly messages: Messages
  /** The options of the handler. */
  readonly settings: Settings
  /** The declared fields that the document describes. */
  readonly fields: FieldsByKind
}

/** The JSON Schema of a field with its description. */
function toFieldSchema(field: DeclaredField, side: SchemaSide): JsonObject {
  // Generators make a member with `default` required.
  const { default: _default, ...schema } = jsonSchemaOf(field, side)
  return { ...schema, ...(field.description !== undefined && { description: field.description }) }
}

/** The declared fields of a record in a response. A record may lack each of them: it can be older than the field. */
export const toFieldsAnswer = (fields: readonly DeclaredField[]): JsonObject => ({
  type: 'object',
  ...(fields.length > 0 && { properties: Object.fromEntries(fields.map((field) => [field.name, toFieldSchema(field, 'output')])) }),
})

/** The declared fields of a record in a request. Null clears a field that is not required. */
export function toFieldsInput(fields: readonly DeclaredField[], isNew: boolean): JsonObject {
  const required = fields.filter(isRequired)
  const properties = fields.map((field) => {
    const { description, ...schema } = toFieldSchema(field, 'input')
    const value = required.includes(field) ? schema : { anyOf: [schema, { type: 'null' }] }
    return [field.name, { ...value, ...(description !== undefined && { description }) }]
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(isNew && required.length > 0 && { required: required.map(({ name }) => name) }),
  }
}

/** The JSON Schema of one value of a filter: of a list that of its items. */
function toItemSchema(field: DeclaredField): JsonObject {
  const { description: _description, ...schema } = toFieldSchema(field, 'input')
  return schema['type'] === 'array' && isObject(schema['items']) ? { ...schema['items'] } : schema
}

/** One filter by a declared field. */
export interface FieldParameter {
  /** Its name on the wire, such as `custom_fields[seats][gte]`. */
  readonly name: string
  /** Its description. */
  readonly description: string
  /** The JSON Schema of its value, or of each of its values. */
  readonly schema: JsonObject
  /** Whether it can be given several times. */
  readonly isList: boolean
}

/** The filters by declared fields. */
export const listFieldParameters = (fields: readonly DeclaredField[], messages: Messages): readonly FieldParameter[] =>
  fields.flatMap((field) => {
    if (field.filter === undefined) return []
    const name = `custom_fields[${field.name}]`
    const describe = (text: string): string => (field.description === undefined ? text : `${field.description}: ${text}`)
    const value = { name, description: describe(messages.filterField), schema: toItemSchema(field), isList: true }
    if (field.filter === 'is') return [value]
    const type = valueTypeOf(field)
    const schema: JsonObject = type === 'string' ? { type } : type === undefined ? {} : { type: 'number' }
    return [
      value,
      { name: `${name}[gte]`, description: describe(messages.filterFieldAtLeast), schema, isList: false },
      { name: `${name}[lte]`, description: describe(messages.filterFieldAtMost), schema, isList: false },
    ]
  })

/** The filters by declared fields as parameters of an operation. Values are repeated, because commas are part of them. */
export const toFieldParameters = (fields: readonly DeclaredField[], messages: Messages): readonly JsonObject[] =>
  listFieldParameters(fields, messages).map(({ name, description, schema, isList }) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: isList ? { type: 'array', items: schema, minItems: 1, maxItems: limits.list } : schema,
    ...(isList && { style: 'form', explode: true }),
  }))
