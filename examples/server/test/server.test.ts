import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConnection } from '@kalends/suites/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from './kinds.ts'
import { type RunningServer, runToEnd, startServer } from './running-server.ts'

/** Time limit of a test, in milliseconds. Starting a server takes one or two seconds on an idle machine. */
const timeoutMs = 60_000

describe('a server on a file', { timeout: timeoutMs }, () => {
  let server: RunningServer
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kalends-server-'))
    server = await startServer({ DATABASE_URL: join(folder, 'deep', 'calendar.sqlite') })
  }, timeoutMs)
  afterAll(async () => {
    const code = await server.stop('SIGTERM')
    await rm(folder, { recursive: true, force: true })
    expect(code).toBe(0)
  })

  test('lists the events of the demo data', async () => {
    const { status, body } = await server.ask('GET', 'events')
    expect(status).toBe(200)
    expect(JSON.stringify(body['events'])).toContain('Story Time')
    expect(body['rest_url']).toBe(`${server.url}/calendar/events/v1/events`)
  })

  test('serves the events as iCalendar', async () => {
    const response = await fetch(`${server.url}/calendar/events/v1/events.ics`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const text = await response.text()
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nX-WR-CALNAME:Kalends\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/)
    expect(text).toContain('SUMMARY:Story Time')
  })

  test('declares the fields level and seats of events', async () => {
    const pro = await server.ask('GET', 'events?custom_fields[level]=pro')
    expect(pro.body['events']).toMatchObject([{ title: 'Choir Rehearsal', custom_fields: { level: 'pro' } }])
    const seats = await server.ask('GET', 'events?custom_fields[seats][gte]=10&custom_fields[seats][lte]=20')
    expect(seats.body['events']).toMatchObject([{ title: 'Mend Your Bicycle', custom_fields: { level: 'beginner', seats: 12 } }])
    const least = { title: 'Course', start_date: '2031-01-01', end_date: '2031-01-01' }
    const refused = await server.ask('POST', 'events', { ...least, custom_fields: { level: 'expert', seats: -1 } })
    expect(refused).toMatchObject({ status: 400, body: { data: { params: { 'custom_fields.level': expect.any(String) } } } })
    const created = await server.ask('POST', 'events', least)
    expect(created).toMatchObject({ status: 201, body: { custom_fields: {} } })
    expect((await server.ask('DELETE', `events/${created.body['id']}?force=true`)).status).toBe(200)
  })

  test.each(['de', 'es', 'fr'])('describes itself in %s', async (language) => {
    const response = await fetch(`${server.url}/${language}/calendar/events/v1/doc`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-language')).toBe(language)
  })

  test.each(['events.ics', 'events.jsonld', 'events.geojson', 'events.rss', 'events.feedjson', 'events.csv', 'venues.geojson'])(
    'serves %s',
    async (path) => {
      const response = await fetch(`${server.url}/calendar/events/v1/${path}`)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('Quellbrunn')
    },
  )

  test.each(kinds)('creates, reads, lists, updates and deletes $plural', async ({ plural, title, create, list, isTrashable }) => {
    const created = await server.ask('POST', plural, create('Lantern One'))
    expect(created).toMatchObject({ status: 201, body: { [title]: 'Lantern One', slug: 'lantern-one' } })
    const byId = `${plural}/${created.body['id']}`
    const bySlug = isTrashable ? `${plural}/by-slug/lantern-one` : byId
    expect(created.headers.get('location')).toBe(`${server.url}/calendar/events/v1/${byId}`)
    expect((await server.ask('GET', byId)).body).toEqual(created.body)
    expect((await server.ask('GET', bySlug)).body).toEqual(created.body)
    expect((await server.ask('GET', `${plural}?${list}`)).body).toMatchObject({ total: 1, [plural]: [{ id: created.body['id'] }] })
    expect(await server.ask('PATCH', byId, { [title]: 'Lantern Two' })).toMatchObject({ status: 200, body: { [title]: 'Lantern Two' } })
    expect(await server.ask('PUT', bySlug, { description: '<p>Lit</p><script>1</script>' })).toMatchObject({
      body: { description: '<p>Lit</p>' },
    })
    if (isTrashable) {
      expect(await server.ask('DELETE', bySlug)).toMatchObject({ status: 200, body: { status: 'trash' } })
      expect((await server.ask('GET', byId)).status).toBe(410)
      expect((await server.ask('GET', `${plural}?${list}`)).body['total']).toBe(0)
    }
    expect((await server.ask('DELETE', `${byId}?force=true`)).status).toBe(200)
    expect((await server.ask('GET', byId)).status).toBe(404)
  })

  test('refuses a body that is too large before it is sent', async () => {
    const connection = await openConnection(Number(new URL(server.url).port))
    const head = 'POST /calendar/events/v1/tags HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n'
    await connection.write(`${head}Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`)
    expect((await connection.answer()).status).toBe(413)
    connection.close()
  })

  test('keeps running after malformed requests', async () => {
    const { hostname, port } = new URL(server.url)
    const say = (text: string): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.end(text))
        socket.on('error', () => resolve()).on('close', () => resolve())
        socket.resume()
      })
    await say('nonsense\r\n\r\n')
    await say('GET //../%zz HTTP/1.1\r\n\r\n')
    await say('GET / HTTP/1.1\r\nHost: []\r\nConnection: close\r\n\r\n')
    await say(
      'POST /calendar/events/v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"title":',
    )
    await say('GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \u0001\r\n\r\n')
    expect((await server.ask('GET', 'tags')).status).toBe(200)
  })
})

describe('a server that is stopped', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'responds to open requests and exits with 0 after %s',
    async (signal) => {
      const server = await startServer({ STORE: 'memory' })
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          const bytes = new TextEncoder().encode('{"name":"Last words"}')
          controller.enqueue(bytes.slice(0, 5))
          await new Promise((resolve) => setTimeout(resolve, 100))
          const ended = server.stop(signal)
          server.process.kill(signal)
          await new Promise((resolve) => setTimeout(resolve, 200))
          controller.enqueue(bytes.slice(5))
          controller.close()
          codes.push(await ended)
        },
      })
      const codes: (number | null)[] = []
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch(`${server.url}/calendar/events/v1/tags`, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit)
      expect(response.status).toBe(201)
      expect(await response.json()).toMatchObject({ name: 'Last words' })
      await expect.poll(() => codes, { timeout: timeoutMs }).toEqual([0])
    },
    timeoutMs,
  )
})

describe('a server that cannot start', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT cannot be "http": give a whole number from 0 to 65535.\n'],
    [{ STORE: 'oracle' }, 'STORE cannot be "oracle": give one of sqlite, memory, pglite, postgres, mysql.\n'],
    [{ COMPATIBILITY: 'wordpress' }, 'COMPATIBILITY cannot be "wordpress": give one of none, the-events-calendar.\n'],
    [
      { STORE: 'memory', HOST: '203.0.113.9' },
      /^HOST cannot be "203\.0\.113\.9": give a name or an address of this machine, such as 127\.0\.0\.1 \(.+\)\.\n$/,
    ],
    [{ DATABASE_URL: import.meta.dirname }, /^DATABASE_URL ".+" cannot be opened with STORE=sqlite: unable to open database file\.\n$/],
    [
      { STORE: 'postgres', DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/calendar' },
      /^DATABASE_URL "postgres:\/\/someone:\*\*\*@127\.0\.0\.1:1\/calendar" cannot be opened with STORE=postgres: .*ECONNREFUSED.*\.\n$/,
    ],
  ])(
    'says why in one sentence: %o',
    async (environment, sentence) => {
      const { code, output, errors } = await runToEnd(environment as unknown as Record<string, string>)
      expect(code).toBe(1)
      expect(output).toBe('')
      expect(errors).toMatch(sentence)
    },
    timeoutMs,
  )

  test(
    'says that the port is taken',
    async () => {
      const first = await startServer({ STORE: 'memory', DEMO: '0' })
      const { port } = new URL(first.url)
      const { code, errors } = await runToEnd({ STORE: 'memory', DEMO: '0', PORT: port })
      expect([code, errors]).toEqual([1, `PORT cannot be "${port}": another program listens there; give a free one, or 0 for any.\n`])
      await first.stop('SIGTERM')
    },
    timeoutMs,
  )
})
