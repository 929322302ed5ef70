import { failingStore } from '@kalends/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { engines, type TestDatabase } from '../engines.ts'
import { tables } from '../tables.ts'
import { eventInput, outcomeOf } from './outcomes.ts'
import { calendarOver } from './servers.ts'

/** The number of rows of each table, read without the store. Locks are no content: numbering the log may add one at any time. */
async function countRows({ db, options }: TestDatabase): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    if (table === 'name_locks') continue
    const { rows } = await sql<{ total: unknown }>`select count(*) as total from ${sql.table(options.prefix + table)}`.execute(db)
    counts[table] = Number(rows[0]?.total)
  }
  return counts
}

const nested = {
  ...eventInput('Choir'),
  venues: [{ name: 'Town hall' }, { name: 'Church' }],
  organizers: [{ name: 'Ada' }, { name: 'Ben' }],
  categories: ['Music', 'Singing'],
  tags: ['free'],
}

describe.each(engines)('whichever call of the store fails, nothing is changed on $name:', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  /**
   * Runs the work with a failure at its first call of the store, then at its second, and so on, until it makes fewer calls.
   * @returns the number of calls of the work
   */
  async function failAtEach(work: (calendar: ReturnType<typeof calendarOver>) => Promise<unknown>): Promise<number> {
    const before = await countRows(database)
    for (let failAt = 1; ; failAt++) {
      const failure = new Error(`call ${failAt} fails`)
      const store = failingStore(kyselyStore(database.db, database.options), { failAt, error: failure })
      const calendar = calendarOver(store)
      const reported: string[] = []
      for (const kind of ['event', 'venue', 'organizer', 'category', 'tag'] as const)
        calendar.on(`${kind}.created`, ({ name }) => void reported.push(name))
      const result = await work(calendar).then(
        () => 'done',
        (error: unknown) => error,
      )
      if (store.calls() < failAt) {
        expect(result).toBe('done')
        return store.calls()
      }
      expect(result).toBe(failure)
      expect(reported).toEqual([])
      expect(await countRows(database)).toEqual(before)
    }
  }

  test('creating an event with new venues, organizers, categories and tags', async () => {
    await database.clear()
    const calls = await failAtEach((calendar) => calendar.events.create(nested))
    expect(calls).toBeGreaterThan(14)
    expect(await countRows(database)).toMatchObject({ events: 1, venues: 2, organizers: 2, terms: 3, event_terms: 3 })
  })

  test('importing a chunk of events with new linked records', async () => {
    await database.clear()
    const inputs = [nested, { ...nested, venues: { name: 'Park' } }, { ...nested, tags: ['free', 'new'] }]
    await failAtEach((calendar) => calendar.events.createMany(inputs))
    expect(await countRows(database)).toMatchObject({ events: 3, venues: 3, organizers: 2, terms: 4, changes: 12 })
  })

  test('several calls in one transaction', async () => {
    await database.clear()
    const { id } = await calendarOver(kyselyStore(database.db, database.options)).events.create({ ...nested, title: 'Concert' })
    await failAtEach((calendar) =>
      calendar.transaction(async (tx) => {
        await tx.events.update(id, { ...nested, venues: [{ name: 'Park' }] })
        await tx.venues.create({ name: 'Barn' })
        await tx.events.trash(id)
      }),
    )
  })

  test('deleting a record that many events link', async () => {
    await database.clear()
    const calendar = calendarOver(kyselyStore(database.db, database.options))
    const { id } = await calendar.venues.create({ name: 'Town hall' })
    for (const title of ['One', 'Two', 'Three']) await calendar.events.create({ ...eventInput(title), venues: id })
    await failAtEach((failing) => failing.venues.delete(id))
    expect(await countRows(database)).toMatchObject({ events: 3, venues: 0, event_venues: 0 })
  })

  test('creating an event of which only the last organizer is invalid', async () => {
    await database.clear()
    const calendar = calendarOver(kyselyStore(database.db, database.options))
    await calendar.events.create(nested)
    const before = await countRows(database)
    const given = { ...nested, venues: [{ name: 'Park' }], organizers: [{ name: 'Cleo' }, { id: 987_654 }], tags: ['new'] }
    expect(await outcomeOf(calendar.events.create(given))).toBe('invalid_input')
    expect(await countRows(database)).toEqual(before)
  })
})

/** Here statements fail instead of calls of the store: the rollback must also undo the first statements of a call. */
describe.each(engines)('creating an event on $name', (engine) => {
  test('changes nothing, whichever statement fails', async () => {
    let left = Number.POSITIVE_INFINITY
    const failure = new Error('this statement fails')
    const log = ({ query }: { readonly query: { readonly sql: string } }): void => {
      if (/^(?:begin|commit|rollback|set transaction|start transaction|pragma)\b/.test(query.sql)) return
      if (left-- === 1) throw failure
    }
    const database = await engine.open({ log })
    try {
      const calendar = calendarOver(kyselyStore(database.db, database.options))
      const before = await countRows(database)
      let failAt = 1
      for (; ; failAt++) {
        left = failAt
        const error = await calendar.events.create(nested).catch((reason: unknown) => reason)
        const isDone = left > 0
        left = Number.POSITIVE_INFINITY
        if (isDone) break
        expect(error).toBe(failure)
        expect(await countRows(database)).toEqual(before)
      }
      expect(failAt).toBeGreaterThan(20)
      expect(await countRows(database)).toMatchObject({ events: 1, venues: 2, organizers: 2, terms: 3 })
    } finally {
      await database.close()
    }
  })
})

describe.each(engines.filter(({ name }) => name === 'postgres' || name === 'pglite'))('a commit that fails on $name', (engine) => {
  test('changes nothing, and calls no listener', async () => {
    const database = await engine.open()
    const refuse = sql.table(`${database.options.prefix}refuse`)
    try {
      await sql`create function ${refuse}() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
        database.db,
      )
      await sql`create constraint trigger refuse after insert on ${sql.table(`${database.options.prefix}events`)}
        deferrable initially deferred for each row execute function ${refuse}()`.execute(database.db)
      const calendar = calendarOver(kyselyStore(database.db, database.options))
      let reported = 0
      calendar.on('event.created', () => void reported++)
      const before = await countRows(database)
      await expect(calendar.events.create(nested)).rejects.toThrow('refused')
      expect([reported, await countRows(database)]).toEqual([0, before])
    } finally {
      await sql`drop function if exists ${refuse} cascade`.execute(database.db)
      await database.close()
    }
  })
})
