import { requireKnownOptions } from '@kalends/core/store'
import Database from 'better-sqlite3'
import type { Dialect, SqliteDatabase } from 'kysely'
import { immediateSqliteDialect } from './drivers/immediate-sqlite.ts'
import { createFileCheck } from './drivers/sqlite-file.ts'

/** Options of {@link betterSqlite3Dialect}: all about waiting for other connections. */
export interface BetterSqlite3DialectOptions {
  /**
   * How long a transaction waits for the lock of another connection, in milliseconds.
   * @default 5000
   */
  readonly busyTimeoutMs?: number | undefined
}

/**
 * A Kysely dialect over `better-sqlite3`: write-ahead log, `synchronous = normal`, 16 MiB of cache, and transactions that take the write lock
 * when they begin, so that processes wait for each other instead of failing.
 * @param database a file, created when missing, `:memory:`, or a database that the host has opened; `db.destroy()` closes it
 * @throws TypeError `busyTimeoutMs` is no integer of 0 or more, or an option is unknown
 * @example
 * import { Kysely } from 'kysely'
 * import { kyselyStore, migrateToLatest } from '@kalends/kysely'
 * import { betterSqlite3Dialect } from '@kalends/kysely/better-sqlite3'
 *
 * const db = new Kysely({ dialect: betterSqlite3Dialect('calendar.db') })
 * await migrateToLatest(db)
 * const store = kyselyStore(db)
 */
export function betterSqlite3Dialect(database: string | SqliteDatabase, options: BetterSqlite3DialectOptions = {}): Dialect {
  requireKnownOptions('betterSqlite3Dialect', options, optionNames)
  return immediateSqliteDialect({
    ...options,
    database: async () => (typeof database === 'string' ? new Database(database) : database),
    writeAheadLog: true,
    ...createFileCheck(),
  })
}

const optionNames: Readonly<Record<keyof BetterSqlite3DialectOptions, true>> = { busyTimeoutMs: true }
