import { allowAll, type CalendarStore, createCalendar } from '@kalends/core'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { fixedClock, seedSeason } from '@kalends/testing'
import { Kysely } from 'kysely'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createHandler } from '../src/index.ts'
import { toRequest } from './support.ts'

/** Starts to count uses of `Intl.DateTimeFormat`, which the date library calls for every named zone; returns the count so far. */
function countIntl(): () => number {
  const format = vi.spyOn<{ readonly format: unknown }, 'format'>(Intl.DateTimeFormat.prototype, 'format', 'get')
  const parts = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  return () => format.mock.calls.length + parts.mock.calls.length + made.mock.calls.length
}

afterEach(() => void vi.restoreAllMocks())

const stores: readonly (readonly [string, () => Promise<CalendarStore>])[] = [
  ['memory', async () => memoryStore()],
  [
    'SQLite',
    async () => {
      const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:') })
      onTestFinished(() => db.destroy())
      await migrateToLatest(db)
      return kyselyStore(db)
    },
  ],
]

describe.each(stores)('reads on %s', (_, openStore) => {
  test('compute no zone offsets, in lists, by id, by slug and of terms', async () => {
    const calendar = createCalendar({
      store: await openStore(),
      clock: fixedClock('2026-06-01T12:00:00Z'),
      timeZone: 'Europe/Berlin',
      cache: false,
    })
    await seedSeason(calendar)
    const handler = createHandler(calendar, { access: allowAll() })
    const read = async (path: string): Promise<number> => (await handler(toRequest('GET', path))).status
    // This read computes the current day, which is cached for a minute.
    await read('/events')

    const intl = countIntl()
    const [{ id, slug } = { id: 0, slug: '' }] = (await calendar.events.list({ startsAfter: '2020-01-01' })).items
    const paths = [
      '/events',
      '/events?status=any&starts_after=2020-01-01&per_page=50',
      `/events/${id}`,
      `/events/by-slug/${slug}`,
      '/venues',
      '/organizers',
      '/categories',
      '/tags',
    ]
    for (const path of paths) expect([path, await read(path)]).toEqual([path, 200])
    expect(intl()).toBe(0)

    await calendar.events.create({ title: 'Night', startDate: '2026-10-25 01:00:00', endDate: '2026-10-25 05:00:00' })
    expect(intl()).toBeGreaterThan(5)
  })
})
