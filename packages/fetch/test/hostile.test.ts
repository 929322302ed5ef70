import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { sanitizeHtml } from '@kalends/core/sanitize-html'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forms } from '../src/forms.ts'
import { toNodeListener } from '../src/node.ts'
import { base, concert, least, type Reply, startCalendar, toReply, toRequest } from './support.ts'

const prototypeKeys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf']

/** Expects that no object prototype was polluted. */
function expectNoPollution(): void {
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(Reflect.get([], 'polluted')).toBeUndefined()
  expect(Reflect.get(() => 0, 'polluted')).toBeUndefined()
}

describe.each(prototypeKeys)('the name %s', (key) => {
  /** JSON of an object with exactly that member. */
  const wrap = (inner: string, depth: number): string => (depth === 0 ? inner : `{"${key}":${wrap(inner, depth - 1)}}`)

  test('as a key of JSON, at any depth, is ignored', async () => {
    const { request } = startCalendar()
    for (const depth of [1, 2, 3, 18]) {
      const dirt = wrap('{"polluted":true,"status":"draft","name":"Evil","id":1}', depth)
      for (const text of [
        `{"title":"A","start_date":"2026-05-31","end_date":"2026-05-31","${key}":${depth > 17 ? '1' : dirt},"x":${dirt}}`,
        `{"title":"A","start_date":"2026-05-31","end_date":"2026-05-31","venue":{"venue":"Hall","${key}":${depth > 16 ? '1' : dirt}}}`,
      ]) {
        const reply = await request('POST', '/events', text)
        expect([reply.status, reply.body.status, reply.body.title]).toEqual([201, 'publish', 'A'])
      }
    }
    expectNoPollution()
  })

  test.each([
    (name: string) => `${name}=1`,
    (name: string) => `${name}[polluted]=1`,
    (name: string) => `${name}[]=1&${name}[0]=2`,
    (name: string) => `events[${name}]=1`,
    (name: string) => `status[${name}]=draft`,
  ])('as a query parameter is ignored', async (toQuery) => {
    const { request } = startCalendar()
    const plain = (await request('GET', '/events')).text
    expect((await request('GET', `/events?${toQuery(key)}`)).text).toBe(plain)
    expectNoPollution()
  })

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])('as a field of %s is ignored', async (type) => {
    const { request } = startCalendar({ use: [forms()] })
    const fields: readonly (readonly [string, string])[] = [
      ['venue', 'Hall'],
      [`${key}[polluted]`, '1'],
      [`${key}[status]`, 'draft'],
      [`image[${key}][polluted]`, '1'],
      [`x[${key}][y]`, '1'],
    ]
    const body = type.includes('boundary')
      ? `${fields.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--x--\r\n`
      : fields.map(([name, value]) => `${name}=${value}`).join('&')
    const reply = await request('POST', '/venues', body, { 'content-type': type })
    // An image object without id and URL means no image, regardless of its other members.
    expect([201, 400]).toContain(reply.status)
    if (reply.status === 400) expect(Object.keys(reply.body.data.params)).toEqual(['image'])
    expectNoPollution()
  })

  test('as a value is a name like any other', async () => {
    const { request } = startCalendar({ languages: { de: {} } })
    expect((await request('GET', `/events?status=${key}`)).status).toBe(400)
    expect((await request('GET', `/events?orderby=${key}`)).status).toBe(400)
    expect((await request('GET', `/events?categories=${key}`)).body.total).toBe(0)
    expect((await request('POST', '/events', { ...concert, timezone: key })).status).toBe(400)
    expect((await request('GET', `/events/by-slug/${key}`)).status).toBe(404)
    expect((await request('GET', `/${key}`)).status).toBe(404)
    expect((await request('GET', `http://localhost/${key}${base}/events`)).status).toBe(404)
    const tag = await request('POST', '/tags', { name: key })
    expect([tag.status, tag.body.name]).toEqual([201, key])
    const event = await request('POST', '/events', { ...concert, tags: [key], slug: key, venue: { venue: key } })
    expect([event.status, event.body.tags[0].name, event.body.venue.venue]).toEqual([201, key, key])
    expect((await request('GET', `/events/by-slug/${event.body.slug}`)).status).toBe(200)
  })
})

describe('numbers', () => {
  const huge = ['1e400', '-1e400', '9007199254740992', '-9007199254740993', '1e21', '1.5', '-0.1', `${'9'.repeat(400)}`]
  const fields: readonly (readonly [list: string, field: string])[] = [
    ['events', 'author'],
    ['events', 'venue'],
    ['events', 'post_parent'],
    ['events', 'image'],
    ['venues', 'geo_lat'],
    ['categories', 'parent'],
  ]
  test.each(fields.flatMap(([list, field]) => huge.map((number) => [list, field, number] as const)))(
    'in %s, the field %s of %s is a 400 that names the field, unless it is a valid coordinate',
    async (list, field, number) => {
      const { request } = startCalendar()
      const rest = JSON.stringify({ ...least[list], ...(field === 'geo_lat' && { geo_lng: 1 }) })
      const reply = await request('POST', `/${list}`, `${rest.slice(0, -1)},"${field}":${number}}`)
      const isCoordinate = field === 'geo_lat' && Math.abs(Number(number)) <= 90
      expect(reply.status).toBe(isCoordinate ? 201 : 400)
      if (!isCoordinate) expect(Object.keys(reply.body.data.params)).toEqual([field])
    },
  )

  test.each(['/events?page=', '/events?per_page=', '/events?include=', '/events?geoloc_lng=1&geoloc_lat='])(
    '%s with a number of any size never gives a 5xx status',
    async (path) => {
      const { request } = startCalendar()
      for (const number of huge) expect([200, 400, 404]).toContain((await request('GET', `${path}${number}`)).status)
    },
  )
})

describe('headers', () => {
  const odd: readonly (readonly [string, string])[] = [
    ['content-type', 'application/json, text/plain'],
    ['content-type', `application/json;${' a=b;'.repeat(1_000)}`],
    ['content-type', '/'],
    ['content-type', 'application/json; charset='],
    ['content-encoding', 'gzip'],
    ['content-length', '-1'],
    ['content-length', '1e9'],
    ['if-match', '"'],
    ['if-match', '"a'.repeat(4_000)],
    ['if-none-match', ','.repeat(8_000)],
    ['if-none-match', 'W/'.repeat(4_000)],
    ['if-none-match', '*, *'],
    ['authorization', `Basic ${'A'.repeat(8_000)}`],
    ['cookie', '__proto__=1; constructor=2'],
    ['host', 'evil.example'],
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'gopher'],
    ['forwarded', 'host=evil.example'],
    ['origin', 'null'],
    ['accept', 'text/html;q=9999'],
    ['accept-language', '*'.repeat(5_000)],
    ['range', 'bytes=0-0'],
    ['expect', '100-continue'],
    ['x-http-method-override', 'DELETE'],
    ['x-original-url', `${base}/tags/1`],
    ['transfer-encoding', 'chunked, chunked'],
  ]

  test.each(odd)('%s: %s never gives a 5xx status, and changes no link', async (name, value) => {
    const { request, handler } = startCalendar()
    await request('POST', '/tags', { name: 'A' })
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', { name: 'B' }],
      ['PATCH', { name: 'C' }],
      ['DELETE', undefined],
    ] as const) {
      const path = method === 'POST' ? '/tags' : '/tags/1'
      const reply = await toReply(await handler(toRequest(method, path, body, { [name]: value })))
      expect([200, 201, 304, 400, 412, 415]).toContain(reply.status)
      expect(reply.text).not.toContain('evil')
      expect([...reply.headers.values()].join()).not.toContain('evil')
    }
  })
})

describe('over a socket', () => {
  let server: Server
  let port = 0
  const reported: unknown[] = []

  beforeAll(async () => {
    const { handler, calendar } = startCalendar({ onError: (error) => reported.push(error) })
    await calendar.events.create({ title: 'Concert', startDate: '2026-05-31', endDate: '2026-05-31' })
    server = createServer(toNodeListener(handler, { replaceGlobals: false }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })

  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** Sends bytes and returns everything that the server sends. */
  const send = (bytes: Buffer): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk.toString()
      })
      socket.on('error', () => resolve(answer))
      socket.on('close', () => resolve(answer))
    })

  const ask = (target: string, method = 'GET'): Promise<string> =>
    send(Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1'))

  const item = `${base}/events/1`
  test.each<[string, number]>([
    [item, 200],
    [`${item}/`, 200],
    [`http://localhost${item}`, 200],
    [`http://evil.example${item}`, 200],
    [`${item}//`, 404],
    [`/${item}`, 404],
    [`${base}//events/1`, 404],
    [`${base}/./events/1`, 404],
    [`${base}/x/../events/1`, 404],
    [`${base}/%2e/events/1`, 404],
    [`${base}/x/%2e%2E/events/1`, 404],
    [`${base}/x/.%2e/events/1`, 404],
    [`${base}/events%2f1`, 404],
    [`${base}/events%2F1`, 404],
    [`${base}/events%5c1`, 404],
    [`${base}\\events\\1`, 404],
    [`${base}/events/1%00`, 404],
    [`${base}/events/by-slug/%00`, 400],
    [`${base}/events/by-slug/a%00b`, 400],
    [`${base}/events/by-slug/%ED%A0%80`, 400],
    [`${base}/events/by-slug/%FF`, 400],
    [`${base}/events/by-slug/..`, 404],
    [`${base}/events/by-slug/%2e%2e`, 404],
    [`${base}/events/by-slug/..%2f..%2fetc%2fpasswd`, 404],
    [`${base}/events/by-slug/${'a'.repeat(8_000)}`, 400],
    [`${base}/events/${'9'.repeat(8_000)}`, 404],
    [`${base}/events/1;x=y`, 404],
    [`${base}/events/1%3Fx`, 404],
    [`${base}/events/1#x`, 200],
    [`${base}/EVENTS/1`, 404],
    [`${base}/events/+1`, 404],
    [`${base}/events/1.0`, 404],
    [`${base}/events/\u0661`, 404],
    [`${base}/events/%D9%A1`, 404],
    [`${base}/events?${'a=1&'.repeat(3_000)}`, 200],
    [`${base}/events?page=%00`, 400],
    [`${base}/events?search=%00`, 400],
    [`${base}/events?search=%ED%A0%80`, 400],
    [`${base}/events?${'include[]='.repeat(1_000)}`, 400],
    ['*', 404],
    ['/', 404],
    ['//evil.example/', 404],
    ['/%', 400],
    [`http://localhost${base}/x/../events/1`, 404],
  ])('GET %s is %d', async (target, status) => {
    const answer = await ask(target)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).not.toContain('evil')
    expect(answer).not.toContain('node_modules')
  })

  test('a path of 100,000 characters is refused, and the next request is answered', async () => {
    expect(await ask(`${base}/events/${'a'.repeat(100_000)}`)).toMatch(/^HTTP\/1\.1 (431|414|400) /)
    expect(await ask(item)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('an unknown method gives a 405 of the handler, or an error of the server', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'get', 'PURGE', 'CONNECT', 'X']) {
      expect(await ask(item, method)).toMatch(/^(HTTP\/1\.1 (400|405|501) |$)/)
    }
    expect(await ask(item)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('none of these requests is reported to onError', () => expect(reported).toEqual([]))
})

describe('stored HTML', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
    '<style>@import "//evil"</style>',
    '<form action=//evil><input type=submit>',
    '<scr<script>ipt>alert(1)</script>',
    '<b onmouseover="alert(1)">x</b>',
    '<!--><script>alert(1)</script>-->',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  ]
  // Markup that a browser would run.
  const live =
    /<\s*(?:script|svg|math|iframe|style|form|object|embed|base|meta|link|noscript|template)|<[^>]*\son[a-z]+\s*=|<[^>]*(?:javascript|data):/i

  test.each([
    ['escaped', {}],
    ['sanitized', { sanitizeHtml }],
  ] as const)('is inert if it is %s', async (_, options) => {
    const { request } = startCalendar({}, options)
    for (const attack of attacks) {
      const text = { description: attack, excerpt: attack }
      const event = await request('POST', '/events', {
        ...concert,
        ...text,
        venue: { venue: 'Hall', ...text },
        organizer: { organizer: 'Choir', ...text },
        categories: ['music'],
      })
      const tag = await request('POST', '/tags', { name: attack.slice(0, 100), description: attack })
      const patched = await request('PATCH', `/events/${event.body.id}`, text)
      const texts = [event.body, event.body.venue, ...event.body.organizer, patched.body].flatMap((one) => [one.description, one.excerpt])
      for (const stored of [...texts, tag.body.description]) expect([attack, live.test(stored)]).toEqual([attack, false])
    }
  })
})

describe('errors', () => {
  const leaks = /select |insert |update "|sqlite|kysely|constraint|node_modules|\/packages\/|\.ts\b|:\d+:\d+|hunter2/i

  test('of a closed database show no detail', async () => {
    const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:') })
    await migrateToLatest(db)
    const reported: unknown[] = []
    const { request } = startCalendar({ onError: (error) => reported.push(error) }, { store: kyselyStore(db) })
    await request('POST', '/events', concert)
    await db.destroy()
    const replies: Reply[] = []
    for (const path of ['/events', '/events/1', '/tags', '/venues?search=x']) replies.push(await request('GET', path))
    replies.push(await request('POST', '/events', concert), await request('DELETE', '/events/1'))
    for (const { status, text, headers } of replies) {
      expect([500, 503]).toContain(status)
      expect(text).not.toMatch(leaks)
      expect([...headers].flat().join(' ')).not.toMatch(leaks)
      if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(reported).toHaveLength(replies.filter(({ status }) => status === 500).length)
  })

  test('of missing tables show no detail, and are reported to onError', async () => {
    const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:') })
    const reported: unknown[] = []
    const { request } = startCalendar({ onError: (error) => reported.push(error) }, { store: kyselyStore(db) })
    const reply = await request('GET', '/events')
    expect(reply.body).toEqual({ code: 'internal', message: 'Something went wrong.', data: { status: 500 } })
    expect(reported).toHaveLength(1)
    await db.destroy()
  })

  test('for a name that is taken do not show the record that has it', async () => {
    const { request } = startCalendar()
    await request('POST', '/tags', { name: 'Secret', description: 'hunter2' })
    const reply = await request('POST', '/tags', { name: 'secret' })
    expect([reply.status, reply.body]).toEqual([409, { code: 'name_taken', message: 'Another term has that name.', data: { status: 409 } }])
  })
})

describe('two handlers in one process', () => {
  test('share no data, paths or languages', async () => {
    const [one, other] = [
      startCalendar({ languages: { de: {} } }),
      startCalendar({ namespace: 'tribe/events/v1', use: [forms()] }, { timeZone: 'UTC' }),
    ]
    const path = (rest: string): string => `http://localhost/tribe/events/v1${rest}`
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await one.request('POST', '/tags', { name: `one ${index}` })
        await other.request('POST', path('/tags'), { name: `other ${index}` })
        await one.request('GET', `/events?page=${index}`)
        await one.request('POST', '/tags', '{"__proto__":')
      }),
    )
    const names = async ({ request }: typeof one, url: string): Promise<readonly string[]> =>
      (await request('GET', url)).body.tags.map(({ name }: { name: string }) => name.split(' ')[0])
    expect(new Set(await names(one, '/tags?hide_empty=0&per_page=100'))).toEqual(new Set(['one']))
    expect(new Set(await names(other, path('/tags?hide_empty=0&per_page=100')))).toEqual(new Set(['other']))
    expect((await one.handler(new Request(path('/tags')))).status).toBe(404)
    expect((await other.handler(new Request(`http://localhost/de/tribe/events/v1/tags`))).status).toBe(404)
  })
})
