import type { Dialect, SqliteDatabase } from 'kysely'
import Database from 'libsql'
import { type FileDialectOptions, fileDialect } from './drivers/file-dialect.ts'
import { withKeptStatements } from './drivers/kept-statements.ts'

export type { FileDialectOptions as LibsqlDialectOptions } from './drivers/file-dialect.ts'

/**
 * A Kysely dialect over a file of libSQL, by the package `libsql`: write-ahead log, `synchronous = normal`, 16 MiB of cache, and transactions
 * that take the write lock when they begin, so that processes wait for each other instead of failing.
 * @param database a file, created when missing, `:memory:`, or a database that the host has opened; `db.destroy()` closes it
 * @throws TypeError `busyTimeoutMs` is no integer of 0 or more, or an option is unknown
 * @example
 * import { Kysely } from 'kysely'
 * import { kyselyStore, migrateToLatest } from '@kalends/kysely'
 * import { libsqlDialect } from '@kalends/kysely/libsql'
 *
 * const db = new Kysely({ dialect: libsqlDialect('calendar.db') })
 * await migrateToLatest(db)
 * const store = kyselyStore(db)
 */
export function libsqlDialect(database: string | SqliteDatabase, options: FileDialectOptions = {}): Dialect {
  const open = async (): Promise<SqliteDatabase> => {
    const opened: SqliteDatabase = typeof database === 'string' ? new Database(database) : database
    // A statement that met a lock goes on until it runs again or is collected, and no transaction can commit meanwhile.
    return withKeptStatements(opened)
  }
  return fileDialect('libsqlDialect', open, options)
}
