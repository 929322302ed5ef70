import { requireKnownOptions } from '@kalends/core/store'
import { type Kysely, sql, type Transaction } from 'kysely'
import { isAlreadyApplied } from '../drivers/driver-errors.ts'
import { checkDatabase, type MigrationState, noteMigrations, readMigrationTable, searchIndexName } from '../engine/migration-table.ts'
import type { DialectFinder } from '../engine/sqlite-dialect-of.ts'
import { contextOf, type KyselyStoreOptions, type StoreContext, storeOptionNames } from '../engine/store-context.ts'
import { withUncheckedTables } from '../engine/transaction.ts'
import { migrationHashes } from '../schema/migration-hashes.ts'
import { migrationNames } from '../schema/migration-names.ts'
import { defaultPrefix } from '../schema/table-names.ts'
import { lockCount } from '../write/lock-names.ts'
import { migrations } from './all.ts'
import { runExclusively } from './exclusively.ts'
import { hasLostCount, recount } from './recount.ts'
import { buildSearchIndex, isSound, type RunExclusively, removeSearchIndex, type SearchTarget } from './search-index.ts'
import { createTable, defineTable, type MigrationTarget, type Statement } from './table-definition.ts'

const migrationTable = defineTable({
  name: 'migration',
  columns: { name: 'key', hash: 'word', at_ms: 'integer' },
  primaryKey: ['name'],
})

/** The progress of a migration. */
export interface MigrationProgress {
  /** The name of the running migration. */
  readonly migration: string
  /** The number of statements that have run, for all migrations of this call together. */
  readonly done: number
  /** The number of statements in total. */
  readonly total: number
}

/** Where the tables are, which of them there are, and a callback for progress. */
export interface MigrateOptions extends KyselyStoreOptions {
  /**
   * Whether the calendar has an index for searches. With `true` it is built, in parts, unless it exists or the database cannot have it; with
   * `false` an existing one is removed. Searches find the same events without it, but compare the text of each event in their window.
   * @default true
   */
  readonly searchIndex?: boolean | undefined
  /**
   * Called before each statement and after the last one. A single statement may take long in a migration of many rows. While the index for
   * searches is built, `migration` is `search-index`, and the numbers are ids of events: the last one in the index, and the last one of all.
   */
  readonly onProgress?: ((progress: MigrationProgress) => void) | undefined
}

const migrateOptionNames: Readonly<Record<keyof MigrateOptions, true>> = {
  ...storeOptionNames,
  searchIndex: true,
  onProgress: true,
}

/** The statement that creates the schema, if one is named. */
export const schemaStatements = ({ db, schema }: MigrationTarget): readonly Statement[] =>
  schema === undefined ? [] : [db.schema.createSchema(schema).ifNotExists()]

/** The statements that create the migration table. */
export const migrationTableStatements = (target: MigrationTarget): readonly Statement[] => createTable(target, migrationTable)

const targetOf = (context: StoreContext, options: KyselyStoreOptions): MigrationTarget => ({
  db: context.db,
  dialect: context.dialect,
  prefix: options.prefix ?? defaultPrefix,
  schema: options.schema,
})

async function tableExists({ db, dialect }: StoreContext, options: KyselyStoreOptions, table = 'migration'): Promise<boolean> {
  const { rows } = await dialect.tableExists(`${options.prefix ?? defaultPrefix}${table}`, options.schema).execute(db)
  return rows.length > 0
}

async function schemaExists({ db }: StoreContext, { schema }: KyselyStoreOptions): Promise<boolean> {
  if (schema === undefined) return true
  const { rows } = await sql`select 1 from pg_catalog.pg_namespace where nspname = ${schema}`.execute(db)
  return rows.length > 0
}

async function run(statement: Statement): Promise<void> {
  try {
    await statement.execute()
  } catch (error) {
    if (!isAlreadyApplied(error)) throw error
  }
}

async function runAll(statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await run(statement)
}

/** The names of the migrations that have run, and whether the calendar has an index for searches. */
interface AppliedMigrations extends Pick<MigrationState, 'hasSearchIndex'> {
  readonly names: readonly string[]
}

/** Adds the rows that writers lock, where an engine needs them to exist before. */
async function addMissingLocks({ db, dialect, parts }: StoreContext): Promise<void> {
  if (dialect.addLocks === undefined) return
  const { rows } = await sql<{ count: unknown }>`select count(*) as count from ${parts.name_locks}`.execute(db)
  if (Number(rows[0]?.count) < lockCount) await dialect.addLocks(parts.name_locks, lockCount).execute(db)
}

/** Runs pending migrations, and records each one after its last statement. */
async function applyPending(context: StoreContext, options: MigrateOptions): Promise<AppliedMigrations> {
  const target = targetOf(context, options)
  await checkDatabase(context)
  // This lookup comes first, because PostgreSQL refuses `if not exists` to users without the right to create: another user may have created
  // the tables.
  if (!(await tableExists(context, options))) {
    if (!(await schemaExists(context, options))) await runAll(schemaStatements(target))
    await runAll(migrationTableStatements(target))
  }
  const { pending: missing, hasSearchIndex } = await readMigrationTable(context)
  const pending = missing.map((name) => ({ name, statements: migrations[name](target) }))
  const total = pending.reduce((sum, { statements }) => sum + statements.length, 0)
  let done = 0
  for (const { name, statements } of pending) {
    for (const statement of statements) {
      options.onProgress?.({ migration: name, done, total })
      await run(statement)
      done++
    }
    await context.db.insertInto(context.tables.migration).values({ name, hash: migrationHashes[name], at_ms: Date.now() }).execute()
    if (done === total) options.onProgress?.({ migration: name, done, total })
  }
  await addMissingLocks(context)
  if (await hasLostCount(context)) await recount(context, false, Date.now())
  return { names: pending.map(({ name }) => name), hasSearchIndex }
}

/** Brings the tables up to date: see `migrateToLatest`. */
export async function migrate<DB>(
  findDialect: DialectFinder,
  db: Kysely<DB> | Transaction<DB>,
  options: MigrateOptions,
): Promise<readonly string[]> {
  requireKnownOptions('migrateToLatest', options, migrateOptionNames)
  const context = contextOf(findDialect, db, options)
  const { names, hasSearchIndex } = await runExclusively(context, (inside) => applyPending(inside, options))
  const isIndexed = await updateSearchIndex(context, options, hasSearchIndex)
  // A transaction of the host may still be rolled back.
  if (context.transaction === undefined) noteMigrations(context, { hasSearchIndex: isIndexed })
  return names
}

/** Builds, repairs or removes the index for searches. @returns whether the calendar has one now */
async function updateSearchIndex(context: StoreContext, options: MigrateOptions, isIndexed: boolean): Promise<boolean> {
  const { searchIndex: isWanted = true, onProgress } = options
  const { searchIndex: index } = context.dialect
  if (index === undefined) return false
  const target: SearchTarget = {
    ...targetOf(context, options),
    db: context.db,
    parts: context.parts,
    search: context.search,
  }
  const exclusively: RunExclusively = (work) => runExclusively(context, work)
  if (isWanted && isIndexed && (await withUncheckedTables(context, (inside) => isSound(inside, target, index)))) return true
  if (isWanted) return buildSearchIndex(target, exclusively, (progress) => onProgress?.({ migration: searchIndexName, ...progress }))
  if (isIndexed || (await withUncheckedTables(context, (inside) => tableExists(inside, options, 'search_state'))))
    await removeSearchIndex(target, exclusively)
  return false
}

/** Lists the pending migrations without running them: see `pendingMigrations`. */
export async function findPending<DB>(
  findDialect: DialectFinder,
  db: Kysely<DB> | Transaction<DB>,
  options: KyselyStoreOptions,
): Promise<readonly string[]> {
  requireKnownOptions('pendingMigrations', options, storeOptionNames)
  const context = contextOf(findDialect, db, options)
  return withUncheckedTables(context, async (inside) =>
    (await tableExists(inside, options)) ? (await readMigrationTable(inside)).pending : migrationNames,
  )
}
