import { DatabaseSync } from 'node:sqlite'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore, migrateToLatest } from '../../src/index.ts'
import { engines, type OpenOptions, type TestEngine } from '../engines.ts'
import { describeSchema } from '../schema.ts'
import { statementLog } from '../statements.ts'
import { expectSearches, insertTexts } from './random-searches.ts'

async function open(engine: TestEngine, options?: OpenOptions) {
  const database = await engine.open(options)
  onTestFinished(() => database.close())
  return database
}

/** Runs statements that take a part of the index away, as a backup does that is restored without it. */
type Damage = (db: Kysely<unknown>, prefix: string) => Promise<void>

const runs =
  (...statements: readonly ((named: (name: string) => RawBuilder<unknown>) => RawBuilder<unknown>)[]): Damage =>
  async (db, prefix) => {
    for (const statement of statements) await statement((name) => sql.table(`${prefix}${name}`)).execute(db)
  }

const triggers = ['added', 'changed', 'removed'].map((name) => `events_text_${name}`)

const withoutTriggers = (...names: readonly string[]) =>
  runs(...names.map((name) => (named: (name: string) => RawBuilder<unknown>) => sql`drop trigger ${named(name)}`))

/** A missing part of the index. */
interface Missing {
  readonly damage: Damage
  /** Whether a process that has not used the index yet notices it; otherwise `migrateToLatest` does. */
  readonly isNoticed: boolean
  /** Whether events can be changed before it is repaired; the writes fail otherwise. @default true */
  readonly isWritable?: boolean
}

/** On MariaDB and MySQL. */
const ofWords: Readonly<Record<string, Missing>> = {
  'all triggers': { damage: withoutTriggers(...triggers), isNoticed: true },
  'the trigger of changed events': { damage: withoutTriggers('events_text_changed'), isNoticed: true },
  'the state of the build': { damage: runs((named) => sql`drop table ${named('search_state')}`), isNoticed: true },
  'the row with the state of the build': { damage: runs((named) => sql`delete from ${named('search_state')}`), isNoticed: true },
  'the words of events, and all triggers': {
    damage: async (db, prefix) => {
      await withoutTriggers(...triggers)(db, prefix)
      await runs((named) => sql`drop table ${named('event_words')}`)(db, prefix)
    },
    isNoticed: true,
  },
  'the rows of the words of events': { damage: runs((named) => sql`delete from ${named('event_words')}`), isNoticed: false },
  'the rows of the distinct words': { damage: runs((named) => sql`delete from ${named('distinct_words')}`), isNoticed: false },
}

/** By engine. */
const damages: Readonly<Record<string, Readonly<Record<string, Missing>>>> = {
  'node-sqlite': {
    'all triggers': { damage: withoutTriggers(...triggers), isNoticed: true },
    'the trigger of added events': { damage: withoutTriggers('events_text_added'), isNoticed: true },
    'the state of the build': { damage: runs((named) => sql`drop table ${named('search_state')}`), isNoticed: true, isWritable: false },
    'the row with the state of the build': { damage: runs((named) => sql`delete from ${named('search_state')}`), isNoticed: true },
    'the table and all triggers': {
      damage: async (db, prefix) => {
        await withoutTriggers(...triggers)(db, prefix)
        await runs((named) => sql`drop table ${named('event_texts')}`)(db, prefix)
      },
      isNoticed: true,
    },
    'the virtual table, whose own tables exist': {
      damage: async (db, prefix) => {
        await withoutTriggers(...triggers)(db, prefix)
        const shadows = ['data', 'idx', 'config'].map((part) => sql.table(`${prefix}event_texts_${part}`))
        await sql`drop table ${sql.table(`${prefix}event_texts`)}`.execute(db)
        for (const shadow of shadows) await sql`create table ${shadow} (id integer primary key, block blob)`.execute(db)
      },
      isNoticed: true,
    },
    'all texts': {
      damage: runs((named) => sql`insert into ${named('event_texts')} (${named('event_texts')}) values ('delete-all')`),
      isNoticed: false,
      isWritable: false,
    },
  },
  postgres: {
    'the index': { damage: runs((named) => sql`drop index ${named('events_text')}`), isNoticed: true },
  },
  mariadb: ofWords,
  mysql: ofWords,
}

const shared = engines.filter(({ name }) => damages[name] !== undefined)
const inParts = shared.filter(({ name }) => name !== 'postgres')
const cases = shared.flatMap((engine) =>
  Object.entries(damages[engine.name] ?? {}).flatMap(([missing, parts]) =>
    [true, false].map((isRecorded) => ({ isWritable: true, ...parts, engine, name: engine.name, missing, isRecorded })),
  ),
)

const searches = [['quetzal'], ['choir'], ['quetzal', 'night'], ['changed'], ['one later']]

describe('a database that was restored without a part of the index for searches', () => {
  test.each(cases)(
    '$name: without $missing, and its record: $isRecorded',
    async ({ engine, damage, isNoticed, isRecorded, isWritable }) => {
      const { another, db, options } = await open(engine)
      const complete = await describeSchema({ db, options })
      const texts = ['a night quetzal', 'the night choir', 'a quiet morning']
      const ids = await insertTexts(kyselyStore(db, options), texts)
      const stored = new Map(texts.map((text, index) => [ids[index] ?? 0, text]))
      await damage(await another(), options.prefix)
      if (!isRecorded) await sql`delete from ${sql.table(`${options.prefix}migration`)} where name = 'search-index'`.execute(db)
      const restored = await another()
      const store = kyselyStore(restored, options)
      if (isNoticed || !isRecorded) await expectSearches(store, stored, searches)
      else await expect(expectSearches(store, stored, searches)).rejects.toThrow()
      const write = async (): Promise<void> => {
        for (const event of await store.events.getMany(ids.slice(1, 2))) await store.events.update({ ...event, searchText: 'changed' })
        const [later = 0] = await insertTexts(store, ['one later'], 10)
        stored.set(ids[1] ?? 0, 'changed').set(later, 'one later')
      }
      if (isWritable) await write()
      else await expect(write()).rejects.toThrow(/call migrateToLatest|malformed/)
      if (isNoticed || !isRecorded) await expectSearches(store, stored, searches)
      const { token } = await store.revision(0)
      expect(await migrateToLatest(restored, options)).toEqual([])
      // Cached searches were made without the missing texts.
      if (engine.dialect !== 'postgres') expect((await store.revision(0)).token).not.toBe(token)
      expect(await describeSchema({ db, options })).toEqual(complete)
      await expectSearches(store, stored, searches)
      await expectSearches(kyselyStore(await another(), options), stored, searches)
      const log = statementLog()
      const next = await another({ log: log.log })
      const { statements } = await log.during(() => migrateToLatest(next, options))
      expect(statements.filter((statement) => /create (?!savepoint)|drop /.test(statement))).toEqual([])
    },
  )

  test.each(shared.filter(({ name }) => name === 'node-sqlite'))(
    '$name: writes fail with advice without the table of its triggers',
    async (engine) => {
      const { another, db, options } = await open(engine)
      await sql`drop table ${sql.table(`${options.prefix}event_texts`)}`.execute(db)
      const restored = await another()
      const store = kyselyStore(restored, options)
      await expect(insertTexts(store, ['quetzal'])).rejects.toThrow('call migrateToLatest(db) first')
      await migrateToLatest(restored, options)
      const [id = 0] = await insertTexts(store, ['quetzal'])
      await expectSearches(store, new Map([[id, 'quetzal']]), searches)
    },
  )

  test.each(shared.filter(({ name }) => name === 'node-sqlite'))('$name: an index that cannot be read is built again', async (engine) => {
    const { another, db, options, path } = await open(engine)
    const [id = 0] = await insertTexts(kyselyStore(db, options), ['quetzal'])
    const file = new DatabaseSync(path ?? '', { defensive: false })
    file.exec(`delete from ${options.prefix}event_texts_data`)
    file.close()
    const restored = await another()
    await expect(expectSearches(kyselyStore(restored, options), new Map([[id, 'quetzal']]), searches)).rejects.toThrow()
    await migrateToLatest(restored, options)
    await expectSearches(kyselyStore(restored, options), new Map([[id, 'quetzal']]), searches)
  })
})

/** Events for two parts of a build, without an index. */
async function openFilled(engine: TestEngine) {
  const database = await open(engine)
  const { another, db, options } = database
  const store = kyselyStore(db, options)
  const texts = Array.from({ length: 1_200 }, (_, index) => (index % 100 === 0 ? `quetzal ${index}` : `choir ${index}`))
  const ids = await insertTexts(store, texts)
  const stored = new Map(texts.map((text, index) => [ids[index] ?? 0, text]))
  return { ...database, store, stored, other: kyselyStore(await another(), options) }
}

const stop = new Error('interrupted')
const interrupt = (): never => {
  throw stop
}

describe.each(inParts)('the index for searches on $name, which another process uses', (engine) => {
  test('may be removed and built again meanwhile', async () => {
    const { db, options, store, stored, other } = await openFilled(engine)
    await expectSearches(other, stored, searches)
    await migrateToLatest(db, { ...options, searchIndex: false })
    await expectSearches(other, stored, searches)
    await expect(migrateToLatest(db, { ...options, onProgress: interrupt })).rejects.toBe(stop)
    await expectSearches(other, stored, searches)
    const [later = 0] = await insertTexts(store, ['one later'], 5_000)
    stored.set(later, 'one later')
    await expectSearches(other, stored, searches)
    await migrateToLatest(db, options)
    await expectSearches(other, stored, searches)
  })

  test('is removed from a calendar that wants none, if its build was interrupted', async () => {
    const { db, options, store, stored } = await openFilled(engine)
    await migrateToLatest(db, { ...options, searchIndex: false })
    const without = await describeSchema({ db, options })
    await expect(migrateToLatest(db, { ...options, onProgress: interrupt })).rejects.toBe(stop)
    expect(await describeSchema({ db, options })).not.toEqual(without)
    await migrateToLatest(db, { ...options, searchIndex: false })
    expect(await describeSchema({ db, options })).toEqual(without)
    await expectSearches(store, stored, searches)
  })
})

describe.each(engines.filter(({ dialect }) => dialect === 'mysql'))('a build on $name', (engine) => {
  test('that failed before its triggers contains the events that were created since', async () => {
    const { another, db, options } = await open(engine)
    await migrateToLatest(db, { ...options, searchIndex: false })
    const impatient = await another({ session: 'set lock_wait_timeout = 1' })
    await (await another()).transaction().execute(async (trx) => {
      await sql`select count(*) from ${sql.table(`${options.prefix}events`)}`.execute(trx)
      // Triggers wait for all transactions that have used the events.
      await expect(migrateToLatest(impatient, options)).rejects.toMatchObject({ code: 'unavailable' })
    })
    const store = kyselyStore(db, options)
    const [id = 0] = await insertTexts(store, ['quetzal'])
    await migrateToLatest(db, options)
    await expectSearches(store, new Map([[id, 'quetzal']]), searches)
  })
})
