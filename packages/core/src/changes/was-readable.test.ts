import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { publicReadOnly } from '../access/policy.ts'
import { roles } from '../access/roles.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { internals } from '../calendar/internals.ts'

test('wasReadable says whether the caller could read a record just before a write', async () => {
  const calendar = createCalendar({ store: memoryStore() })
  const { id } = await calendar.events.create({ title: 'Choir', startDate: '2031-05-31', endDate: '2031-05-31', status: 'draft' })
  await calendar.events.update(id, { status: 'publish' })
  await calendar.events.update(id, { title: 'Big choir' })
  await calendar.events.trash(id)
  await calendar.events.delete(id)
  const { rows } = await internals(calendar).log.rows({ after: 0 })
  const readBy = (viewer: typeof calendar) => Promise.all(rows.map((row) => internals(viewer).log.wasReadable(row)))
  expect(rows.map(({ verb }) => verb)).toEqual(['created', 'updated', 'updated', 'trashed', 'deleted'])
  expect(await readBy(calendar.as(null, publicReadOnly()))).toEqual([false, false, true, true, false])
  expect(await readBy(calendar.as({ id: '1', roles: ['editor'] }, roles()))).toEqual([false, true, true, true, true])
  expect(await readBy(calendar)).toEqual([false, true, true, true, true])
})
