import { allowAll, createCalendar, type FieldsOption, isCalendarError } from '@kalends/core'
import { defaultPerPage } from '@kalends/core/internal'
import { createHandler } from '@kalends/fetch'
import { changes } from '@kalends/fetch/changes'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { fullcalendar } from '@kalends/fetch/fullcalendar'
import { idempotency } from '@kalends/fetch/idempotency'
import { kyselyStore } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { defaultCacheBytes, readAccessTimeout } from '../../../packages/core/src/calendar/reading.ts'
import { defaultChunkSize } from '../../../packages/core/src/record/bulk-options.ts'
import { readSettings } from '../../../packages/fetch/src/options/settings.ts'
import { defaultScans } from '../../../packages/kysely/src/engine/scan/queue.ts'
import { readDocuments, readTable } from './documents.ts'

const page = readDocuments().find(({ path }) => path === 'docs/guide/limits.md')?.text ?? ''

const toNumber = (text: string): number => Number(text.replaceAll(',', ''))

const calendar = createCalendar({ store: memoryStore() })
const handler = createHandler(calendar, { access: allowAll(), use: [forms(), fullcalendar(), changes(), idempotency()] })
/** How long a browser may remember a preflight response. */
async function preflightAge(): Promise<number> {
  const open = createHandler(calendar, { access: allowAll(), use: [cors({ origins: '*' })] })
  const headers = { origin: 'https://pages.example', 'access-control-request-method': 'POST' }
  return Number((await open(new Request(at('events'), { method: 'OPTIONS', headers }))).headers.get('access-control-max-age'))
}

const at = (path: string): string => `http://localhost/calendar/events/v1/${path}`
const post = async (path: string, body: string, type = 'application/json'): Promise<string> => {
  const response = await handler(new Request(at(path), { method: 'POST', headers: { 'Content-Type': type }, body }))
  return response.status === 201 ? 'taken' : (await response.json()).code
}
const get = async (query: string): Promise<string> => {
  const response = await handler(new Request(at(query)))
  return response.status === 200 ? 'taken' : (await response.json()).code
}
const event = (fields: object): Promise<string> =>
  post('events', JSON.stringify({ title: 'Choir', start_date: '2031-05-31 19:30', end_date: '2031-05-31 21:00', ...fields }))
const venue = (fields: object): Promise<string> => post('venues', JSON.stringify({ venue: 'Town Hall', ...fields }))
/** Letters of two UTF-16 units each, which count once. */
const text = (length: number): string => '\u{10428}'.repeat(length)
/** A series in the past, whose occurrences are all stored. */
const series = (recurrence: unknown): Promise<string> => event({ start_date: '2000-01-01', end_date: '2000-01-01', recurrence })
/** Days from the first one of such a series. */
const daysFrom = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2000, 0, first + index)).toISOString().slice(0, 10))
const all = async (...answers: readonly Promise<string>[]): Promise<string> => [...new Set(await Promise.all(answers))].join()

/** What is sent for each row of the page: at its limit, and beyond. */
const probes: Readonly<Record<string, (size: number) => Promise<string>>> = {
  'a title, a name, or why an event does not take place': (size) =>
    all(
      event({ title: text(size) }),
      event({ event_status_reason: text(size) }),
      venue({ venue: text(size) }),
      post('tags', JSON.stringify({ name: text(size) })),
    ),
  'a slug': (size) => all(event({ slug: text(size) }), post('tags', JSON.stringify({ name: `Tag ${size}`, slug: text(size) }))),
  'other text of one line: address, city, phone, cost, e-mail': (size) =>
    all(venue({ address: text(size), city: text(size), phone: text(size) }), event({ cost: text(size) })),
  'a description or an excerpt in the request, before it is sanitized': (size) =>
    all(event({ description: text(size) }), venue({ excerpt: text(size) })),
  'the same when it is made safe, which can make it longer (`<` is stored as `&lt;`)': (size) => {
    const grown = '<'.padEnd(size - 3, 'x')
    return all(
      event({ description: grown }),
      venue({ excerpt: grown }),
      post('tags', JSON.stringify({ name: `Tag ${size}`, description: grown })),
    )
  },
  'descriptions and excerpts of an event and of all records in its input, together': (size) => {
    const nested = ['A', 'B', 'C'].map((venue) => ({ venue, description: 'x'.repeat(65_536) }))
    return event({ description: 'x'.repeat(65_536), venue: nested, organizer: { organizer: 'D', description: 'x'.repeat(size - 262_144) } })
  },
  'an address: website, online address, image': (size) => {
    const address = 'https://example.org/'.padEnd(size, 'x')
    return all(event({ website: address }), event({ online_url: address }), venue({ image: address }))
  },
  'a search': (size) => all(get(`events?search=${text(size)}`), get(`venues?search=${text(size)}`)),
  'items of a list: categories, tags, venues, organizers, ids in a filter': (size) => {
    const names = Array.from({ length: size }, (_, index) => `Name ${index}`)
    const ids = names.map((_, index) => index + 1).join()
    return all(event({ tags: names }), event({ organizer: names.map((organizer) => ({ organizer })) }), get(`events?include=${ids}`))
  },
  'a `uid`': (size) => all(event({ uid: text(size) }), venue({ uid: text(size) })),
  'the rule of [a series](repeating-events.md#what-is-refused-and-why)': (size) =>
    series(`FREQ=DAILY;COUNT=${'2'.padStart(size - 'FREQ=DAILY;COUNT='.length, '0')}`),
  'dates of a series beside its rule, and dates that it leaves out': (size) =>
    all(series({ dates: daysFrom(1, size) }), series({ rule: 'FREQ=DAILY;COUNT=600', except: daysFrom(1, size) })),
  'occurrences of a series: all of them, or those up to 30 months from now': (size) =>
    series({ rule: 'FREQ=DAILY;COUNT=1600', dates: daysFrom(1_601, size - 1_600) }),
  'links of all occurrences of a series to categories, tags, venues and organizers, together': (size) =>
    event({ tags: Array.from({ length: 100 }, (_, index) => `Tag ${index}`), recurrence: `FREQ=DAILY;COUNT=${Math.ceil(size / 100)}` }),
  'the first year of a date': (year) => get(`events?start_date=${year}-01-01`),
  'the last year of a date': (year) => get(`events?start_date=${year}-12-31`),
  'hours between a zone and UTC': (hours) => all(event({ timezone: `+${hours}:00` }), event({ timezone: `-${hours}:00` })),
  'an integer, such as an id': async (size) =>
    post('events', `{"title":"Choir","start_date":"2031-05-31","end_date":"2031-05-31","author":${BigInt(size)}}`),
  'degrees of latitude, north and south': (size) => all(venue({ geo_lat: size, geo_lng: 0 }), venue({ geo_lat: -size, geo_lng: 0 })),
  'degrees of longitude, east and west': (size) => all(venue({ geo_lat: 0, geo_lng: size }), venue({ geo_lat: 0, geo_lng: -size })),
  '`geoloc_radius` or `near.radiusKm`, in kilometres': (size) => get(`events?geoloc_lat=0&geoloc_lng=0&geoloc_radius=${size}`),
  'an amount of money, sent as a number': (size) => all(event({ cost: size }), event({ cost: [1, size] })),
  'decimals of such an amount': (size) => event({ cost: Number(`0.${'1'.repeat(size)}`) }),
  'bytes of a body, as they arrive': (size) => post('tags', `{"name":"Tag"}`.padEnd(size)),
  'levels of a body, its object being the first': (size) =>
    post('venues', `{"venue":"Town Hall","unknown":${'['.repeat(size - 1)}${']'.repeat(size - 1)}}`),
  'values in a JSON body: members, items and objects together': (size) => venue({ unknown: Array.from({ length: size - 2 }, () => 0) }),
  'fields of a form, with the extension `forms`': (size) =>
    post('venues', `venue=Town+Hall${'&unknown=1'.repeat(size - 1)}`, 'application/x-www-form-urlencoded'),
  'characters of an `X-Request-Id` of the caller': async (size) => {
    const id = 'x'.repeat(size)
    const response = await handler(new Request(at('tags'), { headers: { 'X-Request-Id': id } }))
    return response.headers.get('x-request-id') === id ? 'taken' : 'another id is made'
  },
  'characters of an [`Idempotency-Key`](../http/rest-api.md#writes-that-can-be-repeated), all visible ASCII': async (size) => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': '~'.repeat(size) }
    const response = await handler(new Request(at('tags'), { method: 'POST', headers, body: `{"name":"Key ${size}"}` }))
    return response.status === 201 ? 'taken' : (await response.json()).code
  },
  '`limit` of [changes](keeping-a-copy.md)': (size) => get(`changes?limit=${size}`),
  'seconds of `wait`': (size) => get(`changes?wait=${size}`),
}

const rows = ['## Input', '## Requests']
  .flatMap((heading) => readTable(page, heading))
  .map(([what = '', limit = '', beyond = '']) => ({ what, limit, beyond }))

test('each limit on the page is tried, and each that is tried is on the page', () => {
  expect(rows.map(({ what }) => what)).toEqual(Object.keys(probes))
})

test.each(rows)('$what: $limit', async ({ what, limit, beyond }) => {
  const send = probes[what] ?? (async () => 'not tried')
  const size = toNumber(limit)
  expect(await send(size)).toBe('taken')
  const refused = await send(what.startsWith('the first') ? size - 1 : size + 1)
  expect(beyond).toContain(refused.includes(' ') ? refused : `\`${refused}\``)
})

describe('fields of your own', () => {
  const schema = { '~standard': { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) } } as const
  const many = (count: number, field: object): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, field]))
  const outcomeOf = async (work: () => unknown): Promise<string> => {
    try {
      await work()
      return 'taken'
    } catch (error) {
      return isCalendarError(error) ? error.code : error instanceof TypeError ? 'TypeError' : 'another error'
    }
  }
  const declare = (tag: object): Promise<string> =>
    // Names and definitions are made by the test.
    outcomeOf(() => createCalendar({ store: memoryStore(), fields: { tag } as FieldsOption }))
  const own = createCalendar({ store: memoryStore(), fields: { tag: { a: { schema, filter: 'is' }, b: { schema } } } })
  const create = (fields: object): Promise<string> => outcomeOf(() => own.tags.create({ name: `${Math.random()}`, fields }))
  const nest = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  const ownProbes: Readonly<Record<string, (size: number) => Promise<string>>> = {
    'fields of one kind': (size) => declare(many(size, { schema })),
    'fields of one kind with a filter': (size) => declare(many(size, { schema, filter: 'range' })),
    'characters of a name': (size) => declare({ ['a'.repeat(size)]: { schema } }),
    'all values of a record, in bytes of JSON': (size) => create({ b: 'x'.repeat(size - '{"b":""}'.length) }),
    'levels of lists and objects in a value': (size) => create({ b: nest(size) }),
    'items of a list in a field with a filter': (size) => create({ a: Array(size).fill('x') }),
    'values of a field in the filter of a list': (size) => outcomeOf(() => own.tags.list({ fields: { a: Array(size).fill('x') } })),
    'code points of a text that a filter compares': async (size) => {
      const calendar = createCalendar({ store: memoryStore(), fields: { tag: { a: { schema, filter: 'is' } } } })
      await calendar.tags.create({ name: 'Long', fields: { a: `${'x'.repeat(size - 1)}y` } })
      const { total } = await calendar.tags.list({ fields: { a: `${'x'.repeat(size - 1)}z` } })
      return total === 0 ? 'taken' : 'the rest is not compared'
    },
  }

  test.each(readTable(page, '## Fields of your own'))('%s: %s', async (what, limit = '', beyond = '') => {
    const send = ownProbes[what ?? ''] ?? (async () => 'not tried')
    const size = toNumber(limit)
    expect(await send(size)).toBe('taken')
    const refused = await send(size + 1)
    expect(beyond).toContain(refused.includes(' ') ? refused : `\`${refused}\``)
  })
})

const browserAge = await preflightAge()

describe('defaults', () => {
  const settings = readSettings(calendar, { access: allowAll() })
  const defaults: Readonly<Record<string, number>> = {
    maxPerPage: calendar.maxPerPage,
    perPage: defaultPerPage,
    maxBodyBytes: settings.maxBodyBytes,
    accessTimeoutMs: readAccessTimeout(),
    'cache.maxBytes': defaultCacheBytes,
    chunkSize: defaultChunkSize,
    'scans.deadlineMs': defaultScans.deadlineMs,
    'scans.atOnce': defaultScans.atOnce,
    maxAgeSeconds: browserAge,
  }
  const reported = readTable(page, '## Options').map(([option = '', , value = '']) => ({ option: option.replaceAll('`', ''), value }))
  const numbers = reported.filter(({ value }) => /^[0-9,]+$/.test(value) && !value.startsWith('`'))

  test.each(numbers.filter(({ option }) => option !== 'busyTimeoutMs'))('$option: $value', ({ option, value }) => {
    expect(toNumber(value)).toBe(defaults[option])
  })

  test('a file waits for other processes as long as the page says', async () => {
    const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })
    const { rows: answer } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(db)
    await db.destroy()
    expect(answer[0]?.timeout).toBe(toNumber(numbers.find(({ option }) => option === 'busyTimeoutMs')?.value ?? ''))
  })

  test('table names begin with what the page says', async () => {
    const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })
    expect(reported.find(({ option }) => option === 'prefix')?.value).toBe('`kalends_`')
    expect(() => kyselyStore(db, { prefix: 'x'.repeat(30) })).not.toThrow()
    expect(() => kyselyStore(db, { prefix: 'x'.repeat(31) })).toThrow(TypeError)
    await db.destroy()
  })
})
