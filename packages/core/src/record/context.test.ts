import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { openCalendar } from '../../test/open-calendar.ts'
import { createCalendar } from '../calendar/calendar.ts'

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

  test('may jump back or forth, and dates and status stay consistent', async () => {
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
    await calendar.as(null, policy).events.list({ venueIds: 1 })
    expect(asked.sort()).toEqual(['event', 'venue'])
  })
})
