import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { skipWithout } from '../skip-without.ts'
import { eventInput, outcomeOf, succeedsSoon, until } from './outcomes.ts'
import { openProxy } from './proxy.ts'
import { calendarOver, connectCalendar, connectionId, openDatabase, servers } from './servers.ts'

// A connection error without a listener would end the process; vitest reports it as a failure of the run.

skipWithout(servers)

describe.each(servers)('a connection that $name ends', (server) => {
  test('is replaced for the next calls if it was unused', async () => {
    const database = await openDatabase(server.engine)
    const lost: Error[] = []
    const { db, calendar } = connectCalendar(server, database, { size: 1, onConnectionError: (error) => lost.push(error) })
    const id = await connectionId(server, db)
    await server.terminate(id).execute(database.db)
    await succeedsSoon(() => calendar.events.list({}))
    expect(await connectionId(server, db)).not.toBe(id)
    expect(lost.length).toBeGreaterThan(0)
  })

  test('is replaced for the next calls together with all others of an unused pool', async () => {
    const database = await openDatabase(server.engine)
    const { db, calendar } = connectCalendar(server, database, { size: 3 })
    const ids = await Promise.all([0, 1, 2].map(() => db.connection().execute((one) => connectionId(server, one))))
    for (const id of new Set(ids)) await server.terminate(id).execute(database.db)
    await succeedsSoon(() => Promise.all([0, 1, 2].map(() => calendar.events.list({}))))
  })

  test('makes the call unavailable and changes nothing if a statement was running', async () => {
    const database = await openDatabase(server.engine)
    const { calendar, db } = connectCalendar(server, database, { size: 1 })
    const { id } = await calendar.events.create(eventInput('Choir'))
    const busy = await connectionId(server, db)
    let outcome: Promise<string> | undefined
    await database.db.transaction().execute(async (trx) => {
      await sql`update ${sql.table(`${database.options.prefix}events`)} set version = version where id = ${id}`.execute(trx)
      outcome = outcomeOf(calendar.events.update(id, { title: 'Concert' }))
      await until(async () => {
        const { rows } = await server.waiting(database.options.prefix).execute(database.db)
        return rows.some((row) => Number(row.id) === busy) ? true : undefined
      })
      await server.terminate(busy).execute(database.db)
      expect(await outcome).toBe('unavailable')
    })
    expect((await calendar.events.get(id)).title).toBe('Choir')
    await calendar.events.update(id, { title: 'Opera' })
    expect(await calendar.events.get(id)).toMatchObject({ title: 'Opera', version: 2 })
  })

  test('undoes the whole transaction in which it was lost', async () => {
    const database = await openDatabase(server.engine)
    const { calendar, db } = connectCalendar(server, database, { size: 1 })
    const id = await connectionId(server, db)
    let later: string | undefined
    let runs = 0
    const outcome = await outcomeOf(
      calendar.transaction(async (tx) => {
        runs++
        await tx.events.create({ ...eventInput('Choir'), venues: { name: 'Town hall' } })
        await server.terminate(id).execute(database.db)
        later = await outcomeOf(tx.events.create(eventInput('Concert')))
      }),
    )
    expect([outcome, later, runs]).toEqual(['unavailable', 'unavailable', 1])
    expect((await calendar.events.list({})).total).toBe(0)
    expect((await calendar.venues.list({})).total).toBe(0)
    await calendar.events.create(eventInput('Opera'))
  })

  test('undoes the transaction and calls no listener if it was lost before the commit', async () => {
    const database = await openDatabase(server.engine)
    const { calendar, db } = connectCalendar(server, database, { size: 1 })
    const id = await connectionId(server, db)
    let reported = 0
    calendar.on('event.created', () => void reported++)
    const outcome = await outcomeOf(
      calendar.transaction(async (tx) => {
        await tx.events.create(eventInput('Choir'))
        await server.terminate(id).execute(database.db)
      }),
    )
    expect([outcome, reported]).toEqual(['unavailable', 0])
    expect((await calendar.events.list({})).total).toBe(0)
  })

  test("fails the host's own transaction in which it was lost, and later calls succeed", async () => {
    const database = await openDatabase(server.engine)
    const { calendar, db } = connectCalendar(server, database, { size: 1 })
    const work = db.transaction().execute(async (trx) => {
      const inside = calendar.using(kyselyStore(trx, database.options))
      await inside.events.create(eventInput('Choir'))
      await server.terminate(await connectionId(server, trx)).execute(database.db)
      expect(await outcomeOf(inside.events.create(eventInput('Concert')))).toBe('unavailable')
      await inside.events.list({})
    })
    await expect(work).rejects.toThrow()
    expect((await calendar.events.list({})).total).toBe(0)
  })
})

describe.each(servers)('a network failure on the way to $name', (server) => {
  test('makes all calls unavailable until it is repaired', async () => {
    const database = await openDatabase(server.engine)
    const proxy = await openProxy(server.address)
    await proxy.close()
    const { calendar } = connectCalendar(server, database, { port: proxy.port })
    expect(await outcomeOf(calendar.events.list({}))).toBe('unavailable')
    expect(await outcomeOf(calendar.events.create(eventInput('Choir')))).toBe('unavailable')
    expect(await outcomeOf(calendar.transaction((tx) => tx.events.create(eventInput('Choir'))))).toBe('unavailable')
    await proxy.open()
    await succeedsSoon(() => calendar.events.create(eventInput('Choir')))
    expect((await calendar.events.list({})).total).toBe(1)
  })

  test('loses no acknowledged event and leaves none incomplete if it occurs during many writes', async () => {
    const database = await openDatabase(server.engine)
    const proxy = await openProxy(server.address)
    const { calendar } = connectCalendar(server, database, { port: proxy.port })
    const acknowledged: number[] = []
    const outcomes = new Set<string>()
    let attempts = 0
    let isOver = false
    const write = async (): Promise<void> => {
      while (!isOver) {
        const input = { ...eventInput(`Event ${++attempts}`), venues: { name: `Hall ${attempts}` }, categories: ['Music'] }
        const creating = calendar.events.create(input)
        outcomes.add(await outcomeOf(creating.then((event) => acknowledged.push(event.id))))
      }
    }
    const grown = (by: number) => {
      const goal = acknowledged.length + by
      return until(async () => (acknowledged.length >= goal ? true : undefined))
    }
    const writers = Array.from({ length: 8 }, write)
    await grown(20)
    proxy.cut()
    await grown(20)
    await proxy.close()
    expect(await outcomeOf(calendar.events.list({}))).toBe('unavailable')
    await proxy.open()
    await succeedsSoon(() => calendar.events.list({}))
    await grown(20)
    isOver = true
    await Promise.all(writers)

    expect([...outcomes].toSorted()).toEqual(['done', 'unavailable'])
    const page = { offset: 0, limit: 100_000, order: [{ key: 'id', direction: 'asc' }] } as const
    const stored = await kyselyStore(database.db, database.options).events.find({ filter: {}, ...page })
    const ids = new Set(stored.map((event) => event.id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    expect(stored.filter((event) => event.venueIds.length !== 1 || event.categoryIds.length !== 1)).toEqual([])
    expect(await kyselyStore(database.db, database.options).venues.count({})).toBe(stored.length)
  })

  test('makes waiting calls unavailable even if it causes no error, and later calls succeed', async () => {
    const database = await openDatabase(server.engine)
    const proxy = await openProxy(server.address)
    const { calendar } = connectCalendar(server, database, { port: proxy.port, acquireMs: 600, silenceMs: 600 })
    await calendar.events.create(eventInput('Choir'))
    proxy.freeze()
    expect(await outcomeOf(calendar.events.list({}))).toBe('unavailable')
    expect(await outcomeOf(calendar.events.create(eventInput('Concert')))).toBe('unavailable')
    proxy.thaw()
    await succeedsSoon(() => calendar.events.list({}))
    expect((await calendarOver(kyselyStore(database.db, database.options)).events.list({})).total).toBe(1)
  })
})
