import { type AccessPolicy, CalendarError, type CalendarStore, readScopes } from '@kalends/core'
import type { RequestTable, StoredRequest } from '@kalends/core/store'
import { memoryStore } from '@kalends/memory'
import { failingStore } from '@kalends/testing'
import { theEventsCalendar } from '@kalends/the-events-calendar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { idempotency } from '../../src/idempotency.ts'
import { secretParameters } from '../../src/secret-parameters.ts'
import { stores } from '../stores.ts'
import { base, concert, least, type Reply, startCalendar, toRequest } from '../support.ts'
import { type Served, type ServeOptions, serve, slowPolicy } from './support.ts'

/** Everything of a reply that a replay repeats. */
const repeated = ({ status, headers, text }: Reply): object => {
  const { 'idempotency-replayed': _, ...rest } = Object.fromEntries(headers)
  return { status, rest, text }
}

const isReplay = (reply: Reply): boolean => reply.headers.get('idempotency-replayed') === 'true'

const codeOf = ({ status, body }: Reply): string => `${status} ${body.code}`

describe.each(stores.filter(({ name }) => name === 'memory' || name === 'node-sqlite-memory'))('a key on $name', ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>>
  let store: CalendarStore
  beforeAll(async () => {
    opened = await open()
    store = opened.store
  })
  afterAll(() => opened.close())

  let number = 0
  /** A calendar over the store, and a key that no other test uses. */
  const begin = (options?: ServeOptions): Served & { readonly key: string } => ({ ...serve({ store, ...options }), key: `key-${number++}` })

  test.each(Object.keys(least))('creates one record of /%s, and gives the same response while the record stays', async (path) => {
    const { post, changes, key } = begin()
    const first = await post(`/${path}`, { ...least[path], name: `${path} 1` }, key)
    expect([first.status, isReplay(first), changes.length]).toEqual([201, false, 1])
    for (const again of [key, `"${key}"`]) {
      const reply = await post(`/${path}`, { ...least[path], name: `${path} 1` }, again)
      expect(isReplay(reply)).toBe(true)
      expect(repeated(reply)).toEqual(repeated(first))
    }
    expect(changes.length).toBe(1)
    expect(first.headers.get('location')).toBe(`http://localhost${base}/${path}/${first.body.id}`)
  })

  test.each(Object.keys(least))('gives the record of /%s as it is now', async (path) => {
    const { post, handler, key } = begin()
    const body = { ...least[path], name: `${path} now` }
    const first = await post(`/${path}`, body, key)
    const changed = await handler(toRequest('PATCH', `/${path}/${first.body.id}`, { description: 'Another' }))
    const again = await post(`/${path}`, body, key)
    expect([again.status, isReplay(again), again.text]).toEqual([201, true, await changed.text()])
    expect(['location', 'etag'].map((name) => again.headers.get(name))).toEqual([
      first.headers.get('location'),
      changed.headers.get('etag'),
    ])
  })

  test.each(Object.keys(least))('whose record of /%s is gone is 410, and creates nothing', async (path) => {
    const { post, handler, changes, key } = begin()
    const body = { ...least[path], name: `${path} gone` }
    const first = await post(`/${path}`, body, key)
    const isPublished = 'status' in first.body
    const send = (method: string, query = ''): Promise<Response> => handler(toRequest(method, `/${path}/${first.body.id}${query}`))
    if (isPublished) {
      await send('DELETE')
      expect(codeOf(await post(`/${path}`, body, key))).toBe('410 record_gone')
      await send('PATCH', '?restore=true')
      expect((await post(`/${path}`, body, key)).status).toBe(201)
    }
    await send('DELETE', '?force=true')
    expect(codeOf(await post(`/${path}`, body, key))).toBe('410 record_gone')
    expect(codeOf(await post(`/${path}`, { ...body, description: 'Another' }, key))).toBe('422 key_reused')
    expect(changes.length).toBe(1)
  })

  test('whose record the caller may not read any more is 410', async () => {
    let isStaff = true
    const access: AccessPolicy = { readable: () => (isStaff ? readScopes.all : readScopes.published), may: () => true }
    const { post, changes, key } = begin({ access })
    const body = { ...concert, status: 'draft' }
    const first = await post('/events', body, key)
    isStaff = false
    expect([first.status, codeOf(await post('/events', body, key))]).toEqual([201, '410 record_gone'])
    isStaff = true
    expect([(await post('/events', body, key)).text, changes.length]).toEqual([first.text, 1])
  })

  test('runs no hook again, and creates linked records once', async () => {
    const { post, calendar, changes, key } = begin()
    let hooks = 0
    calendar.before('event.create', () => void hooks++)
    const body = { ...concert, venue: { venue: `Hall ${key}` }, categories: [`Music ${key}`] }
    const replies = [await post('/events', body, key), await post('/events', body, key)]
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect([hooks, changes.toSorted()]).toEqual([1, ['category.created', 'event.created', 'venue.created']])
  })

  test.each<[string, { path?: string; body?: unknown; headers?: Record<string, string> }]>([
    ['body', { body: { ...concert, title: 'Other' } }],
    ['spelling of the same body', { body: `${JSON.stringify(concert)} ` }],
    ['query', { path: '/events?x=1' }],
    ['path', { path: '/venues', body: concert, headers: {} }],
    ['language', { path: `http://localhost/calendar/de/events/v1/events` }],
  ])('refuses another %s, and creates nothing', async (what, { path = '/events', body = concert, headers }) => {
    const { post, changes, key } = begin({
      ...(what === 'language' && { basePath: '/calendar', namespace: 'events/v1', languages: { de: {} } }),
    })
    await post('/events', concert, key)
    const given = what === 'path' ? { venue: 'Hall' } : body
    expect(codeOf(await post(path, given, key, headers))).toBe('422 key_reused')
    expect(changes.length).toBe(1)
  })

  test('belongs to its caller: another actor and an anonymous one create records of their own', async () => {
    const { post, events, key } = begin()
    const before = await events()
    const actors = [{}, { 'x-actor': '7' }, { 'x-actor': '8' }]
    for (const actor of [...actors, ...actors]) expect((await post('/events', concert, key, actor)).status).toBe(201)
    expect(await events()).toBe(before + actors.length)
  })

  test('is checked before anything is created', async () => {
    const { post, changes } = begin()
    for (const key of ['', '""', 'a b', 'ä', 'x'.repeat(256)]) {
      const reply = await post('/events', { ...concert, title: [] }, key)
      expect([codeOf(reply), Object.keys(reply.body.data.params).toSorted()]).toEqual(['400 invalid_input', ['Idempotency-Key', 'title']])
      expect(Object.keys((await post('/events', concert, key)).body.data.params)).toEqual(['Idempotency-Key'])
    }
    expect(changes).toEqual([])
  })

  test('is looked at after access and the shape of the body, and before the records that the body names', async () => {
    const { post, key } = begin()
    await post('/events', concert, key)
    expect(codeOf(await post('/events', { title: [] }, key))).toBe('400 invalid_input')
    expect(codeOf(await post('/events', { title: 'No dates' }, key))).toBe('400 invalid_input')
    expect(codeOf(await post('/events', { ...concert, venue: 999_999 }, key))).toBe('422 key_reused')
    const closed = serve({ store, access: { readable: () => [], may: () => false } })
    expect(codeOf(await closed.post('/events', concert, key))).toBe('401 unauthenticated')
  })

  test('is ignored by other requests, and without the extension', async () => {
    const { post, handler, key } = begin()
    const { id } = (await post('/events', concert, key)).body
    const send = async (method: string, path: string, body?: unknown): Promise<number> =>
      (await handler(toRequest(method, path, body, { 'idempotency-key': key }))).status
    expect(await send('GET', '/events')).toBe(200)
    for (const method of ['POST', 'PUT', 'PATCH']) expect(await send(method, `/events/${id}`, { title: method })).toBe(200)
    expect(await send('DELETE', `/events/${id}`)).toBe(200)
    const off = begin({ use: [] })
    const ids = [await off.post('/events', concert, key), await off.post('/events', concert, key), await off.post('/events', concert, '')]
    expect(new Set(ids.map(({ body }) => body.id)).size).toBe(3)
  })

  test('is free again after 24 hours', async () => {
    const { post, clock, key } = begin()
    const first = await post('/events', concert, key)
    clock.advance(24 * 60 * 60_000 - 1)
    expect((await post('/events', concert, key)).text).toBe(first.text)
    clock.advance(1)
    const next = await post('/events', { ...concert, title: 'Next day' }, key)
    expect([next.status, isReplay(next), next.body.id === first.body.id]).toEqual([201, false, false])
    expect((await post('/events', { ...concert, title: 'Next day' }, key)).text).toBe(next.text)
  })

  test('is kept by a request that fails: it stores nothing, and the next one runs', async () => {
    const { post, calendar, changes, key } = begin({ onError: () => undefined })
    expect(codeOf(await post('/events', { ...concert, venue: 999_999 }, key))).toBe('400 invalid_input')
    const remove = calendar.before('event.create', () => {
      throw new CalendarError('refused', {}, { message: 'Not today' })
    })
    expect(codeOf(await post('/events', concert, key))).toBe('409 refused')
    remove()
    const repair = calendar.before('event.create', () => {
      throw new Error('broken')
    })
    expect(codeOf(await post('/events', concert, key))).toBe('500 internal')
    repair()
    expect(changes).toEqual([])
    const done = await post('/events', concert, key)
    expect([done.status, isReplay(done), isReplay(await post('/events', concert, key))]).toEqual([201, false, true])
  })

  test('works with a policy that answers late', async () => {
    const { post, events, key } = begin({ access: slowPolicy })
    const before = await events()
    const body = { ...concert, venue: { venue: `Late ${key}` } }
    const [first, second] = [await post('/events', body, key), await post('/events', body, key)]
    expect([first.status, second.text, await events()]).toEqual([201, first.text, before + 1])
  })

  test('gives the new record with the adapter of The Events Calendar, which otherwise returns the record with the same name', async () => {
    const { post, changes, key } = begin({ use: [theEventsCalendar(), idempotency()], access: slowPolicy })
    const body = { venue: `Hall ${key}`, city: 'Bremen' }
    const first = await post('/venues', body, key)
    const again = await post('/venues', body, key)
    expect([first.status, again.status, isReplay(again), again.text]).toEqual([201, 201, true, first.text])
    const keyed = (): Promise<Reply> => post('/venues', body, `${key}-2`)
    const sameName = [await post('/venues', body), ...(await Promise.all([keyed(), keyed()]))]
    expect(sameName.map((reply) => [reply.status, reply.body.id])).toEqual(sameName.map(() => [201, first.body.id]))
    // One of the two with a key writes.
    expect([isReplay(await keyed()), sameName.filter(isReplay).length]).toEqual([true, 1])
    const event = { ...concert, categories: [`Music ${key}`] }
    const replies = [await post('/events', event, `${key}-3`), await post('/events', event, `${key}-3`)]
    expect(replies.map(({ body: { categories } }) => categories[0].count)).toEqual([1, 1])
    expect(changes.toSorted()).toEqual(['category.created', 'event.created', 'venue.created'])
  })
})

test('a request whose store fails at any call creates one record when it is sent again', async () => {
  for (let failAt = 1; ; failAt++) {
    const store = failingStore(memoryStore(), { failAt })
    const { post, events } = serve({ store, onError: () => undefined })
    const first = await post('/events', { ...concert, venue: { venue: 'Hall' } }, 'key')
    expect([201, 500]).toContain(first.status)
    if (store.calls() < failAt) break
    const second = await post('/events', { ...concert, venue: { venue: 'Hall' } }, 'key')
    expect([second.status, await events()]).toEqual([201, 1])
    if (first.status === 201) expect(second.text).toBe(first.text)
  }
})

test('the responses to requests with keys are documented, and those without are unchanged', async () => {
  const { request } = startCalendar()
  const first = await request('POST', '/events', concert, { 'idempotency-key': 'key' })
  expect((await request('POST', '/events', concert, { 'idempotency-key': 'key' })).text).toBe(first.text)
  expect((await request('POST', '/events', least['venues'], { 'idempotency-key': 'key' })).status).toBe(400)
  expect((await request('POST', '/events', { ...concert, title: 'B' }, { 'idempotency-key': 'key' })).status).toBe(422)
  expect((await request('POST', '/events', concert, { 'idempotency-key': '' })).status).toBe(400)
  const plain = await request('POST', '/events', concert)
  expect(Object.keys(Object.fromEntries(plain.headers)).toSorted()).toEqual(Object.keys(Object.fromEntries(first.headers)).toSorted())
})

test('a caller who may not read a field any more gets the record without it', async () => {
  let isStaff = true
  const door = { schema: z.string().optional(), readable: () => isStaff }
  const { post, changes } = serve({ calendar: { fields: { venue: { door } } } })
  const body = { venue: 'Hall', custom_fields: { door: '1234' } }
  const first = await post('/venues', body, 'key', { 'x-actor': '7' })
  expect(first.body.custom_fields).toEqual({ door: '1234' })
  isStaff = false
  const again = await post('/venues', body, 'key', { 'x-actor': '7' })
  expect([again.status, again.body.id, again.body.custom_fields]).toEqual([201, first.body.id, {}])
  expect(changes.length).toBe(1)
})

test('what a key stores is small, however long the response', async () => {
  const store = memoryStore()
  const stored: StoredRequest[] = []
  const watched: CalendarStore = {
    ...store,
    transaction: (work) =>
      store.transaction(async (tx) => {
        const insert: RequestTable['insert'] = async (row, limits) => {
          stored.push(row)
          return tx.requests.insert(row, limits)
        }
        return work({ ...tx, requests: { ...tx.requests, insert } })
      }),
  }
  const { post } = serve({ store: watched })
  const tags = Array.from({ length: 50 }, (_, at) => ({ name: `Tag ${at}` }))
  for (const tag of tags) await post('/tags', { ...tag, description: 'x'.repeat(60_000) })
  const body = { ...concert, tags: tags.map(({ name }) => name) }
  const first = await post('/events', body, 'key')
  expect([first.status, first.text.length > 3_000_000, stored.length]).toEqual([201, true, 1])
  expect(JSON.stringify(stored).length).toBeLessThan(300)
  expect((await post('/events', body, 'key')).text).toBe(first.text)
})

test('a replica that lacks the record does not make it gone', async () => {
  const store = memoryStore()
  const lagging: CalendarStore = { ...store, events: { ...store.events, getMany: async () => [], find: async () => [] } }
  const { post } = serve({ store: lagging })
  const first = await post('/events', concert, 'key')
  expect([first.status, (await post('/events', concert, 'key')).text]).toEqual([201, first.text])
})

test('a secret parameter is no part of the request', async () => {
  const { post } = serve({ use: [secretParameters(['token']), idempotency()] })
  const first = await post('/events?token=one', concert, 'key')
  expect((await post('/events?token=two', concert, 'key')).text).toBe(first.text)
})

test('expired requests are deleted once an hour, in portions', async () => {
  const store = memoryStore()
  const { post, clock } = serve({ store })
  const insertOld = (at: number): Promise<boolean> =>
    store.requests.insert(
      { keyHash: `old-${at}`, fingerprint: 'x', kind: 'event', id: 0, atMs: clock.nowMs() - 86_400_000 },
      { firstKeptMs: 0, maxWaitMs: 0 },
    )
  for (let at = 0; at < 1_200; at++) await insertOld(at)
  const left = async (): Promise<number> => {
    let count = 0
    for (let at = 0; at < 1_200; at++) if ((await store.requests.get(`old-${at}`)) !== undefined) count++
    return count
  }
  const counts: number[] = []
  for (const key of ['a', undefined, 'b', 'c', 'd']) {
    await post('/events', concert, key)
    counts.push(await left())
  }
  expect(counts).toEqual([700, 700, 200, 0, 0])
  await insertOld(0)
  await post('/events', concert, 'e')
  expect(await left()).toBe(1)
  clock.advance(60 * 60_000)
  await post('/events', concert, 'f')
  expect(await left()).toBe(0)
})
