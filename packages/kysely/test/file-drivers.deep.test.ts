import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAgreement, runRoundTrips } from '@kalends/suites/differential'
import { buildEventDraft, registerConformance } from '@kalends/testing/conformance'
import Database from 'better-sqlite3'
import { type Dialect, Kysely, type SqliteDatabase, sql } from 'kysely'
import LibsqlDatabase from 'libsql'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { betterSqlite3Dialect } from '../src/better-sqlite3.ts'
import { kyselyStore, migrateToLatest } from '../src/index.ts'
import { libsqlDialect } from '../src/libsql.ts'
import { emptyTables } from './tables.ts'

const times = Number(process.env['KALENDS_TIMES'] ?? 1)

/** A driver with the interface of better-sqlite3. */
interface FileDriver {
  /** Its package. */
  readonly name: string
  /** The dialect of this package. */
  readonly dialectOf: (database: string | SqliteDatabase, options?: { readonly busyTimeoutMs?: number }) => Dialect
  /** Opens a database as a host does. */
  readonly openMemory: () => SqliteDatabase
}

// The drivers are dependencies of the package, so they are always installed. The tests of `node:sqlite` cover the shared code.
const drivers: readonly FileDriver[] = [
  { name: 'better-sqlite3', dialectOf: betterSqlite3Dialect, openMemory: () => new Database(':memory:') },
  { name: 'libsql', dialectOf: libsqlDialect, openMemory: () => new LibsqlDatabase(':memory:') },
]

describe.each(drivers)('$name', ({ name, dialectOf, openMemory }) => {
  let opened: Promise<Kysely<unknown>> | undefined
  afterAll(async () => (await opened)?.destroy())

  const open = async (): Promise<Kysely<unknown>> => {
    const db = new Kysely<unknown>({ dialect: dialectOf(':memory:') })
    await migrateToLatest(db)
    return db
  }
  const createStore = async () => {
    opened ??= open()
    const db = await opened
    await emptyTables(db, 'kalends_')
    return { store: kyselyStore(db), close: () => undefined }
  }

  registerConformance({ name, createStore, describe, test })

  test('any sequence of commands has the same outcome as on a naive model', async () => {
    await runAgreement({ createStore, runs: Math.ceil(10 * times), commands: 80 })
  })

  test('any record comes back as it was written', async () => {
    await runRoundTrips({ createStore, runs: Math.ceil(100 * times) })
  })

  test('a file is switched to write-ahead logging, and transactions begin with the write lock', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
    const sent: string[] = []
    const log = ({ query }: { readonly query: { readonly sql: string } }) => void sent.push(query.sql)
    const db = new Kysely<unknown>({ dialect: dialectOf(join(folder, 'calendar.db')), log })
    onTestFinished(async () => {
      await db.destroy()
      await rm(folder, { recursive: true, force: true })
    })
    await migrateToLatest(db)
    const { rows } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)
    expect(rows).toEqual([{ journal_mode: 'wal' }])
    await db.transaction().execute((trx) => kyselyStore(trx).events.insert(buildEventDraft()))
    expect(sent).toContain('begin immediate')
    expect(sent).not.toContain('begin')
  })

  test('a database that the host has opened can be used, and is closed with Kysely', async () => {
    const host = openMemory()
    const db = new Kysely<unknown>({ dialect: dialectOf(host) })
    await migrateToLatest(db)
    const { id } = await kyselyStore(db).events.insert(buildEventDraft())
    expect(host.prepare('select id from kalends_events').all([])).toEqual([{ id }])
    await db.destroy()
    expect(() => host.prepare('select 1')).toThrow()
  })

  test('a negative timeout is refused', () => {
    expect(() => dialectOf(':memory:', { busyTimeoutMs: -1 })).toThrow(TypeError)
  })
})
