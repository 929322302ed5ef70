import { memoryStore } from '@kalends/memory'
import { failingStore } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { readScopes, type Status } from '../access/policy.ts'
import { createCalendar } from '../calendar/calendar.ts'
import type { ReadScope } from '../store/filters.ts'

const trashOnly: ReadScope<Status> = [{ status: 'trash' }]

/** The read scope, the status before the trash, whether the policy allows everything, and the outcomes of a read and of a restore. */
test.each<[string, ReadScope<Status>, Status, boolean, string, string]>([
  ['a viewer who sees and may change everything', readScopes.all, 'draft', true, 'in_trash', 'done'],
  ['a viewer who sees everything and may change nothing', readScopes.all, 'draft', false, 'not_found', 'not_found'],
  ['a viewer who sees the trash only', trashOnly, 'draft', true, 'in_trash', 'done'],
  ['a viewer who saw it before it was trashed', readScopes.published, 'publish', true, 'in_trash', 'done'],
  ['a viewer who did not see it before, but may change it', readScopes.published, 'draft', true, 'not_found', 'not_found'],
  ['a viewer who sees nothing', [], 'publish', true, 'not_found', 'not_found'],
])('a record in the trash is shown and restored by scope and permission: %s', async (_name, scope, status, mayChange, read, restored) => {
  const { calendar } = openCalendar()
  const { id } = await calendar.events.create({ ...anEvent(), status })
  await calendar.events.trash(id)
  const seen = calendar.as({ id: '1' }, { readable: () => scope, may: () => mayChange })
  expect(await outcomeOf(seen.events.get(id))).toBe(read)
  expect(await outcomeOf(seen.events.restore(id))).toBe(restored)
})

describe('an invalid id or slug', () => {
  test.each(['', 'a\u0000', '\u0007', '\uD800', 0, -1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, 2 ** 53])(
    'such as %o is not found, without a call of the store',
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
  test('gives null for a missing record, and throws the errors of the store', async () => {
    const { calendar } = openCalendar()
    await calendar.venues.create({ name: 'A' })
    expect(await calendar.venues.find('a')).toMatchObject({ id: 1 })
    expect(await calendar.venues.find(2)).toBe(null)
    const broken = createCalendar({ store: failingStore(memoryStore(), { failAt: 1, error: new Error('away') }) })
    await expect(broken.venues.find(1)).rejects.toThrow('away')
  })
})
