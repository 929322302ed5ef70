import { type FieldTable, plainNames } from '@kalends/core/store'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { WrittenRow } from './published-codec.ts'
import type { PlainColumns } from './tables.ts'

/** Converts plain fields to columns and back. */
export interface PlainCodec<T> {
  /** The columns. */
  readonly columns: Readonly<Record<keyof PlainColumns<T>, true>>
  /** The columns of a record, in a row to write. */
  toRow(record: T): WrittenRow<PlainColumns<T>>
  /** The members of a row. */
  toRecord(row: Selectable<PlainColumns<T>>): T
}

/** The name of the column of a member, such as `updated_ms` for `updatedMs`. */
export const toColumn = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Makes the codec of a kind's plain fields. Call it once per kind, because lists use the codec for every row. */
export function plainCodec<T>(table: FieldTable<T>): PlainCodec<T> {
  const fields = plainNames(table).map((name) => ({ name, column: toColumn(name), kind: table[name].column }))
  // The casts are safe: the loops set every column and every member, whose names TypeScript cannot follow.
  return {
    columns: Object.fromEntries(fields.map(({ column }) => [column, true])) as PlainCodec<T>['columns'],
    toRow(record) {
      const row: Record<string, unknown> = {}
      for (const { name, column, kind } of fields) row[column] = kind === 'text' ? record[name] : Number(record[name])
      return row as WrittenRow<PlainColumns<T>>
    },
    toRecord(row: Readonly<Record<string, unknown>>) {
      const record: Record<string, unknown> = {}
      for (const { name, column, kind } of fields) {
        const value = row[column]
        record[name] = kind === 'text' ? value : kind === 'boolean' ? Number(value) === 1 : Number(value)
      }
      return record as T
    },
  }
}

/**
 * The names of tables in statements: `e` events, `s` the series of an event, `p` other occurrences of its series, `l` links, `r` other
 * records.
 */
export type RecordAlias = 'e' | 's' | 'p' | 'l' | 'r'

/**
 * The columns of a row in a `select`, with the alias of their table; a missing column is a type error. The list is one SQL text, made once:
 * building thirty names for each statement takes longer than SQLite takes to find the row.
 */
export const selectColumns = <Row>(table: RecordAlias, columns: Readonly<Record<keyof Row, true>>): RawBuilder<unknown> =>
  // biome-ignore lint/plugin: names of columns from our own tables, never from input
  sql.raw(
    Object.keys(columns)
      .map((column) => `${table}.${column}`)
      .join(', '),
  )

/** The column of a record's member, with the alias of its table. */
export const columnOf = (table: RecordAlias, member: string): RawBuilder<unknown> => selectColumns(table, { [toColumn(member)]: true })
