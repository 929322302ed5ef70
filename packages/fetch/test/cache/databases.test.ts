import { allowAll, type Calendar, createCalendar } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { countStatements, fixedClock } from '@kalends/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, type TestDatabase } from '../../../kysely/test/engines.ts'
import { createHandler, type Handler } from '../../src/index.ts'
import { now, toRequest } from '../support.ts'
import { concert } from './support.ts'

const open = async (engine: (typeof engines)[number]): Promise<TestDatabase> => {
  const database = await engine.open()
  onTestFinished(() => database.close())
  return database
}

/** A calendar in one of several processes. */
function serve(db: TestDatabase['db'], options: TestDatabase['options']): { calendar: Calendar; handler: Handler } {
  const calendar = createCalendar({ store: kyselyStore(db, options), clock: fixedClock(now) })
  return { calendar, handler: createHandler(calendar, { access: allowAll() }) }
}

const read = async (handler: Handler, path: string) => JSON.parse(await (await handler(toRequest('GET', path))).text())
const total = async (handler: Handler): Promise<number> => (await read(handler, '/events')).total

describe.each(engines)('cached responses on $name', (engine) => {
  test('ignore an open transaction, and change only if it commits', async () => {
    const { db, options } = await open(engine)
    const { calendar, handler } = serve(db, options)
    await calendar.events.create(concert)
    expect(await total(handler)).toBe(1)

    const undone = db.transaction().execute(async (trx) => {
      await calendar.using(kyselyStore(trx, options)).events.create(concert)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await total(handler)).toBe(1)

    await db.transaction().execute(async (trx) => {
      const inside = calendar.using(kyselyStore(trx, options))
      await inside.events.create(concert)
      expect((await inside.events.list()).total).toBe(2)
    })
    expect(await total(handler)).toBe(2)
  })

  test('take one statement for a list or a record, and uncached ones at most seven', async () => {
    const { db, options } = await open(engine)
    const counter = countStatements(db)
    const { calendar, handler } = serve(db, options)
    const linked = (index: number) => ({
      venues: { name: `V${index}` },
      organizers: { name: `O${index}` },
      categories: [`C${index}`],
      tags: ['T'],
    })
    let size = 0
    for (const next of [1, 35, 100]) {
      await calendar.transaction(async (tx) => {
        for (; size < next; size++) await tx.events.create({ ...concert, ...linked(size) })
      })
      // A read would otherwise do it, because there are more than 500 rows.
      await kyselyStore(db, options).log.number()
      const statements: Record<string, readonly [cold: number, warm: number]> = {}
      for (const path of [
        '/events',
        '/events?per_page=100',
        '/events/1',
        '/events/by-slug/concert',
        '/venues',
        '/organizers',
        '/categories',
        '/tags',
      ]) {
        const ask = async () => (await counter.during(() => handler(toRequest('GET', path)))).statements.length
        statements[path] = [await ask(), await ask()]
      }
      // A page that is not full implies the total.
      const total = (perPage: number, records: number): number => (records < perPage ? 0 : 1)
      // PostgreSQL sets the time limit of a counted total in a statement of its own; SQLite first queries where its first part ends.
      const counted = engine.dialect === 'mysql' ? 1 : 2
      // The first request after a write reads what was written.
      const followed = size === 1 ? 0 : 1
      // All 35 events of the page have been encoded for the page of a hundred: the ids and the total are read.
      const isJoined = size === 100
      expect(statements).toEqual({
        '/events': [followed + (isJoined ? 3 : 5 + total(35, size)), 1],
        // Another page of a list that was just counted.
        '/events?per_page=100': [5, 1],
        // The event was encoded for the lists.
        '/events/1': [1, 1],
        '/events/by-slug/concert': [5, 1],
        '/venues': [2 + counted * total(35, size), 1],
        '/organizers': [2 + counted * total(35, size), 1],
        '/categories': [3 + total(35, size), 1],
        '/tags': [3, 1],
      })
    }
  })
})

describe.each(engines.filter(({ isShared }) => isShared))('cached responses of several processes on $name', (engine) => {
  test('agree within one request after a commit', async () => {
    const database = await open(engine)
    const here = serve(database.db, database.options)
    const there = serve(await database.another(), database.options)
    for (let round = 1; round <= 20; round++) {
      const [writer, reader] = round % 2 === 0 ? [here, there] : [there, here]
      const { id } = await writer.calendar.events.create(concert)
      expect([await total(reader.handler), await total(writer.handler)]).toEqual([round, round])
      await reader.calendar.events.update(id, { title: `Round ${round}` })
      for (const { handler } of [writer, reader]) expect((await read(handler, `/events/${id}`)).title).toBe(`Round ${round}`)
    }
  })

  test('contain an event whose transaction began before other writes and committed after them', async () => {
    const database = await open(engine)
    const here = serve(database.db, database.options)
    const { id } = await here.calendar.events.create(concert)
    const other = await here.calendar.events.create({ ...concert, title: 'Other' })
    // Only as many events as these are worth a question what was written.
    await here.calendar.events.createMany(Array.from({ length: 38 }, () => concert))
    const readBoth = async (): Promise<readonly unknown[]> => {
      const { events } = await read(here.handler, '/events?per_page=40')
      return [...events.slice(0, 2), await read(here.handler, `/events/${id}`)].map(({ title }) => title)
    }
    expect(await readBoth()).toEqual(['Concert', 'Other', 'Concert'])
    const elsewhere = await database.another()
    await elsewhere.transaction().execute(async (trx) => {
      await here.calendar.using(kyselyStore(trx, database.options)).events.update(id, { title: 'Late' })
      // SQLite has one writer at a time.
      if (engine.name !== 'node-sqlite') await here.calendar.events.update(other.id, { title: 'Early' })
      expect((await readBoth())[0]).toBe('Concert')
    })
    expect(await readBoth()).toEqual(['Late', engine.name === 'node-sqlite' ? 'Other' : 'Early', 'Late'])
  })

  test('ignore an open transaction of another process', async () => {
    const database = await open(engine)
    const here = serve(database.db, database.options)
    await here.calendar.events.create(concert)
    const elsewhere = await database.another()
    await elsewhere.transaction().execute(async (trx) => {
      await here.calendar.using(kyselyStore(trx, database.options)).events.create(concert)
      for (let again = 0; again < 2; again++) expect(await total(here.handler)).toBe(1)
    })
    expect(await total(here.handler)).toBe(2)
  })
})
