import { type AccessPolicy, type CalendarOptions, type CalendarStore, createCalendar, publicReadOnly, readScopes } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { createHandler, type HandlerOptions } from '../../src/index.ts'
import { observe } from '../../src/observe.ts'
import { now, toRequest } from '../support.ts'
import { concert } from './support.ts'

const list = (): Request => toRequest('GET', '/events')

/** A handler over a memory store with one event. `ask` tries `cached` before the handler, as servers on Node do. */
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
  test('is returned without a promise, and equals the response of the handler', async () => {
    const { handler } = await open()
    expect(handler.cached(list())).toBeUndefined()
    const first = await handler(list())
    expect(await handler.cached(list())?.text()).toBe(await first.text())
    expect(handler(list())).toBeInstanceOf(Promise)
  })

  test('is also returned to HEAD and to conditional requests', async () => {
    const { handler } = await open()
    const etag = (await handler(list())).headers.get('etag') ?? ''
    expect(handler.cached(toRequest('HEAD', '/events'))?.status).toBe(200)
    expect(handler.cached(toRequest('GET', '/events', undefined, { 'if-none-match': etag }))?.status).toBe(304)
    // The error of the condition is left to the handler, which reports errors.
    expect(handler.cached(toRequest('GET', '/events', undefined, { 'if-match': '"other"' }))).toBeUndefined()
    expect((await handler(toRequest('GET', '/events', undefined, { 'if-match': '"other"' }))).status).toBe(412)
  })

  test('of terms needs a policy that synchronously decides who may create terms', async () => {
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
    ['a method that the route lacks', toRequest('PATCH', '/doc'), 405],
    ['OPTIONS', toRequest('OPTIONS', '/events'), 204],
  ])('is not needed for a synchronous response to %s', async (_, request, status) => {
    const { handler } = await open()
    expect(handler.cached(request)?.status).toBe(status)
  })

  test.each<[string, Request]>([
    ['an unknown path, to which the host responds', toRequest('GET', '/nothing')],
    ['a write', toRequest('POST', '/events', concert)],
    ['parameters that are not valid', toRequest('GET', '/events?page=0')],
    ['a document', toRequest('GET', '/doc')],
  ])('does not exist for %s', async (_, request) => {
    const { handler } = await open()
    await handler(request.clone())
    expect(handler.cached(request)).toBeUndefined()
  })

  test('is not returned with authenticate, which would be called twice', async () => {
    let asked = 0
    const authenticate = () => {
      asked++
      return null
    }
    const { handler } = await open({ authenticate })
    await handler(list())
    expect([handler.cached(list()), asked]).toEqual([undefined, 1])
  })

  test('is observed once, and only if it is returned', async () => {
    const seen: boolean[] = []
    const { handler } = await open({ use: [observe(({ isCached }) => void seen.push(isCached))] })
    handler.cached(list())
    await handler(list())
    handler.cached(list())
    expect(seen).toEqual([false, true])
  })

  test('is not from before a write, even directly after the write', async () => {
    const { calendar, ask } = await open()
    expect(await totalOf(ask(list()))).toBe(1)
    const writing = calendar.events.create(concert)
    const during = ask(list())
    await writing
    expect([await totalOf(during), await totalOf(ask(list()))]).toEqual([1, 2])
  })
})

describe('an asynchronous store or policy', () => {
  test('is tried synchronously once, and then never again', async () => {
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
      return readScopes.published
    }
    const { handler } = await open({ access: policy(readable) })
    for (let index = 0; index < 3; index++) expect(handler.cached(list())).toBeUndefined()
    expect(asked.scopes).toBe(1)
  })

  test('that rejects causes no unhandled rejection', async () => {
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
    ['that is asynchronous', async () => readScopes.published, 1],
    ['that rejects', () => Promise.reject(new Error('broken')), 0],
    [
      'that throws',
      () => {
        throw new Error('broken')
      },
      0,
    ],
  ])('%s is asked each time', async (_, readable, total) => {
    let isClosed = false
    const { ask } = await open({ access: policy((actor, kind) => (isClosed ? readable(actor, kind) : readScopes.published)) })
    expect(await totalOf(ask(list()))).toBe(1)
    isClosed = true
    expect([await totalOf(ask(list())), await totalOf(ask(list()))]).toEqual([total, total])
    isClosed = false
    expect(await totalOf(ask(list()))).toBe(1)
  })
})

describe('failures', () => {
  test.each<[string, CalendarStore['revision']]>([
    ['a revision that rejects', () => Promise.reject(new Error('gone'))],
    [
      'a revision that throws',
      () => {
        throw new Error('gone')
      },
    ],
  ])('%s gives a problem, and is reported once', async (_, revision) => {
    const reported: unknown[] = []
    const { ask } = await open({ onError: (error) => reported.push(error) }, { ...memoryStore(), revision })
    expect((await ask(list())).status).toBe(500)
    expect(reported).toHaveLength(1)
  })

  test('a clock that throws gives a problem', async () => {
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
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('if authenticate %s, the response is private', async (_, authenticate) => {
    const { ask } = await open({ authenticate })
    const { status, headers } = await ask(list())
    expect([status, headers.get('cache-control')]).toEqual([500, 'private, no-store'])
  })
})
