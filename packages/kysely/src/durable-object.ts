import { requireKnownOptions } from '@kalends/core/store'
import { type Dialect, SqliteIntrospector } from 'kysely'
import {
  createDurableObjectDriver,
  DurableObjectAdapter,
  DurableObjectQueryCompiler,
  type DurableObjectStorageLike,
} from './drivers/durable-object.ts'

export type { DurableObjectStorageLike, StorageValue } from './drivers/durable-object.ts'

/** Options of {@link durableObjectDialect}. */
export interface DurableObjectDialectOptions {
  /**
   * How long a call waits for transactions of other calls in the same object, in milliseconds.
   * @default 5000
   */
  readonly busyTimeoutMs?: number | undefined
}

/**
 * A Kysely dialect over the SQLite database of a Durable Object. A transaction runs inside `ctx.storage.transaction()`, and calls of requests
 * that the object handles at the same time wait for it.
 * @param storage the storage of the object, `ctx.storage`; its class must be one with SQLite (`new_sqlite_classes`)
 * @throws TypeError `busyTimeoutMs` is no integer of 0 or more, or an option is unknown
 * @example
 * import { kyselyStore, migrateToLatest } from '@kalends/kysely'
 * import { durableObjectDialect, type DurableObjectStorageLike } from '@kalends/kysely/durable-object'
 * import { Kysely } from 'kysely'
 *
 * interface State {
 *   readonly storage: DurableObjectStorageLike
 *   blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T>
 * }
 *
 * class CalendarObject {
 *   readonly #db
 *
 *   constructor(state: State) {
 *     this.#db = new Kysely({ dialect: durableObjectDialect(state.storage) })
 *     void state.blockConcurrencyWhile(() => migrateToLatest(this.#db))
 *   }
 *
 *   fetch() {
 *     const store = kyselyStore(this.#db)
 *   }
 * }
 */
export function durableObjectDialect(storage: DurableObjectStorageLike, options: DurableObjectDialectOptions = {}): Dialect {
  requireKnownOptions('durableObjectDialect', options, optionNames)
  const { busyTimeoutMs = 5_000 } = options
  if (!Number.isSafeInteger(busyTimeoutMs) || busyTimeoutMs < 0) throw new TypeError('busyTimeoutMs is an integer of 0 or more')
  return {
    createDriver: () => createDurableObjectDriver(storage, busyTimeoutMs),
    createAdapter: () => new DurableObjectAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new DurableObjectQueryCompiler(),
  }
}

const optionNames: Readonly<Record<keyof DurableObjectDialectOptions, true>> = { busyTimeoutMs: true }
