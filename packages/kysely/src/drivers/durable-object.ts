import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryCompiler, type QueryResult, SqliteQueryCompiler } from 'kysely'
import { createConnectionQueue } from './connection-queue.ts'
import { ImmediateSqliteAdapter } from './immediate-sqlite.ts'

/** What the dialect uses of the storage of a Durable Object, which the runtime passes as `ctx.storage`. */
export interface DurableObjectStorageLike {
  /** The SQLite database of the object. */
  readonly sql: {
    /** Runs a statement at once. */
    exec(query: string, ...values: StorageValue[]): { readonly columnNames: readonly string[]; toArray(): readonly object[] }
  }
  /** Runs a function in a transaction; one that begins inside of another is a savepoint. Other events of the object wait until it ends. */
  transaction<T>(work: (transaction: { rollback(): void }) => Promise<T>): Promise<T>
}

/** A value that the database of a Durable Object stores. */
export type StorageValue = string | number | null | ArrayBuffer | Uint8Array

/** The maximum number of parameters of a statement. */
export const maxParameters = 100

/** Marks a Kysely instance over the database of a Durable Object. */
export class DurableObjectAdapter extends ImmediateSqliteAdapter {}

/**
 * Compiles statements with more parameters than the database takes so that one parameter of JSON contains all values: most of them have a
 * long list of ids, or a search of many words.
 */
export class DurableObjectQueryCompiler extends SqliteQueryCompiler {
  #isPacked = false

  override compileQuery(...parameters: Parameters<QueryCompiler['compileQuery']>): CompiledQuery {
    this.#isPacked = false
    const compiled = super.compileQuery(...parameters)
    if (compiled.parameters.length <= maxParameters) return compiled
    this.#isPacked = true
    return super.compileQuery(...parameters)
  }

  protected override getCurrentParameterPlaceholder(): string {
    return this.#isPacked ? `(?1->>${this.numParameters - 1})` : '?'
  }
}

function toStorageValue(value: unknown): StorageValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value)
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return value
  throw new TypeError(`The database of a Durable Object cannot store ${Object.prototype.toString.call(value)}.`)
}

/** The values of a statement, in one of JSON if {@link DurableObjectQueryCompiler} has compiled it for that. */
function toParameters(given: readonly unknown[]): readonly StorageValue[] {
  const values = given.map(toStorageValue)
  if (values.length <= maxParameters) return values
  if (values.some((value) => typeof value === 'object' && value !== null))
    throw new TypeError(`A statement with more than ${maxParameters} values cannot contain bytes on a Durable Object.`)
  return [JSON.stringify(values)]
}

/** The names of SQLite's constraints, by the first words of their messages. */
const constraints = { 'UNIQUE constraint failed': 'UNIQUE', 'FOREIGN KEY constraint failed': 'FOREIGNKEY' } as const

/**
 * Adds to an error the code that better-sqlite3 gives it: the runtime writes SQLite's code at the end of the message, without the kind of
 * constraint.
 */
function withCode(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = /: (SQLITE_[A-Z]+)\b/.exec(error.message)?.[1]
  if (code === undefined) return error
  const constraint = Object.entries(constraints).find(([start]) => error.message.startsWith(start))?.[1]
  return Object.assign(error, { code: code === 'SQLITE_CONSTRAINT' && constraint !== undefined ? `${code}_${constraint}` : code })
}

/** What the last statement that wrote has done. */
interface Changes {
  readonly changed: number
  readonly id: number
}

function execute<R>({ sql }: DurableObjectStorageLike, query: CompiledQuery): QueryResult<R> {
  try {
    const cursor = sql.exec(query.sql, ...toParameters(query.parameters))
    // Kysely's types follow from the statement, as with every driver.
    if (cursor.columnNames.length > 0) return { rows: cursor.toArray() as R[] }
    cursor.toArray()
    // The statement has these two columns.
    const [done] = sql.exec('select changes() as changed, last_insert_rowid() as id').toArray() as Changes[]
    return { rows: [], numAffectedRows: BigInt(done?.changed ?? 0), insertId: BigInt(done?.id ?? 0) }
  } catch (error) {
    throw withCode(error)
  }
}

/** A transaction that has begun, or a savepoint in it. */
interface OpenTransaction {
  /** The name of a savepoint. */
  readonly name: string | undefined
  /** Ends it, and waits until it has ended. */
  end(isCommit: boolean): Promise<void>
}

/** Begins a transaction whose end comes from outside: the storage takes a function that contains the whole transaction. */
const begin = (storage: DurableObjectStorageLike, name?: string): Promise<OpenTransaction> =>
  new Promise((resolve, reject) => {
    const ended = storage.transaction(
      (transaction) =>
        new Promise<void>((leave) =>
          resolve({
            name,
            end: (isCommit) => {
              if (!isCommit) transaction.rollback()
              leave()
              return ended
            },
          }),
        ),
    )
    ended.catch(reject)
  })

/** The statements for savepoints, which the database refuses. */
const savepointStatement = /^(savepoint|release savepoint|rollback to savepoint) (\w+)$/

/** The driver of the database of a Durable Object: one connection, which a transaction has to itself. */
export function createDurableObjectDriver(storage: DurableObjectStorageLike, busyTimeoutMs: number): Driver {
  const queue = createConnectionQueue(busyTimeoutMs)
  const open: OpenTransaction[] = []
  /** Ends the innermost transactions, down to the one with this index. */
  const endFrom = async (index: number, isCommit: boolean): Promise<void> => {
    while (open.length > index) await open.pop()?.end(isCommit)
  }
  const beginNext = async (name?: string): Promise<void> => {
    open.push(await begin(storage, name))
  }
  const indexOf = (name: string): number => {
    const index = open.findLastIndex((one) => one.name === name)
    if (index < 0) throw new Error(`There is no savepoint ${name}.`)
    return index
  }
  const release = (name: string): Promise<void> => endFrom(indexOf(name), true)
  const rollbackTo = async (name: string): Promise<void> => {
    await endFrom(indexOf(name), false)
    // As in SQL, the savepoint itself stays.
    await beginNext(name)
  }
  const savepoints = { savepoint: beginNext, 'release savepoint': release, 'rollback to savepoint': rollbackTo } as const
  const executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const [, command, name = ''] = savepointStatement.exec(query.sql) ?? []
    if (command === undefined) return execute(storage, query)
    // The expression matches no other words.
    await savepoints[command as keyof typeof savepoints](name)
    return { rows: [] }
  }
  const connection: DatabaseConnection = {
    executeQuery,
    async *streamQuery<R>(query: CompiledQuery) {
      yield await executeQuery<R>(query)
    },
  }
  return {
    init: async () => {},
    destroy: async () => {},
    acquireConnection: async () => {
      await queue.enter()
      return connection
    },
    releaseConnection: async () => queue.leave(),
    beginTransaction: () => beginNext(),
    commitTransaction: () => endFrom(0, true),
    rollbackTransaction: () => endFrom(0, false),
    savepoint: (_connection, name) => beginNext(name),
    releaseSavepoint: (_connection, name) => release(name),
    rollbackToSavepoint: (_connection, name) => rollbackTo(name),
  }
}
