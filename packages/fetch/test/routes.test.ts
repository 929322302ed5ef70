import type { CalendarStore } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { ensurePermissions, methodsOf, type Route } from '../src/routing/route.ts'
import { base, least, type Reply, type Started, startCalendar, tableOf } from './support.ts'

const routes = tableOf()

const table = routes.flatMap((route) => methodsOf(route).map((method) => ({ method, path: route.path, route })))
const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'LOCK', 'patch']
const refused = routes.flatMap((route) =>
  others.filter((method) => !methodsOf(route).some((known) => known === method)).map((method) => ({ method, path: route.path, route })),
)

/** The list of a path; empty for the root and the documentation. */
const listOf = (path: string): string => path.split('/')[1] ?? ''

async function startWithRecords(): Promise<Started> {
  const started = startCalendar()
  for (const [list, body] of Object.entries(least)) await started.request('POST', `/${list}`, body)
  return started
}

// Categories and tags share their ids.
const idIn = (path: string): string => (listOf(path) === 'tags' ? '2' : '1')
/** The path with the id or slug of an existing record and the query parameters that its route requires. */
const fill = (path: string, slashes = ''): string =>
  `${path.replace('{id}', idIn(path)).replace('{slug}', slugs[listOf(path)] ?? '')}${slashes}${required[path] ?? ''}`
const required: Readonly<Record<string, string>> = {
  '/events/fullcalendar': '?start=2026-05-01&end=2026-06-01',
  '/events/counts': '?by=month',
  '/free-busy': '?venue=1&start=2026-05-01&end=2026-06-01',
  ...Object.fromEntries(['events', 'venues', 'organizers', 'categories', 'tags'].map((list) => [`/${list}/{id}/revert`, '?to=1'])),
}
const slugs: Readonly<Record<string, string>> = { events: 'concert', venues: 'town-hall', organizers: 'choir' }

const bodyFor = (method: string, path: string): unknown =>
  ['POST', 'PUT', 'PATCH'].includes(method) ? (path.includes('{') ? {} : least[listOf(path)]) : undefined

test('the table has the 15 paths and 52 operations of the interface, and 15 of extensions', () => {
  expect(routes).toHaveLength(15 + 15)
  expect(table).toHaveLength(52 + 15)
})

describe('every operation', () => {
  test.each(table)('$method $path gives 200 or 201 with the specified headers', async ({ method, path }) => {
    const { request } = await startWithRecords()
    const isCreation = method === 'POST' && !path.includes('{')
    const body = isCreation && listOf(path) !== 'events' ? changed(least[listOf(path)]) : bodyFor(method, path)
    const reply = await request(method, fill(path), body)
    expect(reply.status).toBe(isCreation ? 201 : 200)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('etag')).toMatch(/^"[\w-]{43}"$/)
    expect(reply.headers.get('location')).toBe(isCreation ? (reply.body.rest_url ?? reply.body.urls.self) : null)
    expect(reply.headers.get('content-length')).toBe(String(new TextEncoder().encode(reply.text).length))
  })

  test.each(table)('$method $path accepts one trailing slash', async ({ method, path }) => {
    const { request } = await startWithRecords()
    const isCreation = method === 'POST' && !path.includes('{')
    const body = isCreation ? changed(least[listOf(path)]) : bodyFor(method, path)
    expect((await request(method, fill(path, '/'), body)).status).toBe(isCreation ? 201 : 200)
    expect((await request(method, fill(path, '//'), body)).status).toBe(404)
  })

  test.each(table.filter(({ method }) => method === 'GET'))('HEAD $path is GET without a body', async ({ path }) => {
    const { request } = await startWithRecords()
    const [get, head] = [await request('GET', fill(path)), await request('HEAD', fill(path))]
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect([...head.headers]).toEqual([...get.headers])
  })

  test.each(routes)('OPTIONS $path lists the methods in Allow', async (route) => {
    const { request } = startCalendar()
    const reply = await request('OPTIONS', fill(route.path))
    expect([reply.status, reply.text]).toEqual([204, ''])
    const allowed = (reply.headers.get('allow') ?? '').split(', ')
    expect(new Set(allowed)).toEqual(new Set([...methodsOf(route), ...(methodsOf(route).includes('GET') ? ['HEAD'] : []), 'OPTIONS']))
  })

  test.each(refused)('$method $path gives 405', async ({ method, path, route }) => {
    const { request } = startCalendar()
    const reply = await request(method, fill(path))
    expect([reply.status, reply.body.code]).toEqual([405, 'method_not_allowed'])
    expect((reply.headers.get('allow') ?? '').split(', ')).toEqual(expect.arrayContaining([...methodsOf(route)]))
  })
})

const changed = (body: object | undefined): object =>
  Object.fromEntries(Object.entries(body ?? {}).map(([key, value]) => [key, /^\d/.test(value) ? value : `${value} 2`]))

describe('POST, PUT and PATCH of a record', () => {
  test.each(routes.filter((route) => methodsOf(route).includes('PATCH')))('do the same at $path', async ({ path }) => {
    const bodies: unknown[] = []
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const { request } = await startWithRecords()
      bodies.push((await request(method, fill(path), { description: 'New' })).body)
    }
    expect(bodies[0]).toMatchObject({ description: 'New', id: Number(idIn(path)) })
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
  })
})

describe('a path without a route', () => {
  test.each([
    '/event',
    '/Events',
    '/EVENTS/1',
    '/events/1/2',
    '/events/x',
    '/events/-1',
    '/events/1.5',
    '/events/+1',
    '/events/1e3',
    '/events/１',
    '/events/%EF%BC%91',
    '/events/by-slug',
    '/events/by-slug/',
    '/events/by-slug/a/b',
    '/events/by-slug/a%2Fb',
    '/events/by-slug/a%5Cb',
    '/categories/by-slug/music',
    '/tags/by-slug/outdoor',
    '//events',
    '/events//1',
    '/doc/x',
    '/%2Fevents',
    'http://localhost/calendar/events/v2/events',
    'http://localhost/Calendar/events/v1/events',
    'http://localhost/calendar/events/v1events',
    'http://localhost/calendar/events',
    'http://localhost/de/calendar/events/v1/events',
    'http://localhost/',
    'http://localhost//calendar/events/v1/events',
  ])('gives 404: %s', async (path) => {
    const { request, handler } = startCalendar()
    const reply = await request('GET', path)
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    expect(reply.body.data).toEqual({ status: 404 })
    const url = path.startsWith('http') ? path : `http://localhost${base}${path}`
    expect(await handler.tryHandle(new Request(url))).toBeUndefined()
  })

  // `new Request` resolves dot segments; a server may pass on the raw path.
  test.each(['/./events', '/x/../events', '/%2e/events', '/x/%2E%2e/events', '/events/by-slug/..', '/events/by-slug/%2e'])(
    'gives 404 without normalization: %s',
    async (path) => {
      const { handler } = startCalendar()
      const raw = Object.defineProperty(new Request('http://localhost/'), 'url', { value: `http://localhost${base}${path}` })
      expect((await handler(raw)).status).toBe(404)
    },
  )

  test.each([`${base}/%FF`, `${base}/events/by-slug/%C3`, '/%FF', `/%E0%A4${base}/events`])(
    'gives 400 if it is not UTF-8: %s',
    async (path) => {
      const { handler } = startCalendar()
      const response = await handler(new Request(`http://localhost${path}`))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid_input', data: { params: { path: expect.any(String) } } })
    },
  )

  test('outside of the namespace makes tryHandle return undefined, even if it is not UTF-8', async () => {
    const { handler } = startCalendar()
    expect(await handler.tryHandle(new Request('http://localhost/%FF'))).toBeUndefined()
    expect((await handler.tryHandle(new Request(`http://localhost${base}/%FF`)))?.status).toBe(400)
    expect((await handler.tryHandle(new Request(`http://localhost${base}/events`)))?.status).toBe(200)
  })

  test('is compared after percent-decoding', async () => {
    const { handler } = await startWithRecords()
    expect((await handler(new Request(`http://localhost${base}/%65vents/%31`))).status).toBe(200)
  })
})

describe('ids', () => {
  test.each(['9007199254740992', '99999999999999999999999', '0', '66'])('%s gives 404 for every method', async (id) => {
    const { request } = await startWithRecords()
    for (const list of Object.keys(least)) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const reply = await request(method, `/${list}/${id}`, method === 'PATCH' ? {} : undefined)
        expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
        expect(reply.body).toEqual((await request('GET', `/${list}/77`)).body)
      }
    }
  })

  test('an id above 2^53-1 is not looked up in the store', async () => {
    let asked = 0
    const count = (store: CalendarStore, key: string): unknown => {
      asked += 1
      return Reflect.get(store, key)
    }
    const { request } = startCalendar(
      {},
      { store: new Proxy<CalendarStore>(memoryStore(), { get: (store, key) => count(store, String(key)) }) },
    )
    asked = 0
    for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const) {
      for (const list of Object.keys(least)) expect((await request(method, `/${list}/9007199254740992`, body)).status).toBe(404)
    }
    expect(asked).toBe(0)
    await request('GET', '/events/9007199254740991')
    expect(asked).toBeGreaterThan(0)
  })

  test('the body of an update is checked before the record is looked up', async () => {
    const { request } = startCalendar()
    for (const id of ['77', '9007199254740992']) {
      const reply = await request('PATCH', `/events/${id}`, { title: '', start_date: 'soon' })
      expect([reply.status, Object.keys(reply.body.data.params)]).toEqual([400, ['title', 'start_date']])
    }
  })

  test('leading zeros are ignored, and so are ids in query and body', async () => {
    const { request } = await startWithRecords()
    expect((await request('GET', '/events/001?id=2')).body.id).toBe(1)
    expect((await request('PATCH', '/events/1?id=2', { id: 2, title: 'New' })).body).toMatchObject({ id: 1, title: 'New' })
  })
})

describe('slugs', () => {
  test('the path has the slug of the record, the body its new slug', async () => {
    const { request } = await startWithRecords()
    const reply = await request('PUT', '/events/by-slug/concert', { slug: 'recital' })
    expect(reply.body).toMatchObject({ id: 1, slug: 'recital' })
    expect((await request('GET', '/events/by-slug/concert')).status).toBe(301)
    expect((await request('GET', '/events/by-slug/recital')).body.id).toBe(1)
  })

  test('may be digits and in any script', async () => {
    const { request } = startCalendar()
    for (const title of ['2026', 'Конце́рт', '音楽会', 'by-slug']) {
      const { slug } = (await request('POST', '/venues', { venue: title })).body
      expect((await request('GET', `/venues/by-slug/${encodeURIComponent(slug)}`)).body.venue).toBe(title)
    }
  })

  test.each(['%00', 'a%07b', 'a'.repeat(201)])('%s gives 400', async (slug) => {
    const { request } = startCalendar()
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { title: '' }]] as const) {
      const reply: Reply = await request(method, `/events/by-slug/${slug}`, body)
      expect(reply.status).toBe(400)
      expect(Object.keys(reply.body.data.params).sort()).toEqual(body === undefined ? ['slug'] : ['slug', 'title'])
    }
  })
})

test('every write of the interface asks the access policy', () => {
  const writes = routes.flatMap(({ endpoints }) => endpoints).filter(({ methods }) => !methods.includes('GET'))
  expect(writes.filter(({ permission }) => permission === 'public')).toEqual([])
})

test('ensurePermissions throws for an endpoint without a permission', () => {
  const [first] = routes.filter(({ path }) => path === '/events')
  const forgotten: Route = {
    path: '/x',
    parameters: [],
    // @ts-expect-error: the types refuse it, too
    endpoints: (first?.endpoints ?? []).map((endpoint) => ({ ...endpoint, permission: undefined })),
  }
  expect(() => ensurePermissions(routes)).not.toThrow()
  expect(() => ensurePermissions([forgotten])).toThrow('permission of GET /x must be')
})
