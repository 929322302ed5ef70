import { allowAll, createCalendar, publicReadOnly, roles } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { expect, expectTypeOf, test } from 'vitest'

async function filled() {
  const calendar = createCalendar({ store: memoryStore(), timeZone: 'Europe/Berlin', clock: { nowMs: () => Date.UTC(2031, 3, 1) } })
  const music = await calendar.categories.create({ name: 'Music' })
  const jazz = await calendar.categories.create({ name: 'Jazz', parentId: music.id })
  const hall = await calendar.venues.create({ name: 'Hall' })
  const secret = await calendar.venues.create({ name: 'Secret', status: 'draft' })
  const at = (startDate: string, more = {}) =>
    calendar.events.create({ title: 'Concert', startDate, endDate: startDate, categories: ['Jazz'], venues: [hall.id, secret.id], ...more })
  await at('2031-05-31 23:30', { timeZone: 'America/New_York' })
  await at('2031-06-01', { categories: ['Jazz', 'Music'] })
  await at('2031-06-02', { status: 'draft', authorId: 'anna' })
  await at('2031-06-03', { hidden: true })
  await at('2031-06-07 20:00', { recurrence: 'FREQ=WEEKLY;COUNT=5' })
  return { calendar, stranger: calendar.as(null, publicReadOnly()), music, jazz, hall, secret }
}

test('counts by the wall clock of each event, ascending', async () => {
  const { stranger, jazz, music } = await filled()
  expect(await stranger.events.counts({ by: 'month' })).toEqual([
    { month: '2031-05', count: 1 },
    { month: '2031-06', count: 5 },
    { month: '2031-07', count: 1 },
  ])
  expect(await stranger.events.counts({ by: 'day', to: '2031-06-01' })).toEqual([
    { day: '2031-05-31', count: 1 },
    { day: '2031-06-01', count: 1 },
  ])
  expect(await stranger.events.counts({ by: ['category', 'month'], to: '2031-06-01' })).toEqual([
    { category: music.id, month: '2031-06', count: 1 },
    { category: jazz.id, month: '2031-05', count: 1 },
    { category: jazz.id, month: '2031-06', count: 1 },
  ])
})

test('leaves out the venues and the events that the viewer may not see', async () => {
  const { calendar, stranger, hall, secret } = await filled()
  expect(await stranger.events.counts({ by: 'venue' })).toEqual([{ venue: hall.id, count: 7 }])
  const anna = calendar.as({ id: 'anna', roles: ['author'] }, roles())
  expect(await anna.events.counts({ by: 'venue', status: 'any' })).toEqual([{ venue: hall.id, count: 8 }])
  expect(await calendar.as({ id: '1' }, allowAll()).events.counts({ by: 'venue', status: 'any', hidden: 'include' })).toEqual([
    { venue: hall.id, count: 9 },
    { venue: secret.id, count: 9 },
  ])
})

test('counts each series once where a list has its next date alone', async () => {
  const { stranger } = await filled()
  expect(await stranger.events.counts({ by: 'month', series: 'next', from: '2031-06-02' })).toEqual([{ month: '2031-06', count: 1 }])
})

test.each([
  [{}, 'required'],
  [{ by: 'year' }, 'not_among'],
  [{ by: [] }, 'empty'],
  [{ by: ['day', 'month', 'tag'] }, 'too_many_items'],
])('refuses %o', async (input, code) => {
  const { calendar } = await filled()
  await expect(calendar.events.counts(input as never)).rejects.toMatchObject({
    code: 'invalid_input',
    details: { issues: [expect.objectContaining({ path: expect.stringMatching(/^by/), code })] },
  })
})

test('refuses more than 10,000 counts, and unknown filters', async () => {
  const { calendar } = await filled()
  const store = memoryStore()
  const many = Array.from({ length: 10_001 }, (_, i) => ({ keys: [i], count: 1 }))
  const full = createCalendar({ store: { ...store, events: { ...store.events, countBy: async ({ limit }) => many.slice(0, limit) } } })
  await expect(full.events.counts({ by: 'tag' })).rejects.toMatchObject({
    details: { issues: [expect.objectContaining({ path: 'by', code: 'too_many_counts', max: 10_000 })] },
  })
  await expect(calendar.events.counts({ by: 'tag', colour: 'red' } as never)).rejects.toThrow(TypeError)
})

test('the rows have the types of their facets', async () => {
  const { calendar } = await filled()
  expectTypeOf(await calendar.events.counts({ by: 'month' })).toExtend<readonly { readonly month: string; readonly count: number }[]>()
  expectTypeOf(await calendar.events.counts({ by: ['category', 'day'] })).toExtend<
    readonly { readonly category: number; readonly day: string; readonly count: number }[]
  >()
})
