import type { AbortSignalLike } from '@kalends/core'
import type { CompiledQuery, Kysely } from 'kysely'
import { type DialectName, dialectOf, type SqlDialect } from './dialect.ts'
import { poolSizeOf } from './pooled-adapter.ts'
import { createScanBudget, type ScanBudget, type ScanOptions } from './scans/scan-budget.ts'
import type { SliceSizes, Slicing } from './scans/slices.ts'
import { defaultPrefix, type EventIndexes, eventIndexes, type TableNames, type TableParts, tableNames, tableParts } from './table-names.ts'
import type { AnyTables, Tables } from './tables.ts'

/** Where a calendar's tables are. */
export interface KyselyStoreOptions {
  /**
   * What the names of all tables and indexes start with: at most 30 letters, digits and underscores.
   * @default 'kalends_'
   */
  readonly prefix?: string | undefined
  /**
   * The schema of the tables, on PostgreSQL.
   * @default the connection's own
   */
  readonly schema?: string | undefined
  /**
   * The engine's SQL. Needs to be named only when the instance was made by another copy of kysely.
   * @default what the instance's adapter says
   */
  readonly dialect?: DialectName | undefined
}

/** Every option that says where the tables are. */
export const storeOptionNames: Readonly<Record<keyof KyselyStoreOptions, true>> = { prefix: true, schema: true, dialect: true }

/** How a calendar's tables are read. */
export interface KyselyReadOptions<DB> extends KyselyStoreOptions {
  /** How much reads may take that look at more than a page: searches, totals that are counted, deep pages. */
  readonly scans?: ScanOptions | undefined
  /**
   * A Kysely on a replica, for reads outside of transactions; writes, and all that happens in transactions, stay on the first.
   * It has to reach one server and not one of several, because the revision of one says nothing of what another holds.
   * @default none: everything is read where it is written
   */
  readonly reader?: Kysely<DB> | undefined
}

/** What a transaction has met. */
export interface TransactionState {
  /** The conflict or the fault of the storage that ended it; its engine may have rolled everything back already. */
  conflict?: unknown
  /** The error after which nothing of it can be committed, and which running it again does not help; of the store's own alone. */
  fault?: unknown
  /** The end of the operation that was begun last, while it runs. */
  last?: Promise<void>
  /** Whether it is the host's, in whichever isolation; the store's own are read committed. */
  readonly isOfHost?: boolean
  /** Whether the session settings of its connection are known to be safe. */
  isChecked?: boolean
}

/** What every statement needs: where it runs, what the tables are called, what the engine does in its own way. */
export interface StoreContext {
  /** The host's Kysely without its plugins, or a transaction of it. */
  readonly db: Kysely<Tables>
  /** The tables' names. */
  readonly tables: TableNames
  /** The tables' names as parts of written statements. */
  readonly parts: TableParts
  /** The names of indexes of events as parts of written statements. */
  readonly indexes: EventIndexes
  /** The engine's ways. */
  readonly dialect: SqlDialect
  /** Statements that look records up, as they were put together the first time. */
  readonly lookups: Map<string, CompiledQuery>
  /** What reads that look at more than a page may take. */
  readonly scans: ScanBudget
  /** Says that who reads has gone away. */
  readonly signal?: AbortSignalLike
  /** How long the next statement may take, in milliseconds, where it says so itself. @throws unavailable, signal.reason */
  readonly statementLimitMs?: () => number
  /** Set where a scan has to be cut into slices. */
  readonly slicing?: Slicing
  /** Set while `db` is a transaction, the store's own or the host's. */
  readonly transaction?: TransactionState
}

/**
 * Looks at the host's Kysely as the store does.
 * @throws TypeError an option is not valid, or the engine is none of the three
 */
export function contextOf<DB>(db: Kysely<DB>, options: KyselyReadOptions<DB>, slices?: SliceSizes): StoreContext {
  const { prefix = defaultPrefix, schema, scans = {} } = options
  const dialect = dialectOf(db, options.dialect)
  const tables = tableNames(prefix, schema)
  if (schema !== undefined && dialect.name !== 'postgres') throw new TypeError('Only PostgreSQL has schemas: leave the option out.')
  const context = {
    // The host's type does not know our tables; without its plugins (camel case, for one) they are as Tables says.
    db: db.withoutPlugins() as unknown as Kysely<Tables>,
    tables,
    parts: tableParts(tables),
    indexes: eventIndexes(prefix),
    dialect,
    lookups: new Map(),
    scans: createScanBudget(scans, { isSingle: dialect.name === 'sqlite', poolSize: poolSizeOf(db.getExecutor().adapter) }, slices),
  }
  return db.isTransaction ? { ...context, transaction: { isOfHost: true } } : context
}

/**
 * The context of reads outside of transactions.
 * @throws TypeError the reader is a transaction, or another engine
 */
export function readingContextOf<DB>(context: StoreContext, reader: Kysely<DB> | undefined, options: KyselyReadOptions<DB>): StoreContext {
  if (reader === undefined || context.transaction !== undefined) return context
  const reading = contextOf(reader, options)
  if (reading.transaction !== undefined) throw new TypeError('reader must not be a transaction: it would see nothing new.')
  if (reading.dialect.name !== context.dialect.name) throw new TypeError('reader must be a replica on the same engine.')
  return reading
}

/** The same for one read, whose caller may go away. */
export const withSignal = (context: StoreContext, signal: AbortSignalLike | undefined): StoreContext =>
  signal === undefined ? context : { ...context, signal }

/** The record tables as the statements see them that are the same for every kind of record. */
export function anyTables(context: StoreContext): Kysely<AnyTables> {
  // Statements for all kinds of record know only the columns that all have; the codecs are checked against Tables.
  return context.db as unknown as Kysely<AnyTables>
}
