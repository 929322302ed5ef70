import { type MemoryStore, memoryStore } from '@kalends/memory'
import { buildEventDraft } from '@kalends/testing/conformance'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, collect, issuesOf, openCalendar } from '../../../test/open-calendar.ts'
import { openMarket } from '../../../test/series.ts'
import { createCalendar } from '../../calendar/calendar.ts'
import type { CalendarStore } from '../../store/contract.ts'
import type { EventFilter } from '../../store/filters.ts'
import { batchesByStart, countUpTo } from './by-start.ts'

const at = (second: number): string => `2026-06-01T12:00:${String(second).padStart(2, '0')}`

async function fillStore(seconds: readonly number[]): Promise<MemoryStore> {
  const store = memoryStore()
  for (const [index, second] of seconds.entries()) {
    await store.events.insert(
      buildEventDraft({ slug: `e${index}`, times: { startLocal: at(second), endLocal: at(59) }, hidden: second % 5 === 4 }),
    )
  }
  return store
}

const seconds = fc.array(fc.nat(6), { maxLength: 40 })
const filter: fc.Arbitrary<EventFilter> = fc.record(
  {
    startLocal: fc.record({ gte: fc.nat(6).map(at), lt: fc.nat(8).map(at) }, { requiredKeys: [] }),
    endLocal: fc.constant({ gte: at(30) }),
    hidden: fc.constant(false),
    afterId: fc.nat(20),
  },
  { requiredKeys: [] },
)

describe('batches by start', () => {
  test('have the events of one page with all events, and all but the last batch are full', async () => {
    await fc.assert(
      fc.asyncProperty(seconds, filter, fc.integer({ min: 1, max: 9 }), async (starts, some, size) => {
        const store = await fillStore(starts)
        const batches = await collect(batchesByStart({ store }, some, Number.POSITIVE_INFINITY, size))
        const order = [
          { key: 'startLocal', direction: 'asc' },
          { key: 'id', direction: 'asc' },
        ] as const
        expect(batches.flat()).toEqual(await store.events.find({ filter: some, order, offset: 0, limit: 100 }))
        expect(batches.slice(0, -1).every(({ length }) => length === size)).toBe(true)
      }),
    )
  })

  test('have each untouched event once, while others are created and deleted', async () => {
    await fc.assert(
      fc.asyncProperty(seconds, fc.array(fc.nat(39), { maxLength: 20 }), fc.integer({ min: 1, max: 9 }), async (starts, gone, size) => {
        const store = await fillStore(starts)
        const toDelete = [...new Set(gone.map((index) => index + 1))]
        const removed = new Set(toDelete)
        const found: number[] = []
        let created = 0
        for await (const batch of batchesByStart({ store }, {}, Number.POSITIVE_INFINITY, size)) {
          found.push(...batch.map(({ id }) => id))
          const [event] = await store.events.getMany(toDelete.splice(0, 1))
          if (event) await store.events.delete(event.id, event.version)
          // Only ten, because the batches would never end if events were created faster than they are read.
          if (created++ < 10)
            await store.events.insert(buildEventDraft({ slug: `new-${created}`, times: { startLocal: at(0), endLocal: at(59) } }))
        }
        const untouched = starts.map((_, index) => index + 1).filter((id) => !removed.has(id))
        expect(found.filter((id) => untouched.includes(id)).sort((a, b) => a - b)).toEqual(untouched)
      }),
    )
  })
})

describe('a bounded count', () => {
  test('is exact for every limit, although many events start in the same second', async () => {
    const store = memoryStore()
    const drafts = Array.from({ length: 4_100 }, (_, index) => {
      // Most of them start within a few seconds, so that a step ends among events with equal starts.
      const startLocal = at(index < 1_000 ? index % 3 : index < 3_950 ? 10 : 11 + (index % 7))
      return buildEventDraft({ slug: `e${index}`, times: { startLocal, endLocal: at(59) } })
    })
    await store.events.insertMany(drafts)
    for (const most of [1, 2, 1_898, 1_899, 1_900, 1_901, 3_799, 3_800, 3_801, 4_098, 4_099, 4_100, 4_101, 9_000]) {
      expect(await countUpTo({ store }, {}, most)).toBe(Math.min(most, 4_100))
    }
    const filter: EventFilter = { startLocal: { gte: at(10) }, afterId: 1_500 }
    const total = await store.events.count(filter)
    for (const most of [total - 1, total, total + 1]) expect(await countUpTo({ store }, filter, most)).toBe(Math.min(most, total))
  })
})

describe('events by their start', () => {
  test('are those of the list, without its page and order', async () => {
    const { calendar } = openCalendar()
    for (const day of ['05', '03', '07', '04']) {
      await calendar.events.create(anEvent({ title: day, startDate: `2026-06-${day} 10:00`, endDate: `2026-06-${day} 11:00` }))
    }
    const input = { startsFrom: '2026-06-03', startsUntil: '2026-06-05', orderBy: 'title', order: 'desc', page: 9, perPage: 1 } as const
    const titles = (await collect(calendar.events.each(input, { by: 'start' }))).map(({ title }) => title)
    expect(titles).toEqual(['03', '04', '05'])
    expect((await collect(calendar.events.each(input))).map(({ title }) => title)).toEqual(['05', '03', '04'])
    expect((await collect(calendar.events.each(input, { by: 'id', limit: 2 }))).map(({ title }) => title)).toEqual(['05', '03'])
    expect(await Promise.all([1, 3, 4, undefined].map((atMost) => calendar.events.count(input, { atMost })))).toEqual([1, 3, 3, 3])
  })

  test('yield to the event loop between two batches', async () => {
    const { calendar } = openCalendar()
    await calendar.events.createMany(Array.from({ length: 450 }, () => anEvent()))
    let turns = 0
    let isDone = false
    const count = (): void => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const found = await collect(calendar.events.each({}, { by: 'start' }))
    isDone = true
    expect(found).toHaveLength(450)
    expect(turns).toBeGreaterThanOrEqual(2)
  })

  test('are refused for invalid filters', async () => {
    const { calendar } = openCalendar()
    const wrong: object = { featured: 'maybe' }
    expect(Object.keys(await issuesOf(collect(calendar.events.each(wrong, { by: 'start' }))))).toEqual(['featured'])
    expect(Object.keys(await issuesOf(calendar.events.count(wrong, { atMost: 2 })))).toEqual(['featured'])
  })
})

test.each([
  [{ by: 'title' }, 'by must be id or start, not title'],
  [{ limt: 3 }, 'each has no option limt. Is it limit?'],
  [{ by: 'start', limt: 3 }, 'each has no option limt. Is it limit?'],
])('events are not read with wrong options: %j', async (options, message) => {
  // A caller without types may pass anything.
  await expect(collect(openCalendar().calendar.events.each({}, options as object))).rejects.toThrow(message)
})

test('venues and terms are counted and read up to a limit', async () => {
  const { calendar } = openCalendar()
  for (const name of ['a', 'b', 'c']) {
    await calendar.venues.create({ name })
    await calendar.tags.create({ name })
  }
  for (const records of [calendar.venues, calendar.tags]) {
    expect(await Promise.all([records.count(), records.count({ search: 'a' }), records.count({}, { atMost: 2 })])).toEqual([3, 1, 2])
    expect((await collect<{ id: number }>(records.each({}, { limit: 2 }))).map(({ id }) => id)).toEqual([1, 2])
  }
})

describe('the first events by start', () => {
  test('are all read, although they come in several batches', async () => {
    const { calendar } = await openMarket()
    await calendar.events.createMany(
      Array.from({ length: 450 }, (_, index) =>
        anEvent({ title: `E${index}`, startDate: '2026-07-01 10:00', endDate: '2026-07-01 11:00' }),
      ),
    )
    const titles = async (limit: number, input = {}): Promise<readonly string[]> =>
      (await collect(calendar.events.each(input, { by: 'start', limit }))).map(({ title }) => title)
    expect(await titles(3)).toEqual(['Market', 'Market', 'Market'])
    expect(await titles(2, { series: 'next' })).toEqual(['Market', 'E0'])
    expect(await titles(401, { order: 'desc', page: 9, startsFrom: '2026-07-01' })).toEqual(
      Array.from({ length: 401 }, (_, index) => `E${index}`),
    )
    expect(await titles(1_000, { series: 'next' })).toHaveLength(451)
    expect(await issuesOf(collect(calendar.events.each({ startsUntil: 'soon' }, { by: 'start', limit: 1 })))).toHaveProperty('startsUntil')
  })

  test('are each read once, although another event is created between two queries', async () => {
    const memory = memoryStore()
    let reads = 0
    const events: CalendarStore['events'] = {
      ...memory.events,
      find: async (query) => {
        const found = await memory.events.find(query)
        if (reads++ === 0)
          await createCalendar({ store: memory }).events.create(anEvent({ title: 'Earlier', startDate: '2026-06-09 10:00' }))
        return found
      },
    }
    const { calendar } = openCalendar({ store: memory })
    await calendar.events.createMany(Array.from({ length: 300 }, (_, index) => anEvent({ title: `E${index}` })))
    const found = await collect(openCalendar({ store: { ...memory, events } }).calendar.events.each({}, { by: 'start', limit: 300 }))
    expect(new Set(found.map(({ id }) => id)).size).toBe(300)
  })

  test.each([
    [1, [1]],
    [200, [200]],
    [201, [200, 1]],
    [450, [200, 200, 50]],
  ])('are read up to a limit of %d, and no further', async (limit, sizes) => {
    const store = memoryStore()
    const { calendar } = openCalendar({ store })
    await calendar.events.createMany(Array.from({ length: 500 }, () => anEvent()))
    const found: number[] = []
    const events: CalendarStore['events'] = {
      ...store.events,
      find: async (query) => {
        const some = await store.events.find(query)
        found.push(some.length)
        return some
      },
    }
    await collect(openCalendar({ store: { ...store, events } }).calendar.events.each({}, { by: 'start', limit }))
    expect(found).toEqual(sizes)
  })

  test.each([0, 1.5, Number.NaN])('are refused for a limit of %d', async (limit) => {
    const { calendar } = openCalendar()
    for (const by of ['id', 'start'] as const)
      await expect(collect(calendar.events.each({}, { by, limit }))).rejects.toThrow('limit must be an integer of 1 or more')
    await expect(calendar.events.count({}, { atMost: limit })).rejects.toThrow('atMost must be an integer of 1 or more')
    await expect(calendar.venues.count({}, { atMost: limit })).rejects.toThrow('atMost must be an integer of 1 or more')
  })
})
