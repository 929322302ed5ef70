import { allowAll, type CalendarOptions, type CalendarStore, createCalendar, publicReadOnly } from '@kalends/core'
import { createCompactCalendar } from '@kalends/core/compact'
import { internals } from '@kalends/core/internal'
import { openTelemetry } from '@kalends/core/otel'
import { createReadOnlyCalendar } from '@kalends/core/read-only'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import * as api from '@opentelemetry/api'
import { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHandler, type HandlerOptions } from '../../src/index.ts'
import { now, toRequest } from '../support.ts'
import { collect } from './collect.ts'

const concert = { title: 'Secret concert', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00', tags: ['Jazz at night'] }

/** The same as the body of a request. */
const body = { title: concert.title, start_date: concert.startDate, end_date: concert.endDate, tags: concert.tags }

const clock = fixedClock(now)

/** A calendar on SQLite and its handler, both in traces. */
async function open(options: Partial<HandlerOptions> = {}, more: Partial<CalendarOptions> = {}) {
  const collected = collect()
  const telemetry = openTelemetry(api)
  const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })
  onTestFinished(() => db.destroy())
  await migrateToLatest(db)
  const store = kyselyStore(db, { scans: { observe: telemetry.scans } })
  const calendar = createCalendar({ store, clock, observe: telemetry.calendar, ...more })
  const handler = createHandler(calendar, { access: allowAll(), use: [telemetry.handler], ...options })
  /** Sends a request in a span of the host, as its instrumentation of HTTP does. */
  const send = (host: string, ...request: Parameters<typeof toRequest>): Promise<Response> =>
    collected.tracer.startActiveSpan(host, async (span) => {
      const response = await handler(toRequest(...request))
      span.end()
      return response
    })
  return { ...collected, db, telemetry, calendar, handler, send }
}

/** A calendar in the memory store, in traces. */
function openInMemory(store: CalendarStore = memoryStore()) {
  const collected = collect()
  const { calendar: observe } = openTelemetry(api)
  return { ...collected, observe, calendar: createCalendar({ store, clock, observe }) }
}

describe('a request', () => {
  test('has its span in that of the host, and operations and calls of the store in its own', async () => {
    const { send, spans } = await open()
    expect((await send('host', 'POST', '/events', body)).status).toBe(201)
    const seen = await spans()
    expect(seen.map(({ name, parent }) => [name, parent])).toEqual(
      expect.arrayContaining([
        ['host', null],
        ['POST /events', 'host'],
        ['events.create', 'POST /events'],
        ['transaction', 'events.create'],
        ['insert events', 'transaction'],
      ]),
    )
    expect(seen.every(({ root }) => root === 'host')).toBe(true)
  })

  test('has attributes of semantic conventions, and whether the cache had its response', async () => {
    const { calendar, send, spans } = await open()
    await calendar.events.create(concert)
    await send('first', 'GET', '/events')
    await send('second', 'GET', '/events')
    const seen = await spans()
    const list = { 'http.request.method': 'GET', 'http.route': '/events', 'http.response.status_code': 200 }
    expect(seen.filter(({ name }) => name === 'GET /events').map(({ attributes }) => attributes)).toEqual([
      { ...list, 'kalends.cache': 'miss' },
      { ...list, 'kalends.cache': 'hit' },
    ])
    expect(seen.filter(({ root }) => root === 'second').map(({ name }) => name)).toEqual(['revision', 'GET /events', 'second'])
    expect(seen.find(({ name, root }) => name === 'find events' && root === 'first')?.attributes).toEqual({
      'db.operation.name': 'find',
      'db.collection.name': 'events',
      'db.response.returned_rows': 1,
    })
  })

  test('that is concurrent with others has its own spans alone', async () => {
    const { calendar, send, spans } = await open()
    await calendar.events.createMany(Array.from({ length: 20 }, (_, index) => ({ ...concert, title: `Concert ${index}` })))
    const hosts = Array.from({ length: 20 }, (_, index) => `host ${index}`)
    await Promise.all(
      hosts.map((host, index) =>
        index % 2 === 0
          ? send(host, 'GET', `/events/${index + 1}`)
          : send(host, 'PATCH', `/events/${index + 1}`, { title: `Other ${index}` }),
      ),
    )
    const seen = (await spans()).filter(({ root }) => root.startsWith('host'))
    for (const [index, host] of hosts.entries()) {
      const inside = seen.filter(({ root }) => root === host).map(({ name }) => name)
      expect(inside.filter((name) => /^(?:GET|PATCH) /.test(name))).toEqual([`${index % 2 === 0 ? 'GET' : 'PATCH'} /events/{id}`])
      expect(inside.filter((name) => name === 'transaction')).toHaveLength(index % 2)
    }
  })

  test('without a route, or of an unknown method, has few names', async () => {
    const { handler, spans } = await open()
    await handler(toRequest('GET', '/nothing/here'))
    await handler(toRequest('PURGE', '/events'))
    await handler(toRequest('BREW', '/coffee'))
    expect((await spans()).map(({ name, attributes }) => [name, attributes['http.request.method']])).toEqual([
      ['GET', 'GET'],
      ['HTTP /events', '_OTHER'],
      ['HTTP', '_OTHER'],
    ])
  })

  test('that fails is an error from 500 on; its operation has the code', async () => {
    const { db, handler, spans } = await open()
    await handler(toRequest('GET', '/events/7'))
    await db.destroy()
    expect((await handler(toRequest('GET', '/events'))).status).toBeGreaterThanOrEqual(500)
    const requests = (await spans()).filter(({ name }) => name.startsWith('GET'))
    expect(requests.map(({ attributes, error }) => [attributes['http.response.status_code'], attributes['error.type'], error])).toEqual([
      [404, undefined, null],
      [expect.any(Number), expect.stringMatching(/^50[03]$/), ''],
    ])
  })

  test('has no texts, names or ids of records in its spans and metrics', async () => {
    const { calendar, send, spans, points } = await open()
    expect((await send('host', 'POST', '/events', { ...body, venue: { venue: 'Hidden hall' } })).status).toBe(201)
    await send('host', 'GET', '/events?search=secret&categories=hidden')
    await send('host', 'GET', '/events/by-slug/secret-concert')
    await send('host', 'GET', '/events/4711')
    await calendar.events.update(4711, { title: 'Secret' }).catch(() => undefined)
    const text = JSON.stringify([await spans(), await points()])
    expect(text).toContain('/events/by-slug/{slug}')
    expect(text).not.toMatch(/secret|hidden|jazz|4711/i)
  })
})

describe('an operation', () => {
  test('is a span with the code of its error', async () => {
    const { calendar, spans } = openInMemory()
    await expect(calendar.events.get(7)).rejects.toThrow()
    await expect(calendar.events.create({ ...concert, title: '' })).rejects.toThrow()
    await expect(calendar.as(null, publicReadOnly()).events.create(concert)).rejects.toThrow()
    const operations = (await spans()).filter(({ parent }) => parent === null)
    expect(operations.map(({ name, error, attributes }) => [name, error, attributes['error.type']])).toEqual([
      ['events.get', 'not_found', 'not_found'],
      ['events.create', 'invalid_input', 'invalid_input'],
      ['events.create', 'unauthenticated', 'unauthenticated'],
    ])
  })

  test('of the host in a transaction is inside of its span, and batches have their size', async () => {
    const { calendar, spans } = openInMemory()
    await calendar.transaction(async (tx) => {
      await tx.events.createMany([concert, { ...concert, title: 'Another one' }])
      await tx.venues.create({ name: 'Town hall' })
    })
    const seen = await spans()
    expect(seen.find(({ name }) => name === 'insertMany events')).toMatchObject({ attributes: { 'db.operation.batch.size': 2 } })
    expect(seen.filter(({ name }) => /create/.test(name)).map(({ name, parent }) => [name, parent])).toEqual([
      ['events.createMany', 'transaction'],
      ['venues.create', 'transaction'],
    ])
  })

  test('that returns records one by one has none, but its reads do', async () => {
    const { calendar, spans } = openInMemory()
    await calendar.events.create(concert)
    const titles: string[] = []
    for await (const { title } of calendar.events.each()) titles.push(title)
    expect(titles).toEqual([concert.title])
    expect((await spans()).map(({ name }) => name)).toContain('find events')
    expect((await spans()).map(({ name }) => name)).not.toContain('events.each')
  })

  test('is a span of free times, hooks, and the store of a host', async () => {
    const { calendar, spans } = openInMemory()
    calendar.before('event.create', async ({ tx }) => void (await tx.venues.list()))
    await calendar.freeBusy({ venueIds: [1], from: '2026-05-01', to: '2026-05-31' })
    const inOther = calendar.using(memoryStore())
    await inOther.events.create(concert)
    const seen = (await spans()).map(({ name, parent }) => `${parent} > ${name}`)
    expect(seen).toEqual(expect.arrayContaining(['null > freeBusy', 'transaction > venues.list', 'transaction > insert events']))
  })

  test.each([
    ['createCompactCalendar', createCompactCalendar],
    ['createReadOnlyCalendar', createReadOnlyCalendar],
  ])('is a span of calendars of %s', async (_, create) => {
    const { observe, spans } = openInMemory()
    await create({ store: memoryStore(), clock, observe }).events.list()
    expect((await spans()).map(({ name }) => name)).toContain('events.list')
  })
})

describe('stores', () => {
  test('return a revision at once as before, so that responses from the cache need no waiting', async () => {
    const { calendar, spans } = openInMemory()
    const handler = createHandler(calendar, { access: publicReadOnly() })
    await handler(toRequest('GET', '/events'))
    expect(handler.cached(toRequest('GET', '/events'))?.status).toBe(200)
    expect((await spans()).at(-1)?.name).toBe('revision')
  })

  test('may be frozen', async () => {
    const inner = memoryStore()
    const { calendar, spans } = openInMemory(Object.freeze({ ...inner, events: Object.freeze({ ...inner.events }) }))
    await calendar.events.create(concert)
    expect((await spans()).map(({ name }) => name)).toContain('insert events')
  })
})

describe('metrics', () => {
  test('are counts of requests by route, status and cache, of operations, and of scans', async () => {
    const { send, points, spans } = await open()
    await send('host', 'POST', '/events', body)
    for (let i = 0; i < 3; i++) await send('host', 'GET', '/events')
    await send('host', 'GET', '/events/77')
    await send('host', 'GET', '/events?search=concert')
    const seen = await points()
    const rows = (metric: string) =>
      seen.filter(({ name }) => name === metric).map(({ attributes, value }) => [...Object.values(attributes), value])
    expect(rows('kalends.request.duration')).toEqual([
      ['POST', '/events', 201, 'none', 1],
      ['GET', '/events', 200, 'miss', 2],
      ['GET', '/events', 200, 'hit', 2],
      ['GET', '/events/{id}', 404, 'miss', 1],
    ])
    expect(rows('kalends.operation.duration')).toEqual([['events.create', 1]])
    expect(rows('kalends.scan.duration')).toEqual([[1]])
    expect((await spans()).filter(({ attributes }) => attributes['kalends.scan'] === true)).toHaveLength(1)
  })

  test('have the rows of the log that the slowest reader holds', async () => {
    const { calendar, points } = openInMemory()
    const { log } = internals(calendar)
    const lag = async () =>
      (await points()).flatMap(({ name, attributes, value }) => (name === 'kalends.log.lag' ? [{ attributes, value }] : []))
    for (const name of ['One', 'Two', 'Three']) await calendar.tags.create({ name })
    await calendar.ping()
    expect(await lag()).toEqual([])
    await log.hold('slow', 1)
    await log.hold('fast', 3)
    expect(await lag()).toEqual([{ attributes: {}, value: 2 }])
    await calendar.tags.create({ name: 'Four' })
    await calendar.ping()
    expect(await lag()).toEqual([{ attributes: {}, value: 3 }])
    await log.hold('slow', 4)
    expect(await lag()).toEqual([{ attributes: {}, value: 1 }])
    for (const name of ['slow', 'fast']) await log.hold(name, null)
    expect(await lag()).toEqual([{ attributes: {}, value: 0 }])
  })

  test('of the log have rows without a number, too', async () => {
    const inner = memoryStore()
    const revision: CalendarStore['revision'] = async (nowMs) => {
      const found = await inner.revision(nowMs)
      return { ...found, mark: { ...found.mark, unnumbered: { count: 3, lastId: 9, lastAtMs: 0 } } }
    }
    const { calendar, points } = openInMemory({ ...inner, revision })
    await internals(calendar).log.hold('reader', 0)
    await calendar.ping()
    expect((await points()).find(({ name }) => name === 'kalends.log.lag')?.value).toBe(3)
  })
})

test('an exporter that fails neither fails a request nor leaves its span open', async () => {
  const collected = collect()
  const failing = { getMeter: () => ({ createHistogram: () => ({ record: fail }), createGauge: () => ({ record: fail }) }) }
  const telemetry = openTelemetry({ ...api, metrics: failing as unknown as typeof api.metrics })
  const calendar = createCalendar({ store: memoryStore(), clock, observe: telemetry.calendar })
  const handler = createHandler(calendar, { access: allowAll(), use: [telemetry.handler] })
  expect((await handler(toRequest('POST', '/events', body))).status).toBe(201)
  expect((await collected.spans()).map(({ name }) => name)).toContain('POST /events')
})

const fail = (): never => {
  throw new Error('the exporter has failed')
}
