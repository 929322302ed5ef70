import { createClient } from '@kalends/client'
import { allowAll, type CalendarClient } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { buildEventInput, fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { openCourses, signUp } from '../sign-up.ts'
import { createTown, type Town } from '../town.ts'

const now = new Date('2031-10-01T12:00:00+02:00')

/** The same calendar in process and over HTTP, without a server: a handler is a function from request to response. */
function openTown() {
  const calendar = createTown({ store: memoryStore(), clock: fixedClock(now.toISOString()) })
  const handler = createHandler(calendar, { access: allowAll() })
  const remote = createClient<Town>({ baseUrl: 'https://town.example/calendar/events/v1', fetch: handler })
  return { calendar, remote }
}

describe.each<[name: string, choose: (town: ReturnType<typeof openTown>) => CalendarClient<Town>]>([
  ['in process', ({ calendar }) => calendar],
  ['over HTTP', ({ remote }) => remote],
])('%s', (_name, choose) => {
  test('a page of open courses follows the other', async () => {
    const town = openTown()
    const create = (title: string, level: 'beginner' | 'pro', seats: number, startDate = '2031-10-24 19:30') =>
      town.calendar.events.create(buildEventInput({ title, startDate, fields: { level, seats } }))
    for (const title of ['Tango', 'Waltz', 'Swing']) await create(title, 'pro', 10)
    await create('Nearly full', 'pro', 9)
    await create('First steps', 'beginner', 30)
    await create('Over', 'pro', 30, '2031-09-30 19:30')

    const pages: string[][] = []
    for await (const page of openCourses(choose(town), now, 2)) pages.push(page.map(({ title }) => title))
    expect(pages).toEqual([['Tango', 'Waltz'], ['Swing']])
  })

  test('of two who saw the same course, the second one looks again', async () => {
    const town = openTown()
    const client = choose(town)
    const { id } = await town.calendar.events.create(
      buildEventInput({ startDate: '2031-10-24 19:30', fields: { level: 'pro', seats: 12 } }),
    )
    const [first, second] = [await client.events.get(id), await client.events.get(id)]

    expect(await signUp(client, first, 2)).toMatchObject({ course: { fields: { level: 'pro', seats: 10 } } })
    expect(await signUp(client, second, 2)).toEqual({ problem: 'changed' })
    expect(await signUp(client, await client.events.get(id), 2)).toMatchObject({ course: { fields: { seats: 8 } } })
    expect(await signUp(client, await client.events.get(id), 9)).toEqual({ problem: 'full' })
    expect((await town.calendar.events.get(id)).fields).toEqual({ level: 'pro', seats: 8 })
  })

  test('a course that is gone is an error', async () => {
    const town = openTown()
    const course = await town.calendar.events.create(buildEventInput({ fields: { seats: 12 } }))
    await town.calendar.events.delete(course.id)
    await expect(signUp(choose(town), course, 1)).rejects.toMatchObject({ code: 'not_found' })
  })
})
