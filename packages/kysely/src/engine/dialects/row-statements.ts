import { type RawBuilder, sql } from 'kysely'
import type { SqlValue } from '../../schema/tables.ts'

/** Rows of values. */
export type ValueRows = readonly (readonly SqlValue[])[]

const toColumn = (column: string, table: 'd' | 'v' | undefined): RawBuilder<unknown> =>
  // biome-ignore lint/plugin: the names are the members of the rows that the codecs make.
  table === undefined ? sql.id(column) : sql.id(table, column)

/** Names of columns as a list; with the name of their table where it is given. */
export const columnList = (columns: readonly string[], table?: 'd'): RawBuilder<unknown> =>
  sql.join(columns.map((column) => toColumn(column, table)))

/** Each row as a `select` of its values. */
export const selectRows = (rows: ValueRows): RawBuilder<unknown> =>
  sql.join(
    rows.map((row) => sql`select ${sql.join(row)}`),
    sql` union all `,
  )

/** Rows of values as a table; the empty first part gives the columns their names and types. */
export const rowsAsTable = (table: RawBuilder<unknown>, columns: readonly string[], rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${columnList(columns)} from ${table} where 1 = 0 union all ${rows})`

/** Columns that get the values of the columns of those names. */
export const assignments = (columns: readonly string[], table: 'd' | undefined): RawBuilder<unknown> =>
  sql.join(columns.slice(1).map((column) => sql`${toColumn(column, table)} = ${toColumn(column, 'v')}`))

/** `update ... from`, on SQLite and PostgreSQL. */
export const updateFrom = (table: RawBuilder<unknown>, columns: readonly string[], rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`update ${table} as d set ${assignments(columns, undefined)} from ${rowsAsTable(table, columns, rows)} as v where d.id = v.id`
