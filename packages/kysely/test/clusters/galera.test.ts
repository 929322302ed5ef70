import { type Calendar, type CalendarStore, createCalendar, isCalendarError } from '@kalends/core'
import { runBookings } from '@kalends/suites/differential'
import { fixedClock } from '@kalends/testing'
import { countDrafts } from '@kalends/testing/conformance'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore, migrateToLatest } from '../../src/index.ts'
import { mysqlDialect } from '../../src/mysql2.ts'
import { eventInput, outcomeOf, until } from '../faults/outcomes.ts'
import { addressesOf } from './addresses.ts'

const addresses = addressesOf('KALENDS_GALERA_URLS', 'a Galera cluster')
const prefix = 'galera_'
/** The number of random writes at exclusive venues; `KALENDS_BOOKINGS=100000` is a long run. */
const bookings = Number(process.env['KALENDS_BOOKINGS'] ?? 100)
const upTo = (length: number): readonly number[] => Array.from({ length }, (_, index) => index)

test('the environment names three servers of a Galera cluster, or none', () => expect([0, 3]).toContain(addresses.length))

// biome-ignore lint/plugin: needs servers that only .ci/run starts; elsewhere addressesOf prints that they are not tested
describe.runIf(addresses.length > 0)('three servers of a Galera cluster', () => {
  const dbs = addresses.map((address) => new Kysely<unknown>({ dialect: mysqlDialect({ uri: address }) }))
  const stores: CalendarStore[] = []
  const calendars: Calendar[] = []

  /** Waits until all servers have the same data. Some servers may lack the tables at first. */
  const agree = (): Promise<true> =>
    until(async () => {
      const read = await Promise.allSettled(stores.map((store) => store.revision(0)))
      const tokens = read.map((one) => (one.status === 'fulfilled' ? one.value.token : undefined))
      return tokens[0] !== undefined && tokens.every((token) => token === tokens[0]) ? true : undefined
    })

  beforeAll(async () => {
    const [first] = dbs
    if (first !== undefined) await migrateToLatest(first, { prefix })
    for (const db of dbs) stores.push(kyselyStore(db, { prefix }))
    for (const store of stores) calendars.push(createCalendar({ store, clock: fixedClock('2026-05-01T12:00:00Z') }))
    await agree()
  })
  afterAll(async () => {
    const [first] = dbs
    for (const table of (await first?.introspection.getTables()) ?? [])
      if (table.name.startsWith(prefix)) await first?.schema.dropTable(table.name).execute()
    for (const db of dbs) await db.destroy()
  })

  test('create events with the same title at once: every acknowledged event is on all servers, with a slug of its own', async () => {
    const outcomes = await Promise.all(
      upTo(30).map((index) => outcomeOf(calendars[index % 3]?.events.create({ ...eventInput('Choir'), categories: ['Music'] }) ?? never())),
    )
    expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'unavailable')).toEqual([])
    await agree()
    const stored = outcomes.filter((outcome) => outcome === 'done').length
    expect(stored).toBeGreaterThan(10)
    for (const calendar of calendars) {
      // The name of a category is unique, although several servers created it.
      expect(await calendar.categories.list()).toMatchObject({ total: 1, items: [{ count: stored }] })
      const { items, total } = await calendar.events.list({ perPage: 100 })
      expect([total, new Set(items.map(({ slug }) => slug)).size]).toEqual([stored, stored])
    }
  })

  test('name one new venue at once: it is created once', async () => {
    const draft = countDrafts()
    const names = upTo(8).map((round) => `hall ${round}`)
    // The rows of the locks exist: a lock that changed nothing would be no write.
    await stores[0]?.lockNames('venue', names)
    await agree()
    const findOrCreate = (store: CalendarStore, nameKey: string): Promise<string> =>
      outcomeOf(
        store.transaction(async (tx) => {
          await tx.lockNames('venue', [nameKey])
          if ((await tx.venues.count({ nameKeys: [nameKey] })) === 0) await tx.venues.insert(draft.venue({ nameKey }))
        }),
      )
    const outcomes = await Promise.all(names.flatMap((name) => stores.map((store) => findOrCreate(store, name))))
    expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'unavailable')).toEqual([])
    await agree()
    for (const name of names) expect(await stores[0]?.venues.count({ nameKeys: [name] })).toBe(1)
  })

  test('number the log at once: each row gets one number, and all servers have the same revision', async () => {
    const [first] = stores
    let writing = stores.length
    const draft = countDrafts()
    const write = async (store: CalendarStore): Promise<number> => {
      let done = 0
      for (const _ of upTo(20)) if ((await outcomeOf(store.venues.insert(draft.venue()))) === 'done') done++
      writing--
      return done
    }
    const keepNumbering = async (store: CalendarStore): Promise<void> => {
      while (writing > 0) await store.log.number()
    }
    await agree()
    await first?.log.number()
    await agree()
    const before = (await first?.log.head()) ?? never()
    const [done] = await Promise.all([Promise.all(stores.map(write)), ...stores.map(keepNumbering)])
    await agree()
    await first?.log.number()
    await agree()
    const logs = await Promise.all(stores.map((store) => store.log.read({ after: before, limit: 1_000 })))
    const written = done.reduce((sum, one) => sum + one, 0)
    expect(written).toBeGreaterThan(20)
    for (const rows of logs) expect(rows.map(({ seq }) => seq)).toEqual(upTo(written).map((index) => before + index + 1))
    expect(new Set(logs.map((rows) => JSON.stringify(rows))).size).toBe(1)
  })

  test('update one event at once: versions have no gaps, and no field is lost', async () => {
    const [first] = calendars
    const { id } = (await first?.events.create(eventInput('Concert'))) ?? never()
    await agree()
    const fields = ['title', 'description', 'excerpt'] as const
    const client = async (index: number): Promise<{ versions: readonly number[]; last: string }> => {
      const [calendar, field] = [calendars[index] ?? never(), fields[index] ?? never()]
      const versions: number[] = []
      let last = ''
      for (const times of upTo(15)) {
        try {
          const text = `${field} ${times}`
          versions.push((await calendar.events.update(id, { [field]: text })).version)
          last = text
        } catch (error) {
          // Another server was faster, three times in a row.
          if (!isCalendarError(error, 'unavailable')) throw error
        }
      }
      return { versions, last }
    }
    const clients = await Promise.all(upTo(3).map(client))
    const versions = clients.flatMap((one) => one.versions)
    expect(versions.toSorted((a, b) => a - b)).toEqual(upTo(versions.length).map((version) => version + 2))
    await agree()
    for (const calendar of calendars) {
      const event = await calendar.events.get(id)
      expect(fields.map((field) => event[field])).toEqual(clients.map(({ last }) => last))
    }
  })

  test('book exclusive venues at once: no two events overlap, and each refusal has a conflict', {
    timeout: 120_000 + bookings * 200,
  }, async () => {
    const [first = never(), ...others] = stores
    const createStore = async () => ({ store: first, close: async () => {} })
    const { stored, refused, explained, gone, unavailable } = await runBookings({ createStore, others, writers: 12, runs: bookings })
    console.info(`${stored} stored, ${refused} refused, ${explained} of them explained, ${gone} gone, ${unavailable} unavailable`)
    expect([stored > 0, refused > 0, explained]).toEqual([true, true, refused])
  })
})

function never(): never {
  throw new Error('There is no such server.')
}
