import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { countDrafts } from '@kalends/testing/conformance'
import { Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type DurableObjectStorageLike, durableObjectDialect, type StorageValue } from './durable-object.ts'
import { kyselyStore, migrateToLatest } from './index.ts'

/**
 * A storage like that of a Durable Object, over the SQLite of Node: with its limits on statements, its errors, and transactions that are
 * functions. The real one runs the conformance suite in tests/workerd.
 */
function createStorage(): DurableObjectStorageLike & { readonly statements: string[] } {
  const database = new DatabaseSync(':memory:')
  const statements: string[] = []
  let depth = 0
  const exec = (text: string, ...values: StorageValue[]) => {
    if (values.length > 100) throw new Error('too many SQL variables: SQLITE_ERROR')
    if (/^(begin|savepoint|commit|rollback)/.test(text)) throw new Error('To execute a transaction, please use the APIs.')
    statements.push(text)
    try {
      const statement = database.prepare(text)
      const columnNames = statement.columns().map(({ name }) => name)
      // The types of Node allow typed arrays alone, and no value here is a buffer.
      const rows = statement.all(...(values as SQLInputValue[]))
      return { columnNames, toArray: () => rows }
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : ''}: SQLITE_CONSTRAINT`)
    }
  }
  return {
    statements,
    sql: { exec },
    transaction: async (work) => {
      const name = `s${depth++}`
      let isRolledBack = false
      database.exec(`savepoint ${name}`)
      const result = await work({
        rollback: () => {
          isRolledBack = true
        },
      })
      if (isRolledBack) database.exec(`rollback to ${name}`)
      database.exec(`release ${name}`)
      depth--
      return result
    },
  }
}

async function open() {
  const storage = createStorage()
  const db = new Kysely<{ t: { a: number | string } }>({ dialect: durableObjectDialect(storage) })
  await db.schema
    .createTable('t')
    .addColumn('a', 'integer', (column) => column.unique())
    .execute()
  const values = async (): Promise<readonly unknown[]> => (await db.selectFrom('t').select('a').orderBy('a').execute()).map(({ a }) => a)
  return { storage, db, values }
}

describe('the dialect of Durable Objects', () => {
  test.each([100, 101, 3_000])('finds %i of many values', async (count) => {
    const { db, storage } = await open()
    const all = Array.from({ length: count }, (_, at) => at)
    for (let from = 0; from < count; from += 100)
      await db
        .insertInto('t')
        .values(all.slice(from, from + 100).map((a) => ({ a })))
        .execute()
    const found = await db.selectFrom('t').select('a').where('a', 'in', all).where('a', '<', 50).execute()
    expect(found).toHaveLength(50)
    expect(storage.statements.at(-1)?.includes('?1->>')).toBe(count >= 100)
  })

  test('keeps the kinds of many values', async () => {
    const { db } = await open()
    const given = [...Array.from({ length: 100 }, () => 'x'), 1, 1.5, null, true, 2n]
    const columns = sql.join(given.map((value, at) => sql`typeof(${value})`.as(`c${at}`)))
    const { rows } = await sql<Record<string, string>>`select ${columns}`.execute(db)
    expect(Object.values(rows[0] ?? {}).slice(99)).toEqual(['text', 'integer', 'real', 'null', 'integer', 'integer'])
  })

  test('refuses bytes among many values, and values of other kinds', async () => {
    const { db } = await open()
    const many = [...Array.from({ length: 100 }, () => 0), new Uint8Array(1)]
    await expect(sql`select ${sql.join(many)}`.execute(db)).rejects.toThrow('cannot contain bytes')
    await expect(sql`select ${new Date(0)}`.execute(db)).rejects.toThrow('cannot store [object Date]')
  })

  test('gives the numbers of rows that were written, and the last id', async () => {
    const { db } = await open()
    const inserted = await db
      .insertInto('t')
      .values([{ a: 1 }, { a: 2 }])
      .executeTakeFirstOrThrow()
    expect([inserted.insertId, inserted.numInsertedOrUpdatedRows]).toEqual([2n, 2n])
    expect((await db.updateTable('t').set({ a: 5 }).where('a', '=', 2).executeTakeFirstOrThrow()).numUpdatedRows).toBe(1n)
    const streamed: unknown[] = []
    for await (const { a } of db.selectFrom('t').select('a').orderBy('a').stream()) streamed.push(a)
    expect(streamed).toEqual([1, 5])
  })

  test('an error has the code of its constraint', async () => {
    const { db } = await open()
    await db.insertInto('t').values({ a: 1 }).execute()
    await expect(db.insertInto('t').values({ a: 1 }).execute()).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' })
  })

  test('a transaction commits or rolls back, and so does each savepoint in it', async () => {
    const { db, values } = await open()
    await db.transaction().execute(async (trx) => {
      const insert = (a: number) => trx.insertInto('t').values({ a }).execute()
      const run = (statement: string) => sql.raw(statement).execute(trx)
      await insert(1)
      await run('savepoint outer')
      await insert(2)
      await run('savepoint inner')
      await insert(3)
      await run('rollback to savepoint inner')
      await insert(4)
      await run('release savepoint outer')
      await expect(run('release savepoint outer')).rejects.toThrow('There is no savepoint outer.')
      await run('savepoint left')
      await insert(5)
    })
    expect(await values()).toEqual([1, 2, 4, 5])
    const failed = db.transaction().execute(async (trx) => {
      await trx.insertInto('t').values({ a: 6 }).execute()
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    const controlled = await db.startTransaction().execute()
    await controlled.insertInto('t').values({ a: 7 }).execute()
    const behind = await controlled.savepoint('one').execute()
    await behind.insertInto('t').values({ a: 8 }).execute()
    await (await behind.rollbackToSavepoint('one').execute()).releaseSavepoint('one').execute()
    await controlled.commit().execute()
    expect(await values()).toEqual([1, 2, 4, 5, 7])
  })

  test('calls beside a transaction wait for its end', async () => {
    const { db, values } = await open()
    const add = (a: number) =>
      db.transaction().execute(async (trx) => {
        const { length } = await trx.selectFrom('t').select('a').execute()
        await new Promise((resolve) => setTimeout(resolve, 1))
        await trx
          .insertInto('t')
          .values({ a: a * 100 + length })
          .execute()
      })
    const [, , , seen] = await Promise.all([add(1), add(2), add(3), values()])
    expect(seen).toEqual([100, 201, 302])
  })

  test('a failure of the storage is one of the transaction', async () => {
    const broken = { ...createStorage(), transaction: async () => Promise.reject(new Error('The disk is gone.')) }
    const db = new Kysely({ dialect: durableObjectDialect(broken) })
    await expect(db.transaction().execute(async () => {})).rejects.toThrow('The disk is gone.')
  })

  test('refuses options that are not valid', () => {
    expect(() => durableObjectDialect(createStorage(), { busyTimeoutMs: -1 })).toThrow('busyTimeoutMs is an integer of 0 or more')
    // A misspelt name, as a program without types may have one.
    const misspelt: object = { busyTimeout: 1 }
    expect(() => durableObjectDialect(createStorage(), misspelt)).toThrow('busyTimeoutMs')
  })
})

describe('a calendar in a Durable Object', () => {
  test('writes and reads many records, with at most a hundred values in a statement', async () => {
    const db = new Kysely({ dialect: durableObjectDialect(createStorage()) })
    await migrateToLatest(db)
    const store = kyselyStore(db)
    const { event, term } = countDrafts()
    const stored = await store.events.insertMany(Array.from({ length: 120 }, () => event()))
    expect(new Set(stored.map((one) => one?.id)).size).toBe(120)
    expect(await store.log.head()).toBe(120)
    const tags = await store.terms.insertMany(Array.from({ length: 60 }, () => term({ taxonomy: 'tag' })))
    const ids = tags.flatMap((one) => one?.id ?? [])
    const found = await Promise.all(ids.map((_, at) => store.terms.getMany(ids.slice(0, at + 1))))
    expect(found.map(({ length }) => length)).toEqual(ids.map((_, at) => at + 1))
  })
})
