import { type AccessPolicy, allowAll, CalendarError, readScopes } from '@kalends/core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { HandlerOptions } from '../../src/index.ts'
import { concert, type Reply, startCalendar } from '../support.ts'

const hang = (): Promise<never> => new Promise(() => undefined)
function fail(): boolean {
  throw new Error('the database of users is away')
}
const late = (): Promise<boolean> => new Promise((resolve) => setTimeout(() => resolve(true), 200))

interface Outcome {
  readonly reply: Reply
  readonly reported: readonly string[]
  readonly isUnchanged: boolean
}

/** Sends a request to a handler with the given host functions. Its calendar has one event; the outcome says whether that is unchanged. */
async function outcomeOf(options: Partial<HandlerOptions>, method: string, path: string, body?: unknown): Promise<Outcome> {
  const reported: string[] = []
  const onError = (error: unknown): void => void reported.push(String(error))
  const { request, calendar } = startCalendar({ onError, ...options }, { accessTimeoutMs: 20 })
  await calendar.events.create({ title: 'Concert', startDate: '2026-05-31', endDate: '2026-05-31' })
  const before = JSON.stringify(await calendar.events.list())
  const reply = await request(method, path, body)
  return { reply, reported, isUnchanged: JSON.stringify(await calendar.events.list()) === before }
}

const writes = [
  ['POST', '/events', concert],
  ['PATCH', '/events/1', { title: 'New' }],
  ['DELETE', '/events/1', undefined],
  ['DELETE', '/events/by-slug/concert?force=1', undefined],
] as const

/** The error that `onError` gets when a policy takes too long. */
const tooSlow = expect.stringMatching(/^CalendarError: The access policy took longer than the 20 ms .* `authenticate`/)

describe.each<readonly [string, () => unknown]>([
  ['hangs', hang],
  ['is late', late],
])('a policy that %s', (_, may) => {
  const access: AccessPolicy = { ...allowAll(), may: may as AccessPolicy['may'] }

  test.each(writes)('makes %s %s unavailable, which is no denial', async (method, path, body) => {
    const { reply, reported, isUnchanged } = await outcomeOf({ access }, method, path, body)
    expect([reply.status, reply.body.code, isUnchanged]).toEqual([503, 'unavailable', true])
    expect(reply.headers.get('retry-after')).toBe('5')
    expect(reported).toEqual([tooSlow])
  })

  test('makes a read unavailable that asks whether the caller may see more', async () => {
    const publishedAlone: AccessPolicy = { ...access, readable: () => readScopes.published }
    for (const path of ['/tags', '/categories/7']) {
      const { reply, reported } = await outcomeOf({ access: publishedAlone }, 'GET', path)
      expect([reply.status, reported]).toEqual([503, [tooSlow]])
    }
  })
})

describe.each<readonly [string, () => unknown, string | undefined]>([
  ['throws', fail, 'Error: the database of users is away'],
  ['rejects', async () => fail(), 'Error: the database of users is away'],
  ['returns 1', () => 1, undefined],
  ['returns an object', () => ({ allowed: true }), undefined],
  ['returns nothing', () => undefined, undefined],
])('a policy that %s', (_, may, report) => {
  const access: AccessPolicy = { ...allowAll(), may: may as AccessPolicy['may'] }

  test.each(writes)('denies %s %s', async (method, path, body) => {
    const { reply, reported, isUnchanged } = await outcomeOf({ access }, method, path, body)
    expect([reply.status, reply.body.code, isUnchanged]).toEqual([401, 'unauthenticated', true])
    expect(reported).toEqual(report === undefined ? [] : [report])
  })

  test('gives 403 to an identified caller', async () => {
    const { reply } = await outcomeOf({ access, authenticate: () => ({ id: '1' }) }, 'POST', '/events', concert)
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
  })
})

test('a read scope that hangs makes reads and changes unavailable', async () => {
  const access: AccessPolicy = { ...allowAll(), readable: hang }
  const requests = [...writes, ['GET', '/events'], ['GET', '/events/1'], ['GET', '/tags'], ['GET', '/changes']] as const
  for (const [method, path, body] of requests) {
    const { reply, reported, isUnchanged } = await outcomeOf({ access }, method, path, body)
    expect([method, path, reply.status, isUnchanged, reported]).toEqual([method, path, 503, true, [tooSlow]])
  }
})

describe.each<readonly [string, () => unknown]>([
  ['throws', fail],
  ['rejects', async () => fail()],
  ['is no list', () => 'everything'],
  ['is a list without a valid clause', () => [null]],
  ['has its authors in a text', () => [{ status: 'publish', authorIds: '0' }]],
])('a read scope that %s', (_, readable) => {
  const access: AccessPolicy = { ...allowAll(), readable: readable as AccessPolicy['readable'] }

  test('allows neither reads nor changes', async () => {
    expect((await outcomeOf({ access }, 'GET', '/events')).reply.body.total).toBe(0)
    expect((await outcomeOf({ access }, 'GET', '/events/1')).reply.status).toBe(404)
    const { reply, isUnchanged } = await outcomeOf({ access }, 'PATCH', '/events/1', { title: 'New' })
    expect([reply.status, isUnchanged]).toEqual([404, true])
  })
})

describe('authentication', () => {
  test('that hangs is 503 after 5 seconds, private, and reported', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const replying = outcomeOf({ authenticate: hang }, 'PATCH', '/events/1', { title: 'New' })
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(5_000)
    const { reply, reported, isUnchanged } = await replying
    expect([reply.status, reply.body.code, isUnchanged]).toEqual([503, 'unavailable', true])
    expect([reply.headers.get('cache-control'), reply.headers.get('retry-after')]).toEqual(['private, no-store', '5'])
    expect(reported).toEqual(['CalendarError: authenticate took longer than 5000 ms.'])
  })

  test('that takes longer than the policy may is awaited', async () => {
    const authenticate = (): Promise<{ id: string }> => new Promise((resolve) => setTimeout(resolve, 50, { id: '4' }))
    const { reply } = await outcomeOf({ authenticate }, 'POST', '/events', concert)
    expect(reply.body.author).toBe(4)
  })

  test('can refuse a request with an error of its own', async () => {
    const authenticate = () => Promise.reject(new CalendarError('unauthenticated', {}))
    const { reply, reported } = await outcomeOf({ authenticate }, 'POST', '/events', concert)
    expect([reply.status, reply.headers.get('cache-control'), reported]).toEqual([401, 'private, no-store', []])
  })
})
