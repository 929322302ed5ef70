import { memoryStore } from '@kalends/memory'
import { failingStore } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { everything, publishedOnly, type Status } from '../access/policy.ts'
import { createCalendar } from '../calendar.ts'
import type { ReadScope } from '../store/filters.ts'

const trashOnly: ReadScope<Status> = [{ status: 'trash' }]

/** The read scope, the status before the trash, whether the policy allows everything, and the outcomes of a read and of a restore. */
test.each<[string, ReadScope<Status>, Status, boolean, string, string]>([
  ['who sees all and changes all', everything, 'draft', true, 'in_trash', 'done'],
  ['who sees all and changes nothing', everything, 'draft', false, 'not_found', 'not_found'],
  ['who sees the trash', trashOnly, 'draft', true, 'in_trash', 'done'],
  ['who saw it before it was there', publishedOnly, 'publish', true, 'in_trash', 'done'],
  ['who never saw it, though it might be changed', publishedOnly, 'draft', true, 'not_found', 'not_found'],
  ['who sees nothing', [], 'publish', true, 'not_found', 'not_found'],
])('a record in the trash, for %s', async (_name, scope, status, mayChange, read, restored) => {
  const { calendar } = openCalendar()
  const { id } = await calendar.events.create({ ...anEvent(), status })
  await calendar.events.trash(id)
  const seen = calendar.as({ id: 1 }, { readable: () => scope, may: () => mayChange })
  expect(await outcomeOf(seen.events.get(id))).toBe(read)
  expect(await outcomeOf(seen.events.restore(id))).toBe(restored)
})

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
