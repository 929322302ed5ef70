import { type Dialect, Kysely, type LogConfig, PGliteDialect } from 'kysely'

const mysql = async (place: string) => (await import('../../../src/mysql2.ts')).mysqlDialect({ uri: place })

// Each driver is loaded on demand: processes that load all of them start slowly.
const dialects: Readonly<Record<string, (place: string) => Promise<Dialect>>> = {
  'node-sqlite': async (place) => (await import('../../../src/node-sqlite.ts')).nodeSqliteDialect(place),
  'better-sqlite3': async (place) => (await import('../../../src/better-sqlite3.ts')).betterSqlite3Dialect(place),
  libsql: async (place) => (await import('../../../src/libsql.ts')).libsqlDialect(place),
  // The place is a folder.
  pglite: async (place) => {
    const { PGlite } = await import('@electric-sql/pglite')
    return new PGliteDialect({ pglite: await PGlite.create(place) })
  },
  postgres: async (place) => (await import('../../../src/pg.ts')).postgresDialect({ connectionString: place }),
  mariadb: mysql,
  mysql,
}

/** Connects to a file or a server by the name of its engine, or of its driver. */
export async function connect(driver: string, place: string, log?: LogConfig): Promise<Kysely<unknown>> {
  const open = dialects[driver]
  if (open === undefined) throw new Error(`There is no driver ${driver}.`)
  return new Kysely({ dialect: await open(place), ...(log === undefined ? {} : { log }) })
}
