import { type AccessQuestion, type Actor, allowAll, publicReadOnly, roles } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { methodsOf } from '../src/routing/route.ts'
import { concert, least, type Started, startCalendar, tableOf } from './support.ts'

const routes = tableOf()

const writes = routes.flatMap((route) =>
  methodsOf(route)
    .filter((method) => method !== 'GET')
    .map((method) => ({ method, path: route.path })),
)

const fill = (path: string): string => path.replace('{id}', '1').replace('{slug}', 'x')

/** Maps a bearer token to an actor with the role of that name. */
function authenticate(request: Request): Actor | null {
  const role = request.headers.get('authorization')?.slice('Bearer '.length)
  return role === undefined ? null : { id: role === 'author' ? '5' : '1', roles: [role] }
}

const as = (role: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${role}` })

describe('write permissions', () => {
  test.each(writes)('$method $path is refused before the body is read', async ({ method, path }) => {
    const { request } = startCalendar({ access: publicReadOnly(), authenticate })
    const odd = method === 'DELETE' ? undefined : 'no JSON'
    const anonymous = await request(method, fill(path), odd, { 'content-type': 'text/plain' })
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'unauthenticated'])
    const known = await request(method, fill(path), odd, { 'content-type': 'text/plain', ...as('reader') })
    expect([known.status, known.body.code]).toEqual([403, 'forbidden'])
  })

  test.each(writes)('$method $path asks the policy for its action and its kind', async ({ method, path }) => {
    const questions: AccessQuestion[] = []
    const access = { ...allowAll(), may: (question: AccessQuestion) => questions.push(question) < 0 }
    const { request } = startCalendar({ access })
    await request(method, fill(path), method === 'DELETE' ? undefined : {})
    const isItem = path.includes('{')
    const hasTrash = !/categories|tags/.test(path)
    const action = method === 'DELETE' ? (hasTrash ? 'trash' : 'delete') : isItem ? 'update' : 'create'
    const kinds: Readonly<Record<string, string>> = {
      events: 'event',
      venues: 'venue',
      organizers: 'organizer',
      categories: 'category',
      tags: 'tag',
    }
    expect(questions).toEqual([{ actor: null, action, kind: kinds[path.split('/')[1] ?? ''] }])
    if (method !== 'DELETE' || !hasTrash) return
    await request(method, `${fill(path)}?force=1`)
    expect(questions[1]?.action).toBe('delete')
  })

  test('an update asks the policy once for the action and once for the record', async () => {
    const questions: AccessQuestion[] = []
    const access = { ...allowAll(), may: (question: AccessQuestion) => questions.push(question) > 0 }
    const { request } = startCalendar({ access })
    await request('POST', '/events', concert)
    questions.length = 0
    await request('PATCH', '/events/1', { title: 'New' })
    expect(questions.map(({ action, record }) => [action, record?.id])).toEqual([
      ['update', undefined],
      ['update', 1],
    ])
  })
})

describe('read permissions', () => {
  async function start(): Promise<Started> {
    const started = startCalendar({ access: roles(), authenticate })
    await started.request('POST', '/events', { ...concert, status: 'private' }, as('editor'))
    return started
  }

  test('a record that the caller cannot read gets the response of a missing one', async () => {
    const { request } = await start()
    const [hidden, none] = [await request('GET', '/events/1'), await request('GET', '/events/2')]
    expect([hidden.status, hidden.text]).toEqual([404, none.text])
    expect((await request('GET', '/events/by-slug/concert')).text).toBe(none.text)
    expect((await request('GET', '/events?status=any')).body.total).toBe(0)
    expect((await request('GET', '/events?status=any', undefined, as('editor'))).body.total).toBe(1)
  })

  test('a record in the trash is 410 for callers who may restore it, and 404 for others', async () => {
    const { request } = await start()
    await request('DELETE', '/events/1', undefined, as('editor'))
    expect((await request('GET', '/events/1', undefined, as('editor'))).status).toBe(410)
    expect((await request('GET', '/events/1')).status).toBe(404)
  })

  test('a caller becomes the author of a new event, and does not find a private event of another author', async () => {
    const { request } = await start()
    const reply = await request('POST', '/events', concert, as('author'))
    expect([reply.status, reply.body.author]).toEqual([201, 5])
    expect((await request('PATCH', '/events/1', { title: 'A' }, as('author'))).status).toBe(404)
  })
})

describe('cache headers', () => {
  const start = (): Started => startCalendar({ access: roles(), authenticate })

  test.each(['/events', '/events/77', '/doc', '', '/venues?page=x'])('GET %s is private with an actor and public without', async (path) => {
    const { request } = start()
    const personal = await request('GET', path, undefined, as('editor'))
    expect([personal.headers.get('cache-control'), personal.headers.get('vary')]).toEqual(['private, no-store', 'Authorization, Cookie'])
    const anonymous = await request('GET', path)
    expect([anonymous.headers.get('cache-control'), anonymous.headers.get('vary')]).toEqual(['no-cache', 'Authorization, Cookie'])
  })

  test('without authentication responses do not vary by caller', async () => {
    const { request } = startCalendar()
    const { headers } = await request('POST', '/events', concert)
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-cache', null])
  })
})

test('safe methods never write', async () => {
  const { request } = startCalendar()
  for (const [list, body] of Object.entries(least)) await request('POST', `/${list}`, body)
  const before = (await request('GET', '/events/1')).text
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    await request(method, '/events/1?status=trash&force=true&_method=DELETE', undefined, { 'x-http-method-override': 'DELETE' })
  expect((await request('GET', '/events/1')).text).toBe(before)
})

test('a request that browsers send cross-site without a preflight cannot write', async () => {
  const { request } = startCalendar()
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    expect((await request('POST', '/tags', '{"name":"A"}', { 'content-type': type })).status).toBe(415)
  }
  expect((await request('GET', '/tags?hide_empty=0')).body.total).toBe(0)
})
