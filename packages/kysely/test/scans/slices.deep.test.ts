import type { CalendarStore, Direction, EventFilter, EventSort, ProfileSort, TermSort } from '@kalends/core/store'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facetsToCount, textOfCounts } from '../../../testing/src/conformance/facet-counts.ts'
import { storeInSlices } from '../../src/kysely-store.ts'
import { engines, type TestDatabase } from '../engines.ts'
import { fill, nowMs } from '../plans/fill.ts'

/** The rows of small slices: every scan has many of them. */
const tiny = 4
/** Slices of one row: a scan of some thousand events takes many turns of the event loop. */
const single = 1
/** Slices of the size of some pages. */
const small = 120
/** Large slices: every scan is a single one. */
const whole = 1_000_000

const sqlite = engines.filter(({ name }) => name === 'node-sqlite-memory')

/** The factor of the number of cases: a tenth in the quick lane, ten in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19)
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(values, { nil: undefined, freq: 2 })
const day = 86_400_000
const moment = fc.integer({ min: -1_200, max: 800 }).map((days) => nowMs + days * day)
const range = <T>(value: (ms: number) => T) => fc.record({ gte: moment.map(value), lt: moment.map(value) }, { requiredKeys: [] })
const ids = (max: number) => fc.uniqueArray(fc.integer({ min: 1, max }), { minLength: 1, maxLength: 8 })
const readable = fc.constantFrom(
  [{ status: 'publish' as const, publishedMs: { lt: nowMs } }],
  [{ status: 'publish' as const }],
  [
    { status: 'publish' as const, publishedMs: { lt: nowMs } },
    { status: 'draft' as const, authorIds: ['3', '4'] },
  ],
  [{ status: 'draft' as const }],
  [],
)

const filters: fc.Arbitrary<EventFilter> = fc
  .record({
    readable: maybe(readable),
    hidden: maybe(fc.boolean()),
    startLocal: maybe(range(local)),
    endLocal: maybe(range(local)),
    startMs: maybe(range((ms) => ms)),
    endMs: maybe(range((ms) => ms)),
    updatedMs: maybe(range((ms) => ms)),
    authorIds: maybe(ids(30)),
    featured: maybe(fc.boolean()),
    parentIds: maybe(fc.constantFrom([0], [1, 2], [0, 3])),
    venueIds: maybe(ids(400)),
    organizerIds: maybe(ids(60)),
    categoryIds: maybe(ids(40)),
    tagIds: maybe(fc.uniqueArray(fc.integer({ min: 41, max: 140 }), { minLength: 1, maxLength: 120 })),
    textAll: maybe(fc.constantFrom(['event'], ['event 7'], ['no such text'], [])),
    afterId: maybe(fc.integer({ min: 0, max: 2_000 })),
    excludeIds: maybe(ids(2_000)),
  })
  // Drops undefined members.
  .map((filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)))

const directions = fc.constantFrom<Direction>('asc', 'desc')
const ordered = <K extends string>(...keys: readonly K[]) =>
  fc.tuple(fc.constantFrom(...keys), directions, directions).map(([key, direction, last]) => {
    const byId = { key: 'id' as const, direction: key === 'id' ? direction : last }
    return key === 'id' ? [byId] : [{ key, direction }, byId]
  })
const orders = ordered<Exclude<EventSort['key'], 'id'> | 'id'>(
  'startLocal',
  'startMs',
  'endLocal',
  'titleKey',
  'publishedMs',
  'updatedMs',
  'id',
)
const window = fc.record({ offset: fc.constantFrom(0, 1, 40, 700, 3_000), limit: fc.constantFrom(1, 35, 100) })

describe.each(sqlite)('reads in slices on $name have the same results as single statements:', (engine) => {
  let database: TestDatabase
  let sliced: readonly CalendarStore[]
  let unsliced: CalendarStore
  beforeAll(async () => {
    database = await engine.open()
    unsliced = storeInSlices(database.db, database.options, whole)
    sliced = [tiny, small].map((slices) => storeInSlices(database.db, { ...database.options, scans: { deadlineMs: 60_000 } }, slices))
    await unsliced.transaction((tx) => fill(tx, 2_000))
  })
  afterAll(() => database.close())

  /** Runs a read without slices, in a transaction. */
  const plain = <T>(read: (store: CalendarStore) => Promise<T>): Promise<T> => unsliced.transaction(read)

  const agree = async (read: (store: CalendarStore) => Promise<unknown>): Promise<void> => {
    const expected = await plain(read)
    for (const store of [...sliced, unsliced]) expect(await read(store)).toEqual(expected)
  }

  test('pages and totals of events', () =>
    fc.assert(
      fc.asyncProperty(filters, orders, window, async (filter, order, page) => {
        await agree(({ events }) => events.find({ filter, order, ...page }))
        await agree(({ events }) => events.count(filter))
      }),
      { numRuns: Math.ceil(60 * times) },
    ))

  test('counts of events by link', () =>
    fc.assert(
      fc.asyncProperty(filters, fc.constantFrom('venueIds', 'organizerIds', 'categoryIds', 'tagIds'), ids(140), (filter, linkField, some) =>
        agree((store) => store.countByLink(linkField, some, filter)),
      ),
      { numRuns: Math.ceil(60 * times) },
    ))

  test('counts of events by facets', () =>
    fc.assert(
      fc.asyncProperty(filters, fc.boolean(), fc.constantFrom(...facetsToCount), async (filter, isListed, by) => {
        const listed = isListed ? { hidden: false, roles: ['single' as const, 'occurrence' as const] } : {}
        await agree(async ({ events }) => textOfCounts(await events.countBy({ by, filter: { ...filter, ...listed }, limit: 1_000_000 })))
      }),
      { numRuns: Math.ceil(60 * times) },
    ))

  test('venues by their events', () =>
    fc.assert(
      fc.asyncProperty(
        filters,
        fc.boolean(),
        ordered<Exclude<ProfileSort['key'], 'id'> | 'id'>('nameKey', 'publishedMs', 'updatedMs', 'id'),
        window,
        async (filter, some, order, page) => {
          const venues = { readable: [{ status: 'publish' as const }], events: { some, filter } }
          await agree((store) => store.venues.find({ filter: venues, order, ...page }))
          await agree((store) => store.venues.count(venues))
        },
      ),
      { numRuns: Math.ceil(60 * times) },
    ))

  test('terms by their event counts', () =>
    fc.assert(
      fc.asyncProperty(filters, directions, window, async (filter, direction, page) => {
        const order: TermSort[] = [
          { key: 'eventCount', direction, filter },
          { key: 'id', direction },
        ]
        await agree((store) => store.terms.find({ filter: { events: { some: true, filter } }, order, ...page }))
        await agree((store) => store.terms.count({ events: { some: false, filter } }))
        await agree((store) =>
          store.terms.find({
            filter: { textAll: ['1'] },
            order: [
              { key: 'slug', direction },
              { key: 'id', direction },
            ],
            ...page,
          }),
        )
      }),
      { numRuns: Math.ceil(20 * times) },
    ))
})

describe.each(engines.filter(({ name }) => name === 'node-sqlite'))('scans in slices on $name', (engine) => {
  const filter: EventFilter = { readable: [{ status: 'publish' }], hidden: false, textAll: ['event'] }

  async function open(scans: { deadlineMs?: number } = {}) {
    const database = await engine.open()
    const store = storeInSlices(database.db, { ...database.options, scans: { deadlineMs: 60_000, ...scans } }, single)
    await store.transaction((tx) => fill(tx, 1_000))
    return { database, store, total: await store.transaction((tx) => tx.events.count(filter)) }
  }

  test('let other calls run between slices, and return the state of the store at their end', async () => {
    const { database, store, total } = await open()
    const order: readonly EventSort[] = [
      { key: 'startLocal', direction: 'asc' },
      { key: 'id', direction: 'asc' },
    ]
    const singles: EventFilter = { readable: [{ status: 'publish' }], hidden: false, roles: ['single'] }
    const [first] = await store.events.find({ filter: singles, order, offset: 0, limit: 1 })
    const counting = store.events.count(filter)
    await new Promise((resolve) => setImmediate(resolve))
    expect(await store.events.getMany([1])).toHaveLength(1)
    expect((await store.revision(0)).token).not.toBe('')
    // The scan has already counted this event, so it has to run again.
    if (first !== undefined) await store.events.delete(first.id, first.version)
    expect(await counting).toBe(total - 1)
    await database.close()
  })

  describe('a page', () => {
    let statements = 0
    let database: TestDatabase
    let store: CalendarStore
    beforeAll(async () => {
      database = await engine.open({ log: () => void statements++ })
      store = storeInSlices(database.db, database.options, small)
      await store.transaction((tx) => fill(tx, 3_000))
    })
    afterAll(() => database.close())

    test.each<readonly [order: EventSort['key'], name: string, how: 'slices' | 'one statement', filter: EventFilter]>([
      ['titleKey', 'a window', 'slices', { startLocal: { gte: '2024-03-01T00:00:00' } }],
      ['titleKey', '55 organizers', 'slices', { organizerIds: Array.from({ length: 55 }, (_, index) => index + 1) }],
      ['titleKey', 'all events', 'one statement', {}],
      ['publishedMs', 'all events', 'one statement', {}],
      [
        'updatedMs',
        'a window of some quarters',
        'one statement',
        { startLocal: { gte: '2024-03-01T00:00:00', lt: '2030-01-01T00:00:00' } },
      ],
      ['startLocal', 'a window', 'one statement', { startLocal: { gte: '2024-03-01T00:00:00' } }],
    ])('by %s of %s is read in %s', async (key, _name, how, filter) => {
      const order = [key, 'id' as const].map((one) => ({ key: one, direction: 'asc' as const }))
      statements = 0
      await store.events.find({ filter: { readable: [{ status: 'publish' }], hidden: false, ...filter }, order, offset: 1_900, limit: 35 })
      if (how === 'slices') expect(statements).toBeGreaterThan(10)
      else expect(statements).toBeLessThan(4)
    })
  })

  test('end when their caller aborts', async () => {
    const { database, store } = await open()
    const controller = new AbortController()
    const counting = store.events.count(filter, controller.signal).catch((error: unknown) => error)
    await new Promise((resolve) => setImmediate(resolve))
    controller.abort('gone')
    expect(await counting).toBe('gone')
    await database.close()
  })

  test('are unavailable after their deadline, and then free their place in the queue', async () => {
    const { database, store } = await open({ deadlineMs: 1 })
    const failed = { code: 'unavailable' }
    await expect(store.events.count(filter)).rejects.toMatchObject(failed)
    await expect(Promise.all([store.events.count(filter), store.events.count(filter)])).rejects.toMatchObject(failed)
    expect(await store.events.getMany([1])).toHaveLength(1)
    await database.close()
  })

  test('have the right results if several start at once and wait for each other', async () => {
    const { database, store, total } = await open()
    expect(await Promise.all(Array.from({ length: 4 }, () => store.events.count(filter)))).toEqual(Array(4).fill(total))
    await database.close()
  })
})
