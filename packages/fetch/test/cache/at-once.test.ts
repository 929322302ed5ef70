import { type AccessPolicy, type CalendarOptions, type CalendarStore, createCalendar, publicReadOnly, publishedOnly } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { atOnceOf } from '../../src/at-once.ts'
import { createHandler, type HandlerOptions } from '../../src/index.ts'
import { now, toRequest } from '../support.ts'
import { concert } from './support.ts'

const list = (): Request => toRequest('GET', '/events')

/** A handler over a memory store with one event, and its synchronous variant. */
async function open(options: Partial<HandlerOptions> = {}, store: CalendarStore = memoryStore(), more: Partial<CalendarOptions> = {}) {
  const calendar = createCalendar({ store, clock: fixedClock(now), ...more })
  await calendar.events.create(concert)
  const handler = createHandler(calendar, { access: publicReadOnly(), ...options })
  return { calendar, handler, ask: atOnceOf<Response>(handler) }
}

const totalOf = async (response: Response | Promise<Response>): Promise<number> => (await (await response).json()).total

const policy = (readable: AccessPolicy['readable']): AccessPolicy => ({ ...publicReadOnly(), readable })

describe('an answer that is there', () => {
  test('is given without a promise, and is the one that callers of the handler wait for', async () => {
    const { handler, ask } = await open()
    const first = await handler(list())
    const known = ask(list())
    expect(known).toBeInstanceOf(Response)
    expect(handler(list())).toBeInstanceOf(Promise)
    expect(await (await known).text()).toBe(await first.text())
  })

  test.each<[string, Request, number]>([
    ['a path that leads nowhere', toRequest('GET', '/nothing'), 404],
    ['a method that a route has not', toRequest('PATCH', '/doc'), 405],
    ['a question about methods', toRequest('OPTIONS', '/events'), 204],
  ])('%s is told at once', async (_, request, status) => {
    const { ask } = await open()
    const told = ask(request)
    expect(told).toBeInstanceOf(Response)
    expect((await told).status).toBe(status)
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
