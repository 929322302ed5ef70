import { type AccessPolicy, allowAll, createCalendar, roles } from '@kalends/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHandler, type Handler } from '../../src/index.ts'
import { createTimeBudget } from '../../src/options/policy-time-limit.ts'
import { stores } from '../stores.ts'
import { concert, startCalendar, toReply, toRequest } from '../support.ts'

describe('the time budget of a request', () => {
  const reported: string[] = []
  const budget = (totalMs: number) => createTimeBudget(totalMs, (error) => reported.push(String(error)))
  const after = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(resolve, ms, value))
  const outcome = (answer: unknown): Promise<unknown> =>
    Promise.resolve(answer).catch((error: unknown) => Reflect.get(Object(error), 'code'))

  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    reported.length = 0
  })

  test('limits the sum of consecutive waits', async () => {
    const { ask } = budget(100)
    const answers: unknown[] = []
    const run = async (): Promise<void> => {
      for (const name of ['a', 'b', 'c']) answers.push(await outcome(ask(name, () => after(40, name))))
    }
    const running = run()
    await vi.advanceTimersByTimeAsync(1_000)
    await running
    expect(answers).toEqual(['a', 'b', 'unavailable'])
    expect(reported).toEqual(['Error: c gave no answer within the 100 ms of the request'])
  })

  test('counts concurrent waits once, and no time between waits', async () => {
    const { ask } = budget(100)
    const many = Promise.all(Array.from({ length: 400 }, () => ask('a', () => after(90, true))))
    await vi.advanceTimersByTimeAsync(90)
    expect(new Set(await many)).toEqual(new Set([true]))
    await vi.advanceTimersByTimeAsync(10_000)
    const last = ask('b', () => after(5, 'last'))
    await vi.advanceTimersByTimeAsync(5)
    expect([await last, reported]).toEqual(['last', []])
  })

  test('allows no more calls when it is used up, and reports this once', async () => {
    const { ask } = budget(100)
    const late = Promise.all(['a', 'b'].map((name) => outcome(ask(name, () => after(500, name)))))
    await vi.advanceTimersByTimeAsync(100)
    expect(await late).toEqual(['unavailable', 'unavailable'])
    let isAsked = false
    expect(() =>
      ask('c', () => {
        isAsked = true
      }),
    ).toThrow()
    expect([isAsked, reported]).toEqual([false, ['Error: a gave no answer within the 100 ms of the request']])
  })

  test('includes the synchronous part of a call', () => {
    const { ask } = budget(100)
    const work = (): boolean => {
      vi.setSystemTime(Date.now() + 60)
      vi.advanceTimersByTime(60)
      return true
    }
    expect([ask('a', work, true), ask('b', work, true)]).toEqual([true, true])
    expect(() => ask('c', work, true)).toThrow()
  })

  test('denies a write whose policy calls take too long together', async () => {
    const errors: string[] = []
    const may: AccessPolicy['may'] = () => after(40, true)
    const { request, calendar } = startCalendar({
      access: { ...allowAll(), may },
      accessTimeoutMs: 100,
      onError: (error) => errors.push(String(error)),
    })
    // The policy is asked for the route, the event, and then the venue: three waits of 40 ms each.
    const replying = request('POST', '/events', { ...concert, venue: { venue: 'New' } })
    await vi.advanceTimersByTimeAsync(1_000)
    const reply = await replying
    expect([reply.status, reply.body.data.denied]).toEqual([401, { action: 'create', kind: 'venue' }])
    expect(errors).toEqual(['Error: access.may gave no answer within the 100 ms of the request'])
    expect((await calendar.events.list()).total).toBe(0)
  })
})

/** A policy that waits for a gate when one actor asks, and responds to all other actors at once. */
function gated(names: readonly ('may' | 'readable')[]): { access: AccessPolicy; open(): void; reached: Promise<void> } {
  let open = (): void => undefined
  let reach = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const through = <T>(
    name: 'may' | 'readable',
    id: number | string | undefined,
    isDue: boolean,
    answer: T | Promise<T>,
  ): T | Promise<T> => {
    if (id !== 1 || !isDue || !names.includes(name)) return answer
    reach()
    return gate.then(() => answer)
  }
  const { readable, may } = roles()
  return {
    open,
    reached,
    access: {
      readable: (actor, kind) => through('readable', actor?.id, true, readable(actor, kind)),
      may: (question) => through('may', question.actor?.id, question.record !== undefined, may(question)),
    },
  }
}

const actorOf = (request: Request) => ({ id: Number(request.headers.get('authorization')), roles: ['editor'] })

describe.each(stores)('a caller with a slow policy, on $name', ({ open }) => {
  let close = async (): Promise<unknown> => undefined
  afterEach(() => close())

  async function start(names: readonly ('may' | 'readable')[]) {
    const opened = await open()
    close = opened.close
    const gate = gated(names)
    const calendar = createCalendar({ store: opened.store })
    await calendar.events.create({ title: 'Concert', startDate: '2026-05-31', endDate: '2026-05-31' })
    const handler: Handler = createHandler(calendar, { access: gate.access, authenticate: actorOf, accessTimeoutMs: 1_000_000 })
    const send = async (actor: number, method: string, path: string, body?: unknown) =>
      toReply(await handler(toRequest(method, path, body, { authorization: String(actor) })))
    return { gate, send }
  }

  test.each<[string, 'may' | 'readable', string, string, unknown, number]>([
    ['an update', 'may', 'PATCH', '/events/1', { title: 'Slow' }, 200],
    ['an update, by what may be read', 'readable', 'PATCH', '/events/1', { title: 'Slow' }, 200],
    ['a list', 'readable', 'GET', '/events', undefined, 200],
  ])('blocks no other reader and no writer: %s', async (_, asked, method, path, body, status) => {
    const { gate, send } = await start([asked])
    const slow = send(1, method, path, body)
    await gate.reached
    expect((await send(2, method, path, body)).status).toBe(status)
    expect((await send(2, 'GET', '/events')).status).toBe(200)
    expect((await send(2, 'GET', '/events/1')).status).toBe(200)
    expect((await send(2, 'POST', '/tags', { name: 'New' })).status).toBe(201)
    gate.open()
    expect((await slow).status).toBe(status)
  })
})
