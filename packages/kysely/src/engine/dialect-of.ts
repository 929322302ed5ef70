import { MysqlAdapter, PostgresAdapter } from 'kysely'
import type { DialectName, SqlDialect } from './dialect.ts'
import { mysql } from './dialects/mysql.ts'
import { postgres } from './dialects/postgres.ts'
import { sqlite } from './dialects/sqlite.ts'
import { type DialectFinder, sqliteDialectFor } from './sqlite-dialect-of.ts'

/** The dialects by name. */
export const dialects: Readonly<Record<DialectName, SqlDialect>> = { sqlite, postgres, mysql }

/** Finds the dialect of a Kysely instance on any engine. */
export const dialectOf: DialectFinder = (db, name) => {
  if (name !== undefined) {
    if (!Object.hasOwn(dialects, name)) throw new TypeError(`There is no dialect ${JSON.stringify(name)}: take sqlite, postgres or mysql.`)
    return dialects[name]
  }
  const { adapter } = db.getExecutor()
  const ofSqlite = sqliteDialectFor(adapter)
  if (ofSqlite !== undefined) return ofSqlite
  if (adapter instanceof PostgresAdapter) return postgres
  if (adapter instanceof MysqlAdapter) return mysql
  throw new TypeError(
    'The adapter of this Kysely instance is not one of SQLite, PostgreSQL or MySQL, or it comes from another copy of kysely: name the option "dialect".',
  )
}
