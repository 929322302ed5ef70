import type { migrationHashes } from './migration-hashes.ts'

/** The name of a migration, under which the ledger records it. */
export type MigrationName = keyof typeof migrationHashes

/** The names of all migrations, oldest first. A store compares them with the ledger, without loading the migrations themselves. */
export const migrationNames: readonly MigrationName[] = ['0001-initial']
