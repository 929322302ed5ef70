import { AsyncLocalStorage } from 'node:async_hooks'
import { type Calendar, createCalendar } from '@kalends/core'
import { type Dialect, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { postgresDialect } from '../src/pg.ts'
import { engines, postgresUrl, type TestDatabase } from './engines.ts'
import { skipWithout } from './skip-without.ts'

const servers = engines.filter(({ address }) => address === postgresUrl)
skipWithout(servers)

/** The number of the request that runs. */
const requests = new AsyncLocalStorage<number>()

const appName = 'kalends-requests'
const options = { connectionString: postgresUrl, max: 2, application_name: appName }

/** A pool as workers let it be used: a connection belongs to the request that has opened it, as with Hyperdrive and the pool of Neon. */
function boundPool(): PostgresPool {
  const pool = new Pool(options)
  const owners = new WeakMap<object, number | undefined>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      if (!owners.has(client)) owners.set(client, requests.getStore())
      const refuse = (): void => {
        if (owners.get(client) !== requests.getStore()) throw new Error('Cannot perform I/O on behalf of a different request.')
      }
      return new Proxy(client, {
        get(target, member) {
          if (member === 'query') refuse()
          const value: unknown = Reflect.get(target, member, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    },
    end: () => pool.end(),
  }
}

describe.each(servers)('workers over $name', (engine) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const open = (dialect: Dialect): { readonly db: Kysely<unknown>; readonly calendar: Calendar } => {
    const db = new Kysely<unknown>({ dialect })
    return { db, calendar: createCalendar({ store: kyselyStore(db, database.options) }) }
  }
  const times = { startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00' }

  test.each<[string, () => Dialect]>([
    ['the pool of this package', () => postgresDialect(options)],
    ['a pool bound to its request', () => new PostgresDialect({ pool: boundPool() })],
  ])('with %s, each request has a pool and a calendar, and leaves no connection', async (_, createDialect) => {
    const seen = await Promise.all(
      Array.from({ length: 8 }, (_unused, id) =>
        requests.run(id, async () => {
          const { db, calendar } = open(createDialect())
          try {
            const event = await calendar.events.create({ title: 'Choir', ...times, venues: { name: 'Town Hall' }, categories: ['Music'] })
            const { items } = await calendar.events.list({ from: '2031-05-01', to: '2031-06-30', perPage: 100 })
            return items.some(({ slug }) => slug === event.slug)
          } finally {
            await db.destroy()
          }
        }),
      ),
    )
    expect(seen).toEqual(Array.from({ length: 8 }, () => true))
    const left = sql<{ count: string }>`select count(*) from pg_stat_activity where application_name = ${appName}`
    await expect.poll(async () => Number((await left.execute(database.db)).rows[0]?.count)).toBe(0)
  })

  test('a pool that outlives its request fails the next one', async () => {
    const { db, calendar } = await requests.run(1, async () => open(new PostgresDialect({ pool: boundPool() })))
    expect((await requests.run(1, () => calendar.venues.list())).items.length).toBeGreaterThan(0)
    await expect(requests.run(2, () => calendar.venues.list({ search: 'hall' }))).rejects.toThrow('on behalf of a different request')
    await db.destroy()
  })
})
