import { buildEventDraft } from '@kalends/testing/conformance'
import { CamelCasePlugin, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dialectOf, dialects } from '../src/engine/dialect-of.ts'
import { kyselyStore, type MigrationProgress, migrateToLatest, migrationSql, pendingMigrations } from '../src/index.ts'
import { addColumn } from '../src/migrations/table-definition.ts'
import { runChild } from './children/run.ts'
import { engines, type OpenOptions, type TestDatabase, type TestEngine } from './engines.ts'
import { describeSchema, dialectName } from './schema.ts'

const all = ['0001-initial', '0002-status-reason']

async function openEmpty(engine: TestEngine, options?: OpenOptions): Promise<TestDatabase> {
  const database = await engine.openEmpty(options)
  onTestFinished(() => database.close())
  return database
}

async function runText({ db }: TestDatabase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

describe.each(engines)('migrations on $name', (engine) => {
  test('run once, and are pending until then', async () => {
    const { db, options } = await openEmpty(engine)
    expect(await pendingMigrations(db, options)).toEqual(all)
    expect(await pendingMigrations(db, options)).toEqual(all)
    expect(await migrateToLatest(db, options)).toEqual(all)
    expect(await pendingMigrations(db, options)).toEqual([])
    expect(await migrateToLatest(db, options)).toEqual([])
  })

  test('are asked for by every call of a store until they have run', async () => {
    const { db, options } = await openEmpty(engine)
    const store = kyselyStore(db, options)
    const calls = [() => store.events.count({}), () => store.events.insert(buildEventDraft()), () => store.revision(0)]
    for (const call of calls) await expect(call()).rejects.toThrow('call migrateToLatest(db) first')
    await migrateToLatest(db, options)
    await store.events.insert(buildEventDraft())
    expect(await store.events.count({})).toBe(1)
  })

  test('report progress before each statement and after the last one, and none if nothing is pending', async () => {
    const { db, options } = await openEmpty(engine)
    const reported: MigrationProgress[] = []
    const onProgress = (progress: MigrationProgress): void => void reported.push(progress)
    await migrateToLatest(db, { ...options, onProgress })
    const total = reported.at(-1)?.total ?? 0
    expect(reported.map(({ done }) => done)).toEqual(Array.from({ length: total + 1 }, (_, i) => i))
    expect([...new Set(reported.map(({ migration }) => migration))]).toEqual(all)
    expect(reported.every((progress) => progress.total === total)).toBe(true)
    await migrateToLatest(db, { ...options, onProgress })
    expect(reported).toHaveLength(total + 1)
  })

  test('run once if several calls start at the same time', async () => {
    const database = await openEmpty(engine)
    const connections = engine.isShared
      ? await Promise.all(Array.from({ length: 8 }, () => database.another()))
      : Array(8).fill(database.db)
    const results = await Promise.all(connections.map((db) => migrateToLatest(db, database.options)))
    expect(results.flat()).toEqual(all)
    expect(await kyselyStore(database.db, database.options).events.count({})).toBe(0)
  })

  test('can be printed as SQL, and run by another tool', async () => {
    const [migrated, printed] = [await openEmpty(engine), await openEmpty(engine)]
    await migrateToLatest(migrated.db, migrated.options)
    await runText(printed, migrationSql(dialectName(printed.db), printed.options))
    expect(await describeSchema(printed)).toEqual(await describeSchema(migrated))
    expect(await pendingMigrations(printed.db, printed.options)).toEqual([])
    expect(await migrateToLatest(printed.db, printed.options)).toEqual([])
  })

  test('can be completed after a kill at any statement', async () => {
    const whole = await openEmpty(engine)
    await migrateToLatest(whole.db, whole.options)
    const expected = await describeSchema(whole)
    const statements = (prefix: string) => migrationSql(dialectName(whole.db), { prefix })
    const length = statements('').length
    expect(length).toBeGreaterThan(9)
    for (let done = 1; done < length; done += done < length - 9 ? 3 : 1) {
      const part = await openEmpty(engine)
      const first = statements(part.options.prefix).slice(0, done)
      await runText(part, first)
      expect(await migrateToLatest(part.db, part.options)).toEqual(all.filter((name) => !first.some((text) => text.includes(`'${name}'`))))
      expect(await describeSchema(part)).toEqual(expected)
    }
  })

  test('can add columns to rows that exist', async () => {
    const { db, options } = await openEmpty(engine)
    await migrateToLatest(db, options)
    const store = kyselyStore(db, options)
    const before = await store.events.insert(buildEventDraft())
    const target = { db, dialect: dialects[dialectName(db)], prefix: options.prefix, schema: undefined }
    for (const statement of [addColumn(target, 'events', 'seats', 'integer', 5), addColumn(target, 'events', 'mode', 'word', 'offline')])
      await statement.execute()
    // A version that does not know the columns still reads and writes.
    await store.events.insert(buildEventDraft({ slug: 'another' }))
    expect(await store.events.getMany([before.id])).toEqual([before])
    const { rows } = await sql<Record<string, unknown>>`select seats, mode from ${sql.table(`${options.prefix}events`)}`.execute(db)
    const row = { seats: 5, mode: 'offline' }
    expect(rows.map(({ seats, ...others }) => ({ seats: Number(seats), ...others }))).toEqual([row, row])
  })

  test('do not touch tables of another prefix', async () => {
    const { db, options } = await openEmpty(engine)
    await migrateToLatest(db, options)
    expect(await pendingMigrations(db, { prefix: `x${options.prefix}` })).toEqual(all)
  })

  test("run without the host's plugins", async () => {
    const { db, options } = await openEmpty(engine)
    expect(await migrateToLatest(db.withPlugin(new CamelCasePlugin()), options)).toEqual(all)
    expect(await pendingMigrations(db, options)).toEqual([])
  })

  test('are part of a transaction of the host, or are refused in it', async () => {
    const { db, options } = await openEmpty(engine)
    const undo = new Error('undo')
    const inside = db.transaction().execute(async (trx) => {
      await migrateToLatest(trx, options)
      expect(await pendingMigrations(trx, options)).toEqual([])
      throw undo
    })
    if (!dialectOf(db).supportsTransactionalDdl) await expect(inside).rejects.toThrow(TypeError)
    else await expect(inside).rejects.toBe(undo)
    expect(await pendingMigrations(db, options)).toEqual(all)
  })
})

describe('migrations from several processes', () => {
  test.each(engines.filter(({ name }) => name === 'node-sqlite'))('run once on $name', async (engine) => {
    const { path = '', options } = await openEmpty(engine)
    const results = await Promise.all(Array.from({ length: 4 }, () => runChild('migrate.ts', [path, options.prefix])))
    expect(results.toSorted()).toEqual(['0', '0', '0', String(all.length)])
  })
})

describe('a schema on PostgreSQL', () => {
  test.each(engines.filter(({ name }) => name === 'postgres' || name === 'pglite'))('is created and used on $name', async (engine) => {
    const { db, options } = await openEmpty(engine)
    const schema = `s${options.prefix}`.slice(0, -1)
    onTestFinished(async () => {
      await db.schema.dropSchema(schema).cascade().execute()
    })
    const inSchema = { ...options, schema }
    expect(await migrateToLatest(db, inSchema)).toEqual(all)
    expect(await pendingMigrations(db, inSchema)).toEqual([])
    expect(await pendingMigrations(db, options)).toEqual(all)
    const store = kyselyStore(db, inSchema)
    const event = await store.events.insert(buildEventDraft())
    expect(await store.events.getMany([event.id])).toEqual([event])
    expect(await migrateToLatest(db, options)).toEqual(all)
    expect(await kyselyStore(db, options).events.count({})).toBe(0)
  })

  test.each(engines.filter(({ name }) => name !== 'postgres' && name !== 'pglite'))('is refused on $name', async (engine) => {
    const { db } = await openEmpty(engine)
    expect(() => kyselyStore(db, { schema: 'other' })).toThrow(TypeError)
    await expect(migrateToLatest(db, { schema: 'other' })).rejects.toThrow(TypeError)
  })
})
