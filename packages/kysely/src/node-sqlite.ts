import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Dialect, SqliteDatabase, SqliteStatement } from 'kysely'
import { definedOptions } from './drivers/defined-options.ts'
import { immediateSqliteDialect } from './drivers/immediate-sqlite.ts'
import { withKeptStatements } from './drivers/kept-statements.ts'
import { createFileCheck } from './drivers/sqlite-file.ts'

/**
 * Checks values to bind. SQLite's own types pass and everything else is refused: `node:sqlite` takes an object as the first parameter for
 * *named* parameters, and then binds the others one position too early, without an error.
 */
function toBindable(parameters: readonly unknown[]): readonly SQLInputValue[] {
  const values: SQLInputValue[] = []
  for (const value of parameters) {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') values.push(value)
    else if (typeof value === 'boolean') values.push(value ? 1 : 0)
    else if (value instanceof Uint8Array) values.push(value)
    else throw new TypeError(`SQLite cannot bind parameter ${values.length + 1}: ${Object.prototype.toString.call(value)}`)
  }
  return values
}

type Row = Readonly<Record<string, unknown>>

/** The columns of a result. */
interface Columns {
  /** Their names, in their order. */
  readonly names: readonly string[]
  /** A row that has all of them, each null. */
  readonly empty: Row
}

function columnsOf(statement: StatementSync): Columns {
  const names: string[] = []
  const members: (readonly [name: string, value: null])[] = []
  for (const { name } of statement.columns()) {
    names.push(name)
    members.push([name, null])
  }
  // An object to which members are added one by one is a dictionary, and so are its copies.
  return { names, empty: Object.fromEntries(members) }
}

/**
 * Converts a list of values to a row. V8 stores the objects that `node:sqlite` returns as dictionaries, as it does any object with more than
 * a dozen members that were added by computed names: reading all members of a dictionary takes longer than fetching the row. V8 does not do
 * so for a copy of an object that already has these members, which also takes half the time to fill.
 */
function toRow({ names, empty }: Columns, found: unknown): Row {
  // setReturnArrays makes each row a list; the types know only objects.
  const values = found as readonly unknown[]
  const row: Record<string, unknown> = { ...empty }
  for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = values[index]
  return row
}

function* iterateRows(columns: Columns, rows: Iterable<unknown>): IterableIterator<Row> {
  for (const row of rows) yield toRow(columns, row)
}

/** Adapts a statement to the interface of Kysely's SQLite driver. */
function adapted(text: string, statement: StatementSync, fresh: () => StatementSync): SqliteStatement {
  const columns = columnsOf(statement)
  // The columns of `select *` change with the table: SQLite then prepares the statement again when it runs.
  const mayChange = text.includes('*')
  return {
    reader: columns.names.length > 0,
    all: (parameters) => {
      const rows: readonly unknown[] = statement.all(...toBindable(parameters))
      const current = mayChange ? columnsOf(statement) : columns
      return rows.map((row) => toRow(current, row))
    },
    run: (parameters) => statement.run(...toBindable(parameters)),
    // A statement must not run again while it is being iterated, so each iteration gets its own.
    iterate: (parameters) => {
      const own = fresh()
      return iterateRows(columnsOf(own), own.iterate(...toBindable(parameters)))
    },
  }
}

/**
 * Opens a database of Node's own SQLite for Kysely's `SqliteDialect`. Statements are prepared once.
 * @param path a file, created when missing, or `:memory:`
 * @param options as for `DatabaseSync` of `node:sqlite`
 * @throws Error with code `ERR_SQLITE_ERROR` when the file cannot be opened
 */
export function nodeSqlite(path: string, options: DatabaseSyncOptions = {}): SqliteDatabase {
  const database = new DatabaseSync(path, options)
  return withKeptStatements({
    close: () => database.close(),
    prepare: (text) => {
      const fresh = (): StatementSync => {
        const statement = database.prepare(text)
        statement.setReturnArrays(true)
        return statement
      }
      return adapted(text, fresh(), fresh)
    },
  })
}

/** Options of {@link nodeSqliteDialect}: all that `DatabaseSync` takes, and how long to wait for other connections. */
export interface NodeSqliteDialectOptions extends DatabaseSyncOptions {
  /**
   * How long a transaction waits for the lock of another connection, in milliseconds.
   * @default 5000
   */
  readonly busyTimeoutMs?: number | undefined
}

/**
 * A Kysely dialect over Node's own SQLite: write-ahead log, `synchronous = normal`, 16 MiB of cache, and transactions that take the write
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
    database: async () => nodeSqlite(path, { timeout: 5_000, ...definedOptions(database) }),
    busyTimeoutMs,
    writeAheadLog: true,
    ...createFileCheck(),
  })
}
