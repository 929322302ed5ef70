import { allowAll, createCalendar } from '@kalends/core'
import { createHandler, type Extension } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { expect, test } from 'vitest'
import { theEventsCalendar } from '../src/index.ts'

const start = async () => {
  const loads: (readonly number[])[] = []
  const guests: Extension = {
    name: 'guests',
    members: {
      event: {
        schema: { guests: { type: 'string' } },
        load: async (ids) => {
          loads.push(ids)
          return new Map(ids.map((id) => [id, { guests: `of ${id}` }]))
        },
      },
    },
  }
  const calendar = createCalendar({ store: memoryStore() })
  for (const name of ['A', 'B', 'C']) await calendar.categories.create({ name })
  await calendar.events.create({ title: 'Secret', startDate: '2031-05-30', endDate: '2031-05-30', status: 'draft' })
  await calendar.events.create({ title: 'Choir', startDate: '2031-05-31', endDate: '2031-05-31', categories: [1, 3] })
  const handler = createHandler(calendar, {
    access: allowAll(),
    basePath: '/wp-json',
    namespace: 'tribe/events/v1',
    use: [theEventsCalendar(), guests],
  })
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await handler(new Request(`http://localhost/wp-json/tribe/events/v1${path}`, init))
    return { status: response.status, tag: response.headers.get('etag') ?? '', body: await response.json() }
  }
  return { ask, loads }
}

const list = '/events?starts_after=2031-01-01&status=publish'

test.each<[string, unknown]>([
  ['/events/2?_fields=title', { title: 'Choir' }],
  ['/events/2?_fields=guests', { guests: 'of 2' }],
  ['/events/2?_fields=guests,title', { title: 'Choir', guests: 'of 2' }],
  [`${list}&_fields=total`, { total: 1 }],
  [`${list}&_fields=events,title`, { events: [{ title: 'Choir' }] }],
  [`${list}&_fields=events,guests`, { events: [{ guests: 'of 2' }] }],
])('_fields selects members of extensions as all others, also from the cache: %s', async (path, expected) => {
  const { ask, loads } = await start()
  for (let round = 0; round < 2; round++) expect((await ask(path)).body).toEqual(expected)
  expect(loads).toEqual([[2], [2]])
})

test('_fields without an id gives members to no other record', async () => {
  const { ask, loads } = await start()
  const { body } = await ask('/events/2?_fields=categories')
  expect(JSON.stringify(body)).not.toContain('guests')
  expect(loads).toEqual([[2]])
})

test('conditions of a write name what _fields selects, with members', async () => {
  const { ask } = await start()
  const path = '/events/2?_fields=id,guests'
  const { tag } = await ask(path)
  const send = (title: string, ifMatch: string) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'if-match': ifMatch },
      body: JSON.stringify({ title }),
    })
  expect(await send('Band', '"other"')).toMatchObject({ status: 412 })
  expect(await send('Band', tag)).toMatchObject({ status: 200, tag, body: { id: 2, guests: 'of 2' } })
})
