import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { createCalendar } from '../calendar.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { Change } from './change.ts'

/** A store in which other writers are faster, for the given number of times. */
function contested(times: number): { store: CalendarStore; rounds: () => number } {
  const memory = memoryStore()
  let lost = 0
  let rounds = 0
  const contend = (tx: CalendarStore): CalendarStore => ({
    ...tx,
    venues: {
      ...tx.venues,
      update: async (record) => {
        if (lost++ < times) throw new CalendarError('version_conflict', { kind: 'venue', id: record.id })
        return tx.venues.update(record)
      },
    },
  })
  const store: CalendarStore = {
    ...memory,
    transaction: (work) =>
      memory.transaction((tx) => {
        rounds++
        return work(contend(tx))
      }),
  }
  return { store, rounds: () => rounds }
}

describe('a writer who was too slow', () => {
  test('reads the record again and writes what was asked', async () => {
    const { store, rounds } = contested(3)
    const calendar = createCalendar({ store })
    const changes: Change[] = []
    calendar.on('venue.updated', (change) => void changes.push(change))
    const { id } = await calendar.venues.create({ name: 'Town hall' })
    const venue = await calendar.venues.update(id, { city: 'Ulm' })
    expect(venue).toMatchObject({ name: 'Town hall', city: 'Ulm', version: 2 })
    expect(rounds()).toBe(1 + 4)
    expect(changes).toHaveLength(1)
  })

  test('gives up in the end', async () => {
    const { store } = contested(Number.POSITIVE_INFINITY)
    const calendar = createCalendar({ store })
    const { id } = await calendar.venues.create({ name: 'Town hall' })
    expect(await outcomeOf(calendar.venues.update(id, { city: 'Ulm' }))).toBe('version_conflict')
  })

  test('is not tried again for a conflict that the caller found', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.venues.create({ name: 'Town hall' })
    let checks = 0
    const update = calendar.venues.update(
      id,
      { city: 'Ulm' },
      {
        check: () => {
          checks++
          throw new CalendarError('version_conflict', {})
        },
      },
    )
    expect(await outcomeOf(update)).toBe('version_conflict')
    expect(checks).toBe(1)
  })
})

describe('many writers at once', () => {
  test('each change of another field is kept', async () => {
    const { calendar } = openCalendar()
    const { id } = await calendar.venues.create({ name: 'Town hall' })
    const patches = [{ city: 'Ulm' }, { zip: '89073' }, { phone: '1' }, { address: 'Square 1' }, { country: 'DE' }, { province: 'BW' }]
    await Promise.all(patches.map((patch) => calendar.venues.update(id, patch)))
    expect(await calendar.venues.get(id)).toMatchObject({ ...Object.assign({}, ...patches), version: 7 })
  })
})

describe('the clock', () => {
  test('is read once in each call', async () => {
    let reads = 0
    const clock = {
      nowMs: () => {
        reads++
        return Date.parse('2026-06-01T12:00:00Z') + reads * 86_400_000
      },
    }
    const calendar = createCalendar({ store: memoryStore(), clock })
    const count = async (call: () => Promise<unknown>): Promise<number> => {
      const from = reads
      await call()
      return reads - from
    }
    const dates = { startDate: '2026-06-10', endDate: '2026-06-11' }
    expect(await count(() => calendar.events.create({ title: 'Fair', ...dates, venues: { name: 'Square' }, tags: 'a,b' }))).toBe(1)
    expect(await count(() => calendar.events.update(1, { title: 'Market' }))).toBe(1)
    expect(await count(() => calendar.events.list())).toBe(1)
    expect(await count(() => calendar.events.get(1))).toBe(1)
    expect(await count(() => calendar.events.trash(1))).toBe(1)
    expect(await count(() => calendar.events.restore(1))).toBe(1)
    expect(await count(() => calendar.events.delete(1))).toBe(1)
    expect(await count(() => calendar.tags.list())).toBe(1)
    expect(await count(() => calendar.venues.list({ onlyWithUpcoming: true }))).toBe(1)
  })

  test('that leaps back or forth makes no nonsense', async () => {
    const { calendar, clock } = openCalendar()
    const { id } = await calendar.venues.create({ name: 'Town hall' })
    clock.advance(-86_400_000)
    expect(await calendar.venues.update(id, { city: 'Ulm' })).toMatchObject({ status: 'future', updated: '2026-05-31 14:00:00' })
    clock.advance(10 * 86_400_000)
    expect(await calendar.venues.get(id)).toMatchObject({ status: 'publish', published: '2026-06-01 14:00:00' })
  })
})

describe('read scopes', () => {
  test('are asked for at most once for each kind in a call', async () => {
    const { calendar } = openCalendar()
    await calendar.events.create({ title: 'Fair', startDate: '2026-06-10', endDate: '2026-06-11', venues: { name: 'Square' } })
    const asked: string[] = []
    const policy = {
      may: () => true,
      readable: (_actor: unknown, kind: string) => {
        asked.push(kind)
        return [{ status: 'publish' as const }]
      },
    }
    await calendar.as(null, policy).events.list({ venues: 1 })
    expect(asked.sort()).toEqual(['event', 'venue'])
  })
})
