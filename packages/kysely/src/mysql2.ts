import { type Dialect, MysqlDialect } from 'kysely'
import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2'
import { definedOptions, type MaybeUndefined } from './defined-options.ts'
import { ownSqlMode } from './mysql-session.ts'
import { withPoolSize } from './pooled-adapter.ts'
import { endWhenSilent } from './silent-socket.ts'

/** All that `createPool` of `mysql2` takes, with other defaults, and what it lacks. Time-outs of 0 wait for ever. */
export interface MysqlPoolOptions extends MaybeUndefined<PoolOptions> {
  /**
   * How long the making of a connection may take, in milliseconds.
   * @default 5000
   */
  readonly connectTimeout?: number | undefined
  /**
   * How long a statement waits for a connection, in milliseconds. `mysql2` by itself lets it wait for ever.
   * @default 5000
   */
  readonly acquireTimeoutMs?: number | undefined
  /**
   * After how long an unused connection is closed, in milliseconds. A pool of one connection keeps it.
   * @default 30000
   */
  readonly idleTimeout?: number | undefined
  /**
   * After how long the server ends a statement, in milliseconds; MySQL ends only those that read.
   * @default 30000
   */
  readonly statementTimeoutMs?: number | undefined
  /**
   * How long a statement waits for a lock, in milliseconds; the server counts in whole seconds.
   * @default 10000
   */
  readonly lockTimeoutMs?: number | undefined
  /**
   * After how long without any word from the server a connection counts as lost, in milliseconds; longer than a statement may
   * take. For networks that drop packets without telling anybody.
   * @default 45000
   */
  readonly silenceTimeoutMs?: number | undefined
  /**
   * Told about each connection that is lost. The calendar goes on with others, so this is for logs.
   * @default nobody is told
   */
  readonly onConnectionError?: ((error: Error) => void) | undefined
}

const defaults = {
  connectTimeout: 5_000,
  idleTimeout: 30_000,
  charset: 'utf8mb4',
  // Dates would otherwise be read in the host's own zone, and lose an hour each autumn.
  timezone: 'Z',
  // Integers beyond 2^53 come as text instead of as another number.
  supportBigNumbers: true,
  multipleStatements: false,
  keepAliveInitialDelay: 10_000,
  // Says goodbye to the server, whose log would otherwise fill with aborted connections.
  gracefulEnd: true,
} as const satisfies PoolOptions

type GiveConnection = Parameters<Pool['getConnection']>[0]

/** What a connection is told before anything else. Each server reads its own comment and skips the other's. */
function sessionSettings(statementMs: number, lockMs: number): readonly string[] {
  // The driver escapes values with backslashes, so the session has to read them that way.
  const mode = `set session sql_mode = '${ownSqlMode}'`
  const lock = `set session innodb_lock_wait_timeout = ${Math.ceil(lockMs / 1_000)}`
  const statement = `set session /*M!100101 max_statement_time = ${statementMs / 1_000} *//*!80000 max_execution_time = ${statementMs} */`
  return [mode, ...(lockMs > 0 ? [lock] : []), ...(statementMs > 0 ? [statement] : [])]
}

function checkTimeouts(timeouts: Readonly<Record<string, number>>): void {
  for (const [name, ms] of Object.entries(timeouts)) {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new TypeError(`${name} is an integer of 0 or more.`)
  }
}

/** A timer of JavaScript that is to take longer ends at once. */
const longestTimerMs = 2 ** 31 - 1

/** Gives up after a while; a connection that comes later goes back to the pool. */
function inTime(getConnection: Pool['getConnection'], ms: number): Pool['getConnection'] {
  if (ms === 0) return getConnection
  return (give: GiveConnection) => {
    let isLate = false
    const timer = setTimeout(
      () => {
        isLate = true
        // Who is too late gets no connection, which the type does not foresee for failures either.
        give(Object.assign(new Error(`No connection became free within ${ms} ms`), { code: 'ETIMEDOUT' }), undefined as never)
      },
      Math.min(ms, longestTimerMs),
    )
    getConnection((error, connection) => {
      clearTimeout(timer)
      if (!isLate) give(error, connection)
      else connection?.release()
    })
  }
}

/**
 * A pool of connections to MariaDB or MySQL that reads numbers, texts and times without loss, never lets anybody wait for
 * ever, and outlives the loss of any connection. Each connection gets a strict `sql_mode` of its own, whatever the server's, under
 * which values are escaped safely.
 * @param options as for `createPool` of `mysql2`
 * @throws TypeError a time-out is no integer of 0 or more
 * @example
 * import { mysqlPool } from '@kalends/kysely/mysql2'
 *
 * const pool = mysqlPool({ uri: 'mysql://app@127.0.0.1:3306/app', connectionLimit: 20 })
 */
export function mysqlPool(options: MysqlPoolOptions = {}): Pool {
  const {
    acquireTimeoutMs = 5_000,
    statementTimeoutMs = 30_000,
    lockTimeoutMs = 10_000,
    silenceTimeoutMs = 45_000,
    onConnectionError = () => undefined,
    ...config
  } = options
  checkTimeouts({ acquireTimeoutMs, statementTimeoutMs, lockTimeoutMs, silenceTimeoutMs })
  // The driver closes unused connections only where it may not keep all of them.
  const maxIdle = Math.max(1, (config.connectionLimit ?? 10) - 1)
  const pool = createPool({ ...defaults, maxIdle, ...definedOptions(config) })
  const settings = sessionSettings(statementTimeoutMs, lockTimeoutMs)
  pool.on('connection', (connection: PoolConnection) => {
    // The driver listens once; a second error of the same connection would end the process.
    connection.on('error', onConnectionError)
    endWhenSilent('stream' in connection ? connection.stream : undefined, silenceTimeoutMs)
    // They go before the statement that the connection was made for.
    for (const setting of settings) connection.query(setting, (error) => error && connection.destroy())
  })
  return Object.assign(pool, { getConnection: inTime(pool.getConnection.bind(pool), acquireTimeoutMs) })
}

/**
 * A Kysely dialect over {@link mysqlPool}, which is opened with the first statement and closed by `db.destroy()`.
 * @param options as for `createPool` of `mysql2`
 * @throws TypeError a time-out is no integer of 0 or more, with the first statement
 * @example
 * import { Kysely } from 'kysely'
 * import { kyselyStore } from '@kalends/kysely'
 * import { mysqlDialect } from '@kalends/kysely/mysql2'
 *
 * const db = new Kysely({ dialect: mysqlDialect({ uri: 'mysql://app@127.0.0.1:3306/app' }) })
 * const store = kyselyStore(db)
 */
export function mysqlDialect(options: MysqlPoolOptions = {}): Dialect {
  return withPoolSize(new MysqlDialect({ pool: async () => mysqlPool(options) }), options.connectionLimit ?? 10)
}
