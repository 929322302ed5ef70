import { type RawBuilder, sql } from 'kysely'
import type { SqlValue } from '../../schema/tables.ts'
import type { LinkTarget, RowsUpdate } from '../dialect.ts'

const toColumn = (column: string, table: TableAlias | undefined): RawBuilder<unknown> =>
  // biome-ignore lint/plugin: the names are the members of the rows that the codecs make.
  table === undefined ? sql.id(column) : sql.id(table, column)

/** Names of tables in written statements. */
type TableAlias = 'd' | 'e' | 'r' | 'v' | 'excluded'

/** A list of column names, each with the name of its table if that is given. */
export const columnList = (columns: readonly string[], table?: 'e' | 'r'): RawBuilder<unknown> =>
  sql.join(columns.map((column) => toColumn(column, table)))

/** Each row as a `select` of its values. */
export const selectRows = (rows: RowsUpdate['rows']): RawBuilder<unknown> =>
  sql.join(
    rows.map((row) => sql`select ${sql.join(row)}`),
    sql` union all `,
  )

/** Rows of values as a table; the empty first part gives the columns their names and types. */
export const rowsAsTable = (table: RawBuilder<unknown>, columns: readonly string[], rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${columnList(columns)} from ${table} where 1 = 0 union all ${rows})`

/** Assigns to each column the value of the column with the same name in another table. */
export const copies = (columns: readonly string[], table: 'd' | undefined, from: 'v' | 'excluded' = 'v'): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${toColumn(column, table)} = ${toColumn(column, from)}`))

/**
 * The assignments of an update, whose rows are called `d`.
 * @param table `d` where the assigned columns need the name of their table
 */
export function assignments({ keepsVersion = false, shared, columns }: RowsUpdate, table: 'd' | undefined): RawBuilder<unknown> {
  const set = ([column, value]: readonly [string, SqlValue]) => sql`${toColumn(column, table)} = ${value}`
  const own = columns.slice(1)
  return sql.join([
    ...(keepsVersion ? [] : [sql`${toColumn('version', table)} = d.version + 1`]),
    ...Object.entries(shared).map(set),
    ...(own.length === 0 ? [] : [copies(own, table)]),
  ])
}

/** The ids of the rows that an update changes. */
export const updatedIds = ({ rows }: RowsUpdate): readonly SqlValue[] => rows.map(([id = null]) => id)

/** An update on SQLite and PostgreSQL: with `from` if each row gets values of its own. */
export function updateFrom(table: RawBuilder<unknown>, update: RowsUpdate, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const set = sql`update ${table} as d set ${assignments(update, undefined)}`
  if (update.columns.length === 1) return sql`${set} where d.id in (${sql.join(updatedIds(update))})`
  return sql`${set} from ${rowsAsTable(table, update.columns, rows)} as v where d.id = v.id`
}

/** Copies columns of events to their links, on SQLite and PostgreSQL. */
export const copyFrom = (
  links: RawBuilder<unknown>,
  events: RawBuilder<unknown>,
  columns: readonly string[],
  eventIds: readonly number[],
): RawBuilder<unknown> =>
  sql`update ${links} as d set ${copies(columns, undefined)} from ${events} as v where v.id = d.event_id and d.event_id in (${sql.join(eventIds)})`

/**
 * The start of a statement that inserts links: they come from the events, here called `e`, and the linked records, called `r`.
 * @param rows the links, as a table called `k`
 * @param join joins the tables in this order
 */
export function insertLinksOf(
  { links, events, linked, key, fromEvent, fromLinked }: LinkTarget,
  rows: RawBuilder<unknown>,
  join: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = [...fromEvent, ...fromLinked, 'event_id', 'position', ...key.slice(-1)]
  const copied = [columnList(fromEvent, 'e'), ...(fromLinked.length === 0 ? [] : [columnList(fromLinked, 'r')])]
  return sql`insert into ${links} (${columnList(columns)}) select ${sql.join(copied)}, e.id, k.position, r.id
    from ${rows} ${join} ${events} as e ${join} ${linked} as r where e.id = k.event_id and r.id = k.linked_id`
}

/** What a stored link gets from the one that is not inserted, on SQLite and PostgreSQL. */
export const onStoredLink = ({ key, fromEvent }: LinkTarget): RawBuilder<unknown> =>
  sql`on conflict (${columnList(key)}) do update set ${copies(['position', ...fromEvent], undefined, 'excluded')}`

/** A column of a stored row gets the value of the one that is not inserted, on MariaDB and MySQL. */
export const assignedAgain = (column: string): RawBuilder<unknown> =>
  sql`${toColumn(column, undefined)} = values(${toColumn(column, undefined)})`
