import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Dialect, SqliteDatabase, SqliteStatement } from 'kysely'
import { immediateSqliteDialect } from './immediate-sqlite.ts'

/** How many prepared statements a database keeps; a calendar needs fewer than a hundred. */
const maxStatements = 256

/**
 * A value as SQLite takes it. Everything else is refused: `node:sqlite` takes an object in the first place as *named*
 * parameters and then binds the others one place too early, without an error.
 */
function bindable(value: unknown, index: number): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot bind parameter ${index + 1}: ${Object.prototype.toString.call(value)}`)
}

/** The statement in the form that Kysely's SQLite driver asks for. */
function adapted(statement: StatementSync, fresh: () => StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(bindable)),
    run: (parameters) => statement.run(...parameters.map(bindable)),
    // A statement that is being iterated must not be run again before the end, so iterations get their own.
    iterate: (parameters) => fresh().iterate(...parameters.map(bindable)),
  }
}

/**
 * Opens a database of Node's own SQLite as Kysely's `SqliteDialect` wants it. Statements are prepared once.
 * @param path a file, created when missing, or `:memory:`
 * @param options as for `DatabaseSync` of `node:sqlite`
 * @throws Error with code `ERR_SQLITE_ERROR` when the file cannot be opened
 */
export function nodeSqlite(path: string, options: DatabaseSyncOptions = {}): SqliteDatabase {
  const database = new DatabaseSync(path, options)
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => {
      statements.clear()
      database.close()
    },
    prepare: (text) => {
      const known = statements.get(text)
      if (known !== undefined) return known
      const fresh = (): StatementSync => database.prepare(text)
      const statement = adapted(fresh(), fresh)
      if (statements.size >= maxStatements) {
        for (const oldest of statements.keys()) {
          statements.delete(oldest)
          break
        }
      }
      statements.set(text, statement)
      return statement
    },
  }
}

/** How to open a database: all that `DatabaseSync` takes, and how long to wait. */
export interface NodeSqliteDialectOptions extends DatabaseSyncOptions {
  /**
   * How long a transaction waits for one of another connection to end, in milliseconds.
   * @default 5000
   */
  readonly busyTimeoutMs?: number
}

/**
 * A Kysely dialect over Node's own SQLite: write-ahead log, `synchronous = normal`, and transactions that take the write
 * lock when they begin, so that processes wait for each other instead of failing.
 * @param path a file, created when missing, or `:memory:`
 * @example
 * import { Kysely } from 'kysely'
 * import { kyselyStore, migrateToLatest } from '@kalends/kysely'
 * import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
 *
 * const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })
 * await migrateToLatest(db)
 * const store = kyselyStore(db)
 */
export function nodeSqliteDialect(path: string, options: NodeSqliteDialectOptions = {}): Dialect {
  const { busyTimeoutMs = 5_000, ...database } = options
  return immediateSqliteDialect({
    database: async () => nodeSqlite(path, { timeout: 5_000, ...database }),
    busyTimeoutMs,
    writeAheadLog: true,
  })
}
