import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourceFetchInit } from '../src/index.ts'
import type { ImportItem } from '../src/item.ts'
import { type ReadTheEventsCalendarOptions, readTheEventsCalendar } from '../src/the-events-calendar.ts'
import { buildRows, json, type Quirks, type Run, readSiteOf } from './replay-site.ts'

const rows = buildRows(60)

const run = (quirks: Quirks = {}, options: ReadTheEventsCalendarOptions = {}): Promise<Run> => readSiteOf(rows, quirks, options)

const isEvents = (url: URL): boolean => url.pathname.endsWith('/events')
const endless = (): Response => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)) }))

/** A page of events that the site has not changed for a long time. */
const oldPage = (_: number, url: URL): Response | undefined => {
  const first = Number(url.searchParams.get('page')) * 50
  const events = Array.from({ length: 50 }, (_, at) => ({ id: first + at, modified_utc: '2000-01-01 00:00:00' }))
  return isEvents(url) ? json({ events }) : undefined
}

const countOf = (items: readonly ImportItem[], kind: ImportItem['kind']): number => items.filter((item) => item.kind === kind).length

type Case = readonly [name: string, code: string, quirks: Quirks, options?: ReadTheEventsCalendarOptions]

describe('a site that fails or lies', () => {
  const cases: readonly Case[] = [
    ['is down', 'site_failed', { disturb: () => json('', 502) }],
    ['never answers', 'timeout', { hangs: () => true }],
    ['answers with nothing', 'not_json', { disturb: () => json('') }],
    ['answers with a page of HTML', 'not_json', { disturb: () => json('<html>Hello</html>') }],
    ['answers with JSON that is no list', 'not_a_list', { disturb: () => json({ events: 7 }) }],
    ['answers with a text', 'not_a_list', { disturb: () => json('"x"') }],
    ['cannot be reached', 'request_failed', { disturb: () => Promise.reject(new Error('ENOTFOUND')) }],
    ['asks to wait for a day', 'rate_limited', { disturb: () => json('', 429, { 'retry-after': '86400' }) }],
    ['sends an endless body', 'too_large', { disturb: () => endless() }],
    ['sends more than is allowed', 'too_large', {}, { maxBytes: 1_000 }],
    ['has more records than are allowed', 'too_many_items', {}, { maxItems: 10 }],
    ['sends old records for ever', 'too_many_items', { disturb: oldPage }, { since: new Date('2100-01-01'), maxItems: 200 }],
    ['has no interface', 'no_interface', { disturb: () => json({ code: 'rest_no_route' }, 404) }],
    ['has switched its interface off', 'rest_disabled', { disturb: () => json({}, 200, { 'X-TEC-API-VERSION': 'disabled' }) }],
    ['refuses strangers', 'forbidden', { disturb: () => json({ code: 'rest_forbidden' }, 401) }],
    ['refuses its events', 'forbidden', { disturb: (_, url) => (isEvents(url) ? json('no', 403) : undefined) }],
    ['is behind a wall', 'refused', { disturb: () => json('<html>', 418) }],
    ['counts more than it sends', 'records_missing', { change: (body) => ({ ...body, total: 10_000 }) }],
    ['sends one page for ever', 'records_missing', { change: (body) => ({ ...body, total: 10_000, total_pages: 10_000 }), clamp: 50 }],
    ['grows while it is read', 'list_changed', { disturb: grow() }],
    ['is read by halves', 'aborted', {}, { signal: { aborted: true } }],
    [
      'fails the checkpoint',
      'checkpoint_failed',
      {},
      {
        checkpoint: {
          load: () => {
            throw new Error('disk')
          },
          save: () => undefined,
          clear: () => undefined,
        },
      },
    ],
    [
      'fails to forget',
      'checkpoint_failed',
      {},
      { checkpoint: { load: () => undefined, save: () => undefined, clear: () => Promise.reject(new Error('disk')) } },
    ],
  ]
  test.each(cases.map((each) => [each[0], each[1], each] as const))('%s: %s', async (_, code, [, , quirks, options]) => {
    const { items } = await run(quirks, options)
    expect(items.at(-1)).toMatchObject({ kind: 'end', complete: false, reason: { code } })
    expect(items.filter(({ kind }) => kind === 'end')).toHaveLength(1)
  })

  test('may nest values deeper than a text of them can be made', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const disturb = (_: number, url: URL) => (isEvents(url) ? new Response(`{"events":[{"value":${deep}}],"total":1}`) : undefined)
    expect((await run({ disturb })).items.slice(-2)).toMatchObject([{ code: 'no_title' }, { complete: true }])
  })

  test('without tags has everything else', async () => {
    const { items } = await run({
      disturb: (_, url) => (url.pathname.endsWith('/tags') ? json({ code: 'rest_forbidden' }, 403) : undefined),
    })
    expect(countOf(items, 'event')).toBe(60)
    expect(items.at(-1)).toMatchObject({ complete: false, reason: { code: 'forbidden' } })
  })

  test.each([
    ['forbidden', { disturb: (_, url) => (url.pathname.endsWith('/tags') ? json({}, 403) : undefined) }, 0],
    ['site_failed', { disturb: (_, url) => (isEvents(url) ? json('', 500) : undefined) }, 3 + 1 + 2 + 1],
  ] satisfies (readonly [string, Quirks, number])[])(
    '%s: the next run takes no old pages, unless it continues',
    async (_, quirks, kept) => {
      const pages = new Map<string, string>()
      const checkpoint = {
        load: (page: string) => pages.get(page),
        save: (page: string, text: string) => void pages.set(page, text),
        clear: () => pages.clear(),
      }
      await run(quirks, { checkpoint })
      expect(pages.size).toBe(kept)
    },
  )

  test('that cannot be reached: the reason has the cause of the error', async () => {
    const failed = new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND club.example.org') })
    const { items } = await run({ disturb: () => Promise.reject(failed) })
    expect(items.at(-1)).toMatchObject({ reason: { message: 'The request failed: fetch failed (getaddrinfo ENOTFOUND club.example.org)' } })
  })

  test('that is unavailable is asked five times', async () => {
    expect((await run({ disturb: () => json('', 503) })).requests).toHaveLength(5)
    expect((await run({ disturb: () => json('', 503) }, { attempts: 2 })).requests).toHaveLength(2)
  })

  test('whatever it sends: nothing is thrown, and the end comes last', async () => {
    const json5 = fc.anything({ withBoxedValues: false, withDate: true, withNullPrototype: true, maxDepth: 3 })
    const record = fc.dictionary(
      fc.constantFrom(...Object.keys(rows.events[0] ?? {}), ...Object.keys(rows.venues[0] ?? {}), 'parent', 'name', 'website', 'image'),
      fc.oneof(
        json5,
        fc.constantFrom('2026-02-30 10:00:00', '2026-05-01 10:00:00', '%E6', '&#x110000;', '\ud800', { id: 1 }, [{ id: 2, venue: 'x' }]),
      ),
    )
    const body = fc.oneof(json5, fc.array(record, { maxLength: 5 }))
    const times = Math.ceil(500 * Number(process.env['KALENDS_TIMES'] ?? 1))
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(200, 200, 200, 404, 400), async (value, status) => {
        const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? 'null'
        const page = `{"categories":${text},"tags":${text},"venues":${text},"organizers":${text},"events":${text},"total":${text}}`
        const { items } = await run({ disturb: (_, url) => (url.searchParams.get('page') === '1' ? json(page, status) : json({}, 404)) })
        expect(items.at(-1)?.kind).toBe('end')
      }),
      { numRuns: times },
    )
  })
})

/** A site that gets one more record with every page. */
function grow(): NonNullable<Quirks['disturb']> {
  return (request, url) => {
    if (!isEvents(url) || Number(url.searchParams.get('page')) > 2) return undefined
    const events = Array.from({ length: 50 }, (_, at) => ({
      ...rows.events[0],
      id: 9_000 + Number(url.searchParams.get('page')) * 100 + at,
    }))
    return json({ events, total: 60 + request, total_pages: 2 })
  }
}

describe('the interface of a site', () => {
  const asked = async (url: string, headers: Readonly<Record<string, string>> = {}, options: ReadTheEventsCalendarOptions = {}) => {
    const sent: (readonly [string, SourceFetchInit])[] = []
    const fetch = async (address: string, init: SourceFetchInit): Promise<Response> => {
      sent.push([address, init])
      return init.method === 'HEAD' ? new Response('', { headers }) : json('', 404)
    }
    for await (const _ of readTheEventsCalendar(url, { fetch, pauseMs: 0, ...options }));
    return sent
  }
  const found = async (url: string, headers?: Readonly<Record<string, string>>): Promise<string | undefined> =>
    (await asked(url, headers)).map(([address]) => address).find((address) => address.includes('categories'))
  const query = '?hide_empty=0&page=1&per_page=50'

  test.each([
    ['https://a.example', {}, `https://a.example/wp-json/tribe/events/v1/categories${query}`],
    ['https://a.example/town/', {}, `https://a.example/town/wp-json/tribe/events/v1/categories${query}`],
    ['https://a.example/wp-json/tribe/events/v1/', {}, `https://a.example/wp-json/tribe/events/v1/categories${query}`],
    ['https://a.example/de/wp-json/tribe/events/v1', {}, `https://a.example/de/wp-json/tribe/events/v1/categories${query}`],
    [
      'https://a.example/?rest_route=/tribe/events/v1/',
      {},
      'https://a.example/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fcategories&hide_empty=0&page=1&per_page=50',
    ],
    [
      'https://a.example',
      { 'x-tec-api-root': 'https://a.example/?rest_route=/tribe/events/v1/' },
      'https://a.example/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fcategories&hide_empty=0&page=1&per_page=50',
    ],
    [
      'https://a.example',
      { 'x-tec-api-root': 'https://a.example/api/tribe/events/v1/' },
      `https://a.example/api/tribe/events/v1/categories${query}`,
    ],
    // A password goes to no other site.
    [
      'https://a.example',
      { 'x-tec-api-root': 'https://b.example/tribe/events/v1/' },
      `https://a.example/wp-json/tribe/events/v1/categories${query}`,
    ],
    ['https://a.example', { 'x-tec-api-root': 'nonsense' }, `https://a.example/wp-json/tribe/events/v1/categories${query}`],
  ])('of %s with %o', async (url, headers, address) => expect(await found(url, headers)).toBe(address))

  test('is asked although the front page fails', async () => {
    const addresses: string[] = []
    const fetch = async (address: string, { method }: SourceFetchInit): Promise<Response> => {
      addresses.push(address)
      return method === 'HEAD' ? new Response('', { status: 501 }) : json('', 404)
    }
    for await (const _ of readTheEventsCalendar('https://a.example', { fetch, pauseMs: 0, attempts: 1 }));
    expect(addresses[1]).toBe(`https://a.example/wp-json/tribe/events/v1/categories${query}`)
  })

  test('that is switched off is not asked', async () => {
    expect(await asked('https://a.example', { 'x-tec-api-version': 'disabled' })).toHaveLength(1)
  })

  test('gets the password, and the whole window of events', async () => {
    const sent = await asked('https://a.example/', {}, { auth: { username: 'änne', password: 'abcd efgh' } })
    expect(sent.map(([, { headers }]) => headers['authorization'])).toEqual(sent.map(() => 'Basic w6RubmU6YWJjZCBlZmdo'))
    expect(sent.at(-1)?.[0]).toContain('events?start_date=1900-01-01&end_date=2200-12-31&page=1')
  })

  test.each<readonly [string, string, object]>([
    ['no address', 'x', {}],
    ['another protocol', 'ftp://a.example', {}],
    ['a password in the address', 'https://a:b@a.example', {}],
    ['a password without a name in the address', 'https://:b@a.example', {}],
    ['an unknown option', 'https://a.example', { pause: 1 }],
    ['no date', 'https://a.example', { since: new Date(Number.NaN) }],
    ['a negative pause', 'https://a.example', { pauseMs: -1 }],
    ['no attempt', 'https://a.example', { attempts: 0 }],
  ])('%s is a TypeError', (_, url, options) => expect(() => readTheEventsCalendar(url, options)).toThrow(TypeError))
})

test('since: only what has changed, and links as before', async () => {
  const events = rows.events.map((row, at) => (at < 3 ? { ...row, modified_utc: '2026-02-01 10:00:00' } : row))
  const venues = rows.venues.map((row, at) => (at === 7 ? { ...row, modified_utc: '0000-00-00 00:00:00' } : row))
  const { items } = await readSiteOf({ ...rows, events, venues }, {}, { since: new Date('2026-02-01T10:00:00Z') })
  expect([countOf(items, 'event'), countOf(items, 'venue'), countOf(items, 'organizer'), countOf(items, 'category')]).toEqual([
    3, 1, 0, 120,
  ])
  expect(items.at(-1)).toMatchObject({ complete: false, reason: { code: 'changed_alone' } })
})
