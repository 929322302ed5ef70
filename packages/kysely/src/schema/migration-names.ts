import type { migrationHashes } from './migration-hashes.ts'

/** The name of a migration, under which the migration table records it. */
export type MigrationName = keyof typeof migrationHashes

/** The names of all migrations, oldest first. A store compares them with the migration table, without loading the migrations themselves. */
export const migrationNames: readonly MigrationName[] = ['0001-initial', '0002-status-reason']
