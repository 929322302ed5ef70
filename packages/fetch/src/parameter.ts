import { type Shape, wordField } from '@kalends/core'
import type { JsonObject, JsonValue } from './json.ts'
import type { MessageKey } from './messages/en.ts'
import type { Settings } from './settings.ts'

/** A schema of the core for one field. */
export type FieldSchema = Shape<{ readonly value: unknown }>['value']

/** The types that the root route names. */
export type ParameterType = 'string' | 'integer' | 'number' | 'boolean' | 'array'

/** One parameter of a path, a query or a body: what is routed, read, described and documented all comes from here. */
export interface Parameter {
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
  /** The core's word for each of the wire's, where they differ. */
  readonly words?: Readonly<Record<string, string>>
  /** Which message describes it. */
  readonly text: MessageKey
  /** The type that interface.md names; absent where that leaves it unspecified. */
  readonly type?: ParameterType
  /** Whether it must be given. */
  readonly isRequired: boolean
  /** What counts when it is not given; a function where that depends on the moment or on an option. */
  readonly default?: JsonValue | ((settings: Settings) => JsonValue | undefined)
  /** The fields of the records that can stand inside its value. */
  readonly nested?: readonly Parameter[]
}

/** A line of a table of arguments. */
export interface ParameterRow extends Partial<Omit<Parameter, 'name' | 'text' | 'schema' | 'meta' | 'isList'>> {
  /** Its name on the wire. */
  readonly name: string
  /** Which message describes it. */
  readonly text: MessageKey
}

/**
 * Arguments from a table, each read by the schema of the core that bears its name.
 * @throws TypeError a line names no field of the shape
 */
export function defineParameters(shape: object, rows: readonly ParameterRow[]): readonly Parameter[] {
  const schemas = new Map<string, FieldSchema>(Object.entries(shape))
  return rows.map((row) => {
    const member = row.member ?? toMember(row.name)
    const schema = row.words === undefined ? schemas.get(member) : wordField(Object.keys(row.words))
    if (schema === undefined) throw new TypeError(`${row.name} names no field`)
    // A copy in plain JSON, as it goes into documents.
    const meta: JsonObject = JSON.parse(JSON.stringify(schema.meta() ?? {}))
    return { isRequired: false, ...row, member, schema, meta, isList: meta['type'] === 'array' }
  })
}

/** A shape with other members in the place of some, such as three for a circle. */
export const replaceMembers = (shape: object, replaced: Readonly<Record<string, object>>): object =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => (replaced[name] === undefined ? [[name, schema]] : Object.entries(replaced[name]))),
  )

/** Parameters in the order of a shape, which is the order in which the core names what is wrong. */
export const inOrderOf = (shape: object, parameters: readonly Parameter[]): readonly Parameter[] =>
  Object.keys(shape).flatMap((name) => parameters.filter(({ member }) => member === name))

/** The core's name of a field of the wire. */
export const toMember = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The same arguments, none of them required: for updates. */
export const allOptional = (args: readonly Parameter[]): readonly Parameter[] =>
  args.map((argument) => ({ ...argument, isRequired: false }))

/** What counts when an argument is not given; undefined when nothing does. */
export const defaultOf = (argument: Parameter, settings: Settings): JsonValue | undefined =>
  typeof argument.default === 'function' ? argument.default(settings) : argument.default
