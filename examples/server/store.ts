import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CalendarStore } from '@kalends/core'
import { type ImportStore, memoryImports } from '@kalends/import'
import { kyselyImports, migrateImports } from '@kalends/import/kysely'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { type Dialect, Kysely, PGliteDialect } from 'kysely'
import { withoutPassword } from './database-url.ts'
import type { Progress } from './progress.ts'
import { refusal } from './refusal.ts'
import type { Settings } from './settings.ts'
import type { StoreName } from './store-names.ts'

/** An opened store. */
export interface OpenStore {
  /** The store, with its tables up to date. */
  readonly store: CalendarStore
  /** What imports know about their sources, in the same database. */
  readonly imports: ImportStore
  /** Closes the store. */
  close(): Promise<void>
}

/** Creates the dialect of a store. The drivers are imported on demand: a server on SQLite needs none. */
const dialects: Readonly<Record<Exclude<StoreName, 'memory'>, (address: string) => Promise<Dialect>>> = {
  sqlite: async (path) => {
    if (path !== ':memory:') await ensureFolder(dirname(path))
    return nodeSqliteDialect(path)
  },
  pglite: async (folder) => {
    await ensureFolder(folder)
    const { PGlite } = await import('@electric-sql/pglite')
    return new PGliteDialect({ pglite: await PGlite.create(folder) })
  },
  postgres: async (connectionString) => (await import('@kalends/kysely/pg')).postgresDialect({ connectionString }),
  mysql: async (address) => (await import('@kalends/kysely/mysql2')).mysqlDialect({ uri: address.replace(/^mariadb:/i, 'mysql:') }),
}

/** Creates a folder and its parents. Node's own recursive option never returns if a file system refuses, as `/proc` does. */
async function ensureFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error
    await ensureFolder(dirname(folder))
    await mkdir(folder)
  }
}

/**
 * Opens the configured store and brings its tables up to date.
 * @throws an error whose message names the variable, when the database cannot be opened
 */
export async function openStore({ store, databaseUrl }: Pick<Settings, 'store' | 'databaseUrl'>, progress: Progress): Promise<OpenStore> {
  if (store === 'memory') return { store: memoryStore(), imports: memoryImports(), close: async () => undefined }
  try {
    const db = new Kysely<unknown>({ dialect: await dialects[store](databaseUrl) })
    await migrateToLatest(db, { onProgress: ({ done, total }) => progress.show('Bringing the tables up to date:', done, total) })
    await migrateImports(db)
    return { store: kyselyStore(db), imports: kyselyImports(db), close: () => db.destroy() }
  } catch (error) {
    const address = JSON.stringify(withoutPassword(databaseUrl))
    throw refusal(`DATABASE_URL ${address} cannot be opened with STORE=${store}: ${reasonOf(error)}`, error)
  }
}

/** The message of the driver, which errors of the calendar have as their cause. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(' ')
  if (!(error instanceof Error)) return `${String(error)}.`
  return error.cause === undefined ? `${error.message.replace(/\.$/, '')}.` : reasonOf(error.cause)
}
