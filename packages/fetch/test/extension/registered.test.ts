import { createCalendar, publicReadOnly, roles } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { createHandler } from '../../src/index.ts'
import { base, concert, type Reply, startCalendar } from '../support.ts'
import { registrations } from './registered.ts'

const start = async () => {
  const { extension, loads } = registrations()
  const started = startCalendar({ use: [extension] })
  await started.request('POST', '/events', concert)
  await started.request('POST', '/events', { ...concert, title: 'Recital', venue: { venue: 'Hall' } })
  loads.length = 0
  const register = (id: number, name: string): Promise<Reply> => started.request('POST', `/events/${id}/registrations`, { name })
  return { ...started, loads, register }
}

describe('members of an extension', () => {
  test('are in lists, single records, creations and updates, each with one load', async () => {
    const { request, loads, register } = await start()
    await register(1, 'Ann')
    const list = await request('GET', '/events')
    expect(list.body.events.map(({ id, registered }: { id: number; registered: number }) => [id, registered])).toEqual([
      [1, 1],
      [2, 0],
    ])
    expect(list.body.total).toBe(2)
    expect((await request('GET', '/events/1')).body.registered).toBe(1)
    expect((await request('GET', '/events/by-slug/concert')).body.registered).toBe(1)
    expect((await request('PATCH', '/events/1', { title: 'New', registered: 7 })).body).toMatchObject({ title: 'New', registered: 1 })
    expect((await request('POST', '/events', concert)).body.registered).toBe(0)
    expect(loads).toEqual([[1, 2], [1], [1], [1], [3]])
  })

  test('hold only the names of the schema, and only on records of the kind', async () => {
    const { request } = await start()
    expect((await request('GET', '/events/1')).text).not.toContain('not in the schema')
    expect((await request('GET', '/venues')).text).not.toContain('registered')
  })

  test('come after the cache and before the entity tag', async () => {
    const { request, register } = await start()
    const first = await request('GET', '/events/1')
    const tag = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await request('GET', '/events/1', undefined, tag)).status).toBe(304)
    await register(1, 'Ann')
    const changed = await request('GET', '/events/1', undefined, tag)
    expect([changed.status, changed.body.registered]).toEqual([200, 1])
    expect(changed.headers.get('content-length')).toBe(String(Buffer.byteLength(changed.text)))
  })

  test('count in preconditions of writes', async () => {
    const { request, register } = await start()
    const { headers } = await request('GET', '/events/1')
    const tag = { 'if-match': headers.get('etag') ?? '' }
    expect((await request('PATCH', '/events/by-slug/concert', { excerpt: 'a' }, tag)).status).toBe(200)
    const again = { 'if-match': (await request('GET', '/events/1')).headers.get('etag') ?? '' }
    await register(1, 'Ann')
    expect((await request('PATCH', '/events/1', { excerpt: 'b' }, again)).status).toBe(412)
  })

  test.each([
    ['DELETE', '?force=true'],
    ['PATCH', '?restore=true'],
  ])('leave preconditions of a write to a record in the trash as they are: %s %s', async (method, query) => {
    const { request, loads } = await start()
    await request('DELETE', '/events/1')
    loads.length = 0
    const reply = await request(method, `/events/by-slug/concert__trashed${query}`, undefined, { 'if-match': '*' })
    expect([reply.status, reply.body.registered]).toEqual([200, 0])
    expect(loads).toEqual([[1], [1]])
  })

  test('are not loaded for a record that the caller may not change', async () => {
    const { extension, loads } = registrations()
    const { request, calendar } = startCalendar({
      access: roles(),
      authenticate: () => ({ id: '5', roles: ['author'] }),
      use: [extension],
    })
    await calendar.events.create({ title: 'Secret', startDate: '2031-05-31', endDate: '2031-05-31', status: 'draft' })
    const reply = await request('PATCH', '/events/1', { title: 'Mine' }, { 'if-match': '"guess"' })
    expect([reply.status, loads]).toEqual([404, []])
  })

  test('that cannot be loaded fail a read, and not a write that has been made', async () => {
    const reported: unknown[] = []
    const failure = new Error('the database of the guests is away')
    const load = () => Promise.reject(failure)
    const { request } = startCalendar({
      onError: (error) => reported.push(error),
      use: [{ name: 'away', members: { event: { schema: { registered: {} }, load } } }],
    })
    const statuses: number[] = []
    for (const [method, path, body] of [
      ['POST', '/events', concert],
      ['PATCH', '/events/1', { title: 'New' }],
      ['DELETE', '/events/1'],
      ['PATCH', '/events/1?restore=true'],
      ['GET', '/events/1'],
    ] as const)
      statuses.push((await request(method, path, body)).status)
    expect(statuses).toEqual([201, 200, 200, 200, 500])
    expect(reported).toEqual(Array(5).fill(failure))
  })

  test('are in the document, and in records for messages', async () => {
    const { handler, calendar } = await start()
    const { components } = handler.openapi() as { components: { schemas: Record<string, { properties: object; required: string[] }> } }
    const { Event: event } = components.schemas
    expect(event?.properties).toHaveProperty('registered.description', 'How many guests have registered')
    expect(event?.required).not.toContain('registered')
    expect(await handler.present('event', await calendar.events.get(1))).toHaveProperty('registered', 0)
  })
})

describe('routes of an extension', () => {
  test('read their parameters and bodies by their schemas', async () => {
    const { request, register } = await start()
    expect((await register(1, 'Ann')).body).toEqual({ registered: true })
    expect((await register(1, 'Bob')).body).toEqual({ registered: true })
    expect((await register(1, 'Cem')).body).toEqual({ registered: false })
    const guests = async (query: string): Promise<unknown> => (await request('GET', `/events/1/registrations${query}`)).body.guests
    expect(await guests('')).toEqual(['Ann', 'Bob'])
    expect(await guests('?limit=1')).toEqual(['Ann'])
    expect(await guests('?initials=B,C')).toEqual(['Bob'])
    expect(await guests('?initials[]=B')).toEqual(['Bob'])
  })

  test.each([
    ['GET', '?limit=0&initials=ab', undefined, ['initials', 'limit']],
    ['GET', '?limit=', undefined, ['limit']],
    ['GET', '?limit=1&limit=2', undefined, ['limit']],
    ['POST', '', {}, ['name']],
    ['POST', '', { name: 'A', seats: { row: 'x' } }, ['seats']],
  ])('name what is invalid: %s %s %j', async (method, query, body, names) => {
    const { request } = await start()
    const reply = await request(method, `/events/1/registrations${query}`, body)
    expect([reply.status, Object.keys(reply.body.data.params).sort()]).toEqual([400, names])
  })

  test.each([
    ['GET', '/events/7/registrations', 404],
    ['GET', '/events/99999999999999999999/registrations', 404],
    ['GET', '/events/x/registrations', 404],
    ['PUT', '/events/1/registrations', 405],
    ['HEAD', '/events/1/registrations', 200],
    ['OPTIONS', '/events/1/registrations', 204],
  ])('%s %s is %d', async (method, path, status) => {
    const { request } = await start()
    expect((await request(method, path)).status).toBe(status)
  })

  test('have the headers, entity tag and rules of those of the interface', async () => {
    const { request } = await start()
    const path = '/events/1/registrations'
    const { headers } = await request('GET', path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect((await request('GET', path, undefined, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
    expect((await request('POST', path, 'x', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await request('POST', path, '{', {})).status).toBe(400)
    expect((await request('POST', path, undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('are in the document and in the root', async () => {
    const { handler, request } = await start()
    const { paths } = handler.openapi() as { paths: Record<string, Record<string, { parameters: { name: string }[]; summary: string }>> }
    const item = paths[`${base}/events/{id}/registrations`]
    expect([item?.['get']?.summary, item?.['post']?.summary]).toEqual(['List the guests of an event', 'Register a guest'])
    expect(item?.['get']?.parameters.map(({ name }) => name)).toEqual(['limit', 'initials', 'If-None-Match'])
    const { body } = await request('GET', '')
    expect(body.routes[`${base}/events/{id}/registrations`].endpoints[0].args).toMatchObject({
      id: { required: true, type: 'integer' },
      limit: { required: false, type: 'integer', description: 'The most guests' },
      initials: { required: false, type: 'array', items: { type: 'string' } },
    })
  })
})

test('without use, a handler has neither the extensions of Kalends in its document nor their routes', async () => {
  const handler = createHandler(createCalendar({ store: memoryStore() }), { access: publicReadOnly() })
  const text = JSON.stringify(handler.openapi())
  for (const name of ['fullcalendar', '/changes', 'Idempotency', '"421"', 'form-urlencoded', '.ics']) expect(text).not.toContain(name)
  for (const path of [
    '/changes',
    '/events/counts?by=day',
    '/free-busy',
    '/events/fullcalendar?start=2026-05-01&end=2026-06-01',
    '/events.ics',
  ])
    expect((await handler(new Request(`http://localhost${base}${path}`))).status).toBe(404)
})
