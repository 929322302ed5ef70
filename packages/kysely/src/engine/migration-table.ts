import { CalendarError } from '@kalends/core'
import type { DialectAdapter } from 'kysely'
import { migrationHashes } from '../schema/migration-hashes.ts'
import { type MigrationName, migrationNames } from '../schema/migration-names.ts'
import type { SearchIndex } from './search-index.ts'
import type { StoreContext } from './store-context.ts'

/** The error message for tables that are missing or of an older version. */
const olderTables = 'The tables of the calendar are missing, or of an older version: call migrateToLatest(db) first.'

/** The name under which the migration table records a complete index for searches. It is no migration: a calendar works without it. */
export const searchIndexName = 'search-index'

/** The state of the tables, as the migration table records it. */
export interface MigrationState {
  /** The names of the migrations that have not run. */
  readonly pending: readonly MigrationName[]
  /** Whether the index for searches is complete. */
  readonly hasSearchIndex: boolean
}

/**
 * Reads the migration table.
 * @throws Error the database records a migration that this version does not know, or knows with other statements
 */
export async function readMigrationTable({ db, tables }: StoreContext): Promise<MigrationState> {
  // All columns are selected, because migration tables of early development versions have no hash.
  const rows = await db.selectFrom(tables.migration).selectAll().execute()
  const other = migrationNames.find((known) => rows.some(({ name, hash }) => name === known && hash !== migrationHashes[known]))
  if (other !== undefined) {
    throw new Error(
      `The tables were made by a version of @kalends/kysely before its first release, with another definition of ${other} ` +
        '(of its tables, or of the keys for names and searches). ' +
        'No migration leads from one to the other: drop these tables, or delete the database file, and start again.',
    )
  }
  const applied = new Set(rows.map(({ name }) => name))
  const known = new Set<string>([...migrationNames, searchIndexName])
  const unknown = [...applied].filter((name) => !known.has(name)).sort()
  if (unknown.length > 0) {
    throw new Error(
      `The database was migrated by a newer version of @kalends/kysely, with ${unknown.join(', ')}, which this version does not know: ` +
        'update the package before you start the application.',
    )
  }
  return { pending: migrationNames.filter((name) => !applied.has(name)), hasSearchIndex: applied.has(searchIndexName) }
}

/**
 * The checked migration tables, by the adapter of a Kysely instance and the name of the table. An instance and its transactions share the
 * adapter, so a host can create a store for each transaction without another check.
 */
const found = new WeakMap<DialectAdapter, Map<string, CheckedMigrations>>()

/** What a process knows of a migration table that it has checked. */
interface CheckedMigrations extends Pick<MigrationState, 'hasSearchIndex'> {
  /** Whether the parts of the index for searches exist; undefined before the first search. */
  hasSearchParts?: boolean
}

/** Remembers that the tables are of this version, so that they are not checked again. */
export function noteMigrations({ db, tables }: StoreContext, { hasSearchIndex }: Pick<MigrationState, 'hasSearchIndex'>): void {
  const { adapter } = db.getExecutor()
  const checked = found.get(adapter) ?? new Map()
  found.set(adapter, checked.set(tables.migration, { hasSearchIndex }))
}

/**
 * The index for searches, if the calendar had it when its migration table was checked. An index with triggers is used only if all of its
 * parts exist: where a backup was restored without them, it lacks the texts that were written since.
 */
export async function searchIndexOf(context: StoreContext): Promise<SearchIndex | undefined> {
  const { db, dialect, tables } = context
  const { searchIndex: index } = dialect
  const state = found.get(db.getExecutor().adapter)?.get(tables.migration)
  if (state?.hasSearchIndex !== true) return undefined
  if (index?.addTexts === undefined) return index
  state.hasSearchParts ??= (await index.findParts(context).execute(db)).rows.length > 0
  return state.hasSearchParts ? index : undefined
}

/**
 * Compares the migration table with the migrations of this version, once for each Kysely instance and prefix.
 * @throws Error the tables are of an older or a newer version, or the encoding of a PostgreSQL database is not UTF-8
 */
export async function checkMigrations(context: StoreContext): Promise<void> {
  const { db, tables } = context
  if (found.get(db.getExecutor().adapter)?.has(tables.migration) === true) return
  await checkDatabase(context)
  const state = await readMigrationTable(context)
  if (state.pending.length > 0) throw new Error(olderTables)
  noteMigrations(context, state)
}

/** @throws unavailable the encoding of a PostgreSQL database is not UTF-8 */
export async function checkDatabase({ db, dialect }: StoreContext): Promise<void> {
  const { databaseCheck } = dialect
  if (databaseCheck === undefined) return
  const { rows } = await databaseCheck.statement.execute(db)
  const problem = databaseCheck.problemOf(rows[0] ?? {})
  if (problem !== undefined) throw new CalendarError('unavailable', {}, { message: problem })
}
