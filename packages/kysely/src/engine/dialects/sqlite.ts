import { sql } from 'kysely'
import type { SqlDialect } from '../dialect.ts'
import { copyFrom, insertLinksOf, onStoredLink, updateFrom } from './row-statements.ts'
import { sqliteSearch } from './search/sqlite.ts'

const plainSelect = sql`select`

/** SQLite, where a transaction may begin without a lock. */
export const sqlite: SqlDialect = {
  name: 'sqlite',
  idColumn: sql`integer primary key autoincrement`,
  keyType: sql`text`,
  wordType: sql`text`,
  textType: sql`text`,
  longTextType: sql`text`,
  doubleType: sql`real`,
  linkTableOptions: sql`without rowid`,
  supportsIndexIfNotExists: true,
  supportsPartialIndexes: true,
  supportsAddColumnIfNotExists: false,
  supportsStoredGeneratedColumns: false,
  supportsTransactionalDdl: true,
  supportsSchemas: false,
  tableExists: (table) => sql`select 1 as found from sqlite_master where type = 'table' and name = ${table}`,
  maxParameters: 32_766,
  supportsReturning: true,
  supportsOnConflict: true,
  errorEndsTransaction: false,
  locksOnFirstWrite: true,
  hasOneWriter: true,
  supportsSkipLocked: false,
  deleteByIds: (table, ids) => sql`delete from ${table} where id in (${sql.join(ids)})`,
  updateByIds: (table, update) => updateFrom(table, update, sql`values ${sql.join(update.rows.map((row) => sql`(${sql.join(row)})`))}`),
  insertLinks: (rows) => {
    const json = JSON.stringify(rows)
    const table = sql`(select json_extract(value, '$[0]') as event_id, json_extract(value, '$[1]') as position,
      json_extract(value, '$[2]') as linked_id from json_each(${json})) as k`
    return { parameters: [json], statement: (target) => sql`${insertLinksOf(target, table, sql`cross join`)} ${onStoredLink(target)}` }
  },
  copyToLinks: copyFrom,
  selectLocked: (table, columns, ids) => sql`select ${columns} from ${table} as e where e.id in (${sql.join(ids)})`,
  selectSkipLocked: (table, ids) => sql`select id from ${table} where id in (${sql.join(ids)})`,
  storesRowsById: true,
  runsInProcess: true,
  supportsStatementTimeLimit: false,
  mergesUnions: true,
  maxCompoundTerms: 500,
  select: () => plainSelect,
  longestList: 512,
  isOneOf: (column, values) => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,
  isOneOfIds: (column, ids) => sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`,
  rowsOf: (table, column, ids) => sql`from ${table} where ${column} in (select value from json_each(${JSON.stringify(ids)}))`,
  contains: (column, text) => sql`instr(${column}, ${text}) > 0`,
  searchIndex: sqliteSearch,
  withoutIndex: (column) => sql`+${column}`,
  withoutSortIndex: (key) => sql`+${key}`,
  indexHint: (index) => sql` indexed by ${index}`,
  joinInOrder: sql`inner join`,
  withoutListIndex: (column) => sql`+${column}`,
  hasRow: (query) => sql`exists (${query})`,
  hasLookedUpRow: (query) => sql`exists (${query})`,
  lookedUp: (column) => sql`+${column}`,
  idsByPosition: (position, id) => sql`json_group_object(cast(${position} as text), ${id})`,
  exactDouble: (column) => column,
}

/** SQLite, where each transaction begins with the lock of the database. */
export const immediateSqlite: SqlDialect = { ...sqlite, locksOnFirstWrite: false }

/** SQLite in a Durable Object, which limits statements more than SQLite itself does. */
export const durableObjectSqlite: SqlDialect = { ...immediateSqlite, maxParameters: 100, longestList: 16, maxCompoundTerms: 5 }
