import { type DialectAdapter, type Kysely, SqliteAdapter } from 'kysely'
import { DurableObjectAdapter } from '../drivers/durable-object.ts'
import { ImmediateSqliteAdapter } from '../drivers/immediate-sqlite.ts'
import type { DialectName, SqlDialect } from './dialect.ts'
import { durableObjectSqlite, immediateSqlite, sqlite } from './dialects/sqlite.ts'

/**
 * Finds the dialect of a Kysely instance.
 * @param name the caller's choice, which takes precedence
 * @throws TypeError the adapter is of another engine, or of another copy of kysely
 */
export type DialectFinder = <DB>(db: Kysely<DB>, name?: DialectName) => SqlDialect

/** The dialect of an adapter for SQLite; undefined if it is none. */
export function sqliteDialectFor(adapter: DialectAdapter): SqlDialect | undefined {
  if (adapter instanceof DurableObjectAdapter) return durableObjectSqlite
  if (adapter instanceof ImmediateSqliteAdapter) return immediateSqlite
  return adapter instanceof SqliteAdapter ? sqlite : undefined
}

/** The dialects of this engine by the names that a caller may choose. */
const chosen: { readonly [Name in DialectName]?: SqlDialect } = { sqlite }

/** Finds the dialect of a Kysely instance on SQLite. */
export const sqliteDialectOf: DialectFinder = (db, name) => {
  const found = name === undefined ? sqliteDialectFor(db.getExecutor().adapter) : chosen[name]
  if (found !== undefined) return found
  throw new TypeError('@kalends/kysely/sqlite is for SQLite alone: import from @kalends/kysely for other engines.')
}
