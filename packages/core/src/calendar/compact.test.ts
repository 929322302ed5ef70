import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { expect, test } from 'vitest'
import { publicReadOnly } from '../access/policy.ts'
import { createCompactCalendar } from './compact.ts'

const clock = fixedClock('2031-05-01T10:00:00Z')
const dates = { startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00' }

test('hooks, listeners and transactions of a compact calendar get one', async () => {
  const calendar = createCompactCalendar({ store: memoryStore(), clock })
  const heard: string[] = []
  calendar.before('event.create', async ({ next, tx }) => {
    await tx.venues.create({ name: `Hall of ${next.title}` })
  })
  calendar.on('event.created', ({ after }) => void heard.push(after.slug))
  calendar.on('venue.created', ({ after }) => void heard.push(after.slug))
  await calendar.transaction(async (tx) => {
    await tx.events.create({ ...dates, title: 'Choir' })
    expect(heard).toEqual([])
  })
  expect(heard).toEqual(['hall-of-choir', 'choir'])
  const failing = calendar.transaction(async (tx) => {
    await tx.tags.create({ name: 'Free' })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect((await calendar.tags.list()).total).toBe(0)
})

test('a viewer of it writes what the policy lets it write', async () => {
  const calendar = createCompactCalendar({ store: memoryStore(), clock })
  const viewer = calendar.as(null, publicReadOnly())
  await expect(viewer.events.create({ ...dates, title: 'Choir' })).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(viewer.maintenance.extendSeries()).rejects.toMatchObject({ code: 'forbidden' })
})

test('it stores further dates of a series in time', async () => {
  const store = memoryStore()
  const { id } = await createCompactCalendar({ store, clock }).events.create({
    ...dates,
    title: 'Market',
    recurrence: { rule: 'FREQ=MONTHLY' },
  })
  const later = createCompactCalendar({ store, clock: fixedClock('2036-05-01T10:00:00Z') })
  const countDates = (): Promise<number> => later.events.count({ seriesIds: id, startsFrom: '2031-01-01', startsUntil: '2040-01-01' })
  const before = await countDates()
  const { changed } = await later.maintenance.extendSeries()
  expect([changed, (await countDates()) > before]).toEqual([1, true])
})

test('it reads lists, and reads and writes single records', () => {
  const calendar = createCompactCalendar({ store: memoryStore() })
  const [reads, writes] = [
    ['count', 'each', 'find', 'get', 'list'],
    ['create', 'delete', 'update'],
  ]
  expect(Object.keys(calendar.tags).sort()).toEqual([...reads, ...writes].sort())
  expect(Object.keys(calendar.venues).sort()).toEqual([...reads, ...writes, 'restore', 'trash'].sort())
  expect(Object.keys(calendar.events).sort()).toEqual([...reads, ...writes, 'counts', 'restore', 'series', 'trash'].sort())
  expect(Object.keys(calendar.maintenance)).toEqual(['extendSeries'])
  expect('changes' in calendar).toBe(false)
})

test('unknown options are refused by its name', () => {
  const options = { store: memoryStore(), horizon: 12 }
  expect(() => createCompactCalendar(options)).toThrow('createCompactCalendar has no option horizon')
})
