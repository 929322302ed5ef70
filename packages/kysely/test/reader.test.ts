import { type Calendar, type CalendarStore, createCalendar } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { nodeSqliteDialect } from '../src/node-sqlite.ts'
import { engines, type TestDatabase } from './engines.ts'
import { statementLog } from './statements.ts'

const times = { startDate: '2026-05-31 19:30:00', endDate: '2026-05-31 21:00:00' }
const choir = { title: 'Choir', ...times, venues: { name: 'Hall' }, categories: ['Music'] }

describe.each(engines.filter(({ isShared }) => isShared))('a store with a reader on $name', (engine) => {
  const [written, read] = [statementLog(), statementLog()]
  let database: TestDatabase
  let reader: Kysely<unknown>
  let store: CalendarStore
  let calendar: Calendar

  /** The number of statements that the main Kysely and the reader received. */
  async function sent(work: () => Promise<unknown>): Promise<readonly [number, number]> {
    const { result: inside, statements } = await written.during(() => read.during(work))
    return [statements.length, inside.statements.length]
  }

  beforeAll(async () => {
    database = await engine.open({ log: written.log })
    reader = await database.another({ log: read.log })
    store = kyselyStore(database.db, { ...database.options, reader })
    calendar = createCalendar({ store, clock: fixedClock('2026-05-01T12:00:00Z') })
    await calendar.events.create(choir)
  })
  afterAll(() => database.close())

  test.each<[string, () => Promise<unknown>]>([
    ['a list', () => calendar.events.list()],
    ['a list of terms with their counts', () => calendar.categories.list()],
    ['a record', () => calendar.events.get('choir')],
    ['records by id', () => store.events.getMany([1])],
    [
      'an iteration over all records',
      async () => {
        for await (const { name } of calendar.venues.each()) expect(name).toBe('Hall')
      },
    ],
    ['a total', () => store.events.count({})],
    ['counts by link', () => store.countByLink('venueIds', [1], {})],
    ['a revision', async () => store.revision(0)],
  ])('reads %s from the reader', async (_name, work) => {
    const [atMain, atReader] = await sent(work)
    expect([atMain, atReader > 0]).toEqual([0, true])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a creation', () => calendar.events.create(choir)],
    ['an update', () => calendar.events.update('choir', { title: 'Choir evening' })],
    ['a move to the trash', () => calendar.events.trash('choir-2')],
    ['a deletion', () => calendar.venues.delete('hall')],
    ['a transaction, including its reads', () => calendar.transaction((tx) => tx.events.list())],
    ['a calendar whose store has no reader', () => calendar.using(kyselyStore(database.db, database.options)).events.list()],
    [
      "the host's own transaction",
      () => database.db.transaction().execute((trx) => kyselyStore(trx, { ...database.options, reader }).events.count({})),
    ],
  ])('uses the main Kysely for %s', async (_name, work) => {
    const [atMain, atReader] = await sent(work)
    expect([atMain > 0, atReader]).toEqual([true, 0])
  })

  test('pings the main Kysely and the reader, with one statement each', async () => {
    const asked: string[] = []
    const first = await database.another({ log: () => void asked.push('main') })
    const second = await database.another({ log: () => void asked.push('reader') })
    const both = createCalendar({ store: kyselyStore(first, { ...database.options, reader: second }) })
    await both.ping()
    asked.length = 0
    await both.ping()
    expect(asked.toSorted()).toEqual(['main', 'reader'])
    await first.destroy()
    await expect(both.ping()).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('fails its ping while the reader is unavailable', async () => {
    const second = await database.another()
    const both = createCalendar({ store: kyselyStore(database.db, { ...database.options, reader: second }) })
    await both.ping()
    await second.destroy()
    await expect(both.ping()).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('refuses a reader that is a transaction', () =>
    reader.transaction().execute(async (trx) => {
      expect(() => kyselyStore(database.db, { reader: trx })).toThrow('reader must not be a transaction')
    }))

  test('refuses a reader that is another engine', async () => {
    const other = new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:') })
    if (engine.name !== 'node-sqlite') expect(() => kyselyStore(database.db, { reader: other })).toThrow('reader must be a replica')
    await other.destroy()
  })

  test('has the same revision as another store as soon as a write is committed', async () => {
    const another = kyselyStore(await database.another(), database.options)
    const before = await another.revision(0)
    await calendar.events.create(choir)
    const after = await another.revision(0)
    expect(after.token).not.toBe(before.token)
    expect(await store.revision(0)).toEqual(after)
  })
})
