import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readCommands } from '../repository/documents/documents.ts'
import { shellWords, toRequest } from '../repository/documents/shell-words.ts'
import { example } from './example.ts'
import { build, type RunningWorker, serve } from './workerd.ts'

const folder = mkdtempSync(join(tmpdir(), 'kalends-workerd-'))
let running: RunningWorker

beforeAll(async () => {
  // Each test has calendars of its own.
  const names = 'north south extended booked killed named versioned east west'
  await build({ ...example, entry: 'programs/alarm.ts', className: 'ObjectWithAlarm', texts: { ...example.texts, NAMES: names } }, folder)
  running = await serve(folder)
})
afterAll(async () => {
  await running.kill()
  rmSync(folder, { recursive: true, force: true })
})

const times = { start_date: '2031-05-31 19:30', end_date: '2031-05-31 21:00' }

function send(calendar: string, method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
  const sent = { 'Content-Type': 'application/json', Authorization: `Bearer ${example.texts['EDITOR_KEY']}`, ...headers }
  const url = `${running.origin}/${calendar}/calendar/events/v1/${path}`
  return fetch(url, { method, headers: sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}

/** What these tests read of an event in a list. */
interface ListedEvent {
  readonly id: number
  readonly slug: string
  readonly title: string
  readonly venue: { readonly id: number; readonly venue: string }
}

/** All events of a calendar. */
async function listEvents(calendar: string): Promise<readonly ListedEvent[]> {
  const events: ListedEvent[] = []
  for (let page = 1; ; page++) {
    const list = await (await send(calendar, 'GET', `events?start_date=2031-05-01&end_date=2031-06-30&per_page=50&page=${page}`)).json()
    events.push(...list.events)
    if (page >= list.total_pages) return events
  }
}

describe('the example of a worker', () => {
  test('answers the commands of its README', async () => {
    const readme = readFileSync(join(import.meta.dirname, '../../examples/worker/README.md'), 'utf8')
    const commands = readCommands(readme).filter((command) => command.startsWith('curl'))
    const answers: unknown[] = []
    for (const command of commands) {
      const { url, method, headers, body } = toRequest(shellWords(command, {}))
      const response = await fetch(url.replace('http://127.0.0.1:8787', running.origin), {
        ...{ method, headers },
        ...(body === null ? {} : { body, duplex: 'half' as const }),
      })
      const { title, events = [] } = await response.json()
      answers.push([response.status, title ?? events.map((event: { title: string }) => event.title)])
    }
    expect(answers).toEqual([
      [201, 'Choir'],
      [200, ['Choir']],
    ])
  })

  test('lets editors alone write, and has calendars with the given names alone', async () => {
    expect((await send('north', 'POST', 'events', { title: 'A', ...times }, { Authorization: 'Bearer other' })).status).toBe(401)
    expect((await send('unknown', 'GET', 'events')).status).toBe(404)
    expect((await send('south', 'GET', 'events')).status).toBe(200)
  })

  test('is a bundle of at most 200 kB by gzip', async () => {
    // The program of the other tests has an alarm of its own beside it.
    const alone = join(folder, 'alone')
    await build(example, alone)
    expect(gzipSync(readFileSync(join(alone, 'worker.js')), { level: 9 }).length).toBeLessThanOrEqual(200_000)
  })
})

describe('an alarm', () => {
  const alarm = async (calendar: string, method: string, query = ''): Promise<number> =>
    Number(await (await fetch(`${running.origin}/${calendar}/alarm${query}`, { method })).text())

  test('sets the next one', async () => {
    const first = await alarm('north', 'GET')
    expect(first).toBeGreaterThan(0)
    // It is due now, and then again a day after the time at which it ran.
    expect(await alarm('north', 'POST')).toBeLessThan(first)
    await vi.waitUntil(async () => (await alarm('north', 'GET')) > first, { timeout: 30_000, interval: 50 })
  })

  test('stores further dates of a series', async () => {
    await send('extended', 'POST', 'events', {
      title: 'Market',
      start_date: '2026-01-05 08:00',
      end_date: '2026-01-05 12:00',
      recurrence: 'FREQ=MONTHLY',
    })
    // A list of what is stored: one that begins in the past stores no dates.
    const countDates = async (): Promise<number> =>
      (await (await send('extended', 'GET', 'events?start_date=2026-01-01&end_date=2100-01-01')).json()).total
    const before = await countDates()
    const first = await alarm('extended', 'GET')
    await alarm('extended', 'POST', '?ahead_days=730')
    await vi.waitUntil(async () => (await alarm('extended', 'GET')) > first, { timeout: 30_000, interval: 50 })
    expect(await countDates()).toBeGreaterThan(before)
  })
})

test('the time of an exclusive venue is taken once, by a series with more dates than a statement has values, too', async () => {
  const booked = (title: string, startDate: string, rule?: string) =>
    send('booked', 'POST', 'events', {
      ...{ title, start_date: `${startDate} 19:30`, end_date: `${startDate} 21:00`, venue: 1 },
      ...(rule !== undefined && { recurrence: rule }),
    })
  expect((await send('booked', 'POST', 'venues', { venue: 'Town Hall', exclusive: true })).status).toBe(201)
  const concert = await booked('Concert', '2031-10-01')
  expect(concert.status).toBe(201)
  const refused = await booked('Course', '2031-05-01', 'FREQ=DAILY;COUNT=200')
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'venue_busy', data: { conflicts: [(await concert.json()).id] } },
  ])
  expect((await booked('Course', '2031-05-01', 'FREQ=DAILY;COUNT=150')).status).toBe(201)
  const rivals = await Promise.all(Array.from({ length: 10 }, (_, at) => booked(`Rival ${at}`, '2031-12-01')))
  expect(rivals.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
})

test('no write that was acknowledged is lost when the runtime is killed', async () => {
  const acknowledged = new Map<number, string>()
  let sent = 0
  for (let round = 0; round < 4; round++) {
    const enough = acknowledged.size + 15
    let isKilled = false
    const write = async (): Promise<void> => {
      while (!isKilled) {
        const title = `Event ${sent++}`
        const created = await send('killed', 'POST', 'events', { title, ...times, venue: { venue: `Hall ${title}` } })
        if (created.status === 201) acknowledged.set((await created.json()).id, title)
      }
    }
    // The requests that are still under way when the runtime ends fail, and their writers with them.
    const writers = Promise.allSettled(Array.from({ length: 4 }, write))
    await vi.waitUntil(() => acknowledged.size >= enough, { timeout: 30_000, interval: 5 })
    await running.kill()
    isKilled = true
    await writers
    running = await serve(folder)
    const events = await listEvents('killed')
    const stored = new Map(events.map(({ id, title }) => [id, title]))
    expect([...acknowledged].filter(([id, title]) => stored.get(id) !== title)).toEqual([])
    // A write that was not acknowledged is stored as a whole or not at all.
    expect(events.filter(({ title, venue }) => venue.venue !== `Hall ${title}`)).toEqual([])
    expect(events.length).toBeLessThanOrEqual(sent)
  }
})

describe('calls at the same time', () => {
  test('in one object make one venue of a name, and a slug for each event', async () => {
    const created = await Promise.all(
      Array.from({ length: 30 }, () => send('named', 'POST', 'events', { title: 'Choir', ...times, venue: { venue: 'Town Hall' } })),
    )
    expect(created.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 201))
    const events = await listEvents('named')
    expect(new Set(events.map(({ slug }) => slug)).size).toBe(30)
    expect(new Set(events.map(({ venue }) => venue.id)).size).toBe(1)
  })

  test('in one object change a version once', async () => {
    const created = await send('versioned', 'POST', 'events', { title: 'Choir', ...times })
    const version = { 'If-Match': created.headers.get('etag') ?? '' }
    const { id } = await created.json()
    const changed = await Promise.all(
      Array.from({ length: 20 }, (_, at) => send('versioned', 'PATCH', `events/${id}`, { title: `Choir ${at}` }, version)),
    )
    expect(changed.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
  })

  test('in two objects stay in their own', async () => {
    const names = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 'east' : 'west'))
    await Promise.all(names.map((name) => send(name, 'POST', 'events', { title: `In the ${name}`, ...times })))
    for (const name of ['east', 'west']) {
      expect((await listEvents(name)).map(({ title }) => title)).toEqual(Array.from({ length: 20 }, () => `In the ${name}`))
    }
  })
})
