import { compareCodePoints, type EventFilter, type EventRecord, type EventSort, eventSortValue, matchesEvent } from '@kalends/core/store'
import { buildEventDraft, buildVenueDraft, type PartialEventDraft } from '@kalends/testing/conformance'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type MemoryStore, memoryStore } from '../src/index.ts'

/** The number of events: enough for changes in bulk, and for many events in most index lists. */
const size = 1500
const random = (i: number, salt: number, below: number): number =>
  Math.floor(((Math.imul(i + 1, 2654435761 + salt * 40503) >>> 0) / 2 ** 32) * below)
const local = (n: number): string => `2026-${`${1 + (n % 12)}`.padStart(2, '0')}-01T0${n % 10}:00:00`
const statuses = ['publish', 'publish', 'publish', 'draft', 'private'] as const

const startOf = (i: number): string => local(random(i, 1, 120))
const membersOf = (i: number): Omit<PartialEventDraft, 'times'> => ({
  status: statuses[random(i, 2, 5)] ?? 'publish',
  hidden: random(i, 3, 5) === 0,
  publishedMs: random(i, 4, 1000),
  authorId: String(random(i, 5, 3)),
  venueIds: [...new Set([1 + random(i, 6, 20), 1 + random(i, 7, 20)])],
  categoryIds: [...new Set([1 + random(i, 8, 4), 1 + random(i, 9, 30)])].sort((a, b) => a - b),
})

let store: MemoryStore
let events: readonly EventRecord[]

beforeAll(async () => {
  store = memoryStore()
  await store.transaction(async (tx) => {
    for (let i = 1; i <= 20; i++) await tx.venues.insert(buildVenueDraft({}, i))
    for (let i = 0; i < size; i++) await tx.events.insert(buildEventDraft({ ...membersOf(i), times: { startLocal: startOf(i) } }, i + 1))
  })
  // The first reads build the index lists, and later changes update them, one by one and in bulk.
  await store.events.count({ venueIds: [1, 2, 3], hidden: false })
  for (let id = 1; id <= 20; id++) await change(id)
  await store.transaction(async () => undefined)
  await store.venues.delete(20, 1)
  for (let id = 21; id <= 200; id++) await change(id)
  events = store.snapshot().events.records
})

async function change(id: number): Promise<void> {
  const [event] = await store.events.getMany([id])
  if (event === undefined) throw new Error(`no event ${id}`)
  if (id % 3 === 0) await store.events.delete(id, event.version)
  else {
    const times = { ...event.times, startLocal: startOf(id + size) }
    await store.events.update({ ...event, ...membersOf(id + size), times, venueIds: [1 + (id % 19)] })
  }
  if (id % 10 === 0) await store.events.count({ readable: [{ status: 'publish', publishedMs: { lt: 500 } }] })
}

const ids = fc.array(fc.integer({ min: 1, max: 31 }), { maxLength: 4 })
const time = fc.nat({ max: 119 }).map(local)
const moment = fc.constantFrom(0, 1, 300, 900, 990, 999, 1001)
const filter: fc.Arbitrary<EventFilter> = fc.record(
  {
    readable: fc.oneof(
      fc.record({ status: fc.constant('publish' as const), publishedMs: fc.record({ lt: moment }) }).map((clause) => [clause]),
      fc.array(
        fc.record(
          {
            status: fc.constantFrom(...statuses),
            authorIds: fc.constantFrom(['1'], ['0', '2']),
            publishedMs: fc.record({ gte: moment, lt: moment }, { requiredKeys: [] }),
          },
          { requiredKeys: ['status'] },
        ),
        { maxLength: 3 },
      ),
    ),
    hidden: fc.boolean(),
    startLocal: fc.record({ gte: time, lt: time }, { requiredKeys: [] }),
    venueIds: ids,
    categoryIds: ids,
    afterId: fc.nat({ max: size }),
    featured: fc.constant(false),
  },
  { requiredKeys: [] },
)

const order = fc.constantFrom<readonly EventSort[]>(
  ...(['asc', 'desc'] as const).flatMap((direction) => [
    [
      { key: 'startLocal' as const, direction },
      { key: 'id' as const, direction },
    ],
    [
      { key: 'startLocal' as const, direction },
      { key: 'id' as const, direction: 'asc' as const },
    ],
    [
      { key: 'publishedMs' as const, direction },
      { key: 'id' as const, direction },
    ],
    [{ key: 'id' as const, direction }],
  ]),
)

const compare =
  (sorts: readonly EventSort[]) =>
  (a: EventRecord, b: EventRecord): number => {
    for (const { key, direction } of sorts) {
      const [left, right] = [eventSortValue(a, key), eventSortValue(b, key)]
      const difference =
        typeof left === 'string' && typeof right === 'string' ? compareCodePoints(left, right) : Number(left) - Number(right)
      if (difference !== 0) return direction === 'asc' ? difference : -difference
    }
    return 0
  }

const matching = (some: EventFilter): EventRecord[] =>
  events.filter((event) => matchesEvent(some, event, { venue: () => undefined, organizer: () => undefined }))

/**
 * Events published before some instant, with at most one link field. The indexes answer this without a check of each event, unless the
 * instants also have a lower bound.
 */
const plainFilter: fc.Arbitrary<EventFilter> = fc
  .record({
    clause: fc.record({ gte: fc.constantFrom(950, 980), lt: fc.constantFrom(900, 960, 990, 999, 1001) }, { requiredKeys: ['lt'] }),
    window: fc.record({ startLocal: fc.record({ gte: time, lt: time }, { requiredKeys: [] }), hidden: fc.boolean() }, { requiredKeys: [] }),
    link: fc.oneof(fc.constant({}), fc.record({ venueIds: ids }), fc.record({ categoryIds: ids })),
  })
  .map(({ clause, window, link }) => ({ readable: [{ status: 'publish', publishedMs: clause }], ...window, ...link }))

test('the indexes find, sort and count the same events as a check of every event', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(filter, plainFilter),
      order,
      fc.constantFrom(0, 1, 30, 700),
      fc.constantFrom(1, 35, 2000),
      async (some, sorts, offset, limit) => {
        const expected = matching(some).sort(compare(sorts))
        const found = await store.events.find({ filter: some, order: sorts, offset, limit })
        expect(found.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit).map(({ id }) => id))
        expect(await store.events.count(some)).toBe(expected.length)
      },
    ),
    { numRuns: 600 },
  )
})

test('counts by link and linked events agree with a check of every event', async () => {
  const venueIds = Array.from({ length: 22 }, (_, i) => i + 1)
  await fc.assert(
    fc.asyncProperty(fc.oneof(filter, plainFilter), async (some) => {
      const counts = venueIds.map((id) => [id, matching(some).filter((event) => event.venueIds.includes(id)).length] as const)
      expect(await store.countByLink('venueIds', venueIds, some)).toEqual(new Map(counts.filter(([, count]) => count > 0)))
      const linked = counts.filter(([id, count]) => id < 20 && count > 0).length
      expect(await store.venues.count({ events: { some: true, filter: some } })).toBe(linked)
      expect(await store.venues.count({ events: { some: false, filter: some } })).toBe(19 - linked)
    }),
    { numRuns: 200 },
  )
})

test('reads inside a transaction agree with a check of every event, also after changes', async () => {
  const before = store.snapshot()
  const stop = new Error('stop')
  const work = store.transaction(async (tx) => {
    for (const event of await tx.events.getMany([300, 301, 302]))
      await tx.events.update({ ...event, ...membersOf(event.id + 2 * size), venueIds: [5] })
    const [gone] = await tx.events.getMany([303])
    await tx.events.delete(303, gone?.version ?? 0)
    const all = await tx.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 10_000 })
    for (const some of fc.sample(filter, { numRuns: 200, seed: 3 })) {
      const expected = all.filter((event) => matchesEvent(some, event, { venue: () => undefined, organizer: () => undefined }))
      expect(await tx.events.count(some)).toBe(expected.length)
      const countByLink = await tx.countByLink('venueIds', [5], some)
      expect(countByLink.get(5) ?? 0).toBe(expected.filter((event) => event.venueIds.includes(5)).length)
    }
    throw stop
  })
  await expect(work).rejects.toBe(stop)
  expect(store.snapshot()).toEqual(before)
})
