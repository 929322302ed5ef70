import type { Kysely, Transaction } from 'kysely'
import { dialectOf } from '../engine/dialect-of.ts'
import type { KyselyStoreOptions } from '../engine/store-context.ts'
import { findPending, type MigrateOptions, migrate } from './migrate.ts'

/**
 * Brings the tables up to date. Any number of processes may call it at once, and another process can continue a migration that was killed.
 * On PostgreSQL and SQLite it can run inside a transaction of the host. If the number of events of a status differs from the stored counts,
 * it corrects the counts as `calendar.maintenance.recount` does.
 * @param db the host's Kysely, or a transaction of it
 * @param options the same as for `kyselyStore`, and a callback for progress
 * @returns the names of the migrations that this call has run
 * @throws unavailable the engine is unreachable or stays busy
 * @throws TypeError an option is not valid, or `db` is a transaction of MariaDB or MySQL
 * @throws Error the database was migrated by a newer version, or by one before the first release with other tables, or cannot hold all texts
 */
export const migrateToLatest = async <DB>(db: Kysely<DB> | Transaction<DB>, options: MigrateOptions = {}): Promise<readonly string[]> =>
  migrate(dialectOf, db, options)

/**
 * Lists the pending migrations without running them.
 * @param options the same as for `kyselyStore`
 * @throws unavailable the engine is unreachable
 * @throws TypeError an option is not valid
 */
export const pendingMigrations = async <DB>(
  db: Kysely<DB> | Transaction<DB>,
  options: KyselyStoreOptions = {},
): Promise<readonly string[]> => findPending(dialectOf, db, options)
