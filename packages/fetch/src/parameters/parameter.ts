import { type Schema, wordField } from '@kalends/core/internal'
import { jsonSchemas, type Kind } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '../json.ts'
import type { MessageKey, Text } from '../messages/problems/translation.ts'
import type { Settings } from '../options/settings.ts'

/** The types that the root route names. */
export type ParameterType = 'string' | 'integer' | 'number' | 'boolean' | 'array'

/** One parameter of a path, a query or a body: routing, parsing, descriptions and documentation all use it. */
export interface Parameter {
  /** Its name on the wire, such as `start_date`. */
  readonly name: string
  /** Its name in the core, such as `startDate`. */
  readonly member: string
  /** Parses its values. @default the endpoint does */
  readonly schema?: Schema
  /** JSON Schema of its values. */
  readonly meta: JsonObject
  /** Parses the ids of authors where they are texts, as in the core; `schema` parses integers. Absent for other parameters. */
  readonly textSchema?: Schema
  /** Whether it is one id where the core takes several, so that the core would not refuse a list. @default false */
  readonly isOneId?: boolean
  /** Whether a query can have several values of it. */
  readonly isList: boolean
  /** Whether commas separate its values in a query, although they do not in the core. @default as `schema` does */
  readonly hasCommas?: boolean
  /** Maps each of the wire's words to the core's, where they differ. */
  readonly words?: Readonly<Record<string, string>>
  /** Describes it. */
  readonly text: Text
  /** The type that the wire interface gives the parameter; absent if it gives none. */
  readonly type?: ParameterType
  /** Whether it is required. */
  readonly isRequired: boolean
  /** Default value; a function where it depends on the current time or on an option. */
  readonly default?: JsonValue | ((settings: Settings) => JsonValue | undefined)
  /** Whether a field of a body counts as absent with this value. @default never */
  readonly isIgnored?: (value: unknown, settings: Pick<Settings, 'uidDomain'>) => boolean
  /** Renames members inside of its value from the wire to the core. @default the value is not changed */
  readonly toCore?: (value: unknown) => unknown
  /** Fields of the records that its value can contain. */
  readonly nested?: readonly Parameter[]
  /** The kind of these records. */
  readonly nestedKind?: Kind
}

/** A row of a table of parameters. */
export interface ParameterRow extends Partial<Omit<Parameter, 'name' | 'member' | 'text' | 'textSchema' | 'meta' | 'isList'>> {
  /** Its name on the wire. */
  readonly name: string
  /** Key of the message that describes it. */
  readonly text: MessageKey
}

/** A row for each of these names in the core. */
export type ParameterRows<Member extends PropertyKey> = Readonly<Record<Member, ParameterRow>>

/**
 * Builds parameters from a table; each is parsed by the core's schema of the same name, or by that of its row where ids of authors are
 * integers. A schema without a row does not compile.
 * @param rows in the order in which the documentation lists the parameters
 */
export function defineParameters<Member extends string>(
  shape: Readonly<Record<Member, Schema>>,
  rows: ParameterRows<NoInfer<Member>>,
): readonly Parameter[] {
  // The type of Object.keys does not know that the table has no other keys.
  const members = Object.keys(rows) as Member[]
  return members.map((member) => {
    const row: ParameterRow = rows[member]
    const schema = row.schema ?? (row.words === undefined ? shape[member] : wordField(Object.keys(row.words)))
    const meta = metaOf(schema)
    const texts = row.schema && { textSchema: shape[member] }
    return { isRequired: false, ...row, ...texts, member, schema, meta, isList: meta['type'] === 'array' }
  })
}

/** The JSON Schema of a field: a copy in plain JSON, as documents contain it. */
const metaOf = (schema: Schema): JsonObject => JSON.parse(JSON.stringify(jsonSchemas.get(schema) ?? {}))

/** The parameters in a handler: those of authors depend on the type of their ids. */
export function parametersIn(args: readonly Parameter[], { authorIds }: Pick<Settings, 'authorIds'>): readonly Parameter[] {
  if (authorIds === 'integer') return args
  return args.map(({ textSchema: schema, ...parameter }) => ({
    ...parameter,
    ...(schema !== undefined && { schema, meta: metaOf(schema), type: parameter.isList ? 'array' : 'string' }),
    ...(parameter.nested !== undefined && { nested: parametersIn(parameter.nested, { authorIds }) }),
  }))
}

/** The names of all members of a union of objects. */
type MemberOf<T> = T extends T ? keyof T & string : never

/** Replaces members of a shape by several others, such as the filter `near` by a latitude, a longitude and a radius. */
export function replaceMembers<S extends object, R extends { readonly [M in keyof S]?: Readonly<Record<string, Schema>> }>(
  shape: S,
  replaced: R,
): Readonly<Record<Exclude<keyof S & string, keyof R> | MemberOf<R[keyof R]>, Schema>> {
  const others = new Map<string, object>(Object.entries(replaced))
  // A replaced member contributes its replacements; every other member stays.
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const own = others.get(name)
      return own === undefined ? [[name, schema]] : Object.entries(own)
    }),
  ) as Readonly<Record<Exclude<keyof S & string, keyof R> | MemberOf<R[keyof R]>, Schema>>
}

/** Parameters by their names on the wire. */
export const byName = (args: readonly Parameter[]): ReadonlyMap<string, Parameter> =>
  new Map(args.map((parameter) => [parameter.name, parameter]))

/** Sorts parameters into the order of a shape, which is the order in which the core reports issues. */
export const inOrderOf = (shape: object, parameters: readonly Parameter[]): readonly Parameter[] =>
  Object.keys(shape).flatMap((name) => parameters.filter(({ member }) => member === name))

/** The same parameters, all optional: for updates. */
export const allOptional = (args: readonly Parameter[]): readonly Parameter[] =>
  args.map((parameter) => ({ ...parameter, isRequired: false }))

/** The default of a parameter; undefined for none. */
export const defaultOf = (parameter: Parameter, settings: Settings): JsonValue | undefined =>
  typeof parameter.default === 'function' ? parameter.default(settings) : parameter.default
