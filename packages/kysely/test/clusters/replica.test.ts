import { type Calendar, type CalendarStore, createCalendar } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore, migrateToLatest } from '../../src/index.ts'
import { quietPool } from '../engines.ts'
import { eventInput, until } from '../faults/outcomes.ts'
import { addressesOf } from './addresses.ts'

const [primaryUrl, replicaUrl] = addressesOf('KALENDS_REPLICA_URLS', 'a PostgreSQL server with a replica')
const prefix = 'replicated_'
const connect = (connectionString: string | undefined): Kysely<unknown> =>
  new Kysely({ dialect: new PostgresDialect({ pool: quietPool({ connectionString, max: 4 }) }) })

test('the environment names a primary and a replica, or neither', () => expect(primaryUrl === undefined).toBe(replicaUrl === undefined))

// biome-ignore lint/plugin: needs servers that only .ci/run starts; elsewhere addressesOf prints that they are not tested
describe.runIf(primaryUrl !== undefined)('a streaming replica of PostgreSQL', () => {
  const [db, reader] = [connect(primaryUrl), connect(replicaUrl)]
  let store: CalendarStore
  let calendar: Calendar

  const pause = () => sql`select pg_wal_replay_pause()`.execute(reader)
  const resume = () => sql`select pg_wal_replay_resume()`.execute(reader)
  /** Waits until the replica has all data that is committed by now. */
  async function catchUp(): Promise<void> {
    const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(db)
    await until(async () => {
      const seen = await sql<{ there: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as there`.execute(reader)
      return seen.rows[0]?.there === true ? true : undefined
    })
  }

  beforeAll(async () => {
    await migrateToLatest(db, { prefix })
    await catchUp()
    store = kyselyStore(db, { prefix, reader })
    calendar = createCalendar({ store, clock: fixedClock('2026-05-01T12:00:00Z') })
  })
  afterEach(resume)
  afterAll(async () => {
    for (const table of await db.introspection.getTables())
      if (table.name.startsWith(prefix)) await db.schema.dropTable(table.name).cascade().execute()
    await db.destroy()
    await reader.destroy()
  })

  test('answers reads with its own data and revision while it lags behind, and writes use the primary', async () => {
    await pause()
    const before = await store.revision(0)
    const created = await calendar.events.create({ ...eventInput('Choir'), venues: { name: 'Hall' } })
    expect(created.venues).toMatchObject([{ name: 'Hall' }])
    await calendar.events.update(created.id, { title: 'Choir evening' })
    expect([(await calendar.events.list()).total, await store.revision(0)]).toEqual([0, before])
    expect((await calendar.transaction((tx) => tx.events.list())).total).toBe(1)
    await resume()
    await catchUp()
    expect(await calendar.events.list()).toMatchObject({ total: 1, items: [{ title: 'Choir evening' }] })
    expect(await store.revision(0)).toEqual(await kyselyStore(db, { prefix }).revision(0))
  })

  test('never has a revision that is newer than its data', async () => {
    const direct = kyselyStore(db, { prefix })
    const totals = new Map<string, number>()
    let isDone = false
    const writing = (async () => {
      for (let index = 0; index < 100; index++) {
        await calendar.events.create(eventInput(`Rehearsal ${index}`))
        totals.set((await direct.revision(0)).token, await direct.events.count({}))
      }
      isDone = true
    })()
    while (!isDone) {
      const { token } = await store.revision(0)
      const seen = await store.events.count({})
      const totalThen = totals.get(token)
      if (totalThen !== undefined) expect(seen).toBeGreaterThanOrEqual(totalThen)
    }
    await writing
    await catchUp()
    expect(await store.events.count({})).toBe(101)
  })
})
