import { allowAll } from '@kalends/core'
import { expect, test } from 'vitest'
import { secretParameters } from '../../src/secret-parameters.ts'
import { startCalendar, toRequest } from '../support.ts'
import { lines, serve } from './support.ts'

test('a secret parameter reaches authenticate and nothing else', async () => {
  const seen: string[] = []
  const reported: string[] = []
  const { handler, add } = serve([lines], {
    use: [secretParameters(['key'])],
    authenticate: ({ url }) => {
      seen.push(url)
      return new URL(url).searchParams.get('key') === 'let me in' ? { id: '1' } : null
    },
    onError: (_error, { url, headers }) => reported.push(`${url} ${headers.get('x-request-id')}`),
    access: { ...allowAll(), readable: () => [{ status: 'publish' }] },
  })
  await add('Choir', '2026-05-31')
  const response = await handler(toRequest('GET', '/events?search=choir&key=let%20me%20in'))
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(`${await response.text()}${response.headers.get('link')}`).not.toContain('let')
  expect(seen).toEqual(['http://localhost/calendar/events/v1/events?search=choir&key=let%20me%20in'])
  expect(reported).toEqual([])
})

test.each([
  ['?search=a&key=1&page=1', '?search=a&page=1'],
  ['?key=1', ''],
  ['?%6Bey=1&key[]=2', '?key[]=2'],
  ['?keys=1', '?keys=1'],
  ['?search=a?&key=1', '?search=a?'],
])('onError gets a request without the secret parameter: %s', async (query, rest) => {
  const reported: Request[] = []
  const { handler } = startCalendar({
    use: [secretParameters(['key'])],
    authenticate: () => {
      throw new Error('down')
    },
    onError: (_error, request) => reported.push(request),
  })
  await handler(toRequest('GET', `/events${query}`))
  expect(reported.map(({ url, method, headers }) => [url, method, headers.get('x-request-id')])).toEqual([
    [`http://localhost/calendar/events/v1/events${rest}`, 'GET', 'test'],
  ])
})

test('onError gets a placeholder for a target that no Request can have', async () => {
  const reported: string[] = []
  const { handler } = startCalendar({
    use: [secretParameters(['key'])],
    authenticate: () => {
      throw new Error('down')
    },
    onError: (_error, request) => reported.push(request.url),
  })
  const request = new Request('http://localhost/')
  Object.defineProperty(request, 'url', { value: '/calendar/events/v1/events?key=1' })
  await handler(request)
  expect(reported).toEqual(['http://localhost/'])
})

test.each<[string, unknown]>([
  ['no list', 'key'],
  ['a name with other characters', ['a&b']],
  ['a parameter of the interface', ['key', 'search']],
])('secretParameters is refused as %s', (_name, names) => {
  expect(() => startCalendar({ use: [secretParameters(names as readonly string[])] })).toThrow(/secretParameters must/)
})
