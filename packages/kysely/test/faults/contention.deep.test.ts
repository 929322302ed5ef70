import { isCalendarError } from '@kalends/core'
import { type LogConfig, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { engines, type TestDatabase, type TestEngine } from '../engines.ts'
import { eventInput, outcomeOf, until } from './outcomes.ts'
import { calendarOver, connectCalendar, openDatabase, servers } from './servers.ts'

const isLong = process.env['KALENDS_LANE'] === 'long'
const isQuick = process.env['KALENDS_LANE'] === 'quick'
const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1)

/** Calendars over one database, each with its own connection if the engine has more than one. */
async function calendarsOver(engine: TestEngine, { db, options, another }: TestDatabase, count: number) {
  const connected = engine.isShared ? await Promise.all(upTo(count).map(() => another({ poolSize: 1 }))) : [db]
  return connected.map((one) => calendarOver(kyselyStore(one, options)))
}

/** The number of writes of each of 16 clients: fewer on PGlite, which is slow, and where one connection leaves little to test. */
function timesOn(engine: TestEngine): number {
  if (isQuick) return engine.name === 'pglite' ? 2 : 10
  return engine.name === 'pglite' && !isLong ? 5 : 50
}

/** Picks an entry of a list, in rotation. */
const turn = <T>(list: readonly T[], index: number): T => {
  const one = list[index % list.length]
  if (one === undefined) throw new Error('The list is empty.')
  return one
}

/** A caller who is told `unavailable`, because a write has lost three races on MariaDB or MySQL, sends it again, as the error says. */
const sentAgain = <T>(write: () => Promise<T>): Promise<T> =>
  write().catch((error: unknown) => {
    if (!isCalendarError(error, 'unavailable')) throw error
    return write()
  })

describe.each(engines)('many writers on $name', (engine) => {
  test('16 clients update one event many times each: versions have no gaps, and no field is lost', async () => {
    const each = timesOn(engine)
    const database = await openDatabase(engine)
    const calendars = await calendarsOver(engine, database, 4)
    const { id } = await turn(calendars, 0).events.create(eventInput('Choir'))
    // Each field has four clients, which write only that field. A write of a whole stale record would reset the other fields.
    const fields = ['title', 'description', 'excerpt', 'website'] as const
    const textOf = (field: string, client: number, times: number) =>
      field === 'website' ? `https://example.org/${client}/${times}` : `${client} times ${times}`
    const client = async (index: number): Promise<readonly number[]> => {
      const { events } = turn(calendars, index)
      const field = turn(fields, index)
      const versions: number[] = []
      for (const times of upTo(each)) {
        const written = await events.update(id, { [field]: textOf(field, index, times) })
        expect(written[field]).toBe(textOf(field, index, times))
        versions.push(written.version)
      }
      return versions
    }
    const versions = await Promise.all(upTo(16).map(client))
    expect(versions.flat().toSorted((a, b) => a - b)).toEqual(upTo(16 * each).map((version) => version + 1))
    for (const own of versions) expect(own).toEqual(own.toSorted((a, b) => a - b))
    const last = await turn(calendars, 0).events.get(id)
    expect(last.version).toBe(16 * each + 1)
    const lastOf = (field: string) => upTo(16).filter((index) => turn(fields, index) === field)
    for (const field of fields) expect(lastOf(field).map((index) => textOf(field, index, each))).toContain(last[field])
  })

  test('clients that check the version of the event lose no update', async () => {
    const database = await openDatabase(engine)
    const calendars = await calendarsOver(engine, database, 2)
    const { id } = await turn(calendars, 0).events.create({ ...eventInput('Choir'), description: '0' })
    const stale = new Error('Somebody else was faster.')
    const countUp = async (index: number): Promise<void> => {
      const { events } = turn(calendars, index)
      for (;;) {
        const seen = await events.get(id)
        const check = (current: typeof seen): void => {
          if (current.version !== seen.version) throw stale
        }
        try {
          await events.update(id, { description: String(Number(seen.description) + 1) }, { check })
          return
        } catch (error) {
          if (error !== stale) throw error
        }
      }
    }
    for (let round = 0; round < 3; round++) await Promise.all(upTo(8).map(countUp))
    expect(await turn(calendars, 0).events.get(id)).toMatchObject({ description: '24', version: 25 })
  })

  test('20 creations with the same title at once make 20 events with 20 slugs', async () => {
    const database = await openDatabase(engine)
    const calendars = await calendarsOver(engine, database, 5)
    for (const round of upTo(isLong ? 50 : isQuick ? 2 : 5)) {
      const input = { ...eventInput(`Choir ${round}`), categories: [`Music ${round}`] }
      const created = await Promise.all(upTo(20).map((index) => turn(calendars, index).events.create(input)))
      const suffixes = ['', ...upTo(19).map((index) => `-${index + 1}`)]
      expect(created.map(({ slug }) => slug).toSorted()).toEqual(suffixes.map((suffix) => `choir-${round}${suffix}`).toSorted())
      // All events have the same new category, which is created once.
      expect(new Set(created.flatMap(({ categories }) => categories.map(({ id }) => id))).size).toBe(1)
    }
  })

  test('concurrent imports and creations with the same title store every event, with a slug of its own', async () => {
    const database = await openDatabase(engine)
    const calendars = await calendarsOver(engine, database, 4)
    const input = { ...eventInput('Choir'), categories: ['Music'], venues: { name: 'Town hall' } }
    const reported: number[] = []
    for (const calendar of calendars) calendar.on('event.created', ({ after }) => void reported.push(after?.id ?? 0))
    const results = await Promise.all([
      ...upTo(4).map((index) =>
        turn(calendars, index).events.createMany(
          upTo(15).map(() => input),
          { chunkSize: 5 },
        ),
      ),
      ...upTo(20).map((index) => sentAgain(() => turn(calendars, index).events.create(input))),
    ])
    expect(results.slice(0, 4)).toEqual(Array(4).fill({ created: 15, updated: 0, unchanged: 0, skipped: 0 }))
    expect(new Set(reported).size).toBe(80)
    const { items } = await turn(calendars, 0).events.list({ ids: reported, perPage: 100 })
    expect([items.length, new Set(items.map(({ slug }) => slug)).size]).toEqual([80, 80])
    expect(new Set(items.flatMap(({ categories }) => categories.map(({ id }) => id))).size).toBe(1)
  })
})

describe.each(servers)('transactions that wait for each other on $name', (server) => {
  test('after a deadlock one of the two runs again as a whole, and listeners get each change once', async () => {
    const database = await openDatabase(server.engine)
    const { calendar } = connectCalendar(server, database, { size: 4 })
    const one = await calendar.events.create(eventInput('One'))
    const two = await calendar.events.create(eventInput('Two'))
    const reported: string[] = []
    calendar.on('event.updated', ({ after }) => void reported.push(`${after?.id}.${after?.version}`))
    let arrived = 0
    let meet = (): void => undefined
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    let runs = 0
    const crossing = (first: number, second: number, name: string) =>
      calendar.transaction(async (tx) => {
        runs++
        await tx.events.update(first, { description: name })
        if (++arrived === 2) meet()
        await met
        await tx.events.update(second, { description: name })
      })
    await Promise.all([crossing(one.id, two.id, 'there'), crossing(two.id, one.id, 'back')])
    expect(runs).toBe(3)
    expect(reported.toSorted()).toEqual([`${one.id}.2`, `${one.id}.3`, `${two.id}.2`, `${two.id}.3`])
    const ends = [await calendar.events.get(one.id), await calendar.events.get(two.id)]
    expect(ends.map(({ version }) => version)).toEqual([3, 3])
    expect(ends[0]?.description).toBe(ends[1]?.description)
  })

  test('after a lock timeout the call runs again or is unavailable, and the next call succeeds', async () => {
    const database = await openDatabase(server.engine)
    let failures = 0
    const log: LogConfig = ({ level }) => {
      if (level === 'error') failures++
    }
    const { calendar } = connectCalendar(server, database, { lockMs: 1_000, log })
    const { id } = await calendar.events.create(eventInput('Choir'))
    const reported: number[] = []
    calendar.on('event.updated', ({ after }) => void reported.push(after?.version ?? 0))
    const events = sql.table(`${database.options.prefix}events`)
    let outcome: Promise<string> | undefined
    await database.db.transaction().execute(async (trx) => {
      await sql`update ${events} set version = version where id = ${id}`.execute(trx)
      outcome = outcomeOf(calendar.events.update(id, { title: 'Concert' }))
      await until(async () => (failures > 0 ? true : undefined))
    })
    // The store repeats a transaction after the lock timeout of MariaDB and MySQL, and not after that of PostgreSQL.
    expect(await outcome).toBe(server.name === 'postgres' ? 'unavailable' : 'done')
    const before = server.name === 'postgres' ? 1 : 2
    expect(await calendar.events.update(id, { title: 'Opera' })).toMatchObject({ title: 'Opera', version: before + 1 })
    expect(reported).toEqual(upTo(before).map((version) => version + 1))
  })
})

/** The codes of conflicts, by engine. */
const conflicts: readonly (readonly [name: string, engines: string, members: object])[] = [
  ['serialization failure', 'postgres pglite', { code: '40001' }],
  ['deadlock', 'postgres pglite', { code: '40P01' }],
  ['deadlock', 'mariadb mysql', { code: 'ER_LOCK_DEADLOCK', errno: 1213 }],
  ['lock wait timeout', 'mariadb mysql', { code: 'ER_LOCK_WAIT_TIMEOUT', errno: 1205 }],
  ['record changed', 'mariadb mysql', { code: 'ER_CHECKREAD', errno: 1020 }],
  ['busy', 'node-sqlite node-sqlite-memory', { code: 'ERR_SQLITE_ERROR', errcode: 5 }],
  ['busy snapshot', 'node-sqlite node-sqlite-memory', { code: 'ERR_SQLITE_ERROR', errcode: 517 }],
  ['busy, from better-sqlite3', 'node-sqlite-memory', { code: 'SQLITE_BUSY' }],
  ['busy snapshot, from better-sqlite3', 'node-sqlite-memory', { code: 'SQLITE_BUSY_SNAPSHOT' }],
]

describe.each(engines)('conflicts that $name reports', (engine) => {
  let database: TestDatabase
  let left = 0
  let thrown: object = {}
  const log = ({ query }: { readonly query: { readonly sql: string } }): void => {
    if (left === 0 || !/^insert into .*events/.test(query.sql)) return
    left--
    throw Object.assign(new Error('a conflict'), thrown)
  }
  beforeAll(async () => {
    database = await engine.open({ log })
  })
  afterAll(() => database.close())

  const own = conflicts.filter(([, names]) => names.split(' ').includes(engine.name))
  test.each(own)('make the whole call run again, three times at most, and call listeners once: %s', async (_name, _engines, members) => {
    await database.clear()
    thrown = members
    const calendar = calendarOver(kyselyStore(database.db, database.options))
    const reported: string[] = []
    calendar.on('event.created', ({ after }) => void reported.push(`${after?.slug}`))
    calendar.on('venue.created', ({ after }) => void reported.push(`${after?.slug}`))
    const input = { ...eventInput('Choir'), venues: { name: 'Town hall' } }
    left = 3
    await calendar.events.create(input)
    expect(reported.toSorted()).toEqual(['choir', 'town-hall'])
    left = 4
    expect(await outcomeOf(calendar.events.create(input))).toBe('unavailable')
    expect(reported).toHaveLength(2)
    expect([(await calendar.events.list({})).total, (await calendar.venues.list({})).total]).toEqual([1, 1])
  })
})
