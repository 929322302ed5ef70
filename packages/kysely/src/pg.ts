import { type Dialect, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import { definedOptions } from './drivers/defined-options.ts'
import { withPoolSize } from './drivers/pooled-adapter.ts'
import { endWhenSilent } from './drivers/silent-socket.ts'

/** All options of `Pool` of `pg`, with other defaults for its timeouts, and two more options. A timeout of 0 waits forever. */
export interface PostgresPoolOptions extends PoolConfig {
  /**
   * How long a statement waits for a free or a new connection, in milliseconds.
   * @default 5000
   */
  readonly connectionTimeoutMillis?: number | undefined
  /**
   * How long an unused connection stays open, in milliseconds.
   * @default 30000
   */
  readonly idleTimeoutMillis?: number | undefined
  /**
   * How long a statement may run before the server ends it, in milliseconds. PgBouncer refuses this setting and the next two: pass `false`
   * or 0, and set them on the database's user.
   * @default 30000
   */
  readonly statement_timeout?: false | number | undefined
  /**
   * How long a statement waits for a lock, in milliseconds.
   * @default 10000
   */
  readonly lock_timeout?: number | undefined
  /**
   * How long a transaction may be idle before the server ends it, in milliseconds.
   * @default 60000
   */
  readonly idle_in_transaction_session_timeout?: number | undefined
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
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  fallback_application_name: 'kalends',
} as const satisfies PoolConfig

/**
 * A pool of connections to PostgreSQL that survives the loss of any of them: the statement that needed the connection fails, the calendar
 * reports `unavailable`, and the next statement gets another connection. A plain `Pool` ends the whole process instead, unless the host
 * listens to errors of the pool *and* of each connection.
 * @param options as for `Pool` of `pg`
 * @example
 * import { postgresPool } from '@kalends/kysely/pg'
 *
 * const pool = postgresPool({ connectionString: 'postgres://app@127.0.0.1:5432/app', max: 20 })
 */
export function postgresPool(options: PostgresPoolOptions = {}): Pool {
  const { silenceTimeoutMs = 45_000, onConnectionError = () => undefined, ...config } = options
  const pool = new Pool({ ...defaults, ...definedOptions(config) })
  // The pool emits the errors of idle connections; a connection in use emits its own.
  pool.on('error', onConnectionError)
  pool.on('connect', (client) => {
    // An idle connection has a listener of the pool beside this one, and the pool then emits the error itself. A connection in use has this
    // one alone.
    client.on('error', (error) => {
      if (client.listenerCount('error') === 1) onConnectionError(error)
    })
    endWhenSilent(client.connection?.stream, silenceTimeoutMs)
  })
  return pool
}

/**
 * A Kysely dialect over {@link postgresPool}, which is opened with the first statement and closed by `db.destroy()`.
 * @param options as for `Pool` of `pg`
 * @example
 * import { Kysely } from 'kysely'
 * import { kyselyStore } from '@kalends/kysely'
 * import { postgresDialect } from '@kalends/kysely/pg'
 *
 * const db = new Kysely({ dialect: postgresDialect({ connectionString: 'postgres://app@127.0.0.1:5432/app' }) })
 * const store = kyselyStore(db)
 */
export function postgresDialect(options: PostgresPoolOptions = {}): Dialect {
  return withPoolSize(new PostgresDialect({ pool: async () => postgresPool(options) }), options.max ?? 10)
}
