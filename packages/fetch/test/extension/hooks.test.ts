import { allowAll, CalendarError, roles } from '@kalends/core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cors } from '../../src/cors.ts'
import { defineRoute, type Extension, type HandlerOptions } from '../../src/index.ts'
import { toNodeListener } from '../../src/node.ts'
import { observe } from '../../src/observe.ts'
import { base, startCalendar } from '../support.ts'

/** A name, hooks, and the path to call. */
type Unsendable = [name: string, parts: Partial<Extension>, path?: string | undefined]

/** An extension that writes down when its hooks are called. */
const watching = (name: string, calls: string[]): Extension => ({
  name,
  request: async () => {
    calls.push(`request ${name}`)
    return undefined
  },
  response: ({ status }) => void calls.push(`response ${name} ${status}`),
  problem: (problem) => {
    calls.push(`problem ${name}`)
    return problem
  },
})

describe('hooks', () => {
  test('before a route run in the order of use, those after it in the reverse order', async () => {
    const calls: string[] = []
    const { request } = startCalendar({ use: [watching('a', calls), watching('b', calls)] })
    await request('GET', '/events')
    await request('GET', '/events/7')
    const before = ['request a', 'request b']
    expect(calls).toEqual([
      ...before,
      'response b 200',
      'response a 200',
      ...before,
      'problem b',
      'problem a',
      'response b 404',
      'response a 404',
    ])
  })

  test.each<[string, Extension['request']]>([
    ['at once', () => new Response('{}', { status: 202, headers: { 'x-limit': '1' } })],
    ['later', async () => new Response('{}', { status: 202, headers: { 'x-limit': '1' } })],
  ])('a returned response is sent instead of that of the route, %s', async (_, hook) => {
    const calls: string[] = []
    const { handler, calendar } = startCalendar({
      use: [watching('outer', calls), { name: 'answering', request: hook }, watching('inner', calls)],
    })
    const response = await handler(new Request(`http://localhost${base}/tags`, { method: 'POST', body: '{"name":"A"}' }))
    expect([response.status, response.headers.get('x-limit'), await response.text()]).toEqual([202, '1', '{}'])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(calls).toEqual(['request outer', 'response inner 202', 'response outer 202'])
    expect((await calendar.tags.list()).total).toBe(0)
  })

  test('around a request run in the order of use, around all other hooks', async () => {
    const calls: string[] = []
    const around = (name: string): Extension => ({
      name,
      around: async (run, { route, isCacheable }) => {
        calls.push(`${name} begins`)
        const { status } = await run()
        calls.push(`${name} ends: ${route} ${status} ${isCacheable}`)
        return new Response(null, { status: 204 })
      },
    })
    const { handler } = startCalendar({ use: [around('outer'), watching('a', calls), around('inner')] })
    const request = new Request(`http://localhost${base}/events`)
    expect(handler.cached(request)).toBeUndefined()
    expect((await handler(request)).status).toBe(204)
    expect(await handler.tryHandle(new Request(`http://localhost${base}/nothing`))).toBeUndefined()
    const ends = ['inner ends: GET /events 200 true', 'outer ends: GET /events 204 true']
    expect(calls).toEqual(['outer begins', 'inner begins', 'request a', 'response a 200', ...ends])
  })

  test.each<[string, Extension['around'], number]>([
    ['throws', () => Promise.reject(new CalendarError('refused', {}, { message: 'Not now.' })), 409],
    [
      'throws at once',
      () => {
        throw new Error('broken')
      },
      500,
    ],
    ['forgets the response', (async () => {}) as never, 500],
    ['throws after the response', async (run) => run().then(() => Promise.reject(new Error('broken'))), 500],
  ])('what a hook around a request %s is the response', async (_, around, status) => {
    const reported: unknown[] = []
    const { handler } = startCalendar({ onError: (error) => reported.push(error), use: [{ name: 'failing', around }] })
    expect((await handler(new Request(`http://localhost${base}/events`))).status).toBe(status)
    expect(reported).toHaveLength(status === 500 ? 1 : 0)
  })

  test('a request is seen once, although a server asks for a cached response first', async () => {
    const calls: string[] = []
    const { handler } = startCalendar({ use: [watching('a', calls)] })
    const request = new Request(`http://localhost${base}/events`)
    expect(handler.cached(request)).toBeUndefined()
    expect((await handler(request)).status).toBe(200)
    expect(calls).toEqual(['request a', 'response a 200'])
    await handler(request)
    expect(calls).toHaveLength(4)
  })

  test('a hook that does not wait leaves cached responses synchronous', async () => {
    const { handler } = startCalendar({ use: [{ name: 'a', request: () => undefined }] })
    await handler(new Request(`http://localhost${base}/events`))
    expect(handler.cached(new Request(`http://localhost${base}/events`))?.status).toBe(200)
  })

  test('requests that tryHandle leaves to the host are not seen', async () => {
    const calls: string[] = []
    const { handler } = startCalendar({ use: [watching('a', calls)] })
    expect(await handler.tryHandle(new Request('http://localhost/elsewhere'))).toBeUndefined()
    expect(calls).toEqual([])
  })

  test('are methods of their extension, which may be an object of a class', async () => {
    class Limit implements Extension {
      readonly name = 'limit'
      #count = 0
      request(): Response | undefined {
        this.#count += 1
        return this.#count > 1 ? new Response('{}', { status: 429 }) : undefined
      }
      response({ headers }: { readonly headers: Record<string, string> }): void {
        headers['X-Count'] = String(this.#count)
      }
    }
    const { handler } = startCalendar({ use: [new Limit()] })
    const ask = async (): Promise<readonly unknown[]> => {
      const { status, headers } = await handler(new Request(`http://localhost${base}/tags`))
      return [status, headers.get('x-count')]
    }
    expect([await ask(), await ask()]).toEqual([
      [200, '1'],
      [429, '2'],
    ])
  })

  test.each<[string, Partial<Extension>]>([
    ['request', { request: () => new Promise(() => undefined) }],
    ['load', { members: { tag: { schema: { mood: {} }, load: () => new Promise(() => undefined) } } }],
  ])('%s has a limit of time', async (_, parts) => {
    vi.useFakeTimers()
    try {
      const reported: unknown[] = []
      const { handler, calendar } = startCalendar({ onError: (error) => reported.push(error), use: [{ name: 'slow', ...parts }] })
      await calendar.tags.create({ name: 'A' })
      const response = handler(new Request(`http://localhost${base}/tags/1`))
      await vi.advanceTimersByTimeAsync(5_000)
      expect((await response).status).toBe(503)
      expect(reported).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('address leads a request to another route, by another method', async () => {
    const override: Extension = {
      name: 'override',
      address: ({ path, ...others }, headers) => ({
        ...others,
        method: headers.get('x-http-method-override') ?? others.method,
        path: path.replace(/^\/old/, base),
      }),
    }
    const { handler, calendar } = startCalendar({ use: [override] })
    await calendar.tags.create({ name: 'A' })
    const send = (headers: object): Promise<Response> =>
      handler(
        new Request('http://localhost/old/tags/1', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: '{}',
        }),
      )
    expect((await send({})).status).toBe(200)
    expect((await send({ 'x-http-method-override': 'DELETE' })).status).toBe(200)
    expect((await send({})).status).toBe(404)
  })

  test('problem changes what an error says', async () => {
    const apologise: Extension = {
      name: 'apologise',
      problem: ({ body, ...others }, { error, route }) => ({
        ...others,
        status: 418,
        body: { ...body, message: `${route}: ${error instanceof CalendarError ? error.code : 'failed'}` },
      }),
    }
    const { handler } = startCalendar({ use: [apologise] })
    for (const [path, message] of [
      ['/events/7', 'GET /events/{id}: not_found'],
      ['/nothing', 'null: not_found'],
    ]) {
      const response = await handler(new Request(`http://localhost${base}${path}`))
      expect([response.status, (await response.json()).message]).toEqual([418, message])
    }
  })

  test('problem is asked for each request, also for an error that is cached otherwise', async () => {
    const identify: Extension = {
      name: 'identify',
      problem: ({ body, ...others }, { requestId }) => ({ ...others, body: { ...body, requestId } }),
    }
    const { request } = startCalendar({ use: [identify] })
    for (const id of ['one', 'two'])
      expect((await request('GET', '/events?page=9', undefined, { 'x-request-id': id })).body).toMatchObject({ requestId: id })
  })

  const broken = new Error('the password is 1234')
  const fail = (): never => {
    throw broken
  }
  test.each<[string, Partial<Extension>]>([
    ['request', { request: fail }],
    ['request, later', { request: async () => fail() }],
    ['response', { response: fail }],
    ['problem', { problem: fail }],
    ['a route', { routes: [defineRoute({ method: 'GET', path: '/broken', summary: '', permission: 'public', handle: fail })] }],
    ['members', { members: { tag: { schema: { mood: {} }, load: fail } } }],
  ])('what %s throws is internal, is reported to onError and leaks nothing', async (name, parts) => {
    const reported: unknown[] = []
    const seen: number[] = []
    const options: Partial<HandlerOptions> = { onError: (error) => reported.push(error), access: allowAll() }
    const use = [cors({ origins: '*' }), { name: 'broken', ...parts }, observe(({ status }) => seen.push(status))]
    const { handler, calendar } = startCalendar({ ...options, use })
    await calendar.tags.create({ name: 'A' })
    const path = name === 'problem' ? '/tags/7' : name === 'a route' ? '/broken' : '/tags/1'
    const response = await handler(new Request(`http://localhost${base}${path}`, { headers: { origin: 'https://a.example' } }))
    const text = await response.text()
    expect([response.status, JSON.parse(text).code, text.includes('1234')]).toEqual([500, 'internal', false])
    expect(reported).toEqual([broken])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(seen).toHaveLength(1)
  })

  const unsendable: readonly Unsendable[] = [
    ['an address hook that throws', { address: fail }],
    ['a response hook that leaves a status without a body', { response: (response) => void Object.assign(response, { status: 204 }) }],
    ['a response hook that leaves a status that does not exist', { response: (response) => void Object.assign(response, { status: 99 }) }],
    [
      'a response hook that leaves a header beyond Latin-1',
      { response: ({ headers }) => void Object.assign(headers, { 'X-Town': 'Győr' }) },
    ],
    ['a request hook that returns no response to send', { request: () => Response.error() }],
    // @ts-expect-error: the types refuse a hook that waits
    ['a problem hook that waits', { problem: async (problem) => problem }, '/tags/7'],
    // @ts-expect-error: the types refuse a hook that waits
    ['a problem hook that waits and fails', { problem: async () => fail() }, '/tags/7'],
    ['a problem hook without a status', { problem: ({ body }) => ({ body }) as never }, '/tags/7'],
  ]
  const natives = { Request, Response }

  const withReplaced = [false, true].flatMap((isReplaced) => unsendable.map(([name, parts, path]) => ({ name, parts, path, isReplaced })))

  test.each(withReplaced)('$name makes an error, once, of every call; Response replaced: $isReplaced', async (row) => {
    const { parts, path = '/tags', isReplaced } = row
    if (isReplaced) {
      onTestFinished(() => void Object.assign(globalThis, natives))
      toNodeListener(async () => new Response())
    }
    let seen = 0
    const reported: unknown[] = []
    const { handler } = startCalendar({
      onError: (error) => reported.push(error),
      use: [
        { name: 'broken', ...parts },
        { name: 'seen', response: () => void seen++ },
      ],
    })
    const call = (): Request => new Request(`http://localhost${base}${path}`)
    for (const answer of [handler, handler.tryHandle]) {
      seen = 0
      const response = await answer(call())
      expect([response?.status, JSON.parse((await response?.text()) ?? '').code, seen]).toEqual([500, 'internal', 1])
    }
    expect(reported.length).toBeGreaterThanOrEqual(2)
    expect([undefined, 500]).toContain(handler.cached(call())?.status)
  })

  test('a response hook that rejects is reported to onError, and changes no response', async () => {
    const reported: unknown[] = []
    const { handler } = startCalendar({ onError: (error) => reported.push(error), use: [{ name: 'broken', response: async () => fail() }] })
    expect((await handler(new Request(`http://localhost${base}/tags`))).status).toBe(200)
    expect(reported).toEqual([broken])
  })

  test('a response of a hook keeps each of its cookies', async () => {
    const headers = new Headers([
      ['set-cookie', 'a=1; Expires=Wed, 04 Mar 2026 12:00:00 GMT'],
      ['set-cookie', 'b=2'],
    ])
    const { handler } = startCalendar({ use: [{ name: 'cookies', request: () => new Response('{}', { headers }) }] })
    const response = await handler(new Request(`http://localhost${base}/tags`))
    expect(response.headers.getSetCookie()).toEqual(headers.getSetCookie())
  })

  test('a CalendarError of a hook is the error of that code', async () => {
    const close: Extension = {
      name: 'closed',
      request: () => {
        throw new CalendarError('unavailable', { retryAfterSeconds: 60 })
      },
    }
    const { request } = startCalendar({ use: [close] })
    const { status, headers } = await request('GET', '/events')
    expect([status, headers.get('retry-after')]).toEqual([503, '60'])
  })
})

describe('a route', () => {
  test('asks the access policy before the body is read, and reads public ones of anybody', async () => {
    const handle = (): string => 'done'
    const routes = [
      defineRoute({ method: 'POST', path: '/guarded', summary: '', permission: { kind: 'event', action: 'update' }, handle }),
      defineRoute({ method: 'GET', path: '/guarded', summary: '', permission: { kind: 'event', action: 'update' }, handle }),
      defineRoute({ method: 'GET', path: '/open', summary: '', permission: 'public', handle }),
    ]
    const authenticate = ({ headers }: Request) => (headers.has('x-editor') ? { id: '1', roles: ['editor'] } : null)
    const { request } = startCalendar({ access: roles(), authenticate, use: [{ name: 'guarded', routes }] })
    const as = { 'x-editor': '1' }
    expect((await request('GET', '/open')).body).toBe('done')
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? '{broken' : undefined
      expect((await request(method, '/guarded', body)).status).toBe(401)
      expect((await request(method, '/guarded', body, as)).status).toBe(200)
    }
  })
})
