import { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { betterSqlite3Dialect } from './better-sqlite3.ts'
import { bunSqliteDialect } from './bun-sqlite.ts'
import { kyselyStore, migrateToLatest, migrationSql, pendingMigrations } from './index.ts'
import { libsqlDialect } from './libsql.ts'
import { nodeSqliteDialect } from './node-sqlite.ts'

// JavaScript callers may pass any option.
// biome-ignore lint/suspicious/noExplicitAny: this test passes options that the types forbid.
type Untyped = any

test.each<[string, (db: Kysely<unknown>) => unknown]>([
  ['kyselyStore has no option prefixes. Is it prefix?', (db) => kyselyStore(db, { prefixes: 'a' } as Untyped)],
  ['scans has no option deadline. Is it deadlineMs?', (db) => kyselyStore(db, { scans: { deadline: 1 } } as Untyped)],
  ['migrateToLatest has no option onprogress. Is it onProgress?', (db) => migrateToLatest(db, { onprogress: () => 1 } as Untyped)],
  [
    'migrateToLatest has no option reader. It has: prefix, schema, dialect, searchIndex, onProgress.',
    (db) => migrateToLatest(db, { reader: db } as Untyped),
  ],
  ['pendingMigrations has no option Prefix. Is it prefix?', (db) => pendingMigrations(db, { Prefix: 'a' } as Untyped)],
  [
    'migrationSql has no option dialect. It has: prefix, schema, searchIndex.',
    () => migrationSql('sqlite', { dialect: 'sqlite' } as Untyped),
  ],
  [
    'betterSqlite3Dialect has no option busyTimeout. Is it busyTimeoutMs?',
    () => betterSqlite3Dialect(':memory:', { busyTimeout: 1 } as Untyped),
  ],
  ['libsqlDialect has no option busyTimeout. Is it busyTimeoutMs?', () => libsqlDialect(':memory:', { busyTimeout: 1 } as Untyped)],
  ['bunSqliteDialect has no option busyTimeout. Is it busyTimeoutMs?', () => bunSqliteDialect(':memory:', { busyTimeout: 1 } as Untyped)],
])('an unknown option is refused: %s', async (message, call) => {
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:') })
  onTestFinished(() => db.destroy())
  await expect((async () => call(db))()).rejects.toThrow(new TypeError(message))
})
