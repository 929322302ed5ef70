import { type Kysely, MysqlAdapter, PostgresAdapter, type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely'
import { ImmediateSqliteAdapter } from './immediate-sqlite.ts'
import { mysqlSessionCheck, type SettingsCheck } from './mysql-session.ts'
import { postgresDatabaseCheck } from './postgres-database.ts'

/** The engines, by their SQL: PGlite speaks `postgres`, MariaDB speaks `mysql`. */
export type DialectName = 'sqlite' | 'postgres' | 'mysql'

/** What holds for one statement alone. */
export interface StatementSettings {
  /** Whether texts are sorted by all of their characters: MariaDB and MySQL look at the first 1,024 bytes unless a statement asks for more. */
  readonly longSort?: boolean
  /** How long it may take, in milliseconds, where a statement can say so itself. */
  readonly limitMs?: number
}

/** All that engines do in different ways, one member each. The rest of the package speaks the SQL that they share. */
export interface SqlDialect {
  /** Which one it is. */
  readonly name: DialectName
  /** An integer key that the engine assigns and never gives again, not even after the highest one was deleted. */
  readonly idColumn: RawBuilder<unknown>
  /**
   * A text of at most 255 code points that is indexed; MariaDB indexes no column without a length. Like every text it compares
   * by code point: PostgreSQL would otherwise follow the rules of the database's language.
   */
  readonly keyType: RawBuilder<unknown>
  /** One of a few fixed words, indexed too: MariaDB reserves room for the longest possible text wherever it sorts. */
  readonly wordType: RawBuilder<unknown>
  /** Any text of up to 65,535 bytes. */
  readonly textType: RawBuilder<unknown>
  /** A text of up to 65,536 code points and more; MariaDB's `text` ends at 65,535 bytes. */
  readonly longTextType: RawBuilder<unknown>
  /** A 64-bit floating point number. */
  readonly doubleType: RawBuilder<unknown>
  /**
   * What ends the definition of a table of MariaDB and MySQL: texts as UTF-8, compared by code point, trailing spaces
   * counted. The two servers call that collation by different names; each reads its own comment and skips the other's.
   */
  readonly tableOptions?: RawBuilder<unknown>
  /** What ends the definition of a link table: SQLite keeps it as one tree, in the order of its key. */
  readonly linkTableOptions?: RawBuilder<unknown>
  /**
   * Whether indexes stand inside `create table`: MySQL does not know `create index if not exists`, so that a migration that
   * was killed could not be continued.
   */
  readonly indexesInTable: boolean
  /**
   * Whether a column is added only if it is not there, because an error would end the transaction. The other engines have no words
   * for that: whoever runs the statement again passes over the error.
   */
  readonly supportsAddColumnIfNotExists: boolean
  /** Whether a column that the engine makes of others is stored: SQLite adds no such column, PostgreSQL 17 knows no other. */
  readonly supportsStoredGeneratedColumns: boolean
  /** Whether the definitions of tables take part in transactions; where not, each statement must be repeatable. */
  readonly transactionalMigrations: boolean
  /**
   * Whether `insert` gives the new id by `returning` and passes over rows in the way by `on conflict do nothing`. MariaDB's
   * `returning` is lost on the way through Kysely; there the id comes with the result.
   */
  readonly insertReturning: boolean
  /**
   * The beginning of a statement that reads, `select`, with its settings: MariaDB takes them in front of it and MySQL as a hint behind it, each
   * of which is a comment for the other. The other engines sort all characters by themselves and take no limit here.
   */
  select(settings: StatementSettings): RawBuilder<unknown>
  /** Whether an error ends the whole transaction, so that a statement that may fail needs a savepoint. */
  readonly errorEndsTransaction: boolean
  /**
   * Whether a transaction has to begin with a write. SQLite's plain `begin` takes the lock at the first write, which fails at
   * once when another process has written since the transaction's first read.
   */
  readonly locksOnFirstWrite: boolean
  /** Whether transactions are committed in the order in which their writes were given ids, because one writes at a time. */
  readonly oneWriter: boolean
  /** Whether rows can be locked one by one, and locked ones passed over; SQLite has one writer at a time. */
  readonly skipLocked: boolean
  /**
   * That a column is one of very many integers; SQLite takes 32,766 parameters at most, PostgreSQL 65,535. A list that
   * travels as one parameter keeps the statement's text the same, too.
   */
  isOneOf(column: RawBuilder<unknown>, values: readonly number[]): RawBuilder<SqlBool>
  /**
   * That a text occurs in a column, every character standing for itself. Not `like`: SQLite's ignores the case of ASCII
   * letters and refuses patterns beyond 50,000 bytes.
   */
  contains(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool>
  /**
   * A column of a condition that no index is to be chosen for. SQLite guesses as long as nobody has run `analyze`, and guesses
   * that nearly every index narrows as well as another; PostgreSQL's statistics would be lost on such a form.
   */
  unindexed(column: RawBuilder<unknown>): RawBuilder<unknown>
  /** Whether branches of a union that come in its order are merged as far as they are asked for; else each has to say where it ends. */
  readonly mergesUnions: boolean
  /** A key of an order that no index is to be read for: engines like to read along one until the few rows turn up. */
  sorted(key: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * Removes rows by their ids. Of a list MariaDB reads, and locks, the row behind each one too, or the whole table where it is most
   * of it, and waits for whoever has written any of these; joined with the ids, each row is looked up by itself.
   */
  deleteByIds(table: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<unknown>
  /**
   * Locks rows by their ids, and gives the ids of those that are there and that nobody else has locked. MariaDB looks each row up by
   * itself, for the reason above: in a strict transaction of the host, nobody could write anything to a table that is locked to its end.
   */
  lockFree(table: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<{ readonly id: unknown }>
  /** The indexes that a table is read by, behind its name: MariaDB takes all whose ranges are long for equally good. */
  indexHint(indexes: readonly RawBuilder<unknown>[]): RawBuilder<unknown>
  /** A column of an event's few links that is compared with a list. SQLite would rather look up each value of the list. */
  withoutListIndex(column: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * That a correlated query, `select 1 from ...`, has a row. MariaDB answers `exists` by first reading all rows that any record
   * could have; of a single value it asks record by record.
   */
  hasRow(query: RawBuilder<unknown>): RawBuilder<SqlBool>
  /** An aggregate: a JSON object as text, or as what the driver makes of it, with the positions as keys and ids as values. */
  idsByPosition(position: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * A column of doubles as it is selected. `mysql2` reads the digits of a short number one by one and adds their rounding errors up:
   * `9.499060403753665` came back as `...663`. A text comes back as the server wrote it.
   */
  exactDouble(column: RawBuilder<unknown>): RawBuilder<unknown>
  /** What each connection is asked before its first statement, where a session can have settings that make statements unsafe. */
  readonly sessionCheck?: SettingsCheck
  /** What the database is asked before the first statement and before a migration, where it may be unable to hold all texts. */
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
 * Which dialect a Kysely instance speaks.
 * @param name the caller's word, which counts for more
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
