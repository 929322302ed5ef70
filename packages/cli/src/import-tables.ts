import type { ArchiveSection } from '@kalends/core/archive'
import { type ImportStore, importSections, memoryImports, memorySources } from '@kalends/import'
import { kyselyImports, kyselySources, migrateImports, migrateSources } from '@kalends/import/kysely'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { usage } from './failure.ts'

const prefixOf = ({ tables: { prefix = 'kalends_' } }: Database): string => prefix

/** Makes the table of what imports know, and that of sources if it is wanted. */
export async function makeImportTables(database: Database, { hasSources = false } = {}): Promise<void> {
  const prefix = prefixOf(database)
  await migrateImports(database.db, { prefix })
  if (hasSources) await migrateSources(database.db, { prefix })
}

async function hasTable(database: Database, name: string): Promise<boolean> {
  const table = `${prefixOf(database)}${name}`
  const tables = await database.db.introspection.getTables()
  return tables.some((one) => one.name === table) && isReached(database, table)
}

/** Whether the connection reaches a table: on PostgreSQL it may be in a schema that is not on the search path. */
async function isReached({ db }: Database, table: string): Promise<boolean> {
  try {
    await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return false
    throw error
  }
}

const undefinedTable = '42P01'

/** What earlier imports know; undefined without a table. */
export async function openImports(database: Database): Promise<ImportStore | undefined> {
  return (await hasTable(database, 'import_records')) ? kyselyImports(database.db, { prefix: prefixOf(database) }) : undefined
}

/** The sections where a schema is named: an archive gets no rows of them, and one that has some is refused. */
const withoutTables = importSections({ records: memoryImports(), sources: memorySources() }).map((section) => ({
  ...section,
  joinsTransactions: true,
  save: () => Promise.reject(usage('An archive of what imports know takes the schema from the address: ?options=-csearch_path%3DNAME.')),
}))

/**
 * What imports know, as sections of an archive, as far as the tables exist. Imports keep their tables in the schema of the connection, where
 * those of another calendar may be.
 */
export async function openSections(database: Database): Promise<readonly ArchiveSection[]> {
  if (database.tables.schema !== undefined) return withoutTables
  const hasSources = await hasTable(database, 'import_sources')
  const sources = hasSources ? kyselySources(database.db, { prefix: prefixOf(database) }) : undefined
  return importSections({ records: await openImports(database), sources })
}
