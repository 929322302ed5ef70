import { describe, expect, test } from 'vitest'
import { type CorsOptions, cors as useCors } from '../src/cors.ts'
import { startCalendar } from './support.ts'

const origin = 'https://pages.example'
const preflight = { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type' }
const corsOf = (headers: Headers): object => Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

test('no CORS headers are sent unless cors is configured', async () => {
  const { request } = startCalendar()
  for (const [method, path] of [
    ['GET', '/events'],
    ['OPTIONS', '/events/1'],
    ['GET', '/nothing'],
  ] as const) {
    expect(corsOf((await request(method, path, undefined, preflight)).headers)).toEqual({})
  }
})

describe('listed origins', () => {
  const { request } = startCalendar({ use: [useCors({ origins: [origin], credentials: true })], authenticate: () => null })

  test('may read responses and errors', async () => {
    for (const path of ['/events', '/events/77', '/nothing', '/events?page=x']) {
      const { headers } = await request('GET', path, undefined, { origin })
      expect(corsOf(headers)).toEqual({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers':
          'ETag, Idempotency-Replayed, Link, Location, Retry-After, Reverted-Without, X-Request-Id, X-TEC-Total, X-TEC-TotalPages',
      })
      expect(headers.get('vary')).toBe('Authorization, Cookie, Origin')
    }
  })

  test('get the allowed methods and headers in a preflight response', async () => {
    const reply = await request('OPTIONS', '/events/1', undefined, preflight)
    expect(reply.status).toBe(204)
    expect(corsOf(reply.headers)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id',
      'access-control-max-age': '600',
    })
  })

  test.each(['https://evil.example', 'https://pages.example.evil.example', 'http://pages.example', 'null'])(
    'do not include %s',
    async (other) => {
      const { headers } = await request('GET', '/events', undefined, { origin: other })
      expect(corsOf(headers)).toEqual({})
      expect(headers.get('vary')).toContain('Origin')
    },
  )
})

describe('a function of the host', () => {
  const decide = (given: string): boolean => {
    if (given === 'null') throw new Error('no origin')
    // Only `true` allows.
    return given.endsWith('.example') || ('yes' as unknown as boolean)
  }
  const { request } = startCalendar({ use: [useCors({ origins: decide })] })

  test.each([
    [origin, origin],
    ['https://evil.test', null],
    ['null', null],
  ])('decides that %s gets the origin %s', async (given, allowed) => {
    const { headers } = await request('GET', '/events', undefined, { origin: given })
    expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([allowed, 'Origin'])
  })
})

test('the origin * gives a star, without credentials', async () => {
  const { request } = startCalendar({ use: [useCors({ origins: '*', maxAgeSeconds: 5 })] })
  const { headers } = await request('GET', '/events', undefined, { origin })
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('vary')).toBeNull()
  expect((await request('OPTIONS', '/events', undefined, preflight)).headers.get('access-control-max-age')).toBe('5')
})

test.each([
  { origins: '*', credentials: true },
  { origins: origin },
  { origins: [`${origin}/`] },
  { origins: ['*'] },
  { origins: ['pages.example'] },
  { origins: '*', maxAgeSeconds: -1 },
  { origins: '*', credentials: 'no' },
])('cors refuses %j', (cors) => {
  expect(() => useCors(cors as CorsOptions)).toThrow(TypeError)
})
