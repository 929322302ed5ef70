import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAgreement, runRoundTrips } from '@kalends/suites/differential'
import { buildEventDraft, registerConformance } from '@kalends/testing/conformance'
import Database from 'better-sqlite3'
import { Kysely, type SqliteDatabase, sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { betterSqlite3Dialect } from '../src/better-sqlite3.ts'
import { kyselyStore, migrateToLatest } from '../src/index.ts'
import { emptyTables } from './tables.ts'

// The driver is a dependency of the package, so it is always installed. The tests of `node:sqlite` cover the shared code.
let opened: Promise<Kysely<unknown>> | undefined
afterAll(async () => (await opened)?.destroy())

async function open(): Promise<Kysely<unknown>> {
  const db = new Kysely<unknown>({ dialect: betterSqlite3Dialect(':memory:') })
  await migrateToLatest(db)
  return db
}

async function createStore() {
  opened ??= open()
  const db = await opened
  await emptyTables(db, 'kalends_')
  return { store: kyselyStore(db), close: () => undefined }
}

registerConformance({ name: 'better-sqlite3', createStore, describe, test })

describe('better-sqlite3', () => {
  test('any sequence of commands has the same outcome as on a naive model', async () => {
    await runAgreement({ createStore, runs: 40, commands: 80 })
  })

  test('any record comes back as it was written', async () => {
    await runRoundTrips({ createStore, runs: 200 })
  })

  test('a file is switched to write-ahead logging, and transactions begin with the write lock', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
    const sent: string[] = []
    const log = ({ query }: { readonly query: { readonly sql: string } }) => void sent.push(query.sql)
    const db = new Kysely<unknown>({ dialect: betterSqlite3Dialect(join(folder, 'calendar.db')), log })
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
    const host: SqliteDatabase = new Database(':memory:')
    const db = new Kysely<unknown>({ dialect: betterSqlite3Dialect(host) })
    await migrateToLatest(db)
    const { id } = await kyselyStore(db).events.insert(buildEventDraft())
    expect(host.prepare('select id from kalends_events').all([])).toEqual([{ id }])
    await db.destroy()
    expect(() => host.prepare('select 1')).toThrow()
  })

  test('a negative timeout is refused', () => {
    expect(() => betterSqlite3Dialect(':memory:', { busyTimeoutMs: -1 })).toThrow(TypeError)
  })
})
