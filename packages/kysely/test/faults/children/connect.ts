import { Kysely, type LogConfig } from 'kysely'
import { betterSqlite3Dialect } from '../../../src/better-sqlite3.ts'
import { mysqlDialect } from '../../../src/mysql2.ts'
import { nodeSqliteDialect } from '../../../src/node-sqlite.ts'
import { postgresDialect } from '../../../src/pg.ts'

/** Connects to a file or a server by the name of its driver. */
export function connect(driver: string, place: string, log?: LogConfig): Kysely<unknown> {
  const dialects = {
    'node-sqlite': () => nodeSqliteDialect(place),
    'better-sqlite3': () => betterSqlite3Dialect(place),
    postgres: () => postgresDialect({ connectionString: place }),
    mysql: () => mysqlDialect({ uri: place }),
  }
  const dialect = Object.entries(dialects).find(([name]) => name === driver)?.[1]
  if (dialect === undefined) throw new Error(`There is no driver ${driver}.`)
  return new Kysely({ dialect: dialect(), ...(log === undefined ? {} : { log }) })
}
