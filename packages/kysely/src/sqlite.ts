import type { CalendarStore } from '@kalends/core'
import type { Kysely, Transaction } from 'kysely'
import { createStore } from './create-store.ts'
import { sqliteDialectOf } from './engine/sqlite-dialect-of.ts'
import type { KyselyReadOptions, KyselyStoreOptions } from './engine/store-context.ts'
import { findPending, type MigrateOptions, migrate } from './migrations/migrate.ts'

/**
 * The store of `@kalends/kysely` for SQLite alone, without the SQL of other engines: for small bundles, such as those of workers.
 * @param db the host's Kysely, or a transaction of it: then the store joins that transaction and leaves conflicts to the host
 * @param options those of `kyselyStore` of `@kalends/kysely`
 * @throws TypeError an option is not valid, or the engine is another one
 * @example
 * import { kyselyStore, migrateToLatest } from '@kalends/kysely/sqlite'
 *
 * await migrateToLatest(db)
 * const store = kyselyStore(db)
 */
export const kyselyStore = <DB>(db: Kysely<DB> | Transaction<DB>, options: KyselyReadOptions<DB> = {}): CalendarStore =>
  createStore(sqliteDialectOf, db, options)

/**
 * Brings the tables up to date, as `migrateToLatest` of `@kalends/kysely` does, on SQLite alone.
 * @returns the names of the migrations that this call has run
 * @throws unavailable the engine stays busy
 * @throws TypeError an option is not valid, or the engine is another one
 * @throws Error the database was migrated by a newer version, or by one before the first release with other tables
 */
export const migrateToLatest = async <DB>(db: Kysely<DB> | Transaction<DB>, options: MigrateOptions = {}): Promise<readonly string[]> =>
  migrate(sqliteDialectOf, db, options)

/**
 * Lists the pending migrations without running them.
 * @throws TypeError an option is not valid, or the engine is another one
 */
export const pendingMigrations = async <DB>(
  db: Kysely<DB> | Transaction<DB>,
  options: KyselyStoreOptions = {},
): Promise<readonly string[]> => findPending(sqliteDialectOf, db, options)
