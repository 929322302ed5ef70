import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { expect, test } from 'vitest'
import { publicReadOnly } from '../access/policy.ts'
import { createCalendar } from './calendar.ts'
import { createReadOnlyCalendar } from './read-only.ts'

const clock = fixedClock('2031-05-01T10:00:00Z')

/** A calendar with an event of each kind, and the same store as a calendar that only reads. */
async function openBoth() {
  const store = memoryStore()
  const calendar = createCalendar({ store, clock, timeZone: 'Europe/Berlin' })
  const dates = { startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00' }
  const venues = { name: 'Town hall', city: 'Bonn' }
  const choir = await calendar.events.create({
    ...dates,
    title: 'Choir',
    venues,
    organizers: { name: 'Ada' },
    categories: ['Music'],
    tags: ['free'],
  })
  const draft = await calendar.events.create({ ...dates, title: 'Draft', status: 'draft' })
  const series = await calendar.events.create({ ...dates, title: 'Market', recurrence: { rule: 'FREQ=WEEKLY' } })
  return { store, calendar, reading: createReadOnlyCalendar({ store, clock, timeZone: 'Europe/Berlin' }), choir, draft, series }
}

async function idsOf(records: AsyncIterable<{ readonly id: number }>): Promise<readonly number[]> {
  const ids: number[] = []
  for await (const { id } of records) ids.push(id)
  return ids
}

test('a calendar that only reads returns the same as the one that writes', async () => {
  const { calendar, reading, choir, draft, series } = await openBoth()
  for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) {
    const input = kind === 'events' ? { from: '2031-05-01', to: '2031-08-01' } : {}
    expect(await reading[kind].list(input), kind).toEqual(await calendar[kind].list(input))
    expect(await reading[kind].count(input), kind).toBe(await calendar[kind].count(input))
    expect(await idsOf(reading[kind].each(input)), kind).toEqual(await idsOf(calendar[kind].each(input)))
  }
  expect(await reading.events.get(choir.id)).toEqual(await calendar.events.get(choir.id))
  expect(await reading.events.find(draft.id)).toEqual(await calendar.events.find(draft.id))
  expect(await reading.events.series([series.id])).toEqual(await calendar.events.series([series.id]))
  expect(await idsOf(reading.events.each({ from: 'today' }, { by: 'start', limit: 3 }))).toHaveLength(3)
  await expect(reading.ping()).resolves.toBeUndefined()
})

test('a viewer of it reads what the policy lets it read', async () => {
  const { calendar, reading, draft } = await openBoth()
  await calendar.events.trash(draft.id)
  const viewer = reading.as(null, publicReadOnly())
  expect((await viewer.events.list({ from: '2031-05-01', to: '2031-06-01' })).items.map(({ title }) => title)).toEqual(['Choir', 'Market'])
  await expect(viewer.events.get(draft.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(reading.events.get(draft.id)).rejects.toMatchObject({ code: 'in_trash' })
})

test('it has no operations that write, and a list beyond the stored dates of a series stores none', async () => {
  const { store, reading } = await openBoth()
  const { token } = await store.revision(clock.nowMs())
  await reading.events.list({ from: '2040-01-01', to: '2040-02-01' })
  expect((await store.revision(clock.nowMs())).token).toBe(token)
  expect(Object.keys(reading.events).sort()).toEqual(['count', 'counts', 'each', 'find', 'get', 'list', 'series'])
  for (const name of ['transaction', 'using', 'on', 'before', 'changes', 'maintenance']) expect(name in reading, name).toBe(false)
})

test('options of writes are unknown to it', () => {
  const options = { store: memoryStore(), horizonMonths: 12 }
  expect(() => createReadOnlyCalendar(options)).toThrow('createReadOnlyCalendar has no option horizonMonths')
})
