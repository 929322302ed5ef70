import { requireKnownOptions } from '@kalends/core/store'
import type { Dialect, SqliteDatabase } from 'kysely'
import { immediateSqliteDialect } from './immediate-sqlite.ts'
import { createFileCheck } from './sqlite-file.ts'

/** Options of a dialect over a file of SQLite: all about waiting for other connections. */
export interface FileDialectOptions {
  /**
   * How long a transaction waits for the lock of another connection, in milliseconds.
   * @default 5000
   */
  readonly busyTimeoutMs?: number | undefined
}

/**
 * A dialect over a driver with the interface of better-sqlite3.
 * @param name the exported function, for its errors
 * @throws TypeError `busyTimeoutMs` is no integer of 0 or more, or an option is unknown
 */
export function fileDialect(name: string, database: () => Promise<SqliteDatabase>, options: FileDialectOptions): Dialect {
  requireKnownOptions(name, options, optionNames)
  return immediateSqliteDialect({ ...options, database, writeAheadLog: true, ...createFileCheck() })
}

const optionNames: Readonly<Record<keyof FileDialectOptions, true>> = { busyTimeoutMs: true }
