import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isCalendarError } from '@kalends/core'
import Database from 'better-sqlite3'
import { type Dialect, Kysely, SqliteDialect, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { betterSqlite3Dialect } from '../../src/better-sqlite3.ts'
import { kyselyStore, migrateToLatest } from '../../src/index.ts'
import { nodeSqlite, nodeSqliteDialect } from '../../src/node-sqlite.ts'
import { eventInput } from './outcomes.ts'
import { calendarOver, openDatabase, servers } from './servers.ts'

/** The codes of the driver's error that caused `unavailable`; any other error itself. */
function causeOf(error: unknown): unknown {
  if (!isCalendarError(error, 'unavailable')) return error
  const { code, errcode, errno } = Object(error.cause)
  return { code, ...(errcode !== undefined && { errcode }), ...(errno !== undefined && { errno }) }
}

const failureOf = async (work: Promise<unknown>): Promise<unknown> => work.then(() => 'done', causeOf)

const dialects: readonly (readonly [string, (path: string) => Dialect, (code: number, name: string) => object])[] = [
  ['node:sqlite', (path) => nodeSqliteDialect(path), (errcode) => ({ code: 'ERR_SQLITE_ERROR', errcode })],
  ['better-sqlite3', (path) => betterSqlite3Dialect(path), (_code, code) => ({ code })],
  [
    'SqliteDialect of Kysely',
    (path) => new SqliteDialect({ database: nodeSqlite(path) }),
    (errcode) => ({ code: 'ERR_SQLITE_ERROR', errcode }),
  ],
  ['SqliteDialect over better-sqlite3', (path) => new SqliteDialect({ database: new Database(path) }), (_code, code) => ({ code })],
]

describe.each(dialects)('storage that fails under %s', (name, dialect, code) => {
  const open = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
    const path = join(folder, 'calendar.db')
    const db = new Kysely<unknown>({ dialect: dialect(path) })
    onTestFinished(async () => {
      await db.destroy()
      await rm(folder, { recursive: true, force: true })
    })
    await migrateToLatest(db)
    return { db, calendar: calendarOver(kyselyStore(db)), path }
  }

  test('a full disk is unavailable with its cause, and undoes the transaction; later writes succeed when there is room', async () => {
    const { db, calendar } = await open()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.lit(Number(rows[0]?.page_count))}`.execute(db)
    const description = 'long '.repeat(10_000)
    expect(await failureOf(calendar.events.create({ ...eventInput('Choir'), description }))).toEqual(code(13, 'SQLITE_FULL'))
    let caught: unknown
    const outcome = calendar.transaction(async (tx) => {
      caught = await failureOf(tx.events.create({ ...eventInput('Choir'), description, venues: { name: 'Hall' } }))
      // SQLite has already rolled back: without the store's check, this statement would be committed on its own.
      return tx.tags.create({ name: 'Late' })
    })
    expect(await failureOf(outcome)).toEqual(code(13, 'SQLITE_FULL'))
    expect(caught).toEqual(code(13, 'SQLITE_FULL'))
    expect((await calendar.venues.list({})).total + (await calendar.tags.list()).total).toBe(0)
    await sql`pragma max_page_count = 1000000`.execute(db)
    expect((await calendar.events.create({ ...eventInput('Choir'), description })).version).toBe(1)
  })

  // Kysely's own dialect reports the failed rollback instead, because SQLite has already rolled back.
  const isOurs = !name.startsWith('SqliteDialect')
  test.each(isOurs ? [name] : [])('a transaction of the host fails with the error of a full disk: %s', async () => {
    const { db, calendar } = await open()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.lit(Number(rows[0]?.page_count))}`.execute(db)
    const input = { ...eventInput('Choir'), description: 'long '.repeat(10_000) }
    const work = db.transaction().execute((trx) => calendar.using(kyselyStore(trx)).events.create(input))
    expect(await failureOf(work)).toEqual(code(13, 'SQLITE_FULL'))
  })

  test.each<[change: string, change: (path: string) => Promise<unknown>]>(
    isOurs
      ? [
          ['deleted', (path) => rm(path)],
          ['deleted with its log', async (path) => Promise.all(['', '-wal', '-shm'].map((end) => rm(path + end)))],
          ['moved', (path) => rename(path, `${path}.old`)],
          ['replaced', async (path) => rename(path, `${path}.old`).then(() => copyFile(`${path}.old`, path))],
          ['in a folder that is deleted', (path) => rm(dirname(path), { recursive: true })],
        ]
      : [],
  )('a file that is %s under the database takes no writes', async (_, change) => {
    const { db, calendar, path } = await open()
    const { id } = await calendar.events.create(eventInput('Choir'))
    await change(path)
    for (const write of [
      () => calendar.events.create(eventInput('Opera')),
      () => calendar.events.update(id, { title: 'Opera' }),
      () => calendar.transaction((tx) => tx.tags.create({ name: 'New' })),
      () => db.transaction().execute((trx) => kyselyStore(trx).events.count({})),
    ]) {
      await expect(write()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(`${path} was deleted, moved or`),
      })
    }
    expect((await calendar.events.get(id)).title).toBe('Choir')
  })

  test.each(isOurs ? [name] : [])('a file that is moved and put back takes writes again: %s', async () => {
    const { calendar, path } = await open()
    await rename(path, `${path}.old`)
    await expect(calendar.tags.create({ name: 'New' })).rejects.toMatchObject({ code: 'unavailable' })
    await rename(`${path}.old`, path)
    expect((await calendar.tags.create({ name: 'New' })).id).toBe(1)
  })

  test('a read-only database is unavailable only for writes', async () => {
    const { db, calendar } = await open()
    const { id } = await calendar.events.create(eventInput('Choir'))
    await sql`pragma query_only = 1`.execute(db)
    expect(await failureOf(calendar.events.update(id, { title: 'Opera' }))).toEqual(code(8, 'SQLITE_READONLY'))
    expect((await calendar.events.get(id)).title).toBe('Choir')
    await sql`pragma query_only = 0`.execute(db)
    expect((await calendar.events.update(id, { title: 'Opera' })).title).toBe('Opera')
  })
})

describe.each(servers)('storage that fails on $name', (server) => {
  const readOnly = { postgres: 'set default_transaction_read_only = on', mysql: 'set session transaction read only', sqlite: '' }[
    server.engine.dialect
  ]
  const writable = { postgres: 'set default_transaction_read_only = off', mysql: 'set session transaction read write', sqlite: '' }[
    server.engine.dialect
  ]
  const refused = { postgres: { code: '25006' }, mysql: { code: 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', errno: 1792 }, sqlite: {} }[
    server.engine.dialect
  ]

  test('a read-only server is unavailable only for writes', async () => {
    const database = await openDatabase(server.engine)
    const db = await database.another({ poolSize: 1 })
    const calendar = calendarOver(kyselyStore(db, database.options))
    const { id } = await calendar.events.create(eventInput('Choir'))
    await sql.raw(readOnly ?? '').execute(db)
    expect(await failureOf(calendar.events.update(id, { title: 'Opera' }))).toEqual(refused)
    expect((await calendar.events.get(id)).title).toBe('Choir')
    await sql.raw(writable ?? '').execute(db)
    expect((await calendar.events.update(id, { title: 'Opera' })).title).toBe('Opera')
  })
})
