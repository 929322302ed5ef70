import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from './running-server.ts'

/** Time limit of a test, in milliseconds. Starting a server takes one or two seconds on an idle machine. */
const timeoutMs = 60_000

/** A page of another origin that shows the calendar. */
const origin = 'https://pages.example'

interface Reply {
  readonly status: number
  readonly headers: Headers
  /** Parsed. */
  readonly body: Readonly<Record<string, unknown>>
}

describe('a server for clients of The Events Calendar', { timeout: timeoutMs }, () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({ STORE: 'memory', COMPATIBILITY: 'the-events-calendar', CORS: '*' })
  }, timeoutMs)
  afterAll(() => server.stop('SIGTERM'))

  const ask = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(server.url + path, { ...init, headers: { Origin: origin, ...init.headers } })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const send = (method: string, path: string, body: object): Promise<Reply> =>
    ask(`/wp-json/tribe/events/v1/${path}`, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

  test('prints the addresses of the plugin', async () => {
    await expect.poll(() => server.greeting()).toContain(`documents     ${server.url}/wp-json/tribe/events/v1/doc\n`)
    expect(server.greeting()).toContain('(store: memory, access: open, compatibility: the-events-calendar)\n')
    expect(server.greeting()).toContain(`\n  for programs  ${server.url}/wp-json/tribe/events/v1\n`)
  })

  test('lists events in pages of at most 50, with totals that pages of other origins can read', async () => {
    const { status, headers, body } = await ask('/wp-json/tribe/events/v1/events?per_page=100&start_date=1900-01-01&end_date=2200-12-31')
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const total = Number(body['total'])
    expect(total).toBeGreaterThan(50)
    expect(body['total_pages']).toBe(Math.ceil(total / 50))
    expect([headers.get('x-wp-total'), headers.get('x-wp-totalpages')]).toEqual([String(total), String(Math.ceil(total / 50))])
    expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual(expect.arrayContaining(['X-WP-Total', 'X-WP-TotalPages']))
    const record = { author: expect.any(String), rest_url: expect.stringContaining(`${server.url}/wp-json/tribe/events/v1/events/`) }
    expect(body['events']).toEqual(Array.from({ length: 50 }, () => expect.objectContaining(record)))
  })

  test('lets pages of other origins send the headers of the plugin', async () => {
    const preflight = await fetch(`${server.url}/wp-json/tribe/events/v1/events`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-wp-nonce' },
    })
    expect(preflight.headers.get('access-control-allow-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['Authorization', 'X-WP-Nonce']),
    )
  })

  test('answers discovery, and routes in a query', async () => {
    expect(await ask('/wp-json/')).toMatchObject({ status: 200, body: { namespaces: ['tribe/events/v1'] } })
    const byPath = await ask('/wp-json/tribe/events/v1/venues')
    const byQuery = await ask('/?rest_route=/tribe/events/v1/venues')
    expect([byQuery.status, byQuery.body['venues']]).toEqual([200, byPath.body['venues']])
  })

  test('shows the page for people at its root', async () => {
    const response = await fetch(`${server.url}/`)
    expect(response.headers.get('link')).toBe(`<${server.url}/wp-json/>; rel="https://api.w.org/"`)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain(`${server.url}/wp-json/tribe/events/v1/events`)
  })

  test('gives events, venues and organizers pages, which the answers link', async () => {
    const times = { start_date: '2031-06-01 19:30', end_date: '2031-06-01 21:00' }
    const linked = { venue: { venue: 'Old <Mill>' }, organizer: { organizer: 'Ann & Bob' } }
    const { body } = await send('POST', 'events', { title: 'Fête <1>', description: '<p>Two <b>bands</b></p>', ...times, ...linked })
    const { url, website, venue, organizer } = Object(body)
    expect([url, website, venue.url, organizer[0].url]).toEqual([
      ...[`${server.url}/event/fete-1`, `${server.url}/event/fete-1`, `${server.url}/venue/old-mill`, `${server.url}/organizer/ann-bob`],
    ])
    for (const [address, part] of [
      [url, '<h1>Fête &#60;1&#62;</h1>'],
      [url, '<p>Two <b>bands</b></p>'],
      [`${url}/`, '2031-06-01 19:30'],
      [venue.url, '<h1>Old &#60;Mill&#62;</h1>'],
      [organizer[0].url, '<h1>Ann &#38; Bob</h1>'],
    ]) {
      const response = await fetch(address)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(await response.text()).toContain(part)
    }
    expect((await fetch(`${server.url}/event/nothing`)).status).toBe(404)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
  })

  test('lists venues at the address of WordPress', async () => {
    const venues = await (await fetch(`${server.url}/wp-json/wp/v2/tribe_venue?per_page=100`)).json()
    expect(venues.length).toBeGreaterThan(5)
    expect(venues[0]).toMatchObject({ id: expect.any(Number), title: { rendered: expect.any(String) } })
  })

  test('creates and updates events, with titles as display text', async () => {
    const times = { start_date: '2031-05-31 19:30', end_date: '2031-05-31 21:00' }
    const created = await send('POST', 'events', { title: 'Fish & Chips', ...times, venue: { venue: 'Boat House' } })
    expect(created).toMatchObject({ status: 201, body: { title: 'Fish &#038; Chips', slug: 'fish-chips', venue: { venue: 'Boat House' } } })
    const bySlug = 'events/by-slug/fish-chips'
    expect((await ask(`/wp-json/tribe/events/v1/${bySlug}`)).body).toEqual(created.body)
    const { status, body } = await send('PUT', bySlug, { ...created.body, cost: '€12' })
    expect([status, body['title'], body['cost']]).toEqual([200, 'Fish &#038; Chips', '€12'])
  })

  test.each([
    ['/wp-json/tribe/events/v1/events?page=999', 404, 'event-archive-page-not-found'],
    ['/wp-json/tribe/events/v1/events/999999', 404, 'rest-event-not-found'],
    ['/wp-json/tribe/events/v1/events?start_date=never', 400, 'rest_invalid_param'],
    ['/calendar/events/v1/events', 404, 'rest_no_route'],
  ])('answers GET %s with %i %s', async (path, status, code) => {
    expect(await ask(path)).toMatchObject({ status, body: { code, data: { status } } })
  })
})
