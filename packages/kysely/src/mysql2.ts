import { type Dialect, MysqlDialect } from 'kysely'
import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2'
import { definedOptions, type MaybeUndefined } from './drivers/defined-options.ts'
import { ownSqlMode } from './drivers/mysql-session.ts'
import { withPoolSize } from './drivers/pooled-adapter.ts'
import { endWhenSilent } from './drivers/silent-socket.ts'

/** The options of `createPool` of `mysql2`, some with other defaults, and further timeouts. A timeout of 0 waits forever. */
export interface MysqlPoolOptions extends MaybeUndefined<PoolOptions> {
  /**
   * How long opening a connection may take, in milliseconds.
   * @default 5000
   */
  readonly connectTimeout?: number | undefined
  /**
   * How long a statement waits for a connection, in milliseconds. `mysql2` by itself waits forever.
   * @default 5000
   */
  readonly acquireTimeoutMs?: number | undefined
  /**
   * How long an unused connection stays open, in milliseconds. A pool of one connection never closes that one.
   * @default 30000
   */
  readonly idleTimeout?: number | undefined
  /**
   * How long a statement may run before the server ends it, in milliseconds; MySQL ends only statements that read.
   * @default 30000
   */
  readonly statementTimeoutMs?: number | undefined
  /**
   * How long a statement waits for a lock, in milliseconds; the server counts in whole seconds.
   * @default 10000
   */
  readonly lockTimeoutMs?: number | undefined
  /**
   * How long the server may be silent before a connection counts as lost, in milliseconds; set it longer than a statement may take. For
   * networks that drop packets without an error.
   * @default 45000
   */
  readonly silenceTimeoutMs?: number | undefined
  /**
   * Called for each lost connection. The calendar continues with other connections, so this is for logs.
   * @default none
   */
  readonly onConnectionError?: ((error: Error) => void) | undefined
}

const defaults = {
  connectTimeout: 5_000,
  idleTimeout: 30_000,
  charset: 'utf8mb4',
  // The driver would otherwise read dates in the host's own zone, and lose an hour each autumn.
  timezone: 'Z',
  // Integers beyond 2^53 come as text instead of as a rounded number.
  supportBigNumbers: true,
  multipleStatements: false,
  keepAliveInitialDelay: 10_000,
  // Ends connections properly: otherwise the server's log fills with aborted connections.
  gracefulEnd: true,
} as const satisfies PoolOptions

type GiveConnection = Parameters<Pool['getConnection']>[0]

/** The first statements of each connection. MariaDB executes the content of the comment with `M!`, MySQL that of the other comment. */
function sessionSettings(statementMs: number, lockMs: number): readonly string[] {
  // The driver escapes values with backslashes, so the session must interpret them.
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

/** The longest timer of JavaScript; a longer one fires at once. */
const longestTimerMs = 2 ** 31 - 1

/** Limits how long `getConnection` waits; a connection that becomes free after the timeout goes back to the pool. */
function withAcquireTimeout(getConnection: Pool['getConnection'], ms: number): Pool['getConnection'] {
  if (ms === 0) return getConnection
  return (give: GiveConnection) => {
    let isLate = false
    const timer = setTimeout(
      () => {
        isLate = true
        // After the timeout the callback gets no connection; its type requires one even with an error.
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
 * A pool of connections to MariaDB or MySQL that reads numbers, texts and times without loss, limits every wait, and survives the loss of
 * any connection. Each connection gets a strict `sql_mode` in place of the server's, so that the driver escapes values safely.
 * @param options as for `createPool` of `mysql2`
 * @throws TypeError a timeout is no integer of 0 or more
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
  // With its default, `maxIdle` equal to the connection limit, the driver never closes an unused connection.
  const maxIdle = Math.max(1, (config.connectionLimit ?? 10) - 1)
  const pool = createPool({ ...defaults, maxIdle, ...definedOptions(config) })
  const settings = sessionSettings(statementTimeoutMs, lockTimeoutMs)
  pool.on('connection', (connection: PoolConnection) => {
    // The driver has one listener, which it removes after the first error; a second error of the same connection would end the process.
    connection.on('error', onConnectionError)
    endWhenSilent('stream' in connection ? connection.stream : undefined, silenceTimeoutMs)
    // The settings run before the statement that the connection was opened for.
    for (const setting of settings) connection.query(setting, (error) => error && connection.destroy())
  })
  return Object.assign(pool, { getConnection: withAcquireTimeout(pool.getConnection.bind(pool), acquireTimeoutMs) })
}

/**
 * A Kysely dialect over {@link mysqlPool}, which is opened with the first statement and closed by `db.destroy()`.
 * @param options as for `createPool` of `mysql2`
 * @throws TypeError a timeout is no integer of 0 or more, with the first statement
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
