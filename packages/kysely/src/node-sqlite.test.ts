import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isBusy } from './drivers/driver-errors.ts'
import { immediateSqliteDialect } from './drivers/immediate-sqlite.ts'
import { nodeSqlite, nodeSqliteDialect } from './node-sqlite.ts'

async function file(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'a.db')
}

interface Tables {
  t: { a: number; b: string | null }
}

function connect(path: string, options = {}): Kysely<Tables> {
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(path, options) })
  onTestFinished(() => db.destroy())
  return db
}

describe('the adapter', () => {
  test.each([
    [new Date(0), '[object Date]'],
    [{ a: 1 }, '[object Object]'],
    [undefined, '[object Undefined]'],
    [[1], '[object Array]'],
    [Symbol('x'), '[object Symbol]'],
    [() => 1, '[object Function]'],
  ])('refuses values that would shift the other parameters: %s', (value, kind) => {
    const database = nodeSqlite(':memory:')
    onTestFinished(() => database.close())
    const statement = database.prepare('select ? as a, ? as b')
    expect(() => statement.all([value, 1])).toThrow(`SQLite cannot bind parameter 1: ${kind}`)
    expect(() => statement.all([1, value])).toThrow(`SQLite cannot bind parameter 2: ${kind}`)
    expect(() => statement.run([value, 1])).toThrow(TypeError)
    expect(() => statement.iterate([value, 1])).toThrow(TypeError)
  })

  test('binds texts, numbers, booleans, bytes and null', () => {
    const database = nodeSqlite(':memory:')
    onTestFinished(() => database.close())
    const [row] = database.prepare('select ? as a, ? as b, ? as c, ? as d, ? as e, ? as f').all(['ä😀', 1.5, true, false, null, 7n])
    expect({ ...(row as object) }).toEqual({ a: 'ä😀', b: 1.5, c: 1, d: 0, e: null, f: 7 })
    const [bytes] = database.prepare('select typeof(?) as a').all([new Uint8Array([1, 2])])
    expect({ ...(bytes as object) }).toEqual({ a: 'blob' })
  })

  test('reports whether a statement returns rows, also for cached statements', () => {
    const database = nodeSqlite(':memory:')
    onTestFinished(() => database.close())
    database.prepare('create table t (a)').run([])
    const insert = database.prepare('insert into t values (?)')
    expect(insert.reader).toBe(false)
    expect(insert.run([1])).toMatchObject({ changes: 1, lastInsertRowid: 1 })
    expect(database.prepare('insert into t values (?)')).toBe(insert)
    const read = database.prepare('select a from t')
    expect(read.reader).toBe(true)
    expect(database.prepare('insert into t values (?) returning a').reader).toBe(true)
    const [one] = read.iterate([])
    expect(one).toMatchObject({ a: 1 })
    for (let i = 0; i < 600; i++) database.prepare(`select ${i}`).all([])
    expect(read.all([])).toHaveLength(1)
    expect(database.prepare('select a from t').all([])).toHaveLength(1)
  })

  test.each(['all', 'iterate'] as const)('returns columns that were added or renamed after a statement was prepared: %s', (read) => {
    const database = nodeSqlite(':memory:')
    onTestFinished(() => database.close())
    const rows = () => [...database.prepare('select * from t')[read]([])]
    database.prepare('create table t (a)').run([])
    database.prepare('insert into t values (1)').run([])
    expect(rows()).toEqual([{ a: 1 }])
    database.prepare('alter table t rename column a to c').run([])
    expect(rows()).toEqual([{ c: 1 }])
    database.prepare('alter table t add column b default 2').run([])
    expect(rows()).toEqual([{ c: 1, b: 2 }])
  })

  test('returns rows as plain objects, with the last of two columns of the same name', () => {
    const database = nodeSqlite(':memory:')
    onTestFinished(() => database.close())
    const statement = database.prepare('select 1 as a, ? as b, 3 as a')
    expect(statement.all(['x'])).toStrictEqual([{ a: 3, b: 'x' }])
    expect([...statement.iterate(['y'])]).toStrictEqual([{ a: 3, b: 'y' }])
  })
})

describe('the dialect', () => {
  test('uses the write-ahead log with synchronous = normal, and 16 MiB of memory', async () => {
    const db = connect(await file())
    expect((await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)).rows[0]?.journal_mode).toBe('wal')
    expect((await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]?.synchronous).toBe(1)
    expect((await sql<{ cache_size: number }>`pragma cache_size`.execute(db)).rows[0]?.cache_size).toBe(-16_384)
    expect((await sql<{ timeout: number }>`pragma busy_timeout`.execute(db)).rows[0]?.timeout).toBe(5_000)
    await db.transaction().execute(async () => {})
    expect((await sql<{ timeout: number }>`pragma busy_timeout`.execute(db)).rows[0]?.timeout).toBe(5_000)
  })

  test('makes a transaction wait for one on another connection of the same process', async () => {
    const path = await file()
    const [one, two] = [connect(path), connect(path)]
    await one.schema.createTable('t').addColumn('a', 'integer').addColumn('b', 'text').execute()
    await one.insertInto('t').values({ a: 0, b: null }).execute()
    const increment = (db: Kysely<Tables>) =>
      db.transaction().execute(async (trx) => {
        const { a } = await trx.selectFrom('t').select('a').executeTakeFirstOrThrow()
        await new Promise((resolve) => setTimeout(resolve, 2))
        await trx
          .updateTable('t')
          .set({ a: a + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, (_, i) => increment(i % 2 === 0 ? one : two)))
    expect(await two.selectFrom('t').select('a').execute()).toEqual([{ a: 20 }])
  })

  test('fails a transaction that has waited for its timeout', async () => {
    const path = await file()
    const [one, two] = [connect(path), connect(path, { busyTimeoutMs: 20 })]
    await one.transaction().execute(async () => {
      const late = await two
        .transaction()
        .execute(async () => 'began')
        .catch((error: unknown) => error)
      expect(isBusy(late)).toBe(true)
    })
    expect(await two.transaction().execute(async () => 'began')).toBe('began')
  })

  test('fails calls that wait for the connection of a transaction for its timeout, and serves later ones', async () => {
    const db = connect(await file(), { busyTimeoutMs: 20 })
    const read = () => sql`select 1`.execute(db)
    const late = await db.transaction().execute(() => Promise.allSettled([read(), db.transaction().execute(async () => 'began')]))
    expect(late).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'unavailable' } }))
    await read()
    await db.transaction().execute((trx) => sql`select 1`.execute(trx))
  })

  test('lets calls wait for longer while the connection goes from one to the next', async () => {
    const db = connect(await file(), { busyTimeoutMs: 100 })
    const pause = () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 20))
    const all = await Promise.all(Array.from({ length: 12 }, () => db.transaction().execute(pause)))
    expect(all).toEqual(Array(12).fill('done'))
  })

  test('lets other work of the process run between the statements of a long transaction', async () => {
    const db = connect(await file())
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns++
      if (!isOver) setImmediate(count)
    }
    const begunMs = performance.now()
    await db.transaction().execute(async (trx) => {
      setImmediate(count)
      while (performance.now() - begunMs < 400) await sql`select 1`.execute(trx)
      isOver = true
    })
    expect(turns).toBeGreaterThan(3)
  })

  test('lets readers read beside a transaction', async () => {
    const path = await file()
    const [one, two] = [connect(path), connect(path)]
    await one.transaction().execute(async () => {
      const read = two.transaction().setAccessMode('read only')
      expect(await read.execute((trx) => sql<{ a: number }>`select 1 as a`.execute(trx))).toMatchObject({ rows: [{ a: 1 }] })
    })
  })

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s as a timeout', (busyTimeoutMs) => {
    expect(() => nodeSqliteDialect(':memory:', { busyTimeoutMs })).toThrow(TypeError)
  })

  test('fails with the error of node:sqlite when a file cannot be opened', async () => {
    const db = connect('/nowhere/at/all.db')
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR' })
  })

  test('accepts an opened database, and leaves its journal mode unchanged', async () => {
    const db = new Kysely<Tables>({ dialect: immediateSqliteDialect({ database: nodeSqlite(await file()) }) })
    onTestFinished(() => db.destroy())
    await db.transaction().execute(async (trx) => {
      await trx.schema.createTable('t').addColumn('a', 'integer').execute()
    })
    expect((await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)).rows[0]?.journal_mode).toBe('delete')
  })
})
