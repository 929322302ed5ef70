import { type Kysely, MysqlAdapter, PostgresAdapter, type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely'
import { ImmediateSqliteAdapter } from '../drivers/immediate-sqlite.ts'
import { mysqlSessionCheck, type SettingsCheck } from '../drivers/mysql-session.ts'
import { postgresDatabaseCheck } from '../drivers/postgres-database.ts'

/** The engines by their SQL: PGlite uses `postgres`, MariaDB uses `mysql`. */
export type DialectName = 'sqlite' | 'postgres' | 'mysql'

/** Settings for a single statement. */
export interface StatementSettings {
  /**
   * Whether texts are sorted by all of their characters: MariaDB and MySQL compare only the first 1,024 bytes unless a statement asks for
   * more.
   */
  readonly longSort?: boolean
  /** Time limit in milliseconds, on engines where a statement can contain one. */
  readonly limitMs?: number
}

/** Everything that differs between engines, one member each. The rest of the package uses SQL that all engines share. */
export interface SqlDialect {
  /** The name of the dialect. */
  readonly name: DialectName
  /** The type of an integer key that the engine assigns and never reuses, not even after the highest one was deleted. */
  readonly idColumn: RawBuilder<unknown>
  /**
   * The type of an indexed text of at most 255 code points; MariaDB indexes no column without a length. Like every text it is compared by
   * code point: PostgreSQL would otherwise use the collation of the database.
   */
  readonly keyType: RawBuilder<unknown>
  /** The type of an indexed column with a few fixed words: MariaDB reserves room for the longest possible text wherever it sorts. */
  readonly wordType: RawBuilder<unknown>
  /** The type of a text of up to 65,535 bytes. */
  readonly textType: RawBuilder<unknown>
  /** The type of a text of 65,536 code points and more; MariaDB's `text` ends at 65,535 bytes. */
  readonly longTextType: RawBuilder<unknown>
  /** The type of a 64-bit floating point number. */
  readonly doubleType: RawBuilder<unknown>
  /**
   * Options at the end of `create table` on MariaDB and MySQL: UTF-8 texts, compared by code point, trailing spaces included. The two
   * servers have different names for that collation; each server reads its own comment and skips the other one.
   */
  readonly tableOptions?: RawBuilder<unknown>
  /** Options at the end of `create table` for a link table: SQLite stores it as one B-tree, in the order of its key. */
  readonly linkTableOptions?: RawBuilder<unknown>
  /**
   * Whether `create table` contains the indexes: MySQL lacks `create index if not exists`, so a migration that was killed could not
   * continue.
   */
  readonly indexesInTable: boolean
  /**
   * Whether a column can be added with `if not exists`, because an error would end the transaction. The other engines lack that clause, and
   * a repeated migration ignores their error.
   */
  readonly supportsAddColumnIfNotExists: boolean
  /** Whether a generated column is stored: SQLite can only add virtual ones, PostgreSQL 17 has only stored ones. */
  readonly supportsStoredGeneratedColumns: boolean
  /** Whether table definitions are part of transactions; where they are not, each statement must be repeatable. */
  readonly transactionalMigrations: boolean
  /**
   * Whether `insert` returns the new id with `returning` and skips conflicting rows with `on conflict do nothing`. Kysely drops MariaDB's
   * `returning`; there the id comes with the result.
   */
  readonly insertReturning: boolean
  /**
   * The start of a `select` statement with its settings. MariaDB takes them in front of `select` and MySQL as a hint behind it; each server
   * reads the other's as a comment. The other engines compare all characters anyway and take no limit here.
   */
  select(settings: StatementSettings): RawBuilder<unknown>
  /** Whether an error ends the whole transaction, so that a statement that may fail needs a savepoint. */
  readonly errorEndsTransaction: boolean
  /**
   * Whether a transaction must begin with a write. SQLite's plain `begin` takes the lock at the first write, which fails at once when
   * another process has written since the transaction's first read.
   */
  readonly locksOnFirstWrite: boolean
  /** Whether transactions commit in the order of the ids of their writes, because there is one writer at a time. */
  readonly oneWriter: boolean
  /** Whether the engine can lock single rows and skip locked ones; SQLite has one writer at a time. */
  readonly skipLocked: boolean
  /**
   * A column equals one of a long list of integers. SQLite takes at most 32,766 parameters, PostgreSQL 65,535; as one parameter, the list
   * also leaves the statement's text unchanged.
   */
  isOneOf(column: RawBuilder<unknown>, values: readonly number[]): RawBuilder<SqlBool>
  /**
   * A text occurs in a column, without wildcards. `like` does not fit: SQLite's ignores the case of ASCII letters and refuses patterns
   * beyond 50,000 bytes.
   */
  contains(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool>
  /**
   * A column of a condition for which the engine must not choose an index. Without `analyze` SQLite guesses, and treats nearly all indexes
   * as equally selective. PostgreSQL gets the plain column, because this form would lose its statistics.
   */
  unindexed(column: RawBuilder<unknown>): RawBuilder<unknown>
  /** Whether the engine merges the ordered branches of a union only as far as needed; otherwise each branch needs its own limit. */
  readonly mergesUnions: boolean
  /** A key of an order for which the engine must not read an index: engines often choose to scan along one until they meet the few rows. */
  sorted(key: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * Removes rows by their ids. Given a list, MariaDB also reads and locks the row behind each id, or the whole table if the list covers
   * most of it, and waits for every transaction that has written one of these rows. Joined with the ids, it looks up each row by itself.
   */
  deleteByIds(table: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<unknown>
  /**
   * Locks rows by their ids and returns the ids of those that exist and that no other transaction has locked. MariaDB looks up each row by
   * itself, for the reason above: a strict transaction of the host would lock the table to its end and block all writes to it.
   */
  lockFree(table: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<{ readonly id: unknown }>
  /** The index hint behind a table's name: MariaDB treats all indexes with long ranges as equally good. */
  indexHint(indexes: readonly RawBuilder<unknown>[]): RawBuilder<unknown>
  /** A column of an event's few links that is compared with a list. SQLite would rather look up each value of the list. */
  withoutListIndex(column: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * A correlated query, `select 1 from ...`, has a row. For `exists`, MariaDB first reads all rows that any record could have; for a scalar
   * subquery it looks them up record by record.
   */
  hasRow(query: RawBuilder<unknown>): RawBuilder<SqlBool>
  /** An aggregate that gives a JSON object with positions as keys and ids as values, as text or as parsed by the driver. */
  idsByPosition(position: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * Selects a column of doubles. `mysql2` parses the digits of a short number one by one and accumulates rounding errors:
   * `9.499060403753665` came back as `...663`. A text comes back as the server wrote it.
   */
  exactDouble(column: RawBuilder<unknown>): RawBuilder<unknown>
  /** The check of each new connection, where session settings can make statements unsafe. */
  readonly sessionCheck?: SettingsCheck
  /** The check of the database before the first statement and before a migration, where it may be unable to store all texts. */
  readonly databaseCheck?: SettingsCheck
  /** A query with one row if the table exists. The names are those of the database, without schema. */
  tableExists(table: string, schema: string | undefined): RawBuilder<{ found: number }>
}

const plainSelect = sql`select`

const sqlite: SqlDialect = {
  name: 'sqlite',
  idColumn: sql`integer primary key autoincrement`,
  keyType: sql`text`,
  wordType: sql`text`,
  textType: sql`text`,
  longTextType: sql`text`,
  doubleType: sql`real`,
  linkTableOptions: sql`without rowid`,
  indexesInTable: false,
  supportsAddColumnIfNotExists: false,
  supportsStoredGeneratedColumns: false,
  transactionalMigrations: true,
  insertReturning: true,
  errorEndsTransaction: false,
  locksOnFirstWrite: true,
  oneWriter: true,
  skipLocked: false,
  isOneOf: (column, values) => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,
  select: () => plainSelect,
  contains: (column, text) => sql`instr(${column}, ${text}) > 0`,
  mergesUnions: true,
  unindexed: (column) => sql`+${column}`,
  sorted: (key) => sql`+${key}`,
  deleteByIds: (table, ids) => sql`delete from ${table} where id in (${sql.join(ids)})`,
  lockFree: (table, ids) => sql`select id from ${table} where id in (${sql.join(ids)})`,
  indexHint: () => sql``,
  withoutListIndex: (column) => sql`+${column}`,
  hasRow: (query) => sql`exists (${query})`,
  exactDouble: (column) => column,
  idsByPosition: (position, id) => sql`json_group_object(cast(${position} as text), ${id})`,
  tableExists: (table) => sql`select 1 as found from sqlite_master where type = 'table' and name = ${table}`,
}

const immediateSqlite: SqlDialect = { ...sqlite, locksOnFirstWrite: false }

const postgres: SqlDialect = {
  name: 'postgres',
  idColumn: sql`bigint generated always as identity primary key`,
  keyType: sql`text collate "C"`,
  wordType: sql`text collate "C"`,
  textType: sql`text collate "C"`,
  longTextType: sql`text collate "C"`,
  doubleType: sql`double precision`,
  indexesInTable: false,
  supportsAddColumnIfNotExists: true,
  supportsStoredGeneratedColumns: true,
  transactionalMigrations: true,
  insertReturning: true,
  errorEndsTransaction: true,
  locksOnFirstWrite: false,
  oneWriter: false,
  skipLocked: true,
  isOneOf: (column, values) => sql`${column} = any(cast(cast(${`{${values.join(',')}}`} as text) as bigint[]))`,
  select: () => plainSelect,
  contains: (column, text) => sql`strpos(${column}, ${text}) > 0`,
  mergesUnions: false,
  unindexed: (column) => column,
  sorted: (key) => sql`coalesce(${key}, ${key})`,
  deleteByIds: (table, ids) => sql`delete from ${table} where id in (${sql.join(ids)})`,
  lockFree: (table, ids) => sql`select id from ${table} where id in (${sql.join(ids)}) for update skip locked`,
  indexHint: () => sql``,
  withoutListIndex: (column) => column,
  hasRow: (query) => sql`exists (${query})`,
  exactDouble: (column) => column,
  databaseCheck: postgresDatabaseCheck,
  idsByPosition: (position, id) => sql`cast(json_object_agg(${position}, ${id}) as text)`,
  tableExists: (table, schema) =>
    sql`select 1 as found from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      where c.relname = ${table} and n.nspname = coalesce(cast(${schema ?? null} as text), current_schema())`,
}

const mysql: SqlDialect = {
  name: 'mysql',
  idColumn: sql`bigint not null auto_increment primary key`,
  keyType: sql`varchar(255)`,
  wordType: sql`varchar(15)`,
  textType: sql`text`,
  longTextType: sql`mediumtext`,
  doubleType: sql`double`,
  tableOptions: sql`engine = InnoDB character set utf8mb4 collate /*M!100203 utf8mb4_nopad_bin *//*!80017 utf8mb4_0900_bin */`,
  indexesInTable: true,
  supportsAddColumnIfNotExists: false,
  supportsStoredGeneratedColumns: true,
  transactionalMigrations: false,
  insertReturning: false,
  select: selectOfMysql,
  errorEndsTransaction: false,
  locksOnFirstWrite: false,
  oneWriter: false,
  skipLocked: true,
  isOneOf: (column, values) => sql`${column} in (${sql.join(values)})`,
  contains: (column, text) => sql`locate(${text}, ${column}) > 0`,
  mergesUnions: false,
  unindexed: (column) => column,
  sorted: (key) => sql`coalesce(${key}, ${key})`,
  deleteByIds: (table, ids) => sql`
    delete d from json_table(${JSON.stringify(ids)}, '$[*]' columns (id bigint path '$')) as k straight_join ${table} as d where d.id = k.id`,
  lockFree: (table, ids) => sql`
    select d.id from json_table(${JSON.stringify(ids)}, '$[*]' columns (id bigint path '$')) as k straight_join ${table} as d
    where d.id = k.id for update skip locked`,
  indexHint: (indexes) => (indexes.length === 0 ? sql`` : sql` force index (${sql.join(indexes)})`),
  withoutListIndex: (column) => column,
  hasRow: (query) => sql`(${query} limit 1) is not null`,
  exactDouble: (column) => sql`cast(${column} as char)`,
  idsByPosition: (position, id) => sql`json_objectagg(${position}, ${id})`,
  sessionCheck: mysqlSessionCheck,
  tableExists: (table, schema) =>
    sql`select 1 as found from information_schema.tables
      where table_name = ${table} and table_schema = coalesce(${schema ?? null}, database())`,
}

/** See {@link SqlDialect.select}. */
function selectOfMysql({ longSort = false, limitMs }: StatementSettings): RawBuilder<unknown> {
  const variables = longSort ? { max_sort_length: 524_288, sort_buffer_size: 8_388_608 } : {}
  const settings = Object.entries(variables).map(([name, value]) => `${name} = ${value}`)
  const hints = settings.map((setting) => `SET_VAR(${setting})`)
  if (limitMs !== undefined) {
    settings.push(`max_statement_time = ${limitMs / 1_000}`)
    hints.push(`MAX_EXECUTION_TIME(${limitMs})`)
  }
  if (settings.length === 0) return plainSelect
  // biome-ignore lint/plugin: numbers that are made here, and a hint is a comment, which takes no parameters.
  return sql.raw(`/*M!100101 set statement ${settings.join(', ')} for */ select /*+ ${hints.join(' ')} */`)
}

/** The dialects by name. */
export const dialects: Readonly<Record<DialectName, SqlDialect>> = { sqlite, postgres, mysql }

/**
 * Finds the dialect of a Kysely instance.
 * @param name the caller's choice, which takes precedence
 * @throws TypeError the adapter is of another engine, or of another copy of kysely
 */
export function dialectOf<DB>(db: Kysely<DB>, name?: DialectName): SqlDialect {
  if (name !== undefined) {
    if (!Object.hasOwn(dialects, name)) throw new TypeError(`There is no dialect ${JSON.stringify(name)}: take sqlite, postgres or mysql.`)
    return dialects[name]
  }
  const { adapter } = db.getExecutor()
  if (adapter instanceof ImmediateSqliteAdapter) return immediateSqlite
  if (adapter instanceof SqliteAdapter) return sqlite
  if (adapter instanceof PostgresAdapter) return postgres
  if (adapter instanceof MysqlAdapter) return mysql
  throw new TypeError(
    'The adapter of this Kysely instance is not one of SQLite, PostgreSQL or MySQL, or it comes from another copy of kysely: name the option "dialect".',
  )
}
