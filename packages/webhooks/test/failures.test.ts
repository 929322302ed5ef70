import { describe, expect, test, vi } from 'vitest'
import type { Endpoint, WebhookFetchResponse } from '../src/index.ts'
import { eventInput, open, toLine } from './setting.ts'

const minute = 60_000
const hour = 60 * minute

describe('a receiver that fails', () => {
  test('gets the message ten times in 75 hours, then the endpoint is disabled', async () => {
    const disabled: Endpoint[] = []
    const { calendar, add, hooks, receiver, clock } = open({ onDisabled: (endpoint) => void disabled.push(endpoint) })
    const id = await add()
    receiver.respond = () => 500
    await calendar.events.create(eventInput('A'))
    const startMs = clock.nowMs()
    const times: number[] = []
    for (let next: number | null = startMs; next !== null; ) {
      clock.advance(next - clock.nowMs() - 1)
      if (times.length > 0) expect(await hooks.deliver()).toMatchObject({ sent: 0, failed: 0, nextAtMs: next })
      clock.advance(1)
      times.push(clock.nowMs() - startMs)
      const delivery = await hooks.deliver()
      expect(delivery).toMatchObject({ sent: 0, failed: 1 })
      next = delivery.nextAtMs
    }
    const delays = times.slice(1).map((ms, i) => ms - (times[i] ?? 0))
    expect(delays).toEqual([5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour])
    expect(new Set(receiver.attempts.map((one) => one.id)).size).toBe(1)
    expect(disabled).toMatchObject([{ id, disabled: 'failed', failures: 10, lastError: 'status 500' }])
    clock.advance(100 * hour)
    expect(await hooks.deliver()).toEqual({ sent: 0, failed: 0, nextAtMs: null })
    receiver.respond = () => 204
    await hooks.endpoints.enable(id)
    expect(await hooks.deliver()).toEqual({ sent: 1, failed: 0, nextAtMs: null })
  })

  test('stops its own cursor alone, and begins anew after a success', async () => {
    const { calendar, add, hooks, receiver, clock } = open()
    const broken = await add({ url: 'https://broken.example.org' })
    await add({ url: 'https://fine.example.org' })
    receiver.respond = ({ url }) => (url.includes('broken') ? 500 : 204)
    for (const title of ['A', 'B', 'C']) await calendar.events.create(eventInput(title))
    expect(await hooks.deliver()).toMatchObject({ sent: 3, failed: 1, nextAtMs: clock.nowMs() + 5_000 })
    expect(await hooks.endpoints.get(broken)).toMatchObject({ failures: 1, lastError: 'status 500', nextAtMs: clock.nowMs() + 5_000 })
    receiver.respond = () => 204
    clock.advance(5_000)
    expect(await hooks.deliver()).toEqual({ sent: 3, failed: 0, nextAtMs: null })
    expect(await hooks.endpoints.get(broken)).toMatchObject({ failures: 0, lastError: '', nextAtMs: null })
  })

  test('gets a message under the same id again, and under another id once the record has changed again', async () => {
    const { calendar, add, hooks, receiver, clock } = open()
    await add()
    const { id } = await calendar.events.create(eventInput('A'))
    receiver.respond = () => 500
    await hooks.deliver()
    clock.advance(5_000)
    await hooks.deliver()
    await calendar.events.update(id, { title: 'B' })
    receiver.respond = () => 204
    clock.advance(300_000)
    await hooks.deliver()
    expect(receiver.attempts.map((one) => `${one.id} ${toLine(one)}`)).toEqual([
      ...['log_1 event.created A', 'log_1 event.created A', 'log_2 event.created B'],
    ])
  })

  test('is disabled at once by 410', async () => {
    const onDisabled = vi.fn()
    const { calendar, add, hooks, receiver } = open({ onDisabled })
    const id = await add()
    receiver.respond = () => 410
    await calendar.events.create(eventInput('A'))
    expect(await hooks.deliver()).toEqual({ sent: 0, failed: 1, nextAtMs: null })
    expect(onDisabled.mock.calls).toMatchObject([[{ id, disabled: 'gone' }]])
  })

  test.each<[string, number, string, number]>([
    ['seconds', 429, '120', 120_000],
    ['a date', 503, 'Sat, 31 May 2031 12:10:00 GMT', 10 * minute],
    ['more than a day', 503, '999999', 24 * hour],
    ['less than the schedule', 429, '1', 5_000],
    ['nothing that is known', 429, 'soon', 5_000],
    ['a status that has none', 500, '120', 5_000],
  ])('Retry-After with %s', async (_, status, header, expected) => {
    const { calendar, add, hooks, receiver, clock } = open()
    await add()
    receiver.respond = () => new Response(null, { status, headers: { 'retry-after': header } })
    await calendar.events.create(eventInput('A'))
    expect((await hooks.deliver()).nextAtMs).toBe(clock.nowMs() + expected)
  })

  test.each<[string, number | Response | Error, string]>([
    ['a redirect', new Response(null, { status: 302, headers: { location: 'https://example.org/other' } }), 'status 302'],
    ['an error of the network', new Error('fetch failed', { cause: new Error('ECONNREFUSED') }), 'fetch failed: ECONNREFUSED'],
    ['a status without meaning', 404, 'status 404'],
  ])('%s is a failure', async (_, answer, lastError) => {
    const { calendar, add, hooks, receiver } = open()
    const id = await add()
    receiver.respond = () => answer
    await calendar.events.create(eventInput('A'))
    expect(await hooks.deliver()).toMatchObject({ sent: 0, failed: 1 })
    expect(receiver.attempts).toHaveLength(1)
    expect(await hooks.endpoints.get(id)).toMatchObject({ lastError })
  })

  test('fails after 15 seconds without a response, also if fetch ignores its signal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { calendar, add, hooks, receiver } = open()
      const id = await add()
      const begun = new Promise<void>((resolve) => {
        receiver.respond = () => {
          resolve()
          return new Promise(() => undefined)
        }
      })
      await calendar.events.create(eventInput('A'))
      const delivery = hooks.deliver()
      await begun
      await vi.advanceTimersByTimeAsync(14_999)
      expect(await hooks.endpoints.get(id)).toMatchObject({ failures: 0 })
      await vi.advanceTimersByTimeAsync(1)
      expect(await delivery).toMatchObject({ failed: 1 })
      expect(await hooks.endpoints.get(id)).toMatchObject({ failures: 1, lastError: 'no response within 15 s' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('of a long answer, the first 4 kB are read', async () => {
    let read = 0
    const cancel = vi.fn(async () => undefined)
    const body: WebhookFetchResponse['body'] = {
      getReader: () => ({
        read: async () => {
          read += 1_024
          return { done: false, value: new Uint8Array(1_024) }
        },
        cancel,
      }),
    }
    const { calendar, add, hooks } = open({ fetch: async () => ({ status: 200, headers: new Headers(), body }) })
    await add()
    await calendar.events.create(eventInput('A'))
    expect(await hooks.deliver()).toMatchObject({ sent: 1 })
    expect(read).toBe(4_096)
    expect(cancel).toHaveBeenCalledTimes(1)
  })

  test('an error of the host stops its endpoint, reaches the caller, and leaves no lease', async () => {
    let isBroken = true
    const { calendar, add, hooks, receiver } = open({
      present: (_, record) => {
        if (isBroken) throw new Error('no form')
        return record
      },
    })
    await add()
    await calendar.events.create(eventInput('A'))
    await expect(hooks.deliver()).rejects.toThrow('no form')
    isBroken = false
    expect(await hooks.deliver()).toMatchObject({ sent: 1 })
    expect(receiver.attempts).toHaveLength(1)
  })
})

describe('limits of a delivery', () => {
  test('maxMs: no message is begun after it, and the rest is due at once', async () => {
    const { calendar, add, hooks, receiver, clock } = open()
    await add()
    for (const title of ['A', 'B', 'C']) await calendar.events.create(eventInput(title))
    receiver.respond = () => {
      clock.advance(600)
      return 204
    }
    const delivery = await hooks.deliver({ maxMs: 1_000 })
    expect(delivery).toEqual({ sent: 2, failed: 0, nextAtMs: clock.nowMs() })
    expect(await hooks.deliver()).toEqual({ sent: 1, failed: 0, nextAtMs: null })
  })

  test('signal: the message that is being sent is finished', async () => {
    const { calendar, add, hooks, receiver } = open()
    await add()
    for (const title of ['A', 'B', 'C']) await calendar.events.create(eventInput(title))
    const controller = new AbortController()
    receiver.respond = () => {
      controller.abort()
      return 204
    }
    expect(await hooks.deliver({ signal: controller.signal })).toMatchObject({ sent: 1 })
    expect(await hooks.deliver()).toMatchObject({ sent: 2 })
  })
})
