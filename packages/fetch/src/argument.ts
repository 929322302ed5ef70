import type { Shape } from '@kalends/core'
import type { JsonObject, JsonValue } from './json.ts'
import type { MessageKey } from './messages/en.ts'
import type { Settings } from './settings.ts'

/** A schema of the core for one field. */
export type FieldSchema = Shape<{ readonly value: unknown }>['value']

/** The types that the root route names. */
export type ArgumentType = 'string' | 'integer' | 'number' | 'boolean' | 'array'

/** One parameter of a path, a query or a body: what is routed, read, described and documented all comes from here. */
export interface Argument {
  /** Its name on the wire, such as `start_date`. */
  readonly name: string
  /** Its name in the core, such as `startDate`. */
  readonly member: string
  /** Reads its values. */
  readonly schema: FieldSchema
  /** What JSON Schema says of its values. */
  readonly meta: JsonObject
  /** Whether it takes several values in a query. */
  readonly isList: boolean
  /** Which message describes it. */
  readonly text: MessageKey
  /** The type that interface.md names; absent where that leaves it unspecified. */
  readonly type?: ArgumentType
  /** Whether it must be given. */
  readonly isRequired: boolean
  /** What counts when it is not given; a function where that depends on the moment or on an option. */
  readonly default?: JsonValue | ((settings: Settings) => JsonValue | undefined)
  /** The fields of the records that can stand inside its value. */
  readonly nested?: readonly Argument[]
}

/** A line of a table of arguments. */
export interface ArgumentRow extends Partial<Omit<Argument, 'name' | 'text' | 'schema' | 'meta' | 'isList'>> {
  /** Its name on the wire. */
  readonly name: string
  /** Which message describes it. */
  readonly text: MessageKey
}

/**
 * Arguments from a table, each read by the schema of the core that bears its name.
 * @throws TypeError a line names no field of the shape
 */
export function defineArguments(shape: object, rows: readonly ArgumentRow[]): readonly Argument[] {
  const schemas = new Map<string, FieldSchema>(Object.entries(shape))
  return rows.map((row) => {
    const member = row.member ?? toMember(row.name)
    const schema = schemas.get(member)
    if (schema === undefined) throw new TypeError(`${row.name} names no field`)
    // A copy in plain JSON, as it goes into documents.
    const meta: JsonObject = JSON.parse(JSON.stringify(schema.meta() ?? {}))
    return { isRequired: false, ...row, member, schema, meta, isList: meta['type'] === 'array' }
  })
}

/** The core's name of a field of the wire. */
export const toMember = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The same arguments, none of them required: for updates. */
export const allOptional = (args: readonly Argument[]): readonly Argument[] => args.map((argument) => ({ ...argument, isRequired: false }))

/** What counts when an argument is not given; undefined when nothing does. */
export const defaultOf = (argument: Argument, settings: Settings): JsonValue | undefined =>
  typeof argument.default === 'function' ? argument.default(settings) : argument.default
