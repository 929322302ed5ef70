import { type Kysely, MysqlAdapter, PostgresAdapter, SqliteAdapter } from 'kysely'
import { ImmediateSqliteAdapter } from '../drivers/immediate-sqlite.ts'
import { poolSizeOf } from '../drivers/pooled-adapter.ts'
import type { DialectName, SqlDialect } from './dialect.ts'
import { mysql } from './dialects/mysql.ts'
import { postgres } from './dialects/postgres.ts'
import { immediateSqlite, sqlite } from './dialects/sqlite.ts'

/** The dialects by name. */
export const dialects: Readonly<Record<DialectName, SqlDialect>> = { sqlite, postgres, mysql }

/**
 * Finds the dialect of a Kysely instance.
 * @param name the caller's choice, which takes precedence
 * @throws TypeError the adapter is of another engine, or of another copy of kysely
 */
export function dialectOf<DB>(db: Kysely<DB>, name?: DialectName): SqlDialect {
  if (name !== undefined) {
    if (!Object.hasOwn(dialects, name)) throw new TypeError(`There is no dialect ${JSON.stringify(name)}: take sqlite, postgres or mysql.`)
    return dialects[name]
  }
  const { adapter } = db.getExecutor()
  if (adapter instanceof ImmediateSqliteAdapter) return immediateSqlite
  if (adapter instanceof SqliteAdapter) return sqlite
  if (adapter instanceof PostgresAdapter) return postgres
  if (adapter instanceof MysqlAdapter) return mysql
  throw new TypeError(
    'The adapter of this Kysely instance is not one of SQLite, PostgreSQL or MySQL, or it comes from another copy of kysely: name the option "dialect".',
  )
}

/** Whether two dialects are of one engine; those of SQLite differ in how a transaction begins. */
export const haveSameEngine = (one: SqlDialect, other: SqlDialect): boolean => one.name === other.name

/** What identifies the connection of a Kysely instance, and of those derived from it, if it has one alone. */
export function soleConnectionOf<DB>(db: Kysely<DB>): object | undefined {
  const { adapter } = db.getExecutor()
  const isSole = adapter instanceof ImmediateSqliteAdapter || !adapter.supportsMultipleConnections || poolSizeOf(adapter) === 1
  return isSole ? adapter : undefined
}
