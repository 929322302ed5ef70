import { createCalendar } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore, migrateToLatest, pendingMigrations } from '../src/index.ts'
import { engines, type OpenOptions, type TestDatabase, type TestEngine } from './engines.ts'
import { skipWithout } from './skip-without.ts'

const family = engines.filter(({ dialect }) => dialect === 'mysql')
/** MySQL has only the first of the modes that a store refuses. */
const unsafeModes: Readonly<Record<string, readonly string[]>> = {
  mariadb: ['NO_BACKSLASH_ESCAPES', 'EMPTY_STRING_IS_NULL'],
  mysql: ['NO_BACKSLASH_ESCAPES'],
}

async function opened(engine: TestEngine, options: OpenOptions): Promise<TestDatabase> {
  const database = await engine.open(options)
  onTestFinished(() => database.close())
  return database
}

/** Another Kysely whose connections begin with a mode; its tables exist already. */
async function underMode(engine: TestEngine, options: OpenOptions) {
  const database = await opened(engine, { poolSize: 1 })
  return { db: await database.another(options), options: database.options }
}

const calendarOver = (database: Pick<TestDatabase, 'db' | 'options'>) =>
  createCalendar({ store: kyselyStore(database.db, database.options), clock: fixedClock('2026-05-01T12:00:00Z') })

const sessionOf = (mode: string): string => `set session sql_mode = '${mode}'`

skipWithout(family)

describe.each(family)('a session of $name', (engine) => {
  test.each(unsafeModes[engine.name] ?? [])('is refused under %s before the first statement of a pool of the host', async (sqlMode) => {
    const { db, options } = await underMode(engine, { session: sessionOf(sqlMode), poolSize: 1 })
    const calendar = calendarOver({ db, options })
    const attempts: readonly (() => Promise<unknown>)[] = [
      () => calendar.events.list({ search: `x' or 1 = 1 -- ` }),
      () => calendar.venues.create({ name: 'Hall' }),
      () => calendar.transaction((tx) => tx.tags.list()),
      () => db.transaction().execute((trx) => kyselyStore(trx, options).events.count({})),
      async () => kyselyStore(db, options).revision(0),
      () => migrateToLatest(db, options),
      () => pendingMigrations(db, options),
    ]
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining(`sql_mode ${sqlMode}`) })
    }
  })

  test.each(engine.name === 'mariadb' ? ['ORACLE'] : [])('is refused under %s, because its SQL syntax differs', async (mode) => {
    const { db, options } = await underMode(engine, { session: sessionOf(mode) })
    await expect(migrateToLatest(db, options)).rejects.toThrow('sql_mode ORACLE')
    await expect(kyselyStore(db, options).events.count({})).rejects.toThrow('sql_mode ORACLE')
  })

  test('is checked on each connection, also on those that the pool opens later', async () => {
    const { db, options } = await underMode(engine, { poolSize: 2 })
    const store = kyselyStore(db, options)
    await db.connection().execute(async (spoiled) => {
      await sql`set session sql_mode = 'NO_BACKSLASH_ESCAPES'`.execute(spoiled)
      await expect(store.events.count({})).resolves.toBe(0)
    })
    const counts = await Promise.allSettled([store.events.count({}), store.events.count({})])
    expect(counts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.each(['latin1', 'utf8mb3'])('is refused with the character set %s, which lacks characters', async (charset) => {
    const { db, options } = await underMode(engine, { session: `set names ${charset}` })
    await expect(migrateToLatest(db, options)).rejects.toThrow(/utf8mb4/)
    await expect(kyselyStore(db, options).events.count({})).rejects.toThrow(/utf8mb4/)
  })

  test.each(unsafeModes[engine.name] ?? [])('has a mode of its own in mysqlPool on a server under %s', async (mode) => {
    const { db, options } = await underMode(engine, { session: sessionOf(mode), ownPool: true })
    const { rows } = await sql<{ mode: string }>`select @@session.sql_mode as mode`.execute(db)
    expect(rows[0]?.mode).not.toContain(mode)
    expect((await calendarOver({ db, options }).venues.create({ name: `O'Neill \\ Hall` })).name).toBe(`O'Neill \\ Hall`)
  })
})
