import { buildEventDraft } from '@kalends/testing'
import { CamelCasePlugin, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { quarterOf } from '../src/events/by-quarters.ts'
import { kyselyStore, type MigrationProgress, migrateToLatest, migrationSql, pendingMigrations } from '../src/index.ts'
import { runChild } from './children/run.ts'
import { engines, type OpenOptions, type TestDatabase, type TestEngine } from './engines.ts'
import { columnsOf, describeSchema, dialectName } from './schema.ts'

const all = ['0001-initial', '0002-orders', '0003-quarters', '0004-event-counts', '0005-name-locks', '0006-authors', '0007-changes']

async function openEmpty(engine: TestEngine, options?: OpenOptions): Promise<TestDatabase> {
  const database = await engine.openEmpty(options)
  onTestFinished(() => database.close())
  return database
}

async function runText({ db }: TestDatabase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Columns that the engine assigns or generates. */
const notCopied = new Set(['id', 'start_quarter'])

/** Copies the rows of a table into one that may lack columns, if it exists at all. Ids are assigned again. */
async function copyRows(from: TestDatabase, to: TestDatabase, name: string): Promise<void> {
  const columns = await columnsOf(to.db, to.options.prefix + name)
  if (columns.length === 0) return
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(from.options.prefix + name)} order by 1`.execute(from.db)
  for (const row of rows) {
    const known = columns.filter((column) => !notCopied.has(column) && column in row)
    const [names, values] = [known.map((column) => sql.ref(column)), known.map((column) => row[column])]
    await sql`insert into ${sql.table(to.options.prefix + name)} (${sql.join(names)}) values (${sql.join(values)})`.execute(to.db)
  }
}

/** The sums of the stored event counts. */
async function tallied({ db, options }: TestDatabase): Promise<readonly string[]> {
  const table = sql.table(`${options.prefix}event_counts`)
  const { rows } = await sql<Record<string, unknown>>`
    select kind, counted_id, status, sum(events) as events from ${table} group by kind, counted_id, status`.execute(db)
  return rows.map((row) => Object.values(row).join(' ')).sort()
}

describe.each(engines)('migrations on $name', { timeout: 60_000 }, (engine) => {
  test('run once, and are pending until then', async () => {
    const { db, options } = await openEmpty(engine)
    expect(await pendingMigrations(db, options)).toEqual(all)
    expect(await pendingMigrations(db, options)).toEqual(all)
    expect(await migrateToLatest(db, options)).toEqual(all)
    expect(await pendingMigrations(db, options)).toEqual([])
    expect(await migrateToLatest(db, options)).toEqual([])
  })

  test('are asked for by name where they were forgotten, and nothing is lost when they come', async () => {
    const { db, options } = await openEmpty(engine)
    const store = kyselyStore(db, options)
    const calls = [() => store.events.count({}), () => store.events.insert(buildEventDraft()), () => store.revision(0)]
    for (const call of calls) await expect(call()).rejects.toThrow('call migrateToLatest(db) first')
    await migrateToLatest(db, options)
    await store.events.insert(buildEventDraft())
    expect(await store.events.count({})).toBe(1)
  })

  test('say how far they are: before each statement and after the last, and nothing where there is nothing to do', async () => {
    const { db, options } = await openEmpty(engine)
    const told: MigrationProgress[] = []
    const onProgress = (progress: MigrationProgress): void => void told.push(progress)
    await migrateToLatest(db, { ...options, onProgress })
    const total = told.at(-1)?.total ?? 0
    expect(told.map(({ done }) => done)).toEqual(Array.from({ length: total + 1 }, (_, i) => i))
    expect([...new Set(told.map(({ migration }) => migration))]).toEqual(all)
    expect(told.every((progress) => progress.total === total)).toBe(true)
    await migrateToLatest(db, { ...options, onProgress })
    expect(told).toHaveLength(total + 1)
  })

  test('run once, however many start at the same time', async () => {
    const database = await openEmpty(engine)
    const connections = engine.isShared
      ? await Promise.all(Array.from({ length: 8 }, () => database.another()))
      : Array(8).fill(database.db)
    const results = await Promise.all(connections.map((db) => migrateToLatest(db, database.options)))
    expect(results.flat()).toEqual(all)
    expect(await kyselyStore(database.db, database.options).events.count({})).toBe(0)
  })

  test('can be printed, and run as text', async () => {
    const [migrated, printed] = [await openEmpty(engine), await openEmpty(engine)]
    await migrateToLatest(migrated.db, migrated.options)
    await runText(printed, migrationSql(dialectName(printed.db), printed.options))
    expect(await describeSchema(printed)).toEqual(await describeSchema(migrated))
    expect(await pendingMigrations(printed.db, printed.options)).toEqual([])
    expect(await migrateToLatest(printed.db, printed.options)).toEqual([])
  })

  test('go on after a kill behind any statement', async () => {
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

  test.each(all)('bring tables of the state after %s up to date, and keep what is stored', async (name) => {
    const [whole, older] = [await openEmpty(engine), await openEmpty(engine)]
    await migrateToLatest(whole.db, whole.options)
    const statements = migrationSql(dialectName(older.db), older.options)
    await runText(older, statements.slice(0, statements.findIndex((text) => text.includes(`'${name}'`)) + 1))
    const events = await kyselyStore(whole.db, whole.options).transaction(async (tx) => [
      await tx.events.insert(buildEventDraft({ venueIds: [5], categoryIds: [7], tagIds: [8, 9] }, 1)),
      // Its instants do not match its wall times.
      await tx.events.insert(buildEventDraft({ startMs: 0, endMs: 0 }, 2)),
      await tx.events.insert(buildEventDraft({ startLocal: '1969-12-31T23:00:00', endLocal: '1969-12-31T23:30:00', categoryIds: [7] }, 3)),
      await tx.events.insert(buildEventDraft({ hidden: true, categoryIds: [7] }, 4)),
    ])
    for (const name of ['events', 'event_venues', 'event_terms', 'event_counts']) await copyRows(whole, older, name)
    const store = kyselyStore(older.db, older.options)
    const table = sql.table(`${older.options.prefix}events`)
    if (name === '0001-initial') await sql`update ${table} set span_class = 0`.execute(older.db)
    expect(await migrateToLatest(older.db, older.options)).toEqual(all.slice(all.indexOf(name) + 1))
    expect(await describeSchema(older)).toEqual(await describeSchema(whole))
    const found = await store.events.getMany(events.map(({ id }) => id))
    expect(found.toSorted((a, b) => a.id - b.id)).toEqual(events)
    const { rows } = await sql<Record<string, unknown>>`select span_class, start_quarter, start_wall from ${table} order by id`.execute(
      older.db,
    )
    expect(rows.slice(0, 2).map(({ span_class }) => Number(span_class))).toEqual([0, 5])
    expect(rows.map(({ start_quarter }) => Number(start_quarter))).toEqual(rows.map(({ start_wall }) => quarterOf(Number(start_wall))))
    expect(await tallied(older)).toEqual(await tallied(whole))
  })

  test('do not touch tables of another prefix', async () => {
    const { db, options } = await openEmpty(engine)
    await migrateToLatest(db, options)
    expect(await pendingMigrations(db, { prefix: `x${options.prefix}` })).toEqual(all)
  })

  test("leave the host's plugins out", async () => {
    const { db, options } = await openEmpty(engine)
    expect(await migrateToLatest(db.withPlugin(new CamelCasePlugin()), options)).toEqual(all)
    expect(await pendingMigrations(db, options)).toEqual([])
  })

  test('take part in a transaction of the host, or refuse to', async () => {
    const { db, options } = await openEmpty(engine)
    const undo = new Error('undo')
    const inside = db.transaction().execute(async (trx) => {
      await migrateToLatest(trx, options)
      expect(await pendingMigrations(trx, options)).toEqual([])
      throw undo
    })
    if (dialectName(db) === 'mysql') await expect(inside).rejects.toThrow(TypeError)
    else await expect(inside).rejects.toBe(undo)
    expect(await pendingMigrations(db, options)).toEqual(all)
  })
})

describe('migrations from several processes', () => {
  test.each(engines.filter(({ name }) => name === 'node-sqlite'))('run once on $name', { timeout: 60_000 }, async (engine) => {
    const { path = '', options } = await openEmpty(engine)
    const results = await Promise.all(Array.from({ length: 4 }, () => runChild('migrate.ts', [path, options.prefix])))
    expect(results.toSorted()).toEqual(['0', '0', '0', String(all.length)])
  })
})

describe('a schema on PostgreSQL', () => {
  test.each(engines.filter(({ name }) => name === 'postgres' || name === 'pglite'))('is made and used on $name', async (engine) => {
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
