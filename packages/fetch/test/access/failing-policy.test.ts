import { type AccessPolicy, allowAll, CalendarError } from '@kalends/core'
import { describe, expect, test } from 'vitest'
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
  const { request, calendar } = startCalendar({ accessTimeoutMs: 20, onError: (error) => reported.push(String(error)), ...options })
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

describe.each<readonly [string, () => unknown, string | undefined]>([
  ['hangs', hang, 'Error: access.may gave no answer within the 20 ms of the request'],
  ['is late', late, 'Error: access.may gave no answer within the 20 ms of the request'],
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
    const { reply } = await outcomeOf({ access, authenticate: () => ({ id: 1 }) }, 'POST', '/events', concert)
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
  })
})

describe.each<readonly [string, () => unknown]>([
  ['hangs', hang],
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
  test('that hangs is 503, private, and reported', async () => {
    const { reply, reported, isUnchanged } = await outcomeOf({ authenticate: hang }, 'PATCH', '/events/1', { title: 'New' })
    expect([reply.status, reply.body.code, isUnchanged]).toEqual([503, 'unavailable', true])
    expect([reply.headers.get('cache-control'), reply.headers.get('retry-after')]).toEqual(['private, no-store', '5'])
    expect(reported).toEqual(['Error: authenticate gave no answer within the 20 ms of the request'])
  })

  test('that takes less than the time limit is awaited', async () => {
    const { reply } = await outcomeOf({ authenticate: async () => ({ id: 4 }), accessTimeoutMs: 5_000 }, 'POST', '/events', concert)
    expect(reply.body.author).toBe(4)
  })

  test('can refuse a request with an error of its own', async () => {
    const authenticate = () => Promise.reject(new CalendarError('unauthenticated', {}))
    const { reply, reported } = await outcomeOf({ authenticate }, 'POST', '/events', concert)
    expect([reply.status, reply.headers.get('cache-control'), reported]).toEqual([401, 'private, no-store', []])
  })
})
