import type { Kysely } from 'kysely'
import { betterSqlite3Dialect } from '../src/better-sqlite3.ts'
import {
  type DialectName,
  immediateSqliteDialect,
  kyselyStore,
  type MigrateOptions,
  migrateToLatest,
  migrationSql,
  pendingMigrations,
} from '../src/index.ts'
import { mysqlDialect, mysqlPool } from '../src/mysql2.ts'
import { nodeSqliteDialect } from '../src/node-sqlite.ts'
import { postgresDialect, postgresPool } from '../src/pg.ts'

// Tests of types: every option may be undefined. This file only has to compile.

declare const text: string | undefined
declare const number: number | undefined
declare const dialect: DialectName | undefined

/** Passes options that are present and may be undefined. */
export async function undefinedMembers<DB>(db: Kysely<DB>, reader: Kysely<DB> | undefined): Promise<void> {
  const onProgress: MigrateOptions['onProgress'] = undefined
  const onConnectionError: ((error: Error) => void) | undefined = undefined
  kyselyStore(db, { prefix: text, schema: text, dialect, reader, scans: undefined })
  await migrateToLatest(db, { prefix: text, schema: text, dialect, onProgress })
  await pendingMigrations(db, { prefix: text })
  migrationSql('postgres', { prefix: text, schema: text })
  betterSqlite3Dialect(':memory:', { busyTimeoutMs: number })
  nodeSqliteDialect(':memory:', { busyTimeoutMs: number, timeout: number })
  immediateSqliteDialect({ database: () => Promise.reject(new Error('none')), busyTimeoutMs: number, writeAheadLog: undefined })
  const postgres = { host: text, max: number, connectionTimeoutMillis: number, lock_timeout: number, silenceTimeoutMs: number }
  postgresPool({ ...postgres, statement_timeout: undefined, onConnectionError })
  postgresDialect({ ...postgres, idleTimeoutMillis: number, idle_in_transaction_session_timeout: number })
  const mysql = { host: text, connectionLimit: number, connectTimeout: number, acquireTimeoutMs: number, idleTimeout: number }
  mysqlPool({ ...mysql, statementTimeoutMs: number, onConnectionError })
  mysqlDialect({ ...mysql, lockTimeoutMs: number, silenceTimeoutMs: number })
  // @ts-expect-error null is neither a text nor undefined
  kyselyStore(db, { prefix: null })
}
