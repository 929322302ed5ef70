import { describe, expect, test } from 'vitest'
import { base, startCalendar, toRequest } from './support.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const idOf = async (path: string, headers: Record<string, string>, method = 'GET'): Promise<string | null> => {
  const { handler } = startCalendar()
  return (await handler(new Request(`http://localhost${path}`, { method, headers }))).headers.get('x-request-id')
}

describe('the header X-Request-Id', () => {
  test.each(['a', 'Root=1-67891233-abcdef012345678912345678', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'x'.repeat(128)])(
    '%s is returned unchanged',
    async (id) => {
      expect(await idOf(`${base}/events`, { 'x-request-id': id })).toBe(id)
    },
  )

  test.each(['', ' ', 'a b', '<b>', 'a"b', 'é', 'a;b', 'a,b', '%0a', '{}', 'x'.repeat(129)])(
    '%j is replaced by a generated id',
    async (id) => {
      expect(await idOf(`${base}/events`, { 'x-request-id': id })).toMatch(uuid)
    },
  )

  test.each([
    ['GET', `${base}/events`],
    ['HEAD', `${base}/doc`],
    ['GET', `${base}/events/7`],
    ['OPTIONS', `${base}/events`],
    ['PUT', `${base}/events`],
    ['DELETE', `${base}/tags/1`],
    ['GET', '/nothing'],
    ['GET', '/%FF'],
  ])('is generated for %s %s', async (method, path) => {
    const ids = [await idOf(path, {}, method), await idOf(path, {}, method)]
    for (const id of ids) expect(id).toMatch(uuid)
    expect(ids[0]).not.toBe(ids[1])
  })

  test('is in 304 responses, and changes neither body nor ETag', async () => {
    const { handler } = startCalendar()
    const [one, other] = await Promise.all(['1', '2'].map((id) => handler(toRequest('GET', '/events', undefined, { 'x-request-id': id }))))
    expect(one?.headers.get('etag')).toBe(other?.headers.get('etag'))
    expect(await one?.text()).toBe(await other?.text())
    const tag = { 'if-none-match': one?.headers.get('etag') ?? '' }
    const same = await handler(toRequest('GET', '/events', undefined, { ...tag, 'x-request-id': '3' }))
    expect([same.status, same.headers.get('x-request-id')]).toEqual([304, '3'])
  })

  test('is passed to onError', async () => {
    const reported: unknown[] = []
    const { handler } = startCalendar({
      authenticate: () => Promise.reject(new Error('x')),
      onError: (_error, _request, requestId) => reported.push(requestId),
    })
    const given = await handler(toRequest('GET', '/events', undefined, { 'x-request-id': 'mine' }))
    const generated = await handler(new Request(`http://localhost${base}/events`))
    expect([given.status, generated.status]).toEqual([500, 500])
    expect(reported).toEqual(['mine', generated.headers.get('x-request-id')])
  })
})
