import { expect, test } from 'vitest'
import { anEvent, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { everything, publishedOnly, type Status } from '../access/policy.ts'
import type { ReadScope } from '../store/filters.ts'

const trashOnly: ReadScope<Status> = [{ status: 'trash' }]

/** What may be read, the status before the trash, whether everything may be changed, and what becomes of a read and of a restore. */
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
