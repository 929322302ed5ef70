import Database from 'better-sqlite3'
import type { Dialect, SqliteDatabase } from 'kysely'
import { type FileDialectOptions, fileDialect } from './drivers/file-dialect.ts'

export type { FileDialectOptions as BetterSqlite3DialectOptions } from './drivers/file-dialect.ts'

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
export function betterSqlite3Dialect(database: string | SqliteDatabase, options: FileDialectOptions = {}): Dialect {
  return fileDialect('betterSqlite3Dialect', async () => (typeof database === 'string' ? new Database(database) : database), options)
}
