import { createCalendar, publicReadOnly } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, test, vi } from 'vitest'
import { createWebhooks, type EndpointInput, memoryWebhooks, type WebhookFetchInit } from '../src/index.ts'
import { verifyWebhook } from '../src/verify.ts'
import { eventInput, fakeReceiver, open } from './setting.ts'

describe('endpoints', () => {
  test('are created, listed, changed, disabled and deleted', async () => {
    const { hooks, calendar, add, reported } = open()
    const created = await hooks.endpoints.create({ url: 'https://example.org/a', events: ['event.*'], actor: { id: '7' } })
    expect(created).toEqual({
      ...{ id: expect.stringMatching(/^ep_[0-9a-f]{24}$/), url: 'https://example.org/a', events: ['event.*'], actor: { id: '7' } },
      ...{ createdMs: calendar.clock.nowMs(), disabled: null, cursor: 0, failures: 0, nextAtMs: null, lastError: '' },
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
    })
    const { secret: _, ...endpoint } = created
    expect(await hooks.endpoints.list()).toEqual([endpoint])
    expect(await hooks.endpoints.get(created.id)).toEqual(endpoint)
    expect(await hooks.endpoints.get('ep_none')).toBeNull()
    expect(await hooks.endpoints.update(created.id, { url: 'https://example.org/b' })).toEqual({
      ...endpoint,
      url: 'https://example.org/b',
    })
    expect(await hooks.endpoints.disable(created.id)).toMatchObject({ disabled: 'host' })
    await calendar.events.create(eventInput('A'))
    expect(await reported()).toEqual([])
    await hooks.endpoints.enable(created.id)
    expect(await reported()).toEqual(['event.created A'])
    expect(await hooks.endpoints.delete(created.id)).toBe(true)
    expect(await hooks.endpoints.delete(created.id)).toBe(false)
    await expect(hooks.endpoints.disable(created.id)).rejects.toThrow(`there is no endpoint ${created.id}`)
    await add()
  })

  test.each<[string, object, string]>([
    ['http', { url: 'http://example.org' }, 'must begin with https://'],
    ['an IP address', { url: 'https://127.0.0.1' }, 'not an IP address'],
    ['another port', { url: 'https://example.org:22' }, 'port 443'],
    ['a pattern', { events: ['event.exploded'] }, 'event.exploded'],
    ['no patterns', { events: [] }, 'a list of 1 to 100 types'],
    ['a secret', { secret: 'whsec_short' }, 'secret'],
    ['an actor', { actor: { id: '0' } }, 'actor.id'],
    ['an option', { event: ['*'] }, 'Is it events?'],
  ])('create refuses %s', async (_, input, message) => {
    const given = { url: 'https://example.org', actor: null, ...input }
    // The cases are wrong on purpose.
    await expect(open().hooks.endpoints.create(given as EndpointInput)).rejects.toThrow(message)
  })

  test.each([
    ['https://example.org\\@127.0.0.1/', 'https://example.org/@127.0.0.1/'],
    [' HTTPS://Example.ORG:443\t/a b?q=ä ', 'https://example.org/a%20b?q=%C3%A4'],
    ['https://münchen.de', 'https://xn--mnchen-3ya.de/'],
    ['https:example.org/a/../b', 'https://example.org/b'],
  ])('an address is stored as it is parsed: %j', async (url, stored) => {
    const { hooks } = open()
    const { id } = await hooks.endpoints.create({ url, actor: null })
    expect((await hooks.endpoints.get(id))?.url).toBe(stored)
    await hooks.endpoints.update(id, { url: 'https://example.org/other' })
    expect((await hooks.endpoints.update(id, { url })).url).toBe(stored)
  })

  test('create takes addresses of a developer with allowInsecure', async () => {
    const { hooks } = open({ allowInsecure: true })
    await expect(hooks.endpoints.create({ url: 'http://127.0.0.1:3000/', actor: null })).resolves.toMatchObject({ failures: 0 })
  })
})

describe('createWebhooks', () => {
  const calendar = createCalendar({ store: memoryStore() })
  const options = { store: memoryWebhooks(), access: publicReadOnly(), fetch: fakeReceiver().fetch }

  test.each<[string, object, string]>([
    ['needs fetch: the global one would reach the host’s own network', { fetch: undefined }, 'guardedFetch'],
    ['needs a store', { store: undefined }, 'store'],
    ['needs a policy', { access: undefined }, 'access'],
    ['needs both functions for secrets', { sealSecret: () => '' }, 'openSecret'],
    ['refuses unknown options', { onDisable: () => undefined }, 'Is it onDisabled?'],
  ])('%s', (_, given, message) => {
    expect(() => createWebhooks(calendar, { ...options, ...given })).toThrow(message)
  })
})

describe('secrets', () => {
  /** Opens webhooks whose requests are recorded. */
  function recording(more: object = {}) {
    const requests: WebhookFetchInit[] = []
    let offsetMs = 0
    const setOffset = (ms: number): void => {
      offsetMs = ms
    }
    const setting = open({
      fetch: async (_, init) => {
        requests.push(init)
        return new Response(null, { status: 204 })
      },
      // The libraries know the machine's clock alone.
      clock: { nowMs: () => Date.now() + offsetMs },
      ...more,
    })
    return { ...setting, requests, later: setOffset }
  }

  const isValid = async (init: WebhookFetchInit | undefined, secret: string, nowMs = Date.now()): Promise<boolean> =>
    (await verifyWebhook({ headers: init?.headers ?? {}, body: init?.body ?? '' }, secret, { clock: { nowMs: () => nowMs } })).isValid

  test('messages pass the checks of other libraries', async () => {
    const { calendar, hooks, requests } = recording()
    const { secret } = await hooks.endpoints.create({ url: 'https://example.org', actor: null })
    await calendar.events.create(eventInput('Chöre – 合唱 🎶'))
    await hooks.deliver()
    const { body = '', headers = {} } = requests[0] ?? {}
    expect(new StandardWebhook(secret).verify(body, headers)).toMatchObject({ type: 'event.created' })
    expect(() => new SvixWebhook(secret).verify(body, { ...headers })).not.toThrow()
    expect(await isValid(requests[0], secret)).toBe(true)
  })

  test.each([Number.NaN, -1, Infinity])('rotate refuses to keep the old secret for %d milliseconds', async (keepOldMs) => {
    const { hooks } = recording()
    const { id } = await hooks.endpoints.create({ url: 'https://example.org', actor: null })
    await expect(hooks.endpoints.rotate(id, { keepOldMs })).rejects.toThrow('keepOldMs must be a number of milliseconds')
  })

  test('rotate: both secrets sign until the old one expires', async () => {
    const { calendar, hooks, requests, later } = recording()
    const { id, secret: old } = await hooks.endpoints.create({ url: 'https://example.org', actor: null })
    const { secret } = await hooks.endpoints.rotate(id, { keepOldMs: 60_000 })
    expect(secret).not.toBe(old)
    await calendar.events.create(eventInput('A'))
    await hooks.deliver()
    expect([await isValid(requests[0], old), await isValid(requests[0], secret)]).toEqual([true, true])
    later(60_001)
    await calendar.events.create(eventInput('B'))
    await hooks.deliver()
    expect([await isValid(requests[1], old, Date.now() + 60_001), await isValid(requests[1], secret, Date.now() + 60_001)]).toEqual([
      false,
      true,
    ])
  })

  test('are sealed and opened by the host', async () => {
    const store = memoryWebhooks()
    const reverse = (text: string): string => [...text].reverse().join('')
    const { calendar, hooks, requests } = recording({ store, sealSecret: reverse, openSecret: async (text: string) => reverse(text) })
    const { id, secret } = await hooks.endpoints.create({ url: 'https://example.org', actor: null })
    const rotated = await hooks.endpoints.rotate(id)
    expect((await store.get(id))?.secrets.map(({ sealed }) => sealed)).toEqual([reverse(rotated.secret), reverse(secret)])
    await calendar.events.create(eventInput('A'))
    await hooks.deliver()
    expect([await isValid(requests[0], secret), await isValid(requests[0], rotated.secret)]).toEqual([true, true])
  })
})

describe('replay', () => {
  test('sends again what has changed since a moment', async () => {
    const { calendar, clock, add, hooks, reported } = open()
    const id = await add()
    for (const title of ['A', 'B', 'C', 'D']) {
      await calendar.events.create(eventInput(title))
      clock.advance(600_000)
    }
    expect(await reported()).toHaveLength(4)
    await hooks.endpoints.disable(id)
    await hooks.endpoints.replay(id, { fromMs: clock.nowMs() - 1_200_000 })
    expect(await reported()).toEqual(['event.created C', 'event.created D'])
    await hooks.endpoints.replay(id, { fromMs: 0 })
    expect(await reported()).toHaveLength(4)
    await hooks.endpoints.replay(id, { fromMs: clock.nowMs() })
    expect(await reported()).toEqual([])
  })

  test.each([Number.NaN, 1.5, Infinity, '0'])('refuses a moment that is no whole number: %s', async (fromMs) => {
    const { add, hooks } = open()
    const id = await add()
    await expect(hooks.endpoints.replay(id, { fromMs: fromMs as number })).rejects.toThrow('fromMs must be a number of milliseconds')
  })

  test('reports publications again', async () => {
    const { calendar, clock, add, hooks, reported } = open()
    const id = await add()
    await calendar.events.create(eventInput('Later', { publishedUtc: '2031-06-01 08:00:00' }))
    await reported()
    clock.set('2031-06-01T09:00:00Z')
    expect(await reported()).toEqual(['event.published Later'])
    await hooks.endpoints.replay(id, { fromMs: Date.UTC(2031, 5, 1, 8) })
    expect(await reported()).toEqual(['event.published Later'])
  })

  test('reports no publication whose row the log has lost: a write may have made it', async () => {
    const clock = fixedClock('2031-05-31T12:00:00Z')
    const store = memoryStore()
    const calendar = createCalendar({ store, clock })
    const receiver = fakeReceiver()
    const hooks = createWebhooks(calendar, { store: memoryWebhooks(), access: publicReadOnly(), fetch: receiver.fetch })
    const { id } = await hooks.endpoints.create({ url: 'https://example.org', actor: null })
    const old = await calendar.events.create(eventInput('Old'))
    clock.advance(600_000)
    await calendar.events.update(old.id, { title: 'Older' })
    clock.advance(600_000)
    await calendar.events.create(eventInput('New'))
    await hooks.deliver()
    await store.log.prune({ beforeMs: clock.nowMs(), keptRows: 1_000 })
    receiver.taken.length = 0
    await hooks.endpoints.replay(id, { fromMs: 0 })
    await hooks.deliver()
    expect(receiver.taken.map(({ message }) => message.type)).toEqual(['event.created'])
    expect(receiver.taken.map(({ message }) => message.data.slug)).toEqual(['new'])
  })

  test('a change by the host stops a delivery, which does not overwrite it', async () => {
    const { calendar, add, hooks, receiver } = open()
    const id = await add()
    for (const title of ['A', 'B', 'C']) await calendar.events.create(eventInput(title))
    receiver.respond = async ({ id: message }) => {
      if (message === 'log_2') await hooks.endpoints.replay(id, { fromMs: 0 })
      return 204
    }
    await hooks.deliver()
    receiver.respond = () => 204
    receiver.taken.length = 0
    await hooks.deliver()
    expect(receiver.taken.map(({ message }) => message.data.slug)).toEqual(['a', 'b', 'c'])
  })
})

test('onGap: the log has lost rows, and the endpoint continues with the oldest one', async () => {
  const onGap = vi.fn()
  const setting = open({ onGap })
  const store = memoryStore()
  const calendar = createCalendar({ store, clock: setting.clock })
  const receiver = fakeReceiver()
  const hooks = createWebhooks(calendar, { store: memoryWebhooks(), access: publicReadOnly(), fetch: receiver.fetch, onGap })
  const { id } = await hooks.endpoints.create({ url: 'https://example.org', actor: null })
  await calendar.events.create(eventInput('A'))
  setting.clock.advance(1)
  for (const title of ['B', 'C']) await calendar.events.create(eventInput(title))
  await store.log.prune({ beforeMs: setting.clock.nowMs(), keptRows: 1_000 })
  await hooks.deliver()
  expect(onGap.mock.calls).toMatchObject([[{ id }]])
  expect(receiver.taken.map((one) => one.id)).toEqual(['log_2', 'log_3'])
  await hooks.deliver()
  expect(onGap).toHaveBeenCalledTimes(1)
})
