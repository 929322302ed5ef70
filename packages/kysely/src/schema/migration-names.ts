import { migrationHashes } from './migration-hashes.ts'

/**
 * All migrations by name, each with the hash of its statements and of what it stores. A store compares both with the ledger, without loading the migrations
 * themselves.
 */
export { migrationHashes }

/** The name of a migration, under which the ledger records it. */
export type MigrationName = keyof typeof migrationHashes

/** The names of all migrations, oldest first. */
export const migrationNames: readonly MigrationName[] = ['0001-initial']
