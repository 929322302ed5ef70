/**
 * All migrations by name, oldest first, each with the hash of its statements. A store compares both with the ledger, without loading the
 * migrations themselves. A test computes the hashes and names the new one after a change.
 */
export const migrationHashes = { '0001-initial': 'f04101111008' } as const satisfies Readonly<Record<string, string>>

/** The name of a migration, under which the ledger records it. */
export type MigrationName = keyof typeof migrationHashes

/** The names of all migrations, oldest first. */
export const migrationNames: readonly MigrationName[] = ['0001-initial']
