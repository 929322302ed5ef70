import type { Calendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { concert, watch } from './support.ts'

type Write = (calendar: Calendar, id: number) => Promise<unknown>

const weekly = { ...concert, title: 'Course', recurrence: 'FREQ=WEEKLY;COUNT=2' } as const

/** Writes of each record that the JSON of an event depends on. The event is the one of the title, and links one record of each kind. */
const dependencies: readonly (readonly [what: string, title: string, write: Write])[] = [
  ['the event itself', 'Concert', ({ events }, id) => events.update(id, { description: 'new' })],
  ['its venue', 'Concert', ({ venues }) => venues.update('hall', { name: 'Other hall' })],
  ['its organizer', 'Concert', ({ organizers }) => organizers.update('choir', { name: 'Other choir' })],
  ['its category', 'Concert', ({ categories }) => categories.update('music', { name: 'Other music' })],
  ['its tag', 'Concert', ({ tags }) => tags.update('free', { name: 'Other price' })],
  ['its parent, which is deleted', 'Child', ({ events }) => events.delete('festival')],
  ['its series', 'Course', ({ events }) => events.update('course', { excerpt: 'new' }, { scope: 'all' })],
  ['its venue, which is hidden', 'Concert', ({ venues }) => venues.update('hall', { status: 'draft' })],
  ['its tag, which is deleted', 'Concert', ({ tags }) => tags.delete('free')],
]

test.each(dependencies)('the JSON of a cached event follows a write of %s', async (_, title, write) => {
  const store = memoryStore()
  const caching = watch({}, {}, store)
  const uncached = watch({}, { cache: false }, store)
  const { calendar } = caching
  await calendar.events.create({
    ...concert,
    venues: { name: 'Hall' },
    organizers: { name: 'Choir' },
    categories: ['Music'],
    tags: ['Free'],
  })
  const festival = await calendar.events.create({ ...concert, title: 'Festival' })
  await calendar.events.create({ ...concert, title: 'Child', parentId: festival.id })
  await calendar.events.create(weekly)
  // Only as many events as these are worth a question what was written.
  await calendar.events.createMany(Array.from({ length: 40 }, () => ({ ...concert, title: 'Filler' })))
  const found = (await calendar.events.list({ perPage: 100 })).items.find((event) => event.title === title)
  const id = found?.id ?? 0
  const paths = ['/events?per_page=30', '/events?per_page=30&order=desc', `/events/${id}`, `/events?include=${id}&per_page=1`]
  const readAll = async (watched: typeof caching): Promise<readonly string[]> => {
    const texts: string[] = []
    for (const path of paths) texts.push((await watched.read(path)).text)
    return texts
  }
  // The second reading caches nothing new, and joins events of the first one.
  await caching.read('/events?per_page=100')
  const before = await readAll(caching)
  expect(before).toEqual(await readAll(uncached))
  await write(calendar, id)
  const after = await readAll(uncached)
  expect(after[2]).not.toBe(before[2])
  expect(await readAll(caching)).toEqual(after)
})

test('the JSON of a cached event stays when another event is written', async () => {
  const { calendar, read } = watch()
  const { id } = await calendar.events.create(concert)
  await calendar.events.createMany(Array.from({ length: 40 }, () => concert))
  await read('/events?per_page=100')
  await calendar.events.update(id + 1, { title: 'Other' })
  // The revision, and what was written since.
  expect((await read(`/events/${id}`)).calls).toBe(2)
  expect((await read(`/events/${id + 2}`)).calls).toBe(1)
})

test('an event in the trash has no JSON by its id, even after a list of the trash has cached its own', async () => {
  const { calendar, read } = watch()
  const { id } = await calendar.events.create(concert)
  await calendar.events.trash(id)
  expect((await read('/events?status=trash&ends_after=2020-01-01')).text).toContain(`"id":${id}`)
  expect((await read(`/events/${id}`)).status).toBe(410)
})
