import { sql } from 'kysely'
import { postgresDatabaseCheck } from '../../drivers/postgres-database.ts'
import type { SqlDialect } from '../dialect.ts'
import { copyFrom, insertLinksOf, onStoredLink, selectRows, updateFrom } from './row-statements.ts'
import { postgresSearch } from './search/postgres.ts'

const plainSelect = sql`select`

/** The text of an array; items that are texts are quoted. */
const toArray = (values: readonly (number | string)[]): string =>
  `{${values.map((value) => (typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : value)).join(',')}}`

/** PostgreSQL and PGlite. */
export const postgres: SqlDialect = {
  name: 'postgres',
  databaseCheck: postgresDatabaseCheck,
  idColumn: sql`bigint generated always as identity primary key`,
  keyType: sql`text collate "C"`,
  wordType: sql`text collate "C"`,
  textType: sql`text collate "C"`,
  longTextType: sql`text collate "C"`,
  doubleType: sql`double precision`,
  supportsIndexIfNotExists: true,
  supportsPartialIndexes: true,
  supportsAddColumnIfNotExists: true,
  supportsStoredGeneratedColumns: true,
  supportsTransactionalDdl: true,
  lockMigrations: sql`select pg_advisory_xact_lock(5310984403264617)`,
  supportsSchemas: true,
  tableExists: (table, schema) =>
    sql`select 1 as found from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      where c.relname = ${table} and n.nspname = coalesce(cast(${schema ?? null} as text), current_schema())`,
  maxParameters: 65_535,
  supportsReturning: true,
  supportsOnConflict: true,
  withGivenIds: sql`overriding system value`,
  assignAfter: (name, table) => {
    const quoted = name.split('.').map((part) => `"${part}"`)
    return sql`select setval(pg_get_serial_sequence(${quoted.join('.')}, 'id'), max(id)) from ${table}`
  },
  errorEndsTransaction: true,
  locksOnFirstWrite: false,
  hasOneWriter: false,
  supportsSkipLocked: true,
  lockLimit: {
    set: (maxWaitMs) => sql`select set_config('kalends.lock_timeout', current_setting('lock_timeout'), true),
      set_config('lock_timeout', ${String(maxWaitMs)}, true)`,
    restore: sql`select set_config('lock_timeout', current_setting('kalends.lock_timeout'), true)`,
  },
  deleteByIds: (table, ids) => sql`delete from ${table} where id in (${sql.join(ids)})`,
  updateByIds: (table, update) => updateFrom(table, update, selectRows(update.rows)),
  insertLinks: (rows) => {
    const arrayOf = (part: 0 | 1 | 2): string => toArray(rows.map((row) => row[part]))
    const parameters = [arrayOf(0), arrayOf(1), arrayOf(2)] as const
    const [eventIds, positions, linkedIds] = parameters
    const table = sql`unnest(cast(cast(${eventIds} as text) as bigint[]), cast(cast(${positions} as text) as smallint[]),
      cast(cast(${linkedIds} as text) as bigint[])) as k (event_id, position, linked_id)`
    return {
      parameters,
      statement: (target) =>
        sql`${insertLinksOf(target, table, sql`cross join`)} order by k.linked_id for key share of r ${onStoredLink(target)}`,
    }
  },
  copyToLinks: copyFrom,
  selectLocked: (table, columns, ids) =>
    sql`select ${columns} from ${table} as e where e.id in (${sql.join(ids)}) order by e.id for update`,
  selectSkipLocked: (table, ids) => sql`select id from ${table} where id in (${sql.join(ids)}) for update skip locked`,
  storesRowsById: false,
  runsInProcess: false,
  supportsStatementTimeLimit: false,
  mergesUnions: false,
  maxCompoundTerms: Number.POSITIVE_INFINITY,
  select: () => plainSelect,
  longestList: 512,
  isOneOf: (column, values) =>
    typeof values[0] === 'string'
      ? sql`${column} = any(cast(cast(${toArray(values)} as text) as text[]))`
      : sql`${column} = any(cast(cast(${toArray(values)} as text) as bigint[]))`,
  isOneOfIds: (column, ids) => sql`${column} in (select unnest(cast(cast(${toArray(ids)} as text) as bigint[])))`,
  rowsOf: (table, column, ids) => sql`from ${table} where ${column} = any(cast(cast(${toArray(ids)} as text) as bigint[]))`,
  contains: (column, text) => sql`strpos(${column}, ${text}) > 0`,
  searchIndex: postgresSearch,
  withoutIndex: (column) => column,
  withoutSortIndex: (key) => sql`coalesce(${key}, ${key})`,
  indexHint: () => sql``,
  joinInOrder: sql`inner join`,
  withoutListIndex: (column) => column,
  hasRow: (query) => sql`exists (${query})`,
  hasLookedUpRow: (query) => sql`(exists (${query})) is true`,
  lookedUp: (column) => column,
  idsByPosition: (position, id) => sql`cast(json_object_agg(${position}, ${id}) as text)`,
  exactDouble: (column) => column,
}
