import { spawnSync } from 'node:child_process'
import { allowAll, CalendarError, publicReadOnly } from '@kalends/core'
import { describe, expect, test, vi } from 'vitest'
import { programEnvironment } from '../../../tests/lanes/program-environment.ts'
import { hosts } from '../src/hosts.ts'
import { type Observation, observe as observeRequests } from '../src/observe.ts'
import { base, concert, startCalendar } from './support.ts'

describe('observe', () => {
  const start = (options: Parameters<typeof startCalendar>[0] = {}) => {
    const seen: Observation[] = []
    return {
      seen,
      ...startCalendar({ ...options, use: [...(options.use ?? []), observeRequests((observation) => seen.push(observation))] }),
    }
  }

  test.each<[method: string, path: string, body: object | undefined, route: string | null, status: number]>([
    ['GET', '', undefined, 'GET /', 200],
    ['GET', '/events', undefined, 'GET /events', 200],
    ['GET', '/events/', undefined, 'GET /events', 200],
    ['GET', '/events/1', undefined, 'GET /events/{id}', 200],
    ['HEAD', '/events/1', undefined, 'HEAD /events/{id}', 200],
    ['GET', '/events/by-slug/concert', undefined, 'GET /events/by-slug/{slug}', 200],
    ['GET', '/events/77', undefined, 'GET /events/{id}', 404],
    ['GET', '/events?page=x', undefined, 'GET /events', 400],
    ['POST', '/events', concert, 'POST /events', 201],
    ['POST', '/events', {}, 'POST /events', 400],
    ['PATCH', '/events/1', {}, 'PATCH /events/{id}', 200],
    ['DELETE', '/events/1', undefined, 'DELETE /events/{id}', 200],
    ['OPTIONS', '/events', undefined, 'OPTIONS /events', 204],
    ['PUT', '/events', {}, 'PUT /events', 405],
    ['GET', '/nothing', undefined, null, 404],
    ['GET', '/%FF', undefined, null, 400],
  ])('gets one observation of %s %s', async (method, path, body, route, status) => {
    const { seen, request, calendar } = start()
    await calendar.events.create({ title: 'Concert', startDate: '2026-05-31', endDate: '2026-05-31' })
    await request(method, path, body)
    expect(seen).toEqual([{ route, method, status, durationMs: expect.any(Number), isCached: false, requestId: 'test' }])
    expect(seen[0]?.durationMs).toBeGreaterThanOrEqual(0)
  })

  test('gets isCached for responses from the cache', async () => {
    const { seen, request } = start()
    await request('GET', '/events')
    await request('GET', '/events')
    await request('GET', '/events', undefined, { 'if-none-match': '*' })
    await request('POST', '/tags', { name: 'New' })
    await request('GET', '/events')
    await request('GET', '/events/77')
    expect(seen.map(({ status, isCached }) => [status, isCached])).toEqual([
      [200, false],
      [200, true],
      [304, true],
      [201, false],
      [200, false],
      [404, false],
    ])
  })

  test('gets an observation of requests that hosts or access refuse, and of failures', async () => {
    const failing = { ...allowAll(), may: () => Promise.reject(new CalendarError('internal', {})) }
    const first = start({ access: publicReadOnly(), use: [hosts([])] })
    await first.request('POST', '/tags', { name: 'A' })
    await first.handler(new Request(`http://evil.example${base}/tags`))
    expect(first.seen.map(({ route, status }) => [route, status])).toEqual([
      ['POST /tags', 401],
      ['GET /tags', 421],
    ])
    const second = start({ access: failing })
    await second.request('POST', '/tags', { name: 'A' })
    expect(second.seen).toHaveLength(1)
  })

  test('gets no observation if tryHandle returns undefined', async () => {
    const { seen, handler } = start()
    expect(await handler.tryHandle(new Request('http://localhost/elsewhere'))).toBeUndefined()
    expect(seen).toEqual([])
  })

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('full')
      },
    ],
    ['rejects', () => Promise.reject(new Error('full'))],
  ])('that %s does not change the response, and is reported to onError', async (_, observe) => {
    const reported: unknown[] = []
    const { request } = startCalendar({
      use: [observeRequests(() => void 0)],
      onError: (error, { url }, id) => reported.push(error, url, id),
    })
    const plain = await request('GET', '/events')
    const failing = startCalendar({
      use: [observeRequests(observe as () => void)],
      onError: (error, { url }, id) => reported.push(error, url, id),
    })
    const reply = await failing.request('GET', '/events')
    await vi.waitFor(() => expect(reported).toEqual([new Error('full'), `http://localhost${base}/events`, 'test']))
    expect([reply.status, reply.text]).toEqual([plain.status, plain.text])
    expect((await failing.handler(new Request('http://localhost/nothing'))).status).toBe(404)
  })
})

describe('the warning of a handler without onError', () => {
  const program = (options: string): string => `
    import { createCalendar, publicReadOnly } from '@kalends/core'
    import { createHandler } from '@kalends/fetch'
    import { memoryStore } from '@kalends/memory'
    const links = () => { throw new Error('the cause') }
    const calendar = createCalendar({ store: memoryStore() })
    await calendar.tags.create({ name: 'A' })
    for (const one of [1, 2]) {
      const handler = createHandler(calendar, { access: publicReadOnly(), links, ${options} })
      for (const id of [1, 2, 1]) await handler(new Request('http://localhost/calendar/events/v1/tags/' + id))
    }`
  const errorsOf = (options: string): string =>
    spawnSync(process.execPath, ['--conditions=@kalends/source', '--input-type=module', '-e', program(options)], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      env: programEnvironment,
    }).stderr

  test('comes once per process, with the first error that cannot be reported', () => {
    const errors = errorsOf('')
    expect(errors.match(/KALENDS_NO_ON_ERROR/g)).toHaveLength(1)
    expect(errors).toContain('the cause')
  })

  test('does not come if onError is given', () => {
    expect(errorsOf('onError: () => undefined')).toBe('')
  })
})

test('observe takes nothing but a function', () => {
  // @ts-expect-error: the types refuse it, too
  expect(() => observeRequests('log')).toThrow('observe takes a function')
})
