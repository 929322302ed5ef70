import type { Kind } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '../json.ts'
import type { MessageKey } from '../messages/problems/translation.ts'
import type { Settings } from '../options/settings.ts'

/** One member of a resource in a response: its name, its JSON Schema, and the message that describes it. */
export interface Property {
  /** The name on the wire. */
  readonly name: string
  /** The JSON Schema, without a description. */
  readonly schema: JsonObject
  /** The JSON Schema in handlers whose author ids are texts. @default that of `schema` */
  readonly textSchema?: JsonObject
  /** Key of the message that describes it. */
  readonly text: MessageKey
  /** The kind whose declared fields are its members. @default none */
  readonly fieldsOf?: Kind
  /** Whether it can be absent. @default false */
  readonly isOptional?: boolean
}

/**
 * Lists the properties that each member of a record has in a response; an empty list for a member that is not sent. A missing entry does
 * not compile, and neither does a writer that omits the name of a property.
 */
export type PropertiesOf<Member extends PropertyKey> = Readonly<Record<Member, readonly Property[]>>

/** The JSON object that a writer of these properties must return. */
export type Written<Properties extends PropertiesOf<string>> = JsonObject &
  Readonly<Record<Properties[keyof Properties][number]['name'], JsonValue>>

/** The properties of all members, in their order. */
export const listProperties = (properties: PropertiesOf<string>): readonly Property[] => Object.values(properties).flat()

/** The JSON Schema of a property in a handler: that of authors depends on the type of their ids. */
export const schemaIn = ({ schema, textSchema = schema }: Property, { authorIds }: Pick<Settings, 'authorIds'>): JsonObject =>
  authorIds === 'text' ? textSchema : schema

/** A string. */
export const textSchema: JsonObject = { type: 'string' }

/** An integer of 0 or more. */
export const integerSchema: JsonObject = { type: 'integer', minimum: 0 }

/** An id. */
export const idSchema: JsonObject = { type: 'integer', minimum: 1 }

/** A version. */
export const versionProperty = { name: 'version', schema: { type: 'integer', minimum: 1 }, text: 'version' } as const satisfies Property

/** A boolean. */
export const booleanSchema: JsonObject = { type: 'boolean' }

/** An absolute URL. */
export const urlSchema: JsonObject = { type: 'string', format: 'uri' }

/** `YYYY-MM-DD HH:MM:SS`. */
export const timeSchema: JsonObject = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }

/** `YYYY-MM-DD HH:MM:SS`, or empty. */
export const optionalTimeSchema: JsonObject = { type: 'string', pattern: '^(?:\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2})?$' }

/** Refers to a named schema of the OpenAPI document. */
export const refTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
