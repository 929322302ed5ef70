import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cors as useCors } from '@kalends/fetch/cors'
import { formats } from '@kalends/fetch/formats'
import { toNodeListener } from '@kalends/fetch/node'
import { icalendar } from '@kalends/formats/icalendar'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../fetch/test/support.ts'
import { basicAuth } from '../src/index.ts'
import { type Case, describeCases, type Peer, routes, testEach } from './support.ts'

const site = 'http://localhost'
const rest = (path: string): string => `${site}/?rest_route=/tribe/events/v1${path}`

const index = {
  ...{
    name: expect.any(String),
    description: expect.any(String),
    url: expect.stringMatching(/^http/),
    home: expect.stringMatching(/^http/),
  },
  namespaces: ['tribe/events/v1'],
  routes: { '/tribe/events/v1/events': { methods: ['GET', 'POST'] }, '/tribe/events/v1/events/by-slug/{slug}': {} },
}

const addressCases: readonly Case[] = [
  ...[`${site}/wp-json`, `${site}/wp-json/`, `${site}//wp-json/`, `${site}/?rest_route=/`, `${site}/?rest_route=%2F`].map((address) => ({
    request: `GET ${address}`,
    ...{ status: 200, answer: index },
  })),
  { request: `HEAD ${site}/wp-json/`, status: 200 },
  { request: `POST ${site}/wp-json/`, as: 'editor', body: {}, status: 404, answer: { code: 'rest_no_route' } },
  { request: `GET ${routes}`, status: 200, answer: { namespace: 'tribe/events/v1' } },
  { request: `GET ${routes}/`, status: 200, answer: { namespace: 'tribe/events/v1' } },
  { request: `GET ${rest('')}`, status: 200, answer: { namespace: 'tribe/events/v1' } },
  { request: `GET ${rest('/')}`, status: 200, answer: { namespace: 'tribe/events/v1' } },
  { request: `GET ${rest('/events/999')}`, status: 404, answer: { code: 'rest-event-not-found' } },
  {
    request: `GET ${rest('/venues/999')}`,
    status: 400,
    answer: { code: 'rest_invalid_param', data: { params: { id: expect.any(String) } } },
  },
  { request: `GET ${site}//wp-json/tribe/events/v1/events/{concert}`, status: 200, answer: { title: 'Concert' } },
  { request: `GET ${rest('/nothing')}`, status: 404, answer: { code: 'rest_no_route' } },
  { request: `GET ${site}/?rest_route=/wp/v2/posts`, status: 404, answer: { code: 'rest_no_route' } },
  { request: `GET ${site}/?other=1`, status: 404, answer: { code: 'rest_no_route' } },
  { request: `GET ${rest('/events')}&per_page=1&page=9`, status: 404, answer: { code: 'event-archive-page-not-found' } },
  { request: `POST ${rest('/tags')}`, as: 'editor', body: { name: 'A' }, status: 201, answer: { name: 'A' } },
  { request: `POST ${rest('/tags')}`, body: { name: 'A' }, status: 401, answer: { code: 'rest_forbidden' } },
  { request: `PUT ${rest('/events/{concert}')}`, as: 'editor', body: { title: 'A' }, status: 200, answer: { title: 'A' } },
  { request: `DELETE ${rest('/events/by-slug/concert')}&force=1`, as: 'editor', status: 200, answer: { title: 'Concert' } },
  { request: 'GET /doc', status: 200, answer: { openapi: expect.stringMatching(/^3\.1/) } },
]

describeCases('addresses', addressCases)

testEach('a question mark in rest_route changes no answer of another address', async ({ ask }) => {
  expect((await ask(`GET ${rest('/events?search=concert')}`)).status).toBe(404)
  expect((await ask('GET /events?search=concert')).body.total).toBe(1)
  expect((await ask('GET /events?search=concert?')).status).toBe(200)
})

testEach('rest_route gives the same answer as the path', async (peer) => {
  for (const path of [
    '/events',
    '/events/{festival}',
    '/events/by-slug/festival',
    '/venues?per_page=1',
    '/tags/{kids}',
    '/events?page=9',
  ]) {
    const [route, query] = path.split('?')
    const answers: unknown[] = []
    const suffix = query === undefined ? '' : `&${query}`
    const encoded = encodeURIComponent(String(peer.withIds(`/tribe/events/v1${route}`)))
    for (const address of [
      path,
      `${rest(route ?? '')}${suffix}`,
      `${site}/?rest_route=${encoded}${suffix}`,
      `${site}/?${query ?? 'a=1'}&${rest(route ?? '').split('?')[1]}`,
    ]) {
      const { status, text, headers } = await peer.ask(`GET ${address}`)
      answers.push({ status, text, headers: [...headers] })
    }
    expect(answers).toEqual(answers.map(() => answers[0]))
  }
})

testEach('a slug in an address is found in any case, and by the name that it is made of', async (peer) => {
  await peer.askPlain('POST /events', { title: 'Été à 大阪', slug: 'ete-大阪', start_date: '2026-06-01', end_date: '2026-06-01' })
  const cases = [
    ['/events/by-slug/CONCERT', 'concert'],
    ['/events/by-slug/Con%63ert/', 'concert'],
    ['/venues/by-slug/Hall%20', 'hall'],
    ['/organizers/by-slug/Club', 'club'],
    [`/events/by-slug/${encodeURIComponent('Ete 大阪')}`, 'ete-大阪'],
  ]
  const found: unknown[] = []
  for (const [path] of cases) found.push([path, (await peer.ask(`GET ${path}`)).body.slug])
  expect(found).toEqual(cases)
  expect((await peer.ask('PUT /events/by-slug/Concert', { as: 'editor', body: { cost: '5' } })).status).toBe(200)
  expect((await peer.ask('GET /events/by-slug/%FF')).status).toBe(400)
})

testEach('the handler says which addresses are its own', async ({ handler }) => {
  const isOwn = async (path: string): Promise<boolean> => (await handler.tryHandle(new Request(site + path))) !== undefined
  for (const path of ['/wp-json', '/wp-json/', '/wp-json/tribe/events/v1/events', '/?rest_route=/tribe/events/v1/events'])
    expect([path, await isOwn(path)]).toEqual([path, true])
  for (const path of ['/', '/?a=1', '/wp-json/wp/v2/posts', '/?rest_route=/wp/v2/posts', '/shop?rest_route=/tribe/events/v1/events'])
    expect([path, await isOwn(path)]).toEqual([path, false])
})

testEach('a Node server answers at the same addresses', async ({ handler }) => {
  const server = createServer(toNodeListener(handler, { replaceGlobals: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    const body = await response.json()
    return [response.status, body.namespaces?.[0] ?? body.total ?? body.code]
  }
  expect(await read('/wp-json/')).toEqual([200, 'tribe/events/v1'])
  expect(await read('/wp-json')).toEqual([200, 'tribe/events/v1'])
  expect(await read('/?rest_route=/')).toEqual([200, 'tribe/events/v1'])
  expect(await read('/?rest_route=/tribe/events/v1/events')).toEqual([200, 3])
  expect(await read('/?rest_route=/tribe/events/v1/../v1/events')).toEqual([404, 'rest_no_route'])
  expect(await read('/wp-json/tribe/events/v1/events/999')).toEqual([404, 'rest-event-not-found'])
  server.closeAllConnections()
  server.close()
})

const keysOf = (record: object): readonly string[] => Object.keys(record).sort()

testEach('a POST stands for the method that it names', async (peer) => {
  const send = async (request: string, method: string, body: object = {}): Promise<unknown> => {
    const headers = { 'x-http-method-override': method }
    const { status, body: answer } = await peer.ask(request, { as: 'editor', body, headers })
    return [status, answer.code ?? answer.title ?? answer.status]
  }
  expect(await send('POST /events/{concert}', 'PUT', { title: 'A' })).toEqual([200, 'A'])
  expect(await send('POST /events/{concert}', 'patch', { title: 'B' })).toEqual([200, 'B'])
  expect(await send('POST /events', 'PATCH')).toEqual([404, 'rest_no_route'])
  expect(await send('POST /events/{concert}', 'DELETE')).toEqual([200, 'B'])
  expect((await peer.ask('GET /events/{concert}', { as: 'editor' })).body.code).toBe('event-is-in-trash')
  // No other method stands for one, and a POST for no read.
  expect(await send('PUT /events/{tour}', 'DELETE', { title: 'C' })).toEqual([200, 'C'])
  expect(await send('POST /events/{tour}', 'GET', { title: 'D' })).toEqual([200, 'D'])
  const { headers, status } = await peer.ask('GET /events/{tour}', { headers: { 'x-http-method-override': 'DELETE' } })
  expect([status, headers.get('x-tec-total')]).toEqual([200, null])
})

testEach('_fields selects members', async ({ ask }) => {
  const fields = async (path: string, names: string): Promise<Reply['body']> => (await ask(`GET ${path}_fields=${names}`)).body
  expect(keysOf(await fields('/events?', 'events,total'))).toEqual(['events', 'total'])
  expect((await fields('/events?', 'events,total')).events[0]).toEqual((await ask('GET /events')).body.events[0])
  expect(await fields('/events?', 'total')).toEqual({ total: 3 })
  expect((await fields('/events?', 'slug,title')).events.map(keysOf)).toEqual([1, 2, 3].map(() => ['slug', 'title']))
  expect(await fields('/events?per_page=2&', 'events,total,slug')).toEqual({
    events: [{ slug: 'concert' }, { slug: 'festival' }],
    total: 3,
  })
  expect(await fields('/venues?', 'venues,venue%20,%20slug')).toEqual({
    venues: [
      { venue: 'Café Müller', slug: 'cafe' },
      { venue: 'Town &#8220;Hall&#8221; &#038; Barn', slug: 'hall' },
    ],
  })
  expect(await fields('/events/{concert}?', 'title,slug,nothing')).toEqual({ title: 'Concert', slug: 'concert' })
  expect(await fields('/events/by-slug/concert?', 'author')).toEqual({ author: '5' })
  expect(await fields('/tags/{kids}?', 'count,taxonomy')).toEqual({ taxonomy: 'post_tag', count: 1 })
  expect(keysOf(await fields('/events/{concert}?', 'uid,version,custom_fields'))).toEqual(['custom_fields'])
  // Errors are not cut.
  expect(keysOf(await fields('/events/999?', 'id'))).toEqual(['code', 'data', 'message'])
})

testEach('_fields selects from the index of namespaces', async ({ ask }) => {
  const { body: whole } = await ask(`GET ${site}/wp-json/`)
  for (const address of [`${site}/wp-json/?_fields=name,namespaces`, `${site}/?rest_route=/&_fields=name,namespaces`])
    expect([address, (await ask(`GET ${address}`)).body]).toEqual([address, { name: whole.name, namespaces: ['tribe/events/v1'] }])
  expect((await ask(`GET ${site}/wp-json/?_fields=nothing`)).body).toEqual({})
  expect((await ask(`GET ${site}/wp-json/?_fields=`)).body).toEqual(whole)
  expect((await ask(`GET ${routes}?_fields=namespace`)).body).toEqual({ namespace: 'tribe/events/v1' })
})

testEach('_fields selects from the answers of writes', async (peer) => {
  const dates = { start_date: '2026-06-01 10:00', end_date: '2026-06-01 11:00' }
  const send = async (request: string, body: object): Promise<unknown> => {
    const reply = await peer.ask(request, { as: 'editor', body })
    return [reply.status, reply.body]
  }
  expect(await send('POST /events?_fields=title,slug', { title: 'A & B', ...dates })).toEqual([201, { title: 'A &#038; B', slug: 'a-b' }])
  const { body } = await peer.askPlain('GET /events/by-slug/a-b')
  expect(body).toMatchObject({ title: 'A & B', start_date: '2026-06-01 10:00:00' })
  for (const method of ['POST', 'PUT', 'PATCH'])
    expect(await send(`${method} /events/{concert}?_fields=title,cost`, { title: method, cost: '€5' })).toEqual([
      200,
      { title: method, cost: '€5' },
    ])
  expect(await send('POST /venues?_fields=venue', { venue: 'Arena' })).toEqual([201, { venue: 'Arena' }])
  expect(await send('POST /venues?_fields[]=city', { venue: 'Arena', city: 'Ulm' })).toEqual([201, { city: 'Ulm' }])
  expect(await send('PUT /tags/{kids}?_fields=name,taxonomy', { name: 'A' })).toEqual([200, { name: 'A', taxonomy: 'post_tag' }])
  expect(await send('DELETE /events/{tour}?_fields=status', {})).toEqual([200, { status: 'trash' }])
  // In a body it is no field, and selects nothing.
  expect((await peer.ask('PUT /events/{concert}', { as: 'editor', body: { _fields: 'title' } })).body).toHaveProperty('slug')
})

testEach('_fields is a list like others', async ({ ask }) => {
  for (const query of ['_fields[]=slug&_fields[]=title', '_fields=slug&_fields=title', '_fields[0]=slug&_fields[1]=title'])
    expect([query, (await ask(`GET /events/{concert}?${query}`)).body]).toEqual([query, { title: 'Concert', slug: 'concert' }])
})

testEach('_envelope and _jsonp change nothing', async ({ ask }) => {
  const { text } = await ask('GET /events?per_page=1')
  for (const query of ['_envelope=1', '_envelope', '_jsonp=show', '_jsonp=a%3Cb%3E', '_method=DELETE', '_wpnonce=a'])
    expect([query, (await ask(`GET /events?per_page=1&${query}`)).text]).toEqual([query, text])
  expect((await ask('GET /events?per_page=1&_jsonp=show')).headers.get('content-type')).toBe('application/json; charset=utf-8')
})

const credentials = (user: string, password: string): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

const asked: string[] = []
const authenticate = basicAuth((user, password) => {
  asked.push(`${user}:${password}`)
  return user === 'Zoë' && password.replaceAll(' ', '') === 'ab:cd12' ? { id: '1', roles: ['editor'] } : null
})

describe('HTTP Basic', () => {
  const answerOf = async ({ ask }: Peer, headers: Readonly<Record<string, string>>): Promise<unknown> => {
    const reply = await ask('POST /tags', { body: { name: `Tag ${asked.length}` }, headers })
    return [reply.status, reply.body.code ?? 'created', reply.headers.get('www-authenticate')?.split(' ')[0] ?? null]
  }

  testEach(
    'signs in whom the host knows',
    async (peer) => {
      asked.length = 0
      expect(await answerOf(peer, credentials('Zoë', 'ab:cd 12'))).toEqual([201, 'created', null])
      expect(asked).toEqual(['Zoë:ab:cd 12'])
      const refused = [401, 'rest_forbidden', 'Basic']
      expect(await answerOf(peer, {})).toEqual(refused)
      expect(await answerOf(peer, credentials('Zoë', 'wrong'))).toEqual(refused)
      expect(await answerOf(peer, credentials('zoë', 'ab:cd 12'))).toEqual(refused)
      for (const authorization of ['Basic', 'Basic ', 'Basic !!!', 'Basic YQ==', 'Basic //79', 'Bearer YTpi'])
        expect([authorization, await answerOf(peer, { authorization })]).toEqual([authorization, refused])
      expect(
        await answerOf(peer, { authorization: credentials('Zoë', 'ab:cd 12')['authorization']?.replace('Basic', 'basic') ?? '' }),
      ).toEqual([...[201, 'created', null]])
      expect((await peer.ask('GET /events')).status).toBe(200)
    },
    { authenticate },
  )

  test('gives no actor without the header', async () => {
    expect(await authenticate(new Request(site))).toBeNull()
  })
})

const cors = { origins: ['https://page.example'] }

testEach(
  'pages of other origins may send and read the headers of the other service',
  async ({ ask }) => {
    const preflight = { origin: 'https://page.example', 'access-control-request-method': 'POST' }
    const { status, headers } = await ask('OPTIONS /events', { headers: preflight })
    expect(status).toBe(204)
    const listed = (text: string | null): readonly string[] => text?.toLowerCase().split(/, */) ?? []
    expect(listed(headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining(['x-wp-nonce', 'authorization', 'content-type']),
    )
    const { headers: ofList } = await ask('GET /events', { headers: { origin: 'https://page.example' } })
    expect(listed(ofList.get('access-control-expose-headers'))).toEqual(
      expect.arrayContaining(['x-wp-total', 'x-wp-totalpages', 'x-tec-total']),
    )
  },
  { use: [useCors(cors)] },
)

testEach(
  'formats show texts as they are stored, and take the same filters',
  async ({ askPlain, handler, ask }) => {
    await askPlain('PUT /events/{concert}', { title: 'Rock & Roll' })
    const read = async (query: string): Promise<readonly [number, readonly string[]]> => {
      const response = await handler(new Request(`${routes}/events.ics?${query}`))
      return [response.status, (await response.text()).match(/^SUMMARY:\w+/gm) ?? []]
    }
    const response = await handler(new Request(`${routes}/events/by-slug/Concert.ics`))
    expect(await response.text()).toContain('SUMMARY:Rock & Roll')
    expect(await read('')).toEqual([200, ['SUMMARY:Rock', 'SUMMARY:Rock', 'SUMMARY:Tour']])
    expect(await read('start_date=06/15/2026')).toEqual([200, ['SUMMARY:Tour']])
    expect(await read('start_date=2026/06/15&orderby=odd')).toEqual([200, ['SUMMARY:Tour']])
    expect(await read('start_date=2026-06-10 23:00')).toEqual([200, ['SUMMARY:Rock', 'SUMMARY:Tour']])
    const strict = 'start_date=2026-06-10%2023%3A00&strict_dates=1'
    expect(await read(strict)).toEqual([200, ['SUMMARY:Tour']])
    expect((await ask(`GET /events?${strict}`)).headers.get('link')).toContain(`/events.ics?${strict}`)
    const unknown = await ask('GET /events.ics?venue=999')
    expect([unknown.status, unknown.body.code]).toEqual([400, 'rest_invalid_param'])
    const missing = await ask('GET /events/999.ics')
    expect([missing.status, missing.body.code]).toEqual([404, 'rest-event-not-found'])
  },
  { use: [formats([icalendar()])] },
)
