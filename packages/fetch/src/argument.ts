import type { Calendar, FieldMeta, Shape } from '@kalends/core'
import type { JsonValue } from './json.ts'
import type { MessageKey } from './messages/en.ts'

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
  /** Reads and documents its values. */
  readonly schema: FieldSchema
  /** Which message describes it. */
  readonly text: MessageKey
  /** The type that interface.md names; absent where that leaves it unspecified. */
  readonly type?: ArgumentType
  /** Whether it must be given. */
  readonly isRequired: boolean
  /** What counts when it is not given. */
  readonly default?: JsonValue | ((calendar: Calendar) => string)
  /** The fields of the records that can stand inside its value. */
  readonly nested?: readonly Argument[]
}

/** A line of a table of arguments. */
export interface ArgumentRow extends Partial<Omit<Argument, 'name' | 'text' | 'schema'>> {
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
    return { isRequired: false, ...row, member, schema }
  })
}

/** The core's name of a field of the wire. */
export const toMember = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** What documents say of an argument's values. */
export const metaOf = (argument: Pick<Argument, 'schema'>): FieldMeta => ({ ...argument.schema.meta() }) as FieldMeta

/** Whether an argument takes several values in a query. */
export const isList = (argument: Pick<Argument, 'schema'>): boolean => metaOf(argument).type === 'array'

/** The same arguments, none of them required: for updates. */
export const allOptional = (args: readonly Argument[]): readonly Argument[] => args.map((argument) => ({ ...argument, isRequired: false }))
