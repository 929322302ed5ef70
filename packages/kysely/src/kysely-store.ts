import type { CalendarStore } from '@kalends/core'
import type { Kysely, Transaction } from 'kysely'
import { createStore } from './create-store.ts'
import { dialectOf } from './engine/dialect-of.ts'
import type { KyselyReadOptions } from './engine/store-context.ts'

/**
 * A calendar's storage in SQL, through the host's own Kysely: SQLite, PostgreSQL (PGlite too), MariaDB and MySQL.
 * The tables come from {@link migrateToLatest} or {@link migrationSql}. The host's plugins do not touch the statements.
 * @param db the host's Kysely, or a transaction of it: then the store joins that transaction and leaves conflicts to the host
 * @param options the names of the tables, a replica to read from, and how much long reads may take
 * @throws TypeError an option is not valid, or the engine is none of these
 * @example
 * import { kyselyStore, migrateToLatest } from '@kalends/kysely'
 *
 * await migrateToLatest(db)
 * const store = kyselyStore(db)
 */
export function kyselyStore<DB>(db: Kysely<DB> | Transaction<DB>, options: KyselyReadOptions<DB> = {}): CalendarStore {
  return createStore(dialectOf, db, options)
}

/** The same store with slices of other sizes, for tests of sliced reads. */
export const storeInSlices = <DB>(db: Kysely<DB> | Transaction<DB>, options: KyselyReadOptions<DB>, rowsOfSlice: number): CalendarStore =>
  createStore(dialectOf, db, options, rowsOfSlice)
