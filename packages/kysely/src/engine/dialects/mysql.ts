import { type RawBuilder, sql } from 'kysely'
import { mysqlSessionCheck } from '../../drivers/mysql-session.ts'
import type { SqlValue } from '../../schema/tables.ts'
import type { SqlDialect } from '../dialect.ts'
import type { StatementSettings } from '../read-dialect.ts'
import { exactCollation } from './exact-collation.ts'
import { assignedAgain, assignments, copies, insertLinksOf, rowsAsTable, selectRows, updatedIds } from './row-statements.ts'
import { mysqlSearch } from './search/mysql.ts'

const plainSelect = sql`select`

/** A list of ids as a table with the column `id`. */
const idTable = (ids: readonly SqlValue[]): RawBuilder<unknown> =>
  sql`json_table(${JSON.stringify(ids)}, '$[*]' columns (id bigint path '$'))`

/**
 * The locks of rows that are joined with a table of ids. MySQL would lock that table, too, and fails, because it finds it twice among its
 * tables (error 3569); so it gets the names of the others, which MariaDB has no syntax for. Each server reads its own comment.
 */
const updateLock = sql`for update/*!80001 of e */`
const shareLock = sql`/*M!100101 lock in share mode *//*!80001 for share of e, r */`

/** MariaDB and MySQL. */
export const mysql: SqlDialect = {
  name: 'mysql',
  sessionCheck: mysqlSessionCheck,
  idColumn: sql`bigint not null auto_increment primary key`,
  keyType: sql`varchar(255)`,
  wordType: sql`varchar(15)`,
  textType: sql`text`,
  longTextType: sql`mediumtext`,
  doubleType: sql`double`,
  tableOptions: sql`engine = InnoDB character set utf8mb4 collate ${exactCollation}`,
  supportsIndexIfNotExists: false,
  supportsPartialIndexes: false,
  supportsAddColumnIfNotExists: false,
  supportsStoredGeneratedColumns: true,
  supportsTransactionalDdl: false,
  addLocks: (table, count) => sql`insert ignore into ${table} (slot, counter) select n.number - 1, 0
    from json_table(concat('[', repeat('0,', ${
      // biome-ignore lint/plugin: a number of ours, because a printed statement has no parameters
      sql.lit(count - 1)
    }), '0]'), '$[*]' columns (number for ordinality)) as n`,
  supportsSchemas: false,
  tableExists: (table, schema) =>
    sql`select 1 as found from information_schema.tables
      where table_name = ${table} and table_schema = coalesce(${schema ?? null}, database())`,
  maxParameters: 65_535,
  supportsReturning: false,
  supportsOnConflict: false,
  errorEndsTransaction: false,
  locksOnFirstWrite: false,
  hasOneWriter: false,
  supportsSkipLocked: true,
  lockLimit: {
    set: (maxWaitMs) => sql`
      set @kalends_lock_wait = @@session.innodb_lock_wait_timeout, session innodb_lock_wait_timeout = ${Math.ceil(maxWaitMs / 1_000)}`,
    restore: sql`set session innodb_lock_wait_timeout = @kalends_lock_wait`,
  },
  deleteByIds: (table, ids) => sql`delete d from ${idTable(ids)} as k straight_join ${table} as d where d.id = k.id`,
  updateByIds: (table, update) => {
    const { columns, rows } = update
    const changed = columns.length === 1 ? idTable(updatedIds(update)) : rowsAsTable(table, columns, selectRows(rows))
    // In a small table MariaDB would read and lock all rows, and wait for every transaction that has written one.
    return sql`update ${changed} as v straight_join ${table} as d force index (primary) on d.id = v.id set ${assignments(update, 'd')}`
  },
  insertLinks: (rows) => {
    const json = JSON.stringify(rows.toSorted(([, , a], [, , b]) => a - b))
    const columns = sql`event_id bigint path '$[0]', position smallint path '$[1]', linked_id bigint path '$[2]'`
    const table = sql`json_table(${json}, '$[*]' columns (${columns})) as k`
    return {
      parameters: [json],
      statement: (target) => sql`${insertLinksOf(target, table, sql`straight_join`)} ${shareLock}
        on duplicate key update ${sql.join(['position', ...target.fromEvent].map(assignedAgain))}`,
    }
  },
  copyToLinks: (links, events, columns, eventIds) => sql`
    update ${idTable(eventIds)} as k straight_join ${events} as v on v.id = k.id straight_join ${links} as d on d.event_id = k.id
    set ${copies(columns, 'd')}`,
  selectLocked: (table, columns, ids) => sql`
    select ${columns} from ${idTable([...ids].sort((a, b) => a - b))} as k straight_join ${table} as e where e.id = k.id ${updateLock}`,
  selectSkipLocked: (table, ids) => sql`
    select e.id from ${idTable(ids)} as k straight_join ${table} as e where e.id = k.id ${updateLock} skip locked`,
  storesRowsById: true,
  runsInProcess: false,
  supportsStatementTimeLimit: true,
  mergesUnions: false,
  maxCompoundTerms: Number.POSITIVE_INFINITY,
  select: selectWith,
  longestList: 512,
  isOneOf: (column, values) => sql`${column} in (${sql.join(values)})`,
  isOneOfIds: (column, ids) => sql`${column} in (${sql.join(ids)})`,
  rowsOf: (table, column, ids) => sql`from ${idTable(ids)} as k straight_join ${table} where ${column} = k.id`,
  contains: (column, text) => sql`locate(${text}, ${column}) > 0`,
  searchIndex: mysqlSearch,
  withoutIndex: (column) => column,
  withoutSortIndex: (key) => sql`coalesce(${key}, ${key})`,
  indexHint: (index) => sql` force index (${index})`,
  joinInOrder: sql`/*M!100101 inner join *//*!80000 straight_join */`,
  withoutListIndex: (column) => column,
  hasRow: (query) => sql`(${query} limit 1) is not null`,
  hasLookedUpRow: (query) => sql`(${query} limit 1) is not null`,
  lookedUp: (column) => column,
  idsByPosition: (position, id) => sql`json_objectagg(${position}, ${id})`,
  exactDouble: (column) => sql`cast(${column} as char)`,
}

function selectWith({ longSort = false, limitMs }: StatementSettings): RawBuilder<unknown> {
  const variables = longSort ? { max_sort_length: 524_288, sort_buffer_size: 8_388_608 } : {}
  const settings = Object.entries(variables).map(([name, value]) => `${name} = ${value}`)
  const hints = settings.map((setting) => `SET_VAR(${setting})`)
  if (limitMs !== undefined) {
    settings.push(`max_statement_time = ${limitMs / 1_000}`)
    hints.push(`MAX_EXECUTION_TIME(${limitMs})`)
  }
  if (settings.length === 0) return plainSelect
  // biome-ignore lint/plugin: the settings are constants and computed numbers, and a hint is a comment, which takes no parameters.
  return sql.raw(`/*M!100101 set statement ${settings.join(', ')} for */ select /*+ ${hints.join(' ')} */`)
}
