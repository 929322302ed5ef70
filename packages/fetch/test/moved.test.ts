import { roles } from '@kalends/core'
import { icalendar } from '@kalends/formats/icalendar'
import { expect, test } from 'vitest'
import { cors } from '../src/cors.ts'
import { formats } from '../src/formats.ts'
import { languages } from './languages.ts'
import { type Reply, type Started, startCalendar } from './support.ts'

/** Whoever has a key in `Authorization` is the actor with that role. */
const access = roles()
const authenticate = ({ headers }: Request) => {
  const role = headers.get('Authorization')
  return role === null ? null : { id: role === 'author' ? '7' : '1', roles: [role] }
}

/** A calendar whose event, venue and organizer have had the slug `old`. */
async function startMoved(options: Parameters<typeof startCalendar>[0] = {}): Promise<Started> {
  const started = startCalendar({
    publicUrl: 'https://town.example',
    languages: { de: languages['de'] ?? {} },
    use: [formats([icalendar()])],
    ...options,
  })
  const { events, venues, organizers } = started.calendar
  await events.create({ title: 'x', startDate: '2026-03-05 10:00', endDate: '2026-03-05 12:00', slug: 'old', authorId: '7' })
  await venues.create({ name: 'x', slug: 'old', authorId: '7' })
  await organizers.create({ name: 'x', slug: 'old', authorId: '7' })
  for (const records of [events, venues, organizers]) await records.update(1, { slug: 'новый' })
  return started
}

const present = encodeURIComponent('новый')
const moved = ({ status, headers, body }: Reply) => [status, headers.get('Location'), headers.get('Cache-Control'), body?.code]
const at = (path: string) => `https://town.example${path}`
const root = '/calendar/events/v1'

test.each<[method: string, path: string, location: string]>([
  ['GET', '/events/by-slug/old', `${root}/events/by-slug/${present}`],
  ['GET', '/events/by-slug/old/', `${root}/events/by-slug/${present}`],
  ['GET', '/events/by-slug/old?x=1&y=%C3%A4', `${root}/events/by-slug/${present}?x=1&y=%C3%A4`],
  ['GET', '/venues/by-slug/old', `${root}/venues/by-slug/${present}`],
  ['GET', '/organizers/by-slug/old', `${root}/organizers/by-slug/${present}`],
  ['GET', '/events/by-slug/old.ics?x=1', `${root}/events/by-slug/${present}.ics?x=1`],
])('%s %s is 301 to the present address', async (method, path, location) => {
  const { request, handler } = await startMoved()
  const reply = await request(method, path)
  expect(moved(reply)).toEqual([301, at(location), 'no-cache', 'moved'])
  expect(reply.body).toEqual({ code: 'moved', message: expect.any(String), data: { status: 301 } })
  const head = await request('HEAD', path)
  expect([head.status, head.headers.get('Location'), head.text]).toEqual([301, at(location), ''])
  expect((await handler(new Request(at(location)))).status).toBe(200)
})

test('the address keeps its language, and the message is in it', async () => {
  const { request } = await startMoved()
  const reply = await request('GET', 'https://town.example/de/calendar/events/v1/venues/by-slug/old')
  expect(moved(reply)).toEqual([301, at(`/de${root}/venues/by-slug/${present}`), 'no-cache', 'moved'])
  expect(reply.body.message).toBe('Der Datensatz hat jetzt eine andere Adresse.')
})

test.each([
  ['POST', { venue: 'y' }],
  ['PUT', { venue: 'y' }],
  ['PATCH', { venue: 'y' }],
  ['DELETE', undefined],
])('%s by a former slug is 404', async (method, body) => {
  const { request, calendar } = await startMoved()
  const reply = await request(method, '/venues/by-slug/old', body)
  expect([reply.status, reply.body.code, reply.headers.get('Location')]).toEqual([404, 'not_found', null])
  expect((await calendar.venues.get(1)).version).toBe(2)
})

test.each(['events', 'venues', 'organizers'] as const)('a former slug of a draft among the %s is 404 for strangers', async (kind) => {
  const { request, calendar } = await startMoved({ access, authenticate })
  const path = `/${kind}/by-slug/old`
  const statuses = async () =>
    Promise.all(
      [undefined, 'author', 'editor', 'guest'].map((role) => request('GET', path, undefined, role ? { Authorization: role } : {})),
    )
  const personal = 'private, no-store'
  const [location, none] = [at(`${root}/${kind}/by-slug/${present}`), null]
  expect((await statuses()).map(moved)).toEqual(
    ['no-cache', personal, personal, personal].map((caching) => [301, location, caching, 'moved']),
  )
  await calendar[kind].update(1, { status: 'draft' })
  const [stranger, own, editor, guest] = await statuses()
  expect([stranger, guest].map((reply) => reply && moved(reply))).toEqual([
    [404, none, 'no-cache', 'not_found'],
    [404, none, personal, 'not_found'],
  ])
  expect([own, editor].map((reply) => reply && moved(reply))).toEqual(Array(2).fill([301, location, personal, 'moved']))
  // Exactly the answer for a slug that no record had.
  const unknown = await request('GET', `/${kind}/by-slug/none`)
  expect(stranger?.text).toBe(unknown.text)
})

test('a cached response does not outlive the slug', async () => {
  const { request, calendar } = await startMoved()
  const path = `/venues/by-slug/${present}`
  const first = await request('GET', path)
  expect(first.status).toBe(200)
  await calendar.venues.update(1, { slug: 'third' })
  const etag = first.headers.get('ETag') ?? ''
  expect(moved(await request('GET', path, undefined, { 'If-None-Match': etag }))[1]).toBe(at(`${root}/venues/by-slug/third`))
  await calendar.venues.create({ name: 'y', slug: 'old' })
  expect((await request('GET', '/venues/by-slug/old')).body.id).toBe(2)
})

test('a page of another origin may follow it', async () => {
  const { request } = await startMoved({ use: [cors({ origins: ['https://other.example'] })] })
  const reply = await request('GET', '/events/by-slug/old', undefined, { Origin: 'https://other.example' })
  expect([reply.status, reply.headers.get('Access-Control-Allow-Origin')]).toEqual([301, 'https://other.example'])
})
