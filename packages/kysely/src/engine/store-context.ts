import type { AbortSignalLike } from '@kalends/core/store'
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import { poolSizeOf } from '../drivers/pooled-adapter.ts'
import {
  defaultPrefix,
  type EventIndexes,
  eventIndexes,
  type SearchObjects,
  searchObjects,
  type TableNames,
  type TableParts,
  tableNames,
  tableParts,
} from '../schema/table-names.ts'
import type { AnyTables, Tables } from '../schema/tables.ts'
import type { DialectName, SqlDialect } from './dialect.ts'
import type { StatementSettings } from './read-dialect.ts'
import { createScanBudget, type ScanBudget, type ScanOptions } from './scan/queue.ts'
import type { DialectFinder } from './sqlite-dialect-of.ts'

/** Where a calendar's tables are. */
export interface KyselyStoreOptions {
  /**
   * The prefix of the names of all tables and indexes: at most 30 letters, digits and underscores, of which the first is no digit.
   * @default 'kalends_'
   */
  readonly prefix?: string | undefined
  /**
   * The schema of the tables, on PostgreSQL.
   * @default the connection's own
   */
  readonly schema?: string | undefined
  /**
   * The engine's SQL. Set it only if the instance was made by another copy of kysely.
   * @default the dialect of the instance's adapter
   */
  readonly dialect?: DialectName | undefined
}

/** The names of the options that say where the tables are. */
export const storeOptionNames: Readonly<Record<keyof KyselyStoreOptions, true>> = { prefix: true, schema: true, dialect: true }

/** Options for reading a calendar's tables. */
export interface KyselyReadOptions<DB> extends KyselyStoreOptions {
  /** Limits for reads that may read more than a page: searches, totals that are counted, deep pages. */
  readonly scans?: ScanOptions | undefined
  /**
   * A Kysely on a replica, for reads outside of transactions; writes, and all statements in transactions, use the store's `db`. It must
   * connect to a single server, because the revision of one server says nothing about the data of another.
   * @default none: all reads use `db`
   */
  readonly reader?: Kysely<DB> | undefined
}

/** The state of a transaction. */
export interface TransactionState {
  /** The conflict or the storage error that ended the transaction; the engine may have rolled everything back already. */
  conflict?: unknown
  /** Another error after which the transaction must not commit, and which a retry would not fix; only in the store's own transactions. */
  fault?: unknown
  /** The end of the last operation, while it runs. */
  last?: Promise<void>
  /** Whether it is the host's, with any isolation level; the store's own transactions use `read committed`. */
  readonly isOfHost?: boolean
  /** Whether the session settings of its connection are known to be safe. */
  isChecked?: boolean
}

/**
 * SQLite runs a statement in this process: it cannot be cancelled, and it blocks the event loop. So a scan is a series of statements, each
 * with a limit on the rows that it reads, and other work runs between them. No transaction spans them.
 */
export interface Slicing {
  /** The maximum number of rows of a slice. */
  readonly rows: number
  /** Called before the first of several slices. */
  readonly begin: () => Promise<void>
  /**
   * Called between two slices.
   * @throws unavailable the deadline has passed, or the queue is full
   * @throws signal.reason the caller has aborted
   */
  readonly next: () => Promise<void>
}

/** The context of every statement: its connection, the names of the tables, the dialect. */
export interface StoreContext {
  /** The host's Kysely without its plugins, or a transaction of it. */
  readonly db: Kysely<Tables>
  /** The names of the tables. */
  readonly tables: TableNames
  /** The tables' names as parts of written statements. */
  readonly parts: TableParts
  /** The names of indexes of events as parts of written statements. */
  readonly indexes: EventIndexes
  /** The names of the index for searches, beside those of its tables. */
  readonly search: SearchObjects
  /** The dialect of the engine. */
  readonly dialect: SqlDialect
  /** Cached lookup statements. */
  readonly lookups: Map<string, CompiledQuery>
  /** The limits of scans. */
  readonly scans: ScanBudget
  /** Aborted when the caller of the read no longer waits. */
  readonly signal?: AbortSignalLike
  /**
   * The time limit of the next statement in milliseconds, if statements contain their limit.
   * @throws unavailable the deadline has passed
   * @throws signal.reason the caller has aborted
   */
  readonly statementLimitMs?: () => number
  /** Set if a scan must run in slices. */
  readonly slicing?: Slicing
  /** Set while `db` is a transaction, the store's own or the host's. */
  readonly transaction?: TransactionState
}

/**
 * Makes the store's context from the host's Kysely.
 * @throws TypeError an option is not valid, or there is no dialect for the engine
 */
export function contextOf<DB>(
  findDialect: DialectFinder,
  db: Kysely<DB>,
  options: KyselyReadOptions<DB>,
  rowsOfSlice?: number,
): StoreContext {
  const { prefix = defaultPrefix, schema, scans = {} } = options
  const dialect = findDialect(db, options.dialect)
  const tables = tableNames(prefix, schema)
  if (schema !== undefined && !dialect.supportsSchemas) throw new TypeError('Only PostgreSQL has schemas: leave the option out.')
  const context = {
    // The host's type does not include our tables; without its plugins (camel case, for one) they match Tables.
    db: db.withoutPlugins() as unknown as Kysely<Tables>,
    tables,
    parts: tableParts(tables),
    indexes: eventIndexes(prefix),
    search: searchObjects(prefix, schema),
    dialect,
    lookups: new Map(),
    scans: createScanBudget(scans, { runsInProcess: dialect.runsInProcess, poolSize: poolSizeOf(db.getExecutor().adapter) }, rowsOfSlice),
  }
  return db.isTransaction ? { ...context, transaction: { isOfHost: true } } : context
}

/** Whether two dialects are of one engine; those of SQLite differ in how a transaction begins. */
const haveSameEngine = (one: SqlDialect, other: SqlDialect): boolean => one.name === other.name

/**
 * The context of reads outside of transactions.
 * @throws TypeError the reader is a transaction, or another engine
 */
export function readingContextOf<DB>(
  findDialect: DialectFinder,
  context: StoreContext,
  reader: Kysely<DB> | undefined,
  options: KyselyReadOptions<DB>,
): StoreContext {
  if (reader === undefined || context.transaction !== undefined) return context
  const reading = contextOf(findDialect, reader, options)
  if (reading.transaction !== undefined) throw new TypeError('reader must not be a transaction: it would see nothing new.')
  if (!haveSameEngine(reading.dialect, context.dialect)) throw new TypeError('reader must be a replica on the same engine.')
  return reading
}

/** The context of one read, whose caller may abort. */
export const withSignal = (context: StoreContext, signal: AbortSignalLike | undefined): StoreContext =>
  signal === undefined ? context : { ...context, signal }

/** The record tables with only the columns that all kinds of records share. */
export function anyTables(context: StoreContext): Kysely<AnyTables> {
  // Statements for all kinds of records know only the columns that all have; the codecs are checked against Tables.
  return context.db as unknown as Kysely<AnyTables>
}

/** The start of a `select` statement with the settings that apply to it alone. */
export function selecting(
  { dialect, statementLimitMs }: StoreContext,
  settings: Omit<StatementSettings, 'limitMs'> = {},
): RawBuilder<unknown> {
  return statementLimitMs === undefined ? dialect.select(settings) : dialect.select({ ...settings, limitMs: statementLimitMs() })
}
