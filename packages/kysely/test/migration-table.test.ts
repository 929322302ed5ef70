import { type Calendar, createCalendar } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore, migrateToLatest, pendingMigrations } from '../src/index.ts'
import { engines, type OpenOptions, postgresUrl, quietPool, type TestDatabase, type TestEngine } from './engines.ts'
import { statementLog } from './statements.ts'

async function opened(engine: TestEngine, options?: OpenOptions): Promise<TestDatabase> {
  const database = await engine.open(options)
  onTestFinished(() => database.close())
  return database
}

const calendarOver = ({ db, options }: Pick<TestDatabase, 'db' | 'options'>): Calendar =>
  createCalendar({ store: kyselyStore(db, options), clock: fixedClock('2026-05-01T12:00:00Z') })

/** Corrects the event counts. @returns how many were wrong */
const recounted = async (db: TestDatabase['db'], options: TestDatabase['options']): Promise<number> =>
  (await calendarOver({ db, options }).maintenance.recount()).changed

const concert = (title: string) => ({
  title,
  startDate: '2026-06-01 19:30',
  endDate: '2026-06-01 21:00',
  categories: 'Music',
  tags: 'Free, Loud',
})

/** The totals that come from event counts. */
async function totals({ events, categories, tags }: Calendar) {
  const { total } = await events.list({ perPage: 1 })
  const counts = [...(await categories.list()).items, ...(await tags.list()).items]
  const byCategory = await events.counts({ by: 'category', startsFrom: '1900-01-01' })
  return [total, ...[...counts, ...byCategory].map(({ count }) => count)]
}

describe.each(engines.filter(({ isShared }) => isShared))('the migration table on $name', (engine) => {
  test('is refused by migrations and by the first use of a store if a newer version has written it', async () => {
    const { another, db, options } = await opened(engine)
    const migrationTable = sql.table(`${options.prefix}migration`)
    await sql`insert into ${migrationTable} (name, hash, at_ms) values ('9999-later', 'later', 0)`.execute(db)
    const older = await another()
    const calendar = calendarOver({ db: older, options })
    const uses: readonly (() => Promise<unknown>)[] = [
      () => migrateToLatest(older, options),
      () => pendingMigrations(older, options),
      () => recounted(older, options),
      () => calendar.events.list({}),
      () => calendar.events.create(concert('Choir')),
      async () => kyselyStore(older, options).revision(0),
      () => older.transaction().execute((trx) => kyselyStore(trx, options).venues.count({})),
    ]
    for (const use of uses) await expect(use()).rejects.toThrow('migrated by a newer version of @kalends/kysely, with 9999-later')
    await sql`delete from ${migrationTable} where name = '9999-later'`.execute(db)
    expect((await calendar.events.create(concert('Choir'))).version).toBe(1)
  })

  test.each([
    ['with another hash', (migrationTable: RawBuilder<unknown>) => sql`update ${migrationTable} set hash = 'another'`],
    ['without hashes', (migrationTable: RawBuilder<unknown>) => sql`alter table ${migrationTable} drop column hash`],
  ])('is refused with advice if a development version has written it %s', async (_name, change) => {
    const { another, db, options } = await opened(engine)
    await change(sql.table(`${options.prefix}migration`)).execute(db)
    const older = await another()
    const uses: readonly (() => Promise<unknown>)[] = [
      () => migrateToLatest(older, options),
      () => pendingMigrations(older, options),
      () => kyselyStore(older, options).events.count({}),
    ]
    for (const use of uses) await expect(use()).rejects.toThrow('drop these tables, or delete the database file, and start again')
  })

  test('makes the first write ask for the migrations if one is missing', async () => {
    const { another, db, options } = await opened(engine)
    await sql`delete from ${sql.table(`${options.prefix}migration`)} where name = '0001-initial'`.execute(db)
    const calendar = calendarOver({ db: await another(), options })
    await expect(calendar.venues.create({ name: 'Hall' })).rejects.toThrow('call migrateToLatest(db) first')
  })

  test('is read once for a Kysely instance, its transactions included', async () => {
    const log = statementLog()
    const { another, options } = await opened(engine)
    const db = await another({ log: log.log })
    const use = async (): Promise<void> => {
      await kyselyStore(db, options).events.count({})
      await db.transaction().execute((trx) => kyselyStore(trx, options).events.count({}))
      await kyselyStore(db, options).revision(0)
    }
    const reads = async () => (await log.during(use)).statements.filter((text) => /_migration\b/.test(text)).length
    expect([await reads(), await reads()]).toEqual([1, 0])
  })
})

describe.each(engines)('event counts on $name', (engine) => {
  test('are corrected by a recount, which also changes the revision', async () => {
    const { db, options } = await opened(engine)
    const calendar = calendarOver({ db, options })
    for (const title of ['A', 'B', 'C']) await calendar.events.create(concert(title))
    await calendar.events.create({ ...concert('Hidden'), hidden: true })
    await calendar.events.create({ ...concert('Past'), startDate: '1950-03-01 10:00', endDate: '1950-03-01 11:00', status: 'draft' })
    const before = await totals(calendar)
    expect(await recounted(db, options)).toBe(0)
    const counts = sql.table(`${options.prefix}event_counts`)
    await sql`update ${counts} set events = events + 5 where kind = 'tag'`.execute(db)
    await sql`delete from ${counts} where kind in ('category', 'categoryPeriod')`.execute(db)
    const { token } = await kyselyStore(db, options).revision(0)
    expect(await totals(calendar)).not.toEqual(before)
    const found = await calendar.maintenance.recount({ dryRun: true })
    expect(found).toMatchObject({ checked: 5, findings: [{ problem: 'wrong_count', kind: 'event', count: found.changed, records: [] }] })
    expect(await totals(calendarOver({ db, options }))).not.toEqual(before)
    expect(found.changed).toBeGreaterThan(2)
    expect(await recounted(db, options)).toBe(found.changed)
    expect(await totals(calendarOver({ db, options }))).toEqual(before)
    expect((await kyselyStore(db, options).revision(0)).token).not.toBe(token)
    expect(await recounted(db, options)).toBe(0)
  })

  test('are compared with the events by each call of migrateToLatest, and corrected', async () => {
    const { db, options } = await opened(engine)
    const calendar = calendarOver({ db, options })
    for (const title of ['A', 'B', 'C']) await calendar.events.create(concert(title))
    const before = await totals(calendar)
    // As if an older version, which maintains no counts, had written the events.
    await sql`delete from ${sql.table(`${options.prefix}event_counts`)}`.execute(db)
    expect(await migrateToLatest(db, options)).toEqual([])
    expect(await totals(calendarOver({ db, options }))).toEqual(before)
  })
})

describe.each(engines.filter(({ address }) => address !== undefined))('a recount on $name', (engine) => {
  test('may run several times at once, and while others write', async () => {
    const { another, db, options } = await opened(engine)
    const calendar = calendarOver({ db, options })
    for (const title of ['A', 'B', 'C']) await calendar.events.create(concert(title))
    await sql`delete from ${sql.table(`${options.prefix}event_counts`)}`.execute(db)
    const others = await Promise.all([another(), another()])
    const writers = Array.from({ length: 30 }, (_, index) => calendar.events.create(concert(`W ${index}`)))
    await Promise.all([...others.map((other) => recounted(other, options)), ...writers])
    expect(await totals(calendarOver({ db, options }))).toEqual([33, 33, 33, 33, 33])
    expect(await recounted(db, options)).toBe(0)
  })
})

describe.each(engines.filter(({ isShared }) => isShared))('a dry run on $name', (engine) => {
  test('does not wait while another process recounts', async () => {
    const { another, db, options } = await opened(engine)
    const calendar = calendarOver({ db, options })
    await calendar.events.create(concert('A'))
    const other = await another()
    const found = await other.transaction().execute(async (trx) => {
      await (engine.dialect === 'mysql' ? sql`select get_lock('kalends_migration', 60)`.execute(trx) : recounted(trx, options))
      const dryRun = await calendar.maintenance.recount({ dryRun: true })
      if (engine.dialect === 'mysql') await sql`select release_lock('kalends_migration')`.execute(trx)
      return dryRun
    })
    expect(found).toMatchObject({ checked: 1, changed: 0 })
  })
})

describe.each(engines.filter(({ name }) => name === 'postgres'))('a database of $name', () => {
  test.each(['LATIN1', 'SQL_ASCII'])('is refused with the encoding %s by migrations and by the first use of a store', async (encoding) => {
    const connect = (connectionString: string) =>
      new Kysely<unknown>({ dialect: new PostgresDialect({ pool: quietPool({ connectionString, max: 1 }) }) })
    const name = `kalends_${encoding.toLowerCase()}_${process.pid}`
    const server = connect(postgresUrl)
    onTestFinished(() => server.destroy())
    await sql`create database ${sql.id(name)} encoding ${sql.lit(encoding)} lc_collate 'C' lc_ctype 'C' template template0`.execute(server)
    onTestFinished(async () => {
      await sql`drop database ${sql.id(name)} with (force)`.execute(server)
    })
    const address = new URL(postgresUrl)
    address.pathname = name
    const db = connect(address.href)
    await expect(migrateToLatest(db)).rejects.toThrow(`The database has the encoding ${encoding}`)
    await expect(kyselyStore(db).events.count({})).rejects.toThrow(`The database has the encoding ${encoding}`)
    await db.destroy()
  })
})
