import { createCalendar, type EventInput } from '@kalends/core'
import type { LogConfig } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestEngine } from './engines.ts'

const numbers = Array.from({ length: 25 }, (_, i) => i)

/** The order of the inputs of each import. */
const orders = [numbers, numbers.toReversed(), numbers.toSorted((a, b) => (a % 7) - (b % 7)), numbers.toSorted((a, b) => (b % 5) - (a % 5))]

/** An event with a venue, an organizer or both. */
const inputOf = (i: number): EventInput => ({
  title: `Choir ${i}`,
  startDate: '2026-06-10 19:30',
  endDate: '2026-06-10 21:00',
  ...(i % 3 > 0 && { venues: { name: `Hall ${i}` } }),
  ...(i % 3 < 2 && { organizers: { name: `Club ${i}` } }),
  categories: [`Music ${i}`],
})

/** PostgreSQL reports `deadlock_detected`, MariaDB error 1213. */
const isDeadlock = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (('code' in error && error.code === '40P01') || ('errno' in error && error.errno === 1213))

/** Calendars over one database, each with its own connection if the engine has more than one, and the deadlocks of all. */
async function openCalendars(engine: TestEngine) {
  const { db, options, close, another } = await engine.open()
  onTestFinished(close)
  const deadlocks: unknown[] = []
  const log: LogConfig = (event) => {
    if (event.level === 'error' && isDeadlock(event.error)) deadlocks.push(event.error)
  }
  const connected = engine.isShared ? await Promise.all(orders.map(() => another({ poolSize: 1, log }))) : orders.map(() => db)
  return { calendars: connected.map((one) => createCalendar({ store: kyselyStore(one, options) })), deadlocks }
}

describe.each(engines)('imports of the same events in different orders at the same time, on $name', (engine) => {
  test.each([
    ['update', { created: 0, updated: 0, unchanged: 25, skipped: 0 }],
    ['skip', { created: 0, updated: 0, unchanged: 0, skipped: 25 }],
  ] as const)('with onConflict %s: one import creates the events, and the others find them', async (onConflict, met) => {
    const { calendars, deadlocks } = await openCalendars(engine)
    const importAll = () =>
      Promise.all(
        calendars.map(({ events }, i) => {
          const inputs = (orders[i] ?? []).map((number) => ({ ...inputOf(number), uid: `uid ${number}`, slug: `slug-${number}` }))
          return events.createMany(inputs, { onConflict })
        }),
      )
    const results = await importAll()
    expect(results.toSorted((a, b) => b.created - a.created)).toEqual([
      { created: 25, updated: 0, unchanged: 0, skipped: 0 },
      met,
      met,
      met,
    ])
    expect(await importAll()).toEqual([met, met, met, met])
    // A transaction is retried after a deadlock, but three retries would not suffice for many imports.
    expect(deadlocks).toEqual([])
  })

  test('without uids: each import creates all events, and the imports share venues, organizers and categories', async () => {
    const { calendars, deadlocks } = await openCalendars(engine)
    await Promise.all(calendars.map(({ events }, i) => events.createMany((orders[i] ?? []).map(inputOf))))
    expect(deadlocks).toEqual([])
    const totals = calendars.slice(0, 1).map(async ({ events, venues, organizers, categories }) => {
      const lists = [events.list({ startsFrom: '2026-06-10' }), venues.list(), organizers.list(), categories.list()]
      return (await Promise.all(lists)).map(({ total }) => total)
    })
    expect(await Promise.all(totals)).toEqual([[100, 16, 17, 25]])
  })
})
