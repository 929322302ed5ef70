import { type AccessPolicy, type CalendarOptions, type CalendarStore, createCalendar, publicReadOnly, publishedOnly } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { createHandler, type HandlerOptions } from '../../src/index.ts'
import { now, toRequest } from '../support.ts'
import { concert } from './support.ts'

const list = (): Request => toRequest('GET', '/events')

/** A handler over a memory store with one event, and a caller that tries without waiting first, as servers on Node do. */
async function open(options: Partial<HandlerOptions> = {}, store: CalendarStore = memoryStore(), more: Partial<CalendarOptions> = {}) {
  const calendar = createCalendar({ store, clock: fixedClock(now), ...more })
  await calendar.events.create(concert)
  const handler = createHandler(calendar, { access: publicReadOnly(), ...options })
  const ask = (request: Request): Response | Promise<Response> => handler.cached(request) ?? handler(request)
  return { calendar, handler, ask }
}

const totalOf = async (response: Response | Promise<Response>): Promise<number> => (await (await response).json()).total

const policy = (readable: AccessPolicy['readable']): AccessPolicy => ({ ...publicReadOnly(), readable })

describe('a cached response', () => {
  test('is given without a promise, and is the one that callers of the handler wait for', async () => {
    const { handler } = await open()
    expect(handler.cached(list())).toBeUndefined()
    const first = await handler(list())
    expect(await handler.cached(list())?.text()).toBe(await first.text())
    expect(handler(list())).toBeInstanceOf(Promise)
  })

  test('is given to HEAD and to conditional requests, too', async () => {
    const { handler } = await open()
    const etag = (await handler(list())).headers.get('etag') ?? ''
    expect(handler.cached(toRequest('HEAD', '/events'))?.status).toBe(200)
    expect(handler.cached(toRequest('GET', '/events', undefined, { 'if-none-match': etag }))?.status).toBe(304)
    // The error of the condition is left to the handler, which reports errors.
    expect(handler.cached(toRequest('GET', '/events', undefined, { 'if-match': '"other"' }))).toBeUndefined()
    expect((await handler(toRequest('GET', '/events', undefined, { 'if-match': '"other"' }))).status).toBe(412)
  })

  test('of terms needs a policy that says without a promise who may create them', async () => {
    for (const [may, isThere] of [
      [() => false, true],
      [async () => false, false],
    ] as const) {
      const { handler } = await open({ access: { ...publicReadOnly(), may } })
      await handler(toRequest('GET', '/tags'))
      expect(handler.cached(toRequest('GET', '/tags')) !== undefined).toBe(isThere)
    }
  })

  test.each<[string, Request, number]>([
    ['a method that a route has not', toRequest('PATCH', '/doc'), 405],
    ['a question about methods', toRequest('OPTIONS', '/events'), 204],
  ])('is not needed for %s', async (_, request, status) => {
    const { handler } = await open()
    expect(handler.cached(request)?.status).toBe(status)
  })

  test.each<[string, Request]>([
    ['a path that leads nowhere, which is for the host', toRequest('GET', '/nothing')],
    ['a write', toRequest('POST', '/events', concert)],
    ['parameters that are not valid', toRequest('GET', '/events?page=0')],
    ['a document', toRequest('GET', '/doc')],
  ])('is not there for %s', async (_, request) => {
    const { handler } = await open()
    await handler(request.clone())
    expect(handler.cached(request)).toBeUndefined()
  })

  test('is not given where somebody may be signed in: who it is would be asked twice', async () => {
    let asked = 0
    const authenticate = () => {
      asked++
      return null
    }
    const { handler } = await open({ authenticate })
    await handler(list())
    expect([handler.cached(list()), asked]).toEqual([undefined, 1])
  })

  test('is observed once, and only if it is given', async () => {
    const seen: boolean[] = []
    const { handler } = await open({ observe: ({ isCached }) => void seen.push(isCached) })
    handler.cached(list())
    await handler(list())
    handler.cached(list())
    expect(seen).toEqual([false, true])
  })

  test('is not the one from before a write, although nothing lies between the two', async () => {
    const { calendar, ask } = await open()
    expect(await totalOf(ask(list()))).toBe(1)
    const writing = calendar.events.create(concert)
    const during = ask(list())
    await writing
    expect([await totalOf(during), await totalOf(ask(list()))]).toEqual([1, 2])
  })
})

describe('a store or a policy with a promise', () => {
  test('is asked without waiting once, and then never again', async () => {
    const asked = { revisions: 0, scopes: 0 }
    const inner = memoryStore()
    const revision: CalendarStore['revision'] = async (nowMs) => {
      asked.revisions++
      return inner.revision(nowMs)
    }
    const later = await open({}, { ...inner, revision })
    await later.handler(list())
    for (let index = 0; index < 3; index++) expect(later.handler.cached(list())).toBeUndefined()
    expect(asked.revisions).toBe(2)
    const readable = async () => {
      asked.scopes++
      return publishedOnly
    }
    const { handler } = await open({ access: policy(readable) })
    for (let index = 0; index < 3; index++) expect(handler.cached(list())).toBeUndefined()
    expect(asked.scopes).toBe(1)
  })

  test('that rejects leaves no rejection behind', async () => {
    const rejected = (): Promise<never> => Promise.reject(new Error('gone'))
    const { handler } = await open({ access: policy(rejected) })
    expect(handler.cached(list())).toBeUndefined()
    const away = await open({ onError: () => undefined }, { ...memoryStore(), revision: rejected })
    expect(away.handler.cached(list())).toBeUndefined()
    // An unhandled rejection would fail the run.
    await new Promise((resolve) => setTimeout(resolve, 1))
  })
})

describe('a policy', () => {
  test.each<[string, AccessPolicy['readable'], number]>([
    ['that answers later', async () => publishedOnly, 1],
    ['that rejects', () => Promise.reject(new Error('broken')), 0],
    [
      'that throws',
      () => {
        throw new Error('broken')
      },
      0,
    ],
  ])('%s is heard each time', async (_, readable, total) => {
    let isClosed = false
    const { ask } = await open({ access: policy((actor, kind) => (isClosed ? readable(actor, kind) : publishedOnly)) })
    expect(await totalOf(ask(list()))).toBe(1)
    isClosed = true
    expect([await totalOf(ask(list())), await totalOf(ask(list()))]).toEqual([total, total])
    isClosed = false
    expect(await totalOf(ask(list()))).toBe(1)
  })
})

describe('what goes wrong', () => {
  test.each<[string, CalendarStore['revision']]>([
    ['a revision that rejects', () => Promise.reject(new Error('gone'))],
    [
      'a revision that throws',
      () => {
        throw new Error('gone')
      },
    ],
  ])('%s is a problem, and is reported once', async (_, revision) => {
    const told: unknown[] = []
    const { ask } = await open({ onError: (error) => told.push(error) }, { ...memoryStore(), revision })
    expect((await ask(list())).status).toBe(500)
    expect(told).toHaveLength(1)
  })

  test('a clock that throws is a problem', async () => {
    let isBroken = false
    const nowMs = (): number => {
      if (isBroken) throw new Error('stopped')
      return Date.parse(now)
    }
    const { ask } = await open({}, memoryStore(), { clock: { nowMs } })
    isBroken = true
    expect((await ask(list())).status).toBe(500)
  })

  test.each<[string, NonNullable<HandlerOptions['authenticate']>]>([
    [
      'at once',
      () => {
        throw new Error('broken')
      },
    ],
    ['later', () => Promise.reject(new Error('broken'))],
  ])('an answer to who cannot be known, %s, is shown to nobody else', async (_, authenticate) => {
    const { ask } = await open({ authenticate })
    const { status, headers } = await ask(list())
    expect([status, headers.get('cache-control')]).toEqual([500, 'private, no-store'])
  })
})
