import { createCalendar, publicReadOnly } from '@kalends/core'
import { createReadOnlyCalendar } from '@kalends/core/read-only'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { changes } from '../src/changes.ts'
import { createHandler, defineRoute, type JsonObject } from '../src/index.ts'
import { base } from './support.ts'

/** The handlers of a calendar, and of one over the same store that only reads. */
async function startBoth() {
  const options = { store: memoryStore(), clock: fixedClock('2031-05-01T10:00:00Z') }
  const calendar = createCalendar(options)
  const dates = { startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00' }
  await calendar.events.create({ ...dates, title: 'Choir', venues: { name: 'Town hall' }, categories: ['Music'], tags: ['free'] })
  const handlers = [calendar, createReadOnlyCalendar(options)].map((one) => createHandler(one, { access: publicReadOnly() }))
  return handlers.map((handler) => async (path: string, method = 'GET') => {
    const response = await handler(new Request(`http://localhost${base}${path}`, { method }))
    return { status: response.status, allow: response.headers.get('allow'), body: await response.text() }
  })
}

test.each([
  '/events',
  '/events?categories=music',
  '/events/2',
  '/events/by-slug/choir',
  '/venues',
  '/organizers',
  '/categories',
  '/tags',
  '/events/99',
])('a calendar that only reads is served as any other: GET %s', async (path) => {
  const [whole, reading] = await startBoth()
  expect(await reading?.(path)).toEqual(await whole?.(path))
})

test.each([
  ['POST', '/events'],
  ['PATCH', '/events/2'],
  ['DELETE', '/venues/1'],
])('it has no route that writes: %s %s', async (method, path) => {
  const [, reading] = await startBoth()
  expect(await reading?.(path, method)).toMatchObject({ status: 405, allow: 'GET, HEAD, OPTIONS' })
})

test('its document and its root describe what it reads alone', async () => {
  const [, reading] = await startBoth()
  const document: { readonly paths: Readonly<Record<string, object>> } = JSON.parse((await reading?.('/doc'))?.body ?? '')
  expect([...new Set(Object.values(document.paths).flatMap(Object.keys))].filter((key) => key !== 'parameters')).toEqual(['get'])
  expect(JSON.stringify(document)).not.toMatch(/\w+(?:Input|Patch)"/)
  expect((await new Validator().validate(document)).errors ?? 'none').toBe('none')
  const root: { readonly routes: Readonly<Record<string, JsonObject>> } = JSON.parse((await reading?.(''))?.body ?? '')
  expect([...new Set(Object.values(root.routes).flatMap(({ methods }) => methods))]).toEqual(['GET'])
})

test('changes() needs a calendar with a log', () => {
  const calendar = createReadOnlyCalendar({ store: memoryStore() })
  expect(() => createHandler(calendar, { access: publicReadOnly(), use: [changes()] })).toThrow(
    'changes() needs a calendar of createCalendar',
  )
})

test('of an extension it has the routes that read, and asks the policy as any other', async () => {
  const calendar = createReadOnlyCalendar({ store: memoryStore() })
  const route = (method: 'GET' | 'POST', path: string, permission: Parameters<typeof defineRoute>[0]['permission']) =>
    defineRoute({ method, path, summary: path, permission, handle: () => path })
  const routes = [
    route('GET', '/report', { action: 'update', kind: 'event' }),
    route('GET', '/version', 'public'),
    route('POST', '/book', 'public'),
  ]
  const handler = createHandler(calendar, { access: publicReadOnly(), use: [{ name: 'desk', routes }] })
  const statusOf = async (path: string, method: string) => (await handler(new Request(`http://localhost${base}${path}`, { method }))).status
  expect([await statusOf('/report', 'GET'), await statusOf('/version', 'GET'), await statusOf('/book', 'POST')]).toEqual([401, 200, 404])
})
