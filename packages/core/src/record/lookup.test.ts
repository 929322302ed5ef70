import { memoryStore } from '@kalends/memory'
import { failingStore } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { createCalendar } from '../calendar.ts'

describe('what can name no record', () => {
  test.each(['', 'a\u0000', '\u0007', '\uD800', 0, -1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, 2 ** 53])(
    'such as %o never reaches the store',
    async (ref) => {
      const store = failingStore(memoryStore(), { failAt: Number.POSITIVE_INFINITY })
      const calendar = createCalendar({ store })
      for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) {
        expect(await outcomeOf(calendar[kind].get(ref))).toBe('not_found')
        expect(await calendar[kind].find(ref)).toBe(null)
      }
      expect(store.calls()).toBe(0)
    },
  )
})

describe('find', () => {
  test('gives null only where there is none', async () => {
    const { calendar } = openCalendar()
    await calendar.venues.create({ name: 'A' })
    expect(await calendar.venues.find('a')).toMatchObject({ id: 1 })
    expect(await calendar.venues.find(2)).toBe(null)
    const broken = createCalendar({ store: failingStore(memoryStore(), { failAt: 1, error: new Error('away') }) })
    await expect(broken.venues.find(1)).rejects.toThrow('away')
  })
})
