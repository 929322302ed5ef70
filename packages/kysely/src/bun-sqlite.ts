import type { Dialect, SqliteDatabase } from 'kysely'
import { type FileDialectOptions, fileDialect } from './drivers/file-dialect.ts'

export type { FileDialectOptions as BunSqliteDialectOptions } from './drivers/file-dialect.ts'

/** A `Database` of `bun:sqlite`. */
export interface BunDatabase {
  /** Prepares a statement. */
  prepare(sql: string): unknown
  /** Closes the database. */
  close(): void
}

/** What `bun:sqlite` exports. */
interface BunSqlite {
  readonly Database: new (path: string) => BunDatabase
}

/** No literal, because compilers and bundlers for other runtimes do not know the module. */
const moduleName: string = 'bun:sqlite'

async function openDatabase(path: string): Promise<BunDatabase> {
  const { Database }: BunSqlite = await import(moduleName)
  return new Database(path)
}

/**
 * A Kysely dialect over Bun's own SQLite: write-ahead log, `synchronous = normal`, 16 MiB of cache, and transactions that take the write lock
 * when they begin, so that processes wait for each other instead of failing.
 * @param database a file, created when missing, `:memory:`, or a database that the host has opened; `db.destroy()` closes it
 * @throws TypeError `busyTimeoutMs` is no integer of 0 or more, or an option is unknown
 * @example
 * import { Kysely } from 'kysely'
 * import { kyselyStore, migrateToLatest } from '@kalends/kysely'
 * import { bunSqliteDialect } from '@kalends/kysely/bun-sqlite'
 *
 * const db = new Kysely({ dialect: bunSqliteDialect('calendar.db') })
 * await migrateToLatest(db)
 * const store = kyselyStore(db)
 */
export function bunSqliteDialect(database: string | BunDatabase, options: FileDialectOptions = {}): Dialect {
  const open = async (): Promise<SqliteDatabase> => {
    const opened = typeof database === 'string' ? await openDatabase(database) : database
    // Its statements have what Kysely calls: `reader`, `all`, `run` and `iterate`. Their declared types name each parameter.
    return opened as SqliteDatabase
  }
  return fileDialect('bunSqliteDialect', open, options)
}
