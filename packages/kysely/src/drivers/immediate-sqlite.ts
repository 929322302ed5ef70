import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely'
import { type ConnectionQueue, createConnectionQueue } from './connection-queue.ts'
import { isBusy, isRolledBackAlready } from './driver-errors.ts'
import { sleep, yieldToEventLoop } from './event-loop.ts'

/** The configuration of {@link immediateSqliteDialect}. */
export interface ImmediateSqliteConfig extends SqliteDialectConfig {
  /**
   * How long a transaction waits for the lock of another connection, and a call for the one connection of this Kysely instance while a
   * transaction uses it, in milliseconds.
   * @default 5000
   */
  readonly busyTimeoutMs?: number | undefined
  /**
   * Whether to switch the database to write-ahead logging with `synchronous = normal`, and to cache 16 MiB of the database in memory.
   * @default false
   */
  readonly writeAheadLog?: boolean | undefined
  /** Is called before each transaction that writes, which fails with what it throws. @default nothing */
  readonly beforeWrite?: (() => void) | undefined
}

/** The pauses between two tries, in milliseconds; the last one repeats. SQLite's own busy handler uses the same. */
const pausesMs = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

/** Marks a Kysely instance whose transactions take the write lock when they begin, except read-only ones. */
export class ImmediateSqliteAdapter extends SqliteAdapter {
  /** The driver gives its one connection to one caller after the other by itself, with a time limit. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Kysely's driver with transactions that take the write lock when they begin, except read-only ones. */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #busyTimeoutMs: number
  readonly #queue: ConnectionQueue
  readonly #beforeWrite: (() => void) | undefined
  #connection: DatabaseConnection | undefined

  constructor(config: SqliteDialectConfig, busyTimeoutMs: number, beforeWrite: (() => void) | undefined) {
    super(config)
    this.#busyTimeoutMs = busyTimeoutMs
    this.#beforeWrite = beforeWrite
    this.#queue = createConnectionQueue(busyTimeoutMs)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#queue.enter()
    const connection = await super.acquireConnection()
    this.#connection ??= withTurns(connection)
    return this.#connection
  }

  override async releaseConnection(): Promise<void> {
    // Kysely 0.28 has a queue of its own in this driver, and does not pass on the connection until it is released.
    await super.releaseConnection()
    this.#queue.leave()
  }

  /**
   * `begin` alone takes the lock at the first write. When another process has written in the meantime, that write fails at once, however
   * long the timeout, because the transaction has already read an older state.
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings = {}): Promise<void> {
    const isRead = settings.accessMode === 'read only'
    if (!isRead) this.#beforeWrite?.()
    await waitUntilFree(connection, CompiledQuery.raw(isRead ? 'begin' : 'begin immediate'), this.#busyTimeoutMs)
  }

  /** After a full disk or an I/O error SQLite has rolled back by itself. The failure of a second rollback would hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!isRolledBackAlready(error)) throw error
    }
  }
}

/** After this time in milliseconds without a turn of the event loop, a statement waits for one. */
const longestTurnMs = 50

/**
 * Lets other work of the process run between the statements of a long transaction. They run in this process, and awaiting one does not end the
 * turn: a write of 2,000 dates with 50 tags each took 4 s, in which no other request was answered. The connection itself stays taken.
 */
function withTurns(connection: DatabaseConnection): DatabaseConnection {
  let turnBegan = 0
  const run = connection.executeQuery.bind(connection)
  connection.executeQuery = async (query, options) => {
    if (performance.now() - turnBegan > longestTurnMs) {
      await yieldToEventLoop()
      turnBegan = performance.now()
    }
    return run(query, options)
  }
  return connection
}

/**
 * Runs a statement as soon as no other connection holds the lock. SQLite's own busy handler would block the whole process: a transaction of
 * another connection of the same process could then never end. Afterwards SQLite's handler is active again, for the rare waits of single
 * statements.
 */
async function waitUntilFree(connection: DatabaseConnection, statement: CompiledQuery, timeoutMs: number): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw('pragma busy_timeout = 0'))
  try {
    for (let waitedMs = 0, attempt = 0; ; attempt++) {
      try {
        await connection.executeQuery(statement)
        return
      } catch (error) {
        if (!isBusy(error) || waitedMs >= timeoutMs) throw error
        const pauseMs = pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 100
        waitedMs += pauseMs
        await sleep(pauseMs)
      }
    }
  } finally {
    await connection.executeQuery(CompiledQuery.raw('pragma busy_timeout = 5000'))
  }
}

/** The cache of a connection. With SQLite's own 2 MiB, every page of events is read from the file again. */
const cacheKib = 16 * 1024

/**
 * Kysely's `SqliteDialect` whose transactions begin with `begin immediate`, except read-only ones: for databases that several processes or
 * connections write to. `config.database` is the same as for `SqliteDialect`, for instance a database of better-sqlite3.
 * @throws TypeError `busyTimeoutMs` is no integer of 0 or more
 */
export function immediateSqliteDialect(config: ImmediateSqliteConfig): Dialect {
  const { busyTimeoutMs = 5_000, writeAheadLog = false, beforeWrite, ...plain } = config
  if (!Number.isSafeInteger(busyTimeoutMs) || busyTimeoutMs < 0) {
    throw new TypeError('busyTimeoutMs is an integer of 0 or more')
  }
  const withSetup: SqliteDialectConfig = {
    ...plain,
    onCreateConnection: async (connection, options) => {
      if (writeAheadLog) {
        // The first connection to a file changes its mode, which takes an exclusive lock for a moment.
        await waitUntilFree(connection, CompiledQuery.raw('pragma journal_mode = wal'), busyTimeoutMs)
        await connection.executeQuery(CompiledQuery.raw('pragma synchronous = normal'))
        await connection.executeQuery(CompiledQuery.raw(`pragma cache_size = -${cacheKib}`))
      }
      await config.onCreateConnection?.(connection, options)
    },
  }
  const dialect = new SqliteDialect(withSetup)
  return {
    createDriver: () => new ImmediateSqliteDriver(withSetup, busyTimeoutMs, beforeWrite),
    createAdapter: () => new ImmediateSqliteAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}
