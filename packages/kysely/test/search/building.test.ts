import { PGlite } from '@electric-sql/pglite'
import { type CompiledQuery, Kysely, MysqlDialect, PGliteDialect, sql } from 'kysely'
import { createPool } from 'mysql2'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dialects } from '../../src/engine/dialect-of.ts'
import { kyselyStore, type MigrationProgress, migrateToLatest, migrationSql, pendingMigrations } from '../../src/index.ts'
import { nodeSqliteDialect } from '../../src/node-sqlite.ts'
import { engines, enginesOfLane, type OpenOptions, type TestEngine } from '../engines.ts'
import { describeSchema, dialectName } from '../schema.ts'
import { statementLog } from '../statements.ts'
import { expectSearches, insertTexts } from './random-searches.ts'

async function openEmpty(engine: TestEngine, options?: OpenOptions) {
  const database = await engine.openEmpty(options)
  onTestFinished(() => database.close())
  return database
}

const textOf = (index: number): string => (index % 50 === 0 ? `quetzal ${index}` : `choir ${index}`)

/** Words of one to 60 characters, which a division of the text cuts at different places. */
const longText = (length: number): string =>
  Array.from({ length }, (_, at) => (at % 67 === 0 ? ' ' : String.fromCodePoint(0x4e00 + (at % 997)))).join('')

const searches = [['quetzal'], ['quetzal', '00'], ['changed'], ['new'], ['choir 12']]

/** Events without an index: more than one part of a build. */
async function openFilled(engine: TestEngine, options?: OpenOptions) {
  const database = await openEmpty(engine, options)
  await migrateToLatest(database.db, { ...database.options, searchIndex: false })
  const store = kyselyStore(database.db, database.options)
  const texts = Array.from({ length: 2_500 }, (_, index) => textOf(index))
  const ids = await insertTexts(store, texts)
  const stored = new Map(texts.map((text, index) => [ids[index] ?? 0, text]))
  return { ...database, store, ids, stored }
}

const isBuiltInParts = ({ dialect }: TestEngine): boolean => dialects[dialect].searchIndex?.addTexts !== undefined

/** The engines with an index. */
const indexed = enginesOfLane.filter(({ dialect }) => dialects[dialect].searchIndex !== undefined)

describe.each(indexed)('the index for searches on $name', (engine) => {
  test('is left out if the host wants none, and searches find the same', async () => {
    const log = statementLog()
    const { db, options, store, stored } = await openFilled(engine, { log: log.log })
    const without = await describeSchema({ db, options })
    const { statements } = await log.during(() => expectSearches(store, stored, searches))
    expect(statements.filter((statement) => /event_texts|event_words| like /.test(statement))).toEqual([])
    expect(await pendingMigrations(db, options)).toEqual([])
    await migrateToLatest(db, options)
    expect(await describeSchema({ db, options })).not.toEqual(without)
  })

  test('is built over the events of a calendar, and used afterwards', async () => {
    const log = statementLog()
    const { db, options, store, stored } = await openFilled(engine, { log: log.log })
    const reported: MigrationProgress[] = []
    expect(await migrateToLatest(db, { ...options, onProgress: (progress) => void reported.push(progress) })).toEqual([])
    expect(new Set(reported.map(({ migration }) => migration))).toEqual(new Set(isBuiltInParts(engine) ? ['search-index'] : []))
    const last = Math.max(...stored.keys())
    if (isBuiltInParts(engine))
      expect(reported.map(({ done }) => done)).toEqual([...new Set(reported.map(({ done }) => done))].toSorted((a, b) => a - b))
    if (isBuiltInParts(engine))
      expect([reported.length, reported.at(-1)]).toEqual([3, { migration: 'search-index', done: last, total: last }])
    const { statements } = await log.during(() => expectSearches(store, stored, searches))
    expect(statements.some((statement) => /event_texts|event_words| like /.test(statement))).toBe(true)
    const again: MigrationProgress[] = []
    await migrateToLatest(db, { ...options, onProgress: (progress) => void again.push(progress) })
    expect(again).toEqual([])
  })

  test('is removed on request', async () => {
    const { db, options, store, stored } = await openFilled(engine)
    const without = await describeSchema({ db, options })
    await migrateToLatest(db, options)
    await migrateToLatest(db, { ...options, searchIndex: false })
    expect(await describeSchema({ db, options })).toEqual(without)
    await expectSearches(store, stored, searches)
    await migrateToLatest(db, options)
    await expectSearches(store, stored, searches)
  })

  test('is built by several processes at once', async () => {
    const { another, db, options, store, stored } = await openFilled(engine)
    const connections = engine.isShared ? [db, await another(), await another()] : [db, db]
    await Promise.all(connections.map((one) => migrateToLatest(one, options)))
    await expectSearches(store, stored, searches)
  })

  test('is printed as SQL, which completes it in an empty calendar', async () => {
    const { db, options } = await openEmpty(engine)
    for (const statement of migrationSql(dialectName(db), options)) await sql.raw(statement).execute(db)
    const without = migrationSql(dialectName(db), { ...options, searchIndex: false })
    expect(migrationSql(dialectName(db), options).slice(0, without.length)).toEqual(without)
    const log: MigrationProgress[] = []
    await migrateToLatest(db, { ...options, onProgress: (progress) => void log.push(progress) })
    const store = kyselyStore(db, options)
    const ids = await insertTexts(store, ['quetzal 1', 'choir'])
    await expectSearches(
      store,
      new Map([
        [ids[0] ?? 0, 'quetzal 1'],
        [ids[1] ?? 0, 'choir'],
      ]),
      searches,
    )
    expect(log).toEqual([])
  })
})

describe.each(indexed.filter(({ dialect }) => dialect === 'mysql'))('the words on $name', (engine) => {
  test('are the same by a build and by a write, so that a deletion leaves none', async () => {
    const { db, options } = await openEmpty(engine)
    await migrateToLatest(db, { ...options, searchIndex: false })
    const store = kyselyStore(db, options)
    const texts = ['a b', '', 'x'.repeat(61), ...[3_999, 4_000, 4_001, 4_020, 8_000, 8_001].map((length) => longText(length))]
    const ids = await insertTexts(store, texts)
    const words = async () =>
      (await sql<{ word: string; id: string }>`select word, event_id as id from ${sql.table(`${options.prefix}event_words`)}`.execute(db))
        .rows
    await migrateToLatest(db, options)
    const built = await words()
    for (const event of await store.events.getMany(ids)) {
      await store.events.update({ ...event, searchText: 'other' })
      const [changed] = await store.events.getMany([event.id])
      if (changed !== undefined) await store.events.update({ ...changed, searchText: event.searchText })
    }
    expect(await words()).toEqual(built)
    for (const event of await store.events.getMany(ids)) await store.events.delete(event.id, event.version, { atMs: 0 })
    expect(await words()).toEqual([])
  })
})

describe.each(indexed.filter(isBuiltInParts))('a build in parts on $name', (engine) => {
  test('continues after an interruption, and contains what was written meanwhile', async () => {
    const { db, options, store, ids, stored } = await openFilled(engine)
    const interrupted = new Error('interrupted')
    const onProgress = (): never => {
      throw interrupted
    }
    await expect(migrateToLatest(db, { ...options, onProgress })).rejects.toBe(interrupted)
    // The first part contains 1,000 events: some of these are before its end, the others behind it.
    for (const event of await store.events.getMany([10, 400, 1_500, 2_400].map((at) => ids[at] ?? 0))) {
      await store.events.update({ ...event, searchText: 'changed' })
      stored.set(event.id, 'changed')
    }
    for (const event of await store.events.getMany([50, 2_450].map((at) => ids[at] ?? 0))) {
      await store.events.delete(event.id, event.version, { atMs: 0 })
      stored.delete(event.id)
    }
    const [added = 0] = await insertTexts(store, ['something new'], 5_000)
    stored.set(added, 'something new')
    await expectSearches(store, stored, searches)
    const reported: number[] = []
    await migrateToLatest(db, { ...options, onProgress: ({ done }) => void reported.push(done) })
    expect(reported.map((done) => done > (ids[999] ?? 0))).toEqual([true, true])
    await expectSearches(store, stored, searches)
    const [event] = await store.events.getMany([added])
    if (event !== undefined) await store.events.update({ ...event, searchText: 'changed' })
    stored.set(added, 'changed')
    await expectSearches(store, stored, searches)
  })
})

describe('a database without the means for the index', () => {
  test('keeps the scan on SQLite', async () => {
    const dialect = nodeSqliteDialect(':memory:')
    const createDriver = () => {
      const driver = dialect.createDriver()
      const acquireConnection = async () => {
        const connection = await driver.acquireConnection()
        return new Proxy(connection, {
          get: (target, member) =>
            member === 'executeQuery'
              ? (query: CompiledQuery) => {
                  if (query.sql.includes('using fts5')) throw new Error('no such module: fts5')
                  return target.executeQuery(query)
                }
              : Reflect.get(target, member, target),
        })
      }
      return new Proxy(driver, {
        get: (target, member) => {
          if (member === 'acquireConnection') return acquireConnection
          const value: unknown = Reflect.get(target, member, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    }
    const db = new Kysely<unknown>({ dialect: { ...dialect, createDriver } })
    onTestFinished(() => db.destroy())
    expect(await migrateToLatest(db)).toEqual(['0001-initial', '0002-status-reason'])
    expect((await describeSchema({ db, options: { prefix: 'kalends_' } })).filter((line) => /search_state|event_texts/.test(line))).toEqual(
      [],
    )
    const store = kyselyStore(db)
    const [id = 0] = await insertTexts(store, ['quetzal'])
    await expectSearches(store, new Map([[id, 'quetzal']]), [['quetzal'], ['choir']])
  })

  test.each(engines.filter(({ dialect }) => dialect === 'mysql'))(
    'keeps the scan on $name without the right to create triggers',
    async (engine) => {
      const { db: admin, options } = await openEmpty(engine)
      const user = `${options.prefix}user`
      await sql`create user ${sql.id(user)} identified by 'secret'`.execute(admin)
      onTestFinished(async () => void (await sql`drop user ${sql.id(user)}`.execute(admin)))
      const rights = sql`select, insert, update, delete, create, drop, index, alter`
      const address = new URL(engine.address ?? '')
      await sql`grant ${rights} on ${sql.id(address.pathname.slice(1))}.* to ${sql.id(user)}`.execute(admin)
      const uri = Object.assign(address, { username: user, password: 'secret' }).href
      const db = new Kysely<unknown>({ dialect: new MysqlDialect({ pool: createPool({ uri, connectionLimit: 1 }) }) })
      onTestFinished(() => db.destroy())
      expect(await migrateToLatest(db, options)).toEqual(['0001-initial', '0002-status-reason'])
      expect((await describeSchema({ db, options })).filter((line) => /search_state|_words/.test(line))).toEqual([])
      const store = kyselyStore(db, options)
      const [id = 0] = await insertTexts(store, ['quetzal'])
      await expectSearches(store, new Map([[id, 'quetzal']]), [['quetzal'], ['choir']])
      // With the right, a later call builds it.
      await migrateToLatest(admin, options)
      await expectSearches(kyselyStore(admin, options), new Map([[id, 'quetzal']]), [['quetzal'], ['choir']])
    },
  )

  test.each(engines.filter(({ name }) => name === 'pglite'))('keeps the scan on $name without the extension', async () => {
    const instance = await PGlite.create()
    const db = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite: instance }) })
    onTestFinished(() => db.destroy())
    expect(await migrateToLatest(db)).toEqual(['0001-initial', '0002-status-reason'])
    const store = kyselyStore(db)
    const [id = 0] = await insertTexts(store, ['quetzal'])
    await expectSearches(store, new Map([[id, 'quetzal']]), [['quetzal'], ['choir']])
    expect(await migrateToLatest(db)).toEqual([])
  })
})
