import type { Shape } from '../input/read.ts'
import type { Schema } from '../input/schemas.ts'

/** The kinds of SQL column that hold plain values. */
export type ColumnKind<T> = T extends string ? 'text' : T extends boolean ? 'boolean' : 'integer'

/** A plain field: input, stored record and returned record carry one value under one name. */
export interface PlainField<T> {
  /** Reads the value of an input. */
  readonly schema: Schema<T>
  /** The value of a new record whose input lacks it. */
  readonly default: T
  /** The kind of its SQL column. */
  readonly column: ColumnKind<T>
  /** Whether searches match the text. @default false */
  readonly isSearched?: boolean
}

/** The plain fields of one kind, in the order in which issues are reported: the core, stores and the wire derive their code from it. */
export type FieldTable<T> = { readonly [M in keyof T]-?: PlainField<T[M]> }

/**
 * The members that a kind's input and record share as plain values, except the `Special` ones, which have code of their own. A new member
 * of both types has to be added to the table of the kind or to `Special`: otherwise the types do not match.
 */
export type PlainMembers<Input, R, Special extends keyof Input> = Pick<
  R,
  Exclude<{ [M in keyof Input & keyof R]-?: R[M] extends string | number | boolean ? M : never }[keyof Input & keyof R], Special>
>

/** The names of the fields in a table. */
export const plainNames = <T>(table: FieldTable<T>): readonly (keyof T & string)[] =>
  // The table has no other keys, which the type of Object.keys does not express.
  Object.keys(table) as (keyof T & string)[]

/** The schemas of plain fields. */
export function schemasOf<T>(table: FieldTable<T>): Shape<T> {
  const schemas: Partial<Record<keyof T, unknown>> = {}
  for (const name of plainNames(table)) schemas[name] = table[name].schema
  // Every member of the table has its schema.
  return schemas as Shape<T>
}

/** Makes the function that composes plain fields: the given value, else the stored one, else the default. */
export const plainComposer = <T>(table: FieldTable<T>): ((fields: Partial<T>, before: T | undefined) => T) => {
  const names = plainNames(table)
  return (fields, before) => {
    const composed: Partial<T> = {}
    for (const name of names) composed[name] = fields[name] ?? before?.[name] ?? table[name].default
    // Every member of the table has its value.
    return composed as T
  }
}

/** The values of a new record whose input is empty. */
export const defaultsOf = <T>(table: FieldTable<T>): T => plainComposer(table)({}, undefined)

/** Makes the function that lists the texts of a record that searches match. */
export const plainSearcher = <T>(table: FieldTable<T>): ((record: T) => readonly { readonly text: string }[]) => {
  const names = plainNames(table).filter((name) => table[name].isSearched === true)
  return (record) => names.map((name) => ({ text: String(record[name]) }))
}
