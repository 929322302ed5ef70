import { type RawBuilder, sql } from 'kysely'
import { migrationHashes } from '../schema/migration-hashes.ts'
import type { MigrationName } from '../schema/migration-names.ts'
import { initial } from './0001-initial.ts'
import type { MigrationTarget, Statement } from './table-definition.ts'

/** A migration. */
export interface Migration {
  /** Its name and its hash as parts of a printed statement, which has no parameters. */
  readonly printed: { readonly name: RawBuilder<string>; readonly hash: RawBuilder<string> }
  /** Its statements. Each one is repeatable: a killed migration runs again, and without transactional DDL some statements have run already. */
  readonly statements: (target: MigrationTarget) => readonly Statement[]
}

const toMigration = (name: MigrationName, statements: Migration['statements']): Migration => ({
  // biome-ignore lint/plugin: names and hashes of our own migrations, never input
  printed: { name: sql.lit(name), hash: sql.lit(migrationHashes[name]) },
  statements,
})

/** All migrations by name. */
export const migrations: Readonly<Record<MigrationName, Migration>> = {
  '0001-initial': toMigration('0001-initial', initial),
}
