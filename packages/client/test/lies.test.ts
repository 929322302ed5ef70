import { type CalendarClient, isCalendarError } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { createClient } from '../src/index.ts'
import type { ClientOptions } from '../src/options.ts'
import { clientOver, serveCalendar } from './open-client.ts'

/** Services that are no calendar, or none of this version, and callers without types. */

const over = (fetch: () => Promise<Response>, options: Partial<ClientOptions> = {}): CalendarClient =>
  createClient({ baseUrl: 'https://town.example/v1', fetch, retries: 0, ...options })

/** Answers each request with a body, which is a text or becomes JSON. */
const saying = (body: unknown, init: ResponseInit = {}) =>
  over(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), init))

/** The code and the status of an error; other errors as texts. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: unknown) => (isCalendarError(error) ? [error.code, Reflect.get(error, 'status')] : String(error)),
  )

const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
const bodies = ['', '<html>', 'null', '5', '"text"', '[]', '{}', '{"id":0}', '{"__proto__":{"id":1}}', '{"total":1,"total_pages":1}']

describe.each(kinds)('a body that holds no %s', (kind) => {
  test.each(bodies)('%s', async (body) => {
    const client = saying(body)
    expect(await failureOf(client[kind].get(1))).toEqual(['internal', 200])
    expect(await failureOf(client[kind].list())).toEqual(['internal', 200])
    expect(await failureOf(client[kind].delete(1))).toEqual(['internal', 200])
  })

  test.each([[null], [5], ['text'], [{}], [[]], [{ id: -1 }]])('in a list: %j', async (item) => {
    expect(await failureOf(saying({ [kind]: [item], total: 1, total_pages: 1 })[kind].list())).toEqual(['internal', 200])
  })
})

test.each<[body: unknown, expected: unknown]>([
  [{ code: 'invalid_input', data: { status: 400, params: { title: 'is required' } } }, ['internal', 400]],
  [{ code: 5, message: 'No.', data: { status: 409 } }, ['internal', 400]],
  [{ message: 'No.', data: { status: 409 } }, ['internal', 400]],
  [{ code: 'refused', message: 5, data: { status: 409 } }, ['internal', 400]],
  [{ code: 'refused', message: 'No.', data: 'text' }, ['internal', 400]],
  [{ code: 'refused', message: 'No.', data: { status: 409 } }, ['refused', 400]],
  [{ code: 'invalid_input', message: 'No.', data: { status: 400, issues: 5 } }, ['invalid_input', 400]],
  [{ code: 'invalid_input', message: 'No.', data: { status: 400, issues: [null, 5, {}] } }, ['invalid_input', 400]],
  ['null', ['internal', 400]],
])('an error of another form: %j', async (body, expected) => {
  expect(await failureOf(saying(body, { status: 400 }).events.update(1, { title: '' }))).toEqual(expected)
})

test('no body changes the prototype of other objects, or of its own record', async () => {
  const params =
    '{"status":400,"__proto__":{"polluted":1},"issues":[{"path":"__proto__","message":{"polluted":1}},{"path":"constructor","message":"b"}]}'
  const error = await saying(`{"code":"invalid_input","message":"No.","data":${params}}`, { status: 400 })
    .tags.get(1)
    .catch((failure: unknown) => failure)
  const term = await saying('{"id":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}').tags.get(1)
  for (const object of [{}, [], error, term]) expect(Reflect.get(Object(object), 'polluted')).toBeUndefined()
  expect(Object.getPrototypeOf(term)).toBe(Object.prototype)
})

test.each<[status: number, headers: Record<string, string>, expected: unknown]>([
  [304, { etag: '"other"' }, ['internal', 304]],
  [204, {}, ['internal', 204]],
  [302, { location: 'https://elsewhere.example' }, ['internal', 302]],
  [429, { 'retry-after': '99999999999999999999' }, ['unavailable', 429]],
  [503, { 'retry-after': 'Infinity' }, ['unavailable', 503]],
  [503, { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, ['unavailable', 503]],
])('status %i with %j is not waited for', async (status, headers, expected) => {
  const client = over(async () => new Response(null, { status, headers }), { retries: 5 })
  expect(await failureOf(client.events.get(1))).toEqual(expected)
})

test('a body that holds no history', async () => {
  for (const body of bodies) expect(await failureOf(saying(body).tags.history(1))).toEqual(['internal', 200])
  expect(await failureOf(saying({ history: [{ seq: 1 }] }).tags.history(1))).toEqual(['internal', 200])
})

test('a walk ends at a service that does not know after_id', async () => {
  let calls = 0
  const client = over(async () => {
    calls++
    return Response.json({ tags: [{ id: 1 }, { id: 2 }], total: 4, total_pages: 2 })
  })
  const walk = async (): Promise<number[]> => {
    const ids: number[] = []
    for await (const { id } of client.tags.each()) ids.push(id)
    return ids
  }
  expect([await failureOf(walk()), calls]).toEqual([['internal', 200], 2])
})

describe('callers without types', () => {
  const open = () => {
    const urls: string[] = []
    const { handler, calendar } = serveCalendar()
    const client = clientOver((request) => {
      urls.push(request.url.replace(/^.*\/events\/v1/, ''))
      return handler(request)
    })
    return { client, calendar, urls }
  }

  test('a reference or an option is one part of the address', async () => {
    const { client, calendar, urls } = open()
    const { id } = await calendar.events.create({ title: 'A', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' })
    const ref = [`${id}?force=true&x=`] as never
    expect(await failureOf(client.events.trash(ref))).toEqual(['not_found', 404])
    expect(await failureOf(client.events.trash(id, { version: '1&force=true' as never }))).toEqual(['invalid_input', 400])
    expect(urls).toEqual([`/events/${id}%3Fforce%3Dtrue%26x%3D?`, `/events/${id}?&version=1%26force%3Dtrue`])
    expect((await calendar.events.get(id)).version).toBe(1)
  })

  test('half a surrogate pair is refused where it stands', async () => {
    const { client } = open()
    expect(await failureOf(client.events.get('\ud800'))).toEqual(['invalid_input', 400])
    const error = await client.events.list({ search: 'a\ud800' }).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ code: 'invalid_input', details: { params: { search: expect.any(String) } } })
  })

  test.each([{ level: [] }, { seats: {} }, { seats: { gte: undefined } }])(
    'a condition without values does not list everything: %j',
    async (fields) => {
      const { client, calendar } = open()
      expect(await failureOf(client.events.list({ fields }))).toEqual(['invalid_input', 400])
      expect(await failureOf(calendar.events.list({ fields }))).toEqual(['invalid_input', undefined])
    },
  )

  test('an input without JSON is the error of its caller, and is not sent', async () => {
    const { client, urls } = open()
    expect(await failureOf(client.venues.create({ name: 1n as never }))).toMatch(/^TypeError: .*BigInt/)
    expect(urls).toEqual([])
  })
})

test.each([
  ['ends', (signal: AbortSignal) => signal.throwIfAborted()],
  ['goes on', () => undefined],
] as const)('an abort at any moment gives the reason or the result, and leaves no rejection behind: a fetch that %s', async (_, check) => {
  const { handler } = serveCalendar()
  const reason = new Error('gone')
  const outcomes = new Set<unknown>()
  for (let moment = 0; moment < 120; moment++) {
    const controller = new AbortController()
    const client = clientOver(
      async (request) => {
        await undefined
        check(request.signal)
        return handler(request)
      },
      { headers: async () => ({}), retries: 1, signal: controller.signal },
    )
    const calls = [client.venues.create({ name: 'Hall' }), client.events.list(), client.events.find('none')]
    for (let turn = 0; turn < moment; turn++) await undefined
    controller.abort(reason)
    for (const { status, ...outcome } of await Promise.allSettled(calls)) outcomes.add('reason' in outcome ? outcome.reason : status)
  }
  expect([...outcomes]).toEqual(expect.arrayContaining([reason, 'fulfilled']))
  expect(outcomes.size).toBe(2)
  // Rejections without a handler are reported in a later turn, and fail the run.
  await new Promise((resolve) => setTimeout(resolve, 5))
})

describe('a function for headers that never ends', () => {
  const headers = (): Promise<never> => new Promise(() => undefined)

  test('ends with the time limit', async () => {
    const client = over(async () => Response.json({}), { headers, timeoutMs: 5 })
    expect(await failureOf(client.events.list())).toEqual(['unavailable', undefined])
  })

  test('ends when the caller aborts', async () => {
    const controller = new AbortController()
    const listing = failureOf(over(async () => Response.json({}), { headers }).events.list({}, { signal: controller.signal }))
    controller.abort(new Error('gone'))
    expect(await listing).toBe('Error: gone')
  })
})
