import { isCalendarError } from '@kalends/core'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient, isCalendarError as isClientError } from '../src/index.ts'
import { type Fault, faults, faultyFetch } from './faults.ts'
import { base, clientOver, serveCalendar } from './open-client.ts'

const input = { title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' }
const timeoutMs = 20

/** The waits between attempts, which tests do not wait for. */
const waits: number[] = []

beforeEach(() => {
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
    if (ms <= timeoutMs) return setTimeout(run, ms)
    if (ms < 10_000) waits.push(ms)
    return setTimeout(run, ms < 10_000 ? 0 : ms)
  }) as typeof setTimeout)
})
afterEach(() => {
  vi.restoreAllMocks()
  waits.length = 0
})

/** A client whose requests fail in these ways, and the service behind it. */
function openFaulty(given: readonly Fault[], retries = 2) {
  const { calendar, handler } = serveCalendar()
  const arrived: Request[] = []
  const client = clientOver(faultyFetch(handler, given, arrived), { timeoutMs, retries })
  return { calendar, client, arrived }
}

const codeOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => (isCalendarError(error) ? error.code : String(error)),
  )

describe.each(faults)('%s', (fault) => {
  test('a read is made again', async () => {
    const { client } = openFaulty([fault, fault])
    expect((await client.events.list()).total).toBe(0)
    expect(waits.length).toBe(2)
  })

  test('a new record is made once', async () => {
    const { client, calendar, arrived } = openFaulty([fault, fault])
    const event = await client.events.create(input)
    expect((await calendar.events.list()).items.map(({ id }) => id)).toEqual([event.id])
    const keys = arrived.map((request) => request.headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\x21-\x7e]{20,255}$/)
  })

  test('a change is made again', async () => {
    const { client, calendar } = openFaulty([fault])
    const { id } = await calendar.events.create(input)
    expect(await client.events.update(id, { title: 'New' })).toMatchObject({ title: 'New' })
  })

  test('a revert is made again', async () => {
    const { client, calendar } = openFaulty([fault])
    const { id } = await calendar.events.create(input)
    await calendar.events.update(id, { title: 'New' })
    expect((await client.events.revert(id, { to: 1 })).record).toMatchObject({ title: 'Choir', version: 3 })
  })

  test('without another attempt it is unavailable, with its cause', async () => {
    const { client } = openFaulty([fault, fault, fault])
    const error = await client.venues.get(1).catch((failure: unknown) => failure)
    expect(error).toSatisfy((failure) => isCalendarError(failure, 'unavailable') && isClientError(failure, 'unavailable'))
    expect(waits.length).toBe(2)
    expect(await codeOf(openFaulty([fault], 0).client.venues.list())).toBe('unavailable')
  })
})

describe('a change whose response was lost', () => {
  const lost: readonly Fault[] = ['cut after', 'cut inside', 'gateway timeout']

  test.each(lost)('%s: with a version it is not reported as a conflict with itself', async (fault) => {
    const { client, calendar } = openFaulty([fault])
    const { id } = await calendar.events.create(input)
    expect(await codeOf(client.events.update(id, { title: 'New' }, { version: 1 }))).toBe('unavailable')
    expect(await calendar.events.get(id)).toMatchObject({ title: 'New', version: 2 })
  })

  test.each(lost)('%s: a removal is not reported as missing', async (fault) => {
    const { client, calendar } = openFaulty([fault, 'none', fault])
    const { id } = await calendar.events.create(input)
    expect(await codeOf(client.events.trash(id))).toBe('unavailable')
    expect(await codeOf(client.events.delete(id))).toBe('unavailable')
    expect(await calendar.events.find(id)).toBe(null)
    expect(await codeOf(client.events.delete(id))).toBe('not_found')
  })

  test('a removal that did not arrive is made again', async () => {
    const { client, calendar } = openFaulty(['cut before', 'bad gateway'])
    const { id } = await calendar.events.create(input)
    expect(await client.events.trash(id, { version: 1 })).toMatchObject({ status: 'trash' })
  })

  test.each(lost)('%s: a series is split once', async (fault) => {
    const { client, calendar, arrived } = openFaulty([fault])
    const series = await calendar.events.create({ ...input, recurrence: 'FREQ=WEEKLY;COUNT=4' })
    const third = (await calendar.events.list({ seriesIds: series.id })).items[2]?.id ?? 0
    expect(await codeOf(client.events.update(third, { title: 'Later' }, { scope: 'following' }))).toBe('unavailable')
    expect(arrived.length).toBe(1)
  })

  test.each(lost)('%s: a revert that splits a series is sent once', async (fault) => {
    const { client, calendar, arrived } = openFaulty([fault])
    const series = await calendar.events.create({ ...input, recurrence: 'FREQ=WEEKLY;COUNT=4' })
    const third = (await calendar.events.list({ seriesIds: series.id })).items[2]?.id ?? 0
    await calendar.events.update(third, { title: 'Own' })
    expect(await codeOf(client.events.revert(third, { to: 1, scope: 'following' }))).toBe('unavailable')
    expect(arrived.length).toBe(1)
  })
})

test('random faults double no record and lose none that was reported', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Fault>('none', ...faults.filter((fault) => fault !== 'silence')), { maxLength: 40 }),
      async (given) => {
        const { client, calendar } = openFaulty(given)
        const created: number[] = []
        let failed = 0
        for (let i = 0; i < 8; i++) {
          await client.venues.create({ name: `Hall ${i}` }).then(
            ({ id }) => created.push(id),
            () => (failed += 1),
          )
        }
        const { items } = await calendar.venues.list({ perPage: 100 })
        expect(new Set(items.map(({ name }) => name)).size).toBe(items.length)
        expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(created))
        expect(items.length).toBeLessThanOrEqual(created.length + failed)
      },
    ),
    { numRuns: Math.ceil(40 * Number(process.env['KALENDS_TIMES'] ?? 1)) },
  )
})

describe('waits', () => {
  test('grow, with jitter, and are at least what the service asks for', async () => {
    await openFaulty(['cut before', 'cut before', 'cut before', 'cut before'], 4).client.tags.list()
    expect(waits.map((ms, i) => ms > 2 ** i * 99 && ms <= 2 ** i * 200)).toEqual([true, true, true, true])
    waits.length = 0
    await openFaulty(['busy', 'limited'], 2).client.tags.list()
    expect(waits[0]).toBe(1_000)
    expect(waits[1]).toBeGreaterThan(200)
    expect(waits[1]).toBeLessThanOrEqual(2_000)
  })

  test('are not longer than half a minute: then the error has the wait', async () => {
    const client = clientOver(async () => new Response('', { status: 503, headers: { 'Retry-After': '31' } }))
    const error = await client.tags.list().catch((failure: unknown) => failure)
    if (!isClientError(error, 'unavailable')) throw error
    expect([error.status, error.details]).toEqual([503, { retryAfterSeconds: 31 }])
    expect(waits).toEqual([])
  })

  test('end when the caller aborts', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const client = clientOver(async () => {
      controller.abort(reason)
      throw new TypeError('fetch failed')
    })
    await expect(client.events.list({}, { signal: controller.signal })).rejects.toBe(reason)
  })

  test('a request with the same key that still runs is waited for', async () => {
    const { handler } = serveCalendar()
    let requests = 0
    const client = clientOver(async (request) => {
      requests += 1
      const problem = { code: 'request_in_progress', message: 'Still running.', data: { status: 409 } }
      return requests === 1 ? Response.json(problem, { status: 409 }) : handler(request)
    })
    expect(await client.venues.create({ name: 'Hall' })).toMatchObject({ id: 1 })
  })
})

describe('responses of other programs', () => {
  test.each([
    [200, '<html>', 'internal'],
    [200, '', 'internal'],
    [200, '{}', 'internal'],
    [200, 'null', 'internal'],
    [200, '[1]', 'internal'],
    [401, '<html>', 'unauthenticated'],
    [403, '{"message":"no"}', 'forbidden'],
    [404, '<html>', 'internal'],
    [500, 'oops', 'internal'],
    [503, '"x"', 'unavailable'],
    [418, '{"code":"x","message":"y","data":null}', 'internal'],
    [400, '{"code":3,"message":4,"data":{"params":{}}}', 'internal'],
  ])('%d %s is %s', async (status, text, code) => {
    const client = clientOver(async () => new Response(text, { status }), { retries: 0 })
    const error = await client.events.find(1).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ name: 'CalendarError', code, status })
    expect(await codeOf(client.events.list())).toBe(code)
    expect(await codeOf(client.venues.create({ name: 'x' }))).toBe(code)
  })

  test.each([200, 404])('a page with status %d says that the namespace may be missing in baseUrl', async (status) => {
    const client = clientOver(async () => new Response('<html>', { status }))
    await expect(client.events.list()).rejects.toThrow('`baseUrl` has to end with the namespace, such as /calendar/events/v1.')
  })

  test('codes that the core does not know are kept', async () => {
    const client = clientOver(async () => Response.json({ code: 'newer', message: 'm', data: { status: 422, hint: 1 } }, { status: 422 }))
    await expect(client.events.get(1)).rejects.toMatchObject({ code: 'newer', message: 'm', details: { kind: 'event', id: 1, hint: 1 } })
  })
})

describe('an abort', () => {
  const reason = new Error('enough')

  test('before a call sends no request', async () => {
    const fetch = vi.fn()
    const client = clientOver(fetch, { signal: AbortSignal.abort(reason) })
    await expect(client.events.list()).rejects.toBe(reason)
    await expect(client.venues.create({ name: 'x' })).rejects.toBe(reason)
    await expect(clientOver(fetch).venues.get(1, { signal: { aborted: true, reason } })).rejects.toBe(reason)
    expect(fetch).not.toHaveBeenCalled()
  })

  test('during a call ends it and the request, whatever the fetch does', async () => {
    const controller = new AbortController()
    const requests: Request[] = []
    const client = clientOver((request) => {
      requests.push(request)
      controller.abort(reason)
      return new Promise(() => undefined)
    })
    await expect(client.events.list({}, { signal: controller.signal })).rejects.toBe(reason)
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true])
  })

  test('later than the response changes nothing', async () => {
    const { handler } = serveCalendar()
    const controller = new AbortController()
    const client = clientOver(handler, { signal: controller.signal })
    await client.events.list()
    controller.abort(reason)
    await expect(client.events.list()).rejects.toBe(reason)
  })
})

describe('headers', () => {
  test('are those of the host, made for each attempt', async () => {
    const { handler } = serveCalendar()
    const seen: (string | null)[] = []
    let tokens = 0
    const client = createClient({
      baseUrl: `https://town.example${base}`,
      fetch: async (request) => {
        seen.push(request.headers.get('authorization'))
        if (seen.length === 1) throw new TypeError('fetch failed')
        return handler(request)
      },
      headers: async () => ({ authorization: `Bearer ${++tokens}` }),
    })
    await client.events.list()
    expect(seen).toEqual(['Bearer 1', 'Bearer 2'])
  })

  test('a function that throws gives its own error', async () => {
    const failure = new Error('signed out')
    const client = clientOver(vi.fn(), {
      headers: () => {
        throw failure
      },
    })
    await expect(client.events.list()).rejects.toBe(failure)
  })

  test('do not replace the key of a new record: all would be the first one', async () => {
    const { handler } = serveCalendar()
    const client = clientOver(handler, { headers: { 'idempotency-key': 'mine' } })
    const events = [await client.events.create(input), await client.events.create(input)]
    expect(new Set(events.map(({ id }) => id)).size).toBe(2)
  })

  test('without crypto there are keys, too', async () => {
    vi.stubGlobal('crypto', undefined)
    try {
      const keys: (string | null)[] = []
      const client = clientOver(async (request) => {
        keys.push(request.headers.get('idempotency-key'))
        return new Response('')
      })
      await Promise.allSettled([client.tags.create({ name: 'a' }), client.tags.create({ name: 'a' })])
      expect(new Set(keys).size).toBe(2)
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
