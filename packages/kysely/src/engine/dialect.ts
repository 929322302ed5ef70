import type { RawBuilder } from 'kysely'
import type { SettingsCheck } from '../drivers/mysql-session.ts'
import type { SqlValue } from '../schema/tables.ts'
import type { ReadDialect } from './read-dialect.ts'

/** The engines by their SQL: PGlite uses `postgres`, MariaDB uses `mysql`. */
export type DialectName = 'sqlite' | 'postgres' | 'mysql'

/** An update of rows by their ids, which also counts up their versions unless it keeps them. */
export interface RowsUpdate {
  /** Whether the versions stay. */
  readonly keepsVersion?: boolean
  /** The columns that get the same value in all rows. */
  readonly shared: Readonly<Record<string, SqlValue>>
  /** The names of the values in {@link rows}: `id`, and the columns with values of their own for each row. */
  readonly columns: readonly string[]
  /** The rows. */
  readonly rows: readonly (readonly SqlValue[])[]
}

/**
 * Everything that differs between engines, one member each. The rest of the package uses SQL that all engines share, and never asks for the
 * name of an engine: a new difference is a new member here. Each member says what a wrong value would cause.
 */
export interface SqlDialect extends ColumnTypes, DefinitionDialect, WriteDialect, ReadDialect {
  /** The name of the dialect, for messages. Only `haveSameEngine` compares names. */
  readonly name: DialectName
  /**
   * The check of each new connection, on MariaDB and MySQL. Without it, a session setting such as `NO_BACKSLASH_ESCAPES` can turn values
   * into SQL.
   */
  readonly sessionCheck?: SettingsCheck
  /**
   * The check of the database before the first statement and before a migration, on PostgreSQL. Without it, a database that cannot store
   * all texts fails at the first request with such a text.
   */
  readonly databaseCheck?: SettingsCheck
}

/** The types of columns. */
export interface ColumnTypes {
  /**
   * The type of an integer key that the engine assigns and never reuses, not even after the highest one was deleted. If it were reused, the
   * revision of the store could be the same for two states.
   */
  readonly idColumn: RawBuilder<unknown>
  /**
   * The type of an indexed text of at most 255 code points; MariaDB indexes no column without a length. Like every text it is compared by
   * code point: with the collation of the database, PostgreSQL would order and compare texts in another way than the other stores.
   */
  readonly keyType: RawBuilder<unknown>
  /**
   * The type of an indexed column with a few fixed words. With a longer type the results are the same, but MariaDB reserves room for the
   * longest possible text wherever it sorts.
   */
  readonly wordType: RawBuilder<unknown>
  /** The type of a text of up to 65,535 bytes. A shorter type fails on, or cuts, texts that the calendar accepts. */
  readonly textType: RawBuilder<unknown>
  /** The type of a text of 65,536 code points and more. MariaDB's `text` ends at 65,535 bytes, and longer texts would be refused. */
  readonly longTextType: RawBuilder<unknown>
  /** The type of a 64-bit floating point number. With 32 bits, coordinates would come back rounded. */
  readonly doubleType: RawBuilder<unknown>
}

/** Definitions of tables, and migrations. */
export interface DefinitionDialect {
  /**
   * Options at the end of `create table`, on MariaDB and MySQL: UTF-8 texts, compared by code point, trailing spaces included. Without them
   * the server's defaults hold: a store could refuse characters, or take two different slugs for one.
   */
  readonly tableOptions?: RawBuilder<unknown>
  /**
   * Options at the end of `create table` for a link table, on SQLite: it stores the table as one B-tree, in the order of its key. Without
   * them each link is stored twice, in the table and in its index.
   */
  readonly linkTableOptions?: RawBuilder<unknown>
  /**
   * Whether an index can be created `if not exists`. Not on MySQL: there `create table` contains the indexes, and a repeated migration
   * ignores the errors of later ones. If it is wrongly true, the statements are syntax errors; if wrongly false, a repeated migration fails
   * in the middle of a transaction.
   */
  readonly supportsIndexIfNotExists: boolean
  /**
   * Whether an index can leave out rows by a condition; not on MariaDB and MySQL. If it is wrongly true, the statement is a syntax error; if
   * wrongly false, each event without a series has entries in indexes that are never searched for it.
   */
  readonly supportsPartialIndexes: boolean
  /**
   * Whether a column can be added with `if not exists`: on PostgreSQL, where an error would end the transaction. The other engines lack
   * that clause, and a repeated migration ignores their error. If it is wrongly true, the statement is a syntax error.
   */
  readonly supportsAddColumnIfNotExists: boolean
  /**
   * Whether generated columns are stored: PostgreSQL 17 has only stored ones, and SQLite can add only virtual ones to a table. If it is
   * wrongly false, PostgreSQL refuses the table; if wrongly true, SQLite refuses such a column in a later migration.
   */
  readonly supportsStoredGeneratedColumns: boolean
  /**
   * Whether table definitions are part of transactions; not on MariaDB and MySQL. Where they are not, migrations run under a named lock,
   * and each statement must be repeatable. If it is wrongly true, two processes may migrate at the same time, and a migration inside a
   * transaction of the host commits that transaction; if wrongly false, migrations fail, because only these engines have named locks.
   */
  readonly supportsTransactionalDdl: boolean
  /**
   * A statement that makes other processes with migrations wait until the end of the transaction, on PostgreSQL. SQLite's transactions
   * exclude each other anyway; MariaDB and MySQL use the named lock. Without it, two processes that start together run the same migration,
   * and one of them fails.
   */
  readonly lockMigrations?: RawBuilder<unknown>
  /**
   * A statement that adds the missing rows of a table of locks, which has the numbers below `count`, on MariaDB and MySQL: of writers that wait
   * for one who inserts a row and undoes it, all but one meet a deadlock.
   */
  readonly addLocks?: (table: RawBuilder<unknown>, count: number) => RawBuilder<unknown>
  /**
   * Whether tables can be in a schema: on PostgreSQL. Elsewhere the option `schema` is refused. If it is wrongly true, MariaDB takes the
   * schema for a database.
   */
  readonly supportsSchemas: boolean
  /** A query with one row if the table exists. The names are those of the database; the schema is undefined without `supportsSchemas`. */
  tableExists(table: string, schema: string | undefined): RawBuilder<{ found: number }>
}

/** Statements that limit how long the next ones wait for locks. */
export interface LockLimit {
  /** Sets a limit in milliseconds. MariaDB and MySQL round it up to seconds. */
  set(maxWaitMs: number): RawBuilder<unknown>
  /** Restores the setting of the connection. */
  readonly restore: RawBuilder<unknown>
}

/** Transactions and writes. */
export interface WriteDialect {
  /**
   * The maximum number of parameters of a statement that writes rows with values of their own: PostgreSQL takes 65,535, SQLite 32,766 and
   * SQLite in a Durable Object 100. If it is wrongly high, writes of many records are refused; if wrongly low, they need more statements.
   */
  readonly maxParameters: number
  /**
   * Whether `insert` returns columns of the new rows with `returning`. Kysely drops MariaDB's `returning`; there the id comes with the
   * result. With a wrong value inserts fail, or give no ids.
   */
  readonly supportsReturning: boolean
  /**
   * Whether `insert` has `on conflict`; MariaDB and MySQL have `on duplicate key update` instead. A wrong value is a syntax error.
   */
  readonly supportsOnConflict: boolean
  /**
   * What an `insert` with given ids says before its values, on PostgreSQL. Without it the server refuses the ids, because it assigns them
   * itself.
   */
  readonly withGivenIds?: RawBuilder<unknown>
  /**
   * A statement after which the server assigns higher ids than those of the rows, on PostgreSQL; the other engines notice given ids. Without
   * it, the first insert after a restored archive fails.
   * @param name the name of the table, with its schema if one is named
   */
  assignAfter?(name: string, table: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * Whether an error ends the whole transaction, so that a statement that may fail needs a savepoint: on PostgreSQL. If it is wrongly
   * false, a taken slug makes all later statements of the transaction fail; if wrongly true, such a statement is sent with two more.
   */
  readonly errorEndsTransaction: boolean
  /**
   * Whether a transaction takes the lock of the database at its first write: SQLite's plain `begin`. Then the store begins with a write. If
   * it is wrongly false, a transaction that reads first fails at once when another process has written since; if wrongly true, each
   * transaction sends one more statement.
   */
  readonly locksOnFirstWrite: boolean
  /**
   * Whether the engine has one writer at a time, so that transactions commit in the order of the ids of their writes: SQLite. If it is
   * wrongly true, a write that commits late does not change the revision, two transactions can create the same name, and a unique conflict
   * is an error instead of `slug_taken`.
   */
  readonly hasOneWriter: boolean
  /**
   * Whether the engine can lock single rows and skip locked ones; SQLite has one writer at a time. If it is wrongly true, the statement is
   * a syntax error; if wrongly false, two writes that remove old rows wait for each other.
   */
  readonly supportsSkipLocked: boolean
  /**
   * The limit of waits for locks in a transaction; undefined on SQLite, whose transactions wait when they begin. Without it, a request waits
   * for another process with its key for as long as the server's setting says: for ever on PostgreSQL.
   */
  readonly lockLimit?: LockLimit
  /**
   * Removes rows by their ids. MariaDB gets a join with a table of the ids, and looks up each row alone. With `in (...)` it would also read
   * and lock the row that follows each id, or the whole table if the ids cover most of it, and wait for every transaction that has written
   * one of these rows.
   */
  deleteByIds(table: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<unknown>
  /**
   * Updates rows in one statement. MariaDB and MySQL have `update ... join` instead of `update ... from`, and SQLite takes `values` only,
   * because it limits the number of parts of a union. The wrong form is a syntax error.
   */
  updateByIds(table: RawBuilder<unknown>, update: RowsUpdate): RawBuilder<unknown>
  /**
   * Inserts links of stored events, in one statement; links that are stored get their position and the columns of their event again. It
   * leaves out links to records that are gone, and locks the others against deletion where the engine has several writers. Without the
   * lock, a concurrent deletion would not see the new links, and they would stay without a record. PostgreSQL locks against deletions alone;
   * MariaDB and MySQL, whose `insert` has `on duplicate key update`, also against changes.
   */
  insertLinks(rows: LinkRows): LinkInsert
  /**
   * Copies columns of events to the links of these events, in one statement. MariaDB and MySQL have `update ... join` instead of
   * `update ... from`; they get the ids as a table, for the reason given at {@link deleteByIds}.
   */
  copyToLinks(
    links: RawBuilder<unknown>,
    events: RawBuilder<unknown>,
    columns: readonly string[],
    eventIds: readonly number[],
  ): RawBuilder<unknown>
  /**
   * Selects columns of rows by their ids, and locks the rows in ascending order, where the engine locks rows. MariaDB gets the ids as a
   * table, for the reason given at {@link deleteByIds}. Without the lock, a concurrent write could change the rows between this check of
   * their versions and the statement that replaces them.
   * @param columns of the table, which is called `e`
   */
  selectLocked(
    table: RawBuilder<unknown>,
    columns: RawBuilder<unknown>,
    ids: readonly number[],
  ): RawBuilder<Readonly<Record<string, unknown>>>
  /**
   * Locks rows by their ids, skips rows that another transaction has locked, and returns the ids of the locked rows. MariaDB gets the ids as
   * a table: with `in (...)`, a strict transaction of the host would lock the table to its end and block all writes to it.
   */
  selectSkipLocked(table: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<{ readonly id: unknown }>
}

/** Links of events to insert: the event's id, the position of the link, and the linked record's id. */
export type LinkRows = readonly (readonly [eventId: number, position: number, linkedId: number])[]

/** The tables and columns of links to insert. */
export interface LinkTarget {
  /** The link table. */
  readonly links: RawBuilder<unknown>
  /** The events. */
  readonly events: RawBuilder<unknown>
  /** The linked records. */
  readonly linked: RawBuilder<unknown>
  /** The primary key of the link table; its last column is the linked record's id. */
  readonly key: readonly string[]
  /** The columns that a link copies from its event. */
  readonly fromEvent: readonly string[]
  /** The columns that a link copies from the linked record. */
  readonly fromLinked: readonly string[]
}

/** An insert of links. Its text does not depend on the number of links, so that it is compiled once for each table. */
export interface LinkInsert {
  /** The links as the parameters of the statement. */
  readonly parameters: readonly SqlValue[]
  /** Makes the statement. */
  statement(target: LinkTarget): RawBuilder<unknown>
}
