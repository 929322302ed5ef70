import { type MemoryStore, memoryStore } from '@kalends/memory'
import { buildEventDraft } from '@kalends/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, collect, issuesOf, openCalendar } from '../../../test/open-calendar.ts'
import { openMarket } from '../../../test/series.ts'
import { createCalendar } from '../../calendar/calendar.ts'
import type { CalendarStore } from '../../store/contract.ts'
import type { EventFilter } from '../../store/filters.ts'
import { batchesByStart, hasMoreThan } from './by-start.ts'

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
        const batches = await collect(batchesByStart({ store }, some, { size }))
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
        for await (const batch of batchesByStart({ store }, {}, { size })) {
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

describe('hasMoreThan', () => {
  test('is exact for every count, although many events start in the same second', async () => {
    const store = memoryStore()
    const drafts = Array.from({ length: 4_100 }, (_, index) => {
      // Most of them start within a few seconds, so that a step ends among events with equal starts.
      const startLocal = at(index < 1_000 ? index % 3 : index < 3_950 ? 10 : 11 + (index % 7))
      return buildEventDraft({ slug: `e${index}`, times: { startLocal, endLocal: at(59) } })
    })
    await store.events.insertMany(drafts)
    for (const count of [0, 1, 1_898, 1_899, 1_900, 1_901, 3_799, 3_800, 3_801, 4_098, 4_099, 4_100, 4_101, 9_000]) {
      expect([count, await hasMoreThan({ store }, {}, count)]).toEqual([count, count < 4_100])
    }
    const filter: EventFilter = { startLocal: { gte: at(10) }, afterId: 1_500 }
    const total = await store.events.count(filter)
    for (const count of [total - 1, total]) expect(await hasMoreThan({ store }, filter, count)).toBe(count < total)
  })
})

describe('events by their start', () => {
  test('are those of the list, without its page and order', async () => {
    const { calendar } = openCalendar()
    for (const day of ['05', '03', '07', '04']) {
      await calendar.events.create(anEvent({ title: day, startDate: `2026-06-${day} 10:00`, endDate: `2026-06-${day} 11:00` }))
    }
    const input = { startDate: '2026-06-03', endDate: '2026-06-05', orderBy: 'id', order: 'desc', page: 9, perPage: 1 } as const
    const titles = (await collect(calendar.events.eachByStart(input))).map(({ title }) => title)
    expect(titles).toEqual(['03', '04', '05'])
    expect(await Promise.all([0, 2, 3].map((count) => calendar.events.hasMoreThan(count, input)))).toEqual([true, true, false])
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
    const found = await collect(calendar.events.eachByStart())
    isDone = true
    expect(found).toHaveLength(450)
    expect(turns).toBeGreaterThanOrEqual(2)
  })

  test('are refused for invalid filters', async () => {
    const { calendar } = openCalendar()
    const wrong: object = { featured: 'maybe' }
    expect(Object.keys(await issuesOf(collect(calendar.events.eachByStart(wrong))))).toEqual(['featured'])
    expect(Object.keys(await issuesOf(calendar.events.hasMoreThan(1, wrong)))).toEqual(['featured'])
  })
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
      (await calendar.events.firstByStart(limit, input)).map(({ title }) => title)
    expect(await titles(3)).toEqual(['Market', 'Market', 'Market'])
    expect(await titles(2, { recurring: 'next' })).toEqual(['Market', 'E0'])
    expect(await titles(401, { order: 'desc', page: 9, startDate: '2026-07-01' })).toEqual(
      Array.from({ length: 401 }, (_, index) => `E${index}`),
    )
    expect(await titles(1_000, { recurring: 'next' })).toHaveLength(451)
    expect(await issuesOf(calendar.events.firstByStart(1, { endDate: 'soon' }))).toHaveProperty('endDate')
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
    const found = await openCalendar({ store: { ...memory, events } }).calendar.events.firstByStart(300)
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
    await openCalendar({ store: { ...store, events } }).calendar.events.firstByStart(limit)
    expect(found).toEqual(sizes)
  })

  test.each([0, 1.5, Number.NaN])('are refused for a limit of %d', async (limit) => {
    await expect(openCalendar().calendar.events.firstByStart(limit)).rejects.toThrow('limit must be an integer of 1 or more')
  })
})
