import { allowAll } from '@kalends/core'
import { theEventsCalendar } from '@kalends/the-events-calendar'
import { describe, expect, test } from 'vitest'
import { cors as useCors } from '../src/cors.ts'
import { forms } from '../src/forms.ts'
import type { HandlerOptions } from '../src/index.ts'
import { startCalendar } from './support.ts'

const own = 'https://calendar.example.org'
const friend = 'https://friend.example'
const cors = { origins: [friend] }

const urlencoded = ['application/x-www-form-urlencoded', 'name=A'] as const
const multipart = ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nA\r\n--b--\r\n'] as const

/** The headers of pages of other sites, and of programs and pages of the own one. */
const foreign: readonly Readonly<Record<string, string>>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { origin: `${own}:8443`, 'sec-fetch-site': 'same-site' },
  { origin: 'http://calendar.example.org' },
  { origin: `${own}.evil.example` },
  { origin: '' },
]
const welcome: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { origin: own },
  { origin: own, 'sec-fetch-site': 'same-origin' },
  { origin: friend, 'sec-fetch-site': 'cross-site' },
]

const options: Partial<HandlerOptions> = {
  publicUrl: `${own}/sub`,
  access: allowAll(),
  authenticate: () => ({ id: '1' }),
  use: [useCors(cors), forms()],
}

describe.each([
  ['its own interface', options, '/tags'],
  ['the adapter of The Events Calendar', { ...options, use: [useCors(cors), theEventsCalendar(), forms()] }, '/tags'],
])('with %s, a form', (_, given, path) => {
  test.each(foreign.flatMap((headers) => [urlencoded, multipart].map(([type, body]) => [headers, type, body] as const)))(
    'of another site is forbidden: %j, %s',
    async (headers, type, body) => {
      const { request, calendar } = startCalendar(given)
      expect((await request('POST', path, body, { 'content-type': type, ...headers })).status).toBe(403)
      expect((await calendar.tags.list()).total).toBe(0)
    },
  )

  test.each(welcome.flatMap((headers) => [urlencoded, multipart].map(([type, body]) => [headers, type, body] as const)))(
    'of a program, or of a page that may, is read: %j, %s',
    async (headers, type, body) => {
      const { request } = startCalendar(given)
      expect((await request('POST', path, body, { 'content-type': type, ...headers })).status).toBe(201)
    },
  )
})

describe('other writes of a page of another site', () => {
  test.each([['POST'], ['PUT'], ['PATCH'], ['DELETE']])('a form by %s is forbidden', async (method) => {
    const { request, calendar } = startCalendar(options)
    await calendar.tags.create({ name: 'A' })
    const headers = { 'content-type': `Application/X-WWW-Form-Urlencoded; charset=utf-8`, 'sec-fetch-site': 'cross-site' }
    expect((await request(method, '/tags/1', 'name=B', headers)).status).toBe(403)
    expect((await calendar.tags.get(1)).name).toBe('A')
  })

  test('a POST without a body is forbidden, whether forms are read or not', async () => {
    for (const use of [options.use, [useCors(cors)]]) {
      const { handler, calendar } = startCalendar({ ...options, use })
      await calendar.events.create({ title: 'A', startDate: '2026-06-01', endDate: '2026-06-01', status: 'trash' })
      const address = `${own}/calendar/events/v1/events/1?restore=true`
      const response = await handler(new Request(address, { method: 'POST', headers: { origin: 'https://evil.example' } }))
      expect(response.status).toBe(403)
    }
  })

  test.each([urlencoded[0], multipart[0], 'text/plain', 'text/plain;charset=UTF-8', 'text/plain; a=b/json', ''])(
    'a POST whose body is not read is forbidden, whatever its type: %j',
    async (type) => {
      for (const use of [options.use, [useCors(cors)]]) {
        const { request, calendar } = startCalendar({ ...options, use })
        await calendar.events.create({ title: 'A', startDate: '2026-06-01', endDate: '2026-06-01', status: 'trash' })
        const restore = async (headers: object) =>
          (await request('POST', '/events/1?restore=true', 'a=b', { 'content-type': type, ...headers })).status
        expect(await restore({ origin: 'https://evil.example' })).toBe(403)
        expect(await restore({ 'sec-fetch-site': 'cross-site' })).toBe(403)
        expect(await restore({ origin: own })).toBe(200)
      }
    },
  )

  test('a POST of JSON whose body is not read has no need of the check: browsers ask first', async () => {
    const { request, calendar } = startCalendar(options)
    await calendar.events.create({ title: 'A', startDate: '2026-06-01', endDate: '2026-06-01', status: 'trash' })
    const headers = { 'content-type': 'application/merge-patch+json', origin: 'https://evil.example' }
    expect((await request('POST', '/events/1?restore=true', '{}', headers)).status).toBe(200)
  })

  test('JSON and bodies that are not read have no need of the check: browsers ask first, or get 415', async () => {
    const { request } = startCalendar({ ...options, use: [useCors(cors)] })
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await request('POST', '/tags', { name: 'A' }, headers)).status).toBe(201)
    for (const type of ['text/plain', urlencoded[0]])
      expect((await request('POST', '/tags', 'name=A', { ...headers, 'content-type': type })).status).toBe(415)
  })

  test('anonymous callers get the same answer as others', async () => {
    const { request } = startCalendar({ ...options, authenticate: () => null })
    const headers = { 'content-type': urlencoded[0], origin: 'https://evil.example' }
    expect((await request('POST', '/tags', 'name=A', headers)).body).toMatchObject({ code: 'forbidden' })
  })
})

test.each([
  ['a list', { origins: [friend] }, 201],
  ['a function', { origins: (origin: string) => origin === friend }, 201],
  ['any origin, which names none', { origins: '*' as const }, 403],
  ['none', undefined, 403],
])('a page of an origin of %s', async (_, allowed, status) => {
  const { request } = startCalendar({ ...options, use: [forms(), ...(allowed === undefined ? [] : [useCors(allowed)])] })
  const headers = { 'content-type': urlencoded[0], origin: friend, 'sec-fetch-site': 'cross-site' }
  expect((await request('POST', '/tags', 'name=A', headers)).status).toBe(status)
})

test('without a public URL, the own origin is that of the address', async () => {
  const { handler } = startCalendar({ ...options, publicUrl: undefined })
  const send = (origin: string) =>
    handler(
      new Request('http://127.0.0.1:8080/calendar/events/v1/tags', {
        method: 'POST',
        body: 'name=A',
        headers: { 'content-type': urlencoded[0], origin },
      }),
    )
  expect((await send('http://127.0.0.1:8080')).status).toBe(201)
  expect((await send('http://localhost:8080')).status).toBe(403)
})
