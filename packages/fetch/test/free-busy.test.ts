import { createCalendar, publicReadOnly, roles } from '@kalends/core'
import type { BusyFormat } from '@kalends/core/format'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { freeBusy } from '../src/free-busy.ts'
import { createHandler } from '../src/index.ts'
import { startCalendar } from './support.ts'

const authenticate = (request: Request) => {
  const id = request.headers.get('authorization')
  return id === null ? null : { id, roles: ['author'] }
}

const plain: BusyFormat = {
  mediaType: 'text/plain; charset=utf-8',
  extension: 'txt',
  encode: (busy, { venueIds, startMs, endMs, todayMs, selfUrl }) =>
    JSON.stringify([busy.length, venueIds, startMs, endMs, todayMs, selfUrl]),
}

async function started() {
  const world = startCalendar({ access: roles(), authenticate, use: [freeBusy({ formats: [plain] })] })
  const { venues, events } = world.calendar
  for (const name of ['Hall', 'Park']) await venues.create({ name, exclusive: name === 'Hall' })
  const at = (startDate: string, endDate: string, more = {}) => events.create({ title: 'Choir', startDate, endDate, venues: 1, ...more })
  await at('2026-05-31 20:00', '2026-05-31 22:00')
  await at('2026-05-31 22:00', '2026-05-31 23:00', { status: 'draft', authorId: '7' })
  await at('2026-05-31 20:00', '2026-05-31 21:00', { venues: 2 })
  return world
}

const window = 'start=2026-05-31&end=2026-05-31'

describe('GET /free-busy', () => {
  test.each([
    ['strangers', {}, [{ start: '2026-05-31 18:00:00', end: '2026-05-31 20:00:00', events: [1] }]],
    ['the author', { authorization: '7' }, [{ start: '2026-05-31 18:00:00', end: '2026-05-31 21:00:00', events: [1, 2] }]],
    ['others who may create events', { authorization: '8' }, [{ start: '2026-05-31 18:00:00', end: '2026-05-31 21:00:00', events: [1] }]],
  ])('shows %s what they may know', async (_, headers, hall) => {
    const { request } = await started()
    const { body } = await request('GET', `/free-busy?venue=2,1&${window}`, undefined, headers)
    expect(body).toEqual({
      busy: [
        ...hall.map((one) => ({ venue: 1, ...one })),
        { venue: 2, start: '2026-05-31 18:00:00', end: '2026-05-31 19:00:00', events: [3] },
      ],
    })
  })

  test.each([
    [window, ['venue'], 'required'],
    ['venue=1&start=2026-05-31', ['end'], 'required'],
    ['venue=1&start=2026-05-31&end=2026-05-30', ['end'], 'before_start'],
    ['venue=1&start=2026-05-31&end=2027-06-05', ['end'], 'too_many_days'],
    ['venue=hall&start=2026-05-31&end=soon', ['venue', 'end'], 'not_an_integer'],
  ])('refuses %s', async (query, names, code) => {
    const { request } = await started()
    const { status, body } = await request('GET', `/free-busy?${query}`)
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'invalid_input', names])
    expect(body.data.issues[0].code).toBe(code)
  })

  test('takes relative dates, and is the same for the same times', async () => {
    const { request } = await started()
    const first = await request('GET', '/free-busy?venue=1&start=today&end=%2B1%20year')
    expect(first.body.busy).toHaveLength(1)
    const etag = first.headers.get('etag') ?? ''
    const again = await request('GET', '/free-busy?venue=1&start=today&end=%2B1%20year', undefined, { 'if-none-match': etag })
    expect(again.status).toBe(304)
  })

  test('has the formats of the host', async () => {
    const { handler } = await started()
    const response = await handler(new Request(`http://localhost/calendar/events/v1/free-busy.txt?venue=1&${window}`))
    expect(response.headers.get('content-type')).toBe(plain.mediaType)
    expect(await response.json()).toEqual([
      1,
      [1],
      Date.parse('2026-05-30T22:00Z'),
      Date.parse('2026-05-31T22:00Z'),
      Date.parse('2026-03-03T23:00Z'),
      expect.stringMatching(/\/calendar\/events\/v1\/free-busy\.txt\?venue=1&start=2026-05-31&end=2026-05-31$/),
    ])
  })
})

describe('an event that would overlap another one at an exclusive venue', () => {
  const body = { title: 'Second', start_date: '2026-05-31 21:00', end_date: '2026-05-31 22:30', venue: 1 }

  test.each([
    ['7', [1, 2]],
    ['8', [1]],
  ])('is refused, with the ids that the author %s may read', async (authorization, conflicts) => {
    const { request } = await started()
    const refused = await request('POST', '/events', body, { authorization })
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([409, 'venue_busy', { status: 409, conflicts }])
    expect(refused.body.message).toBe('The venue is taken at that time.')
  })

  test('is stored at another time, and may then only move to free times', async () => {
    const { request } = await started()
    const headers = { authorization: '7' }
    const made = await request('POST', '/events', { ...body, start_date: '2026-06-01 21:00', end_date: '2026-06-01 22:30' }, headers)
    expect(made.status).toBe(201)
    const path = `/events/${made.body.id}`
    expect((await request('PATCH', path, { start_date: body.start_date, end_date: body.end_date }, headers)).status).toBe(409)
    expect((await request('PATCH', path, { start_date: '2026-06-02 21:00', end_date: '2026-06-02 22:30' }, headers)).status).toBe(200)
  })

  test('makes the venue say that it is exclusive, as its last member', async () => {
    const { request } = await started()
    const { body: hall } = await request('GET', '/venues/1')
    expect(Object.entries(hall).at(-1)).toEqual(['exclusive', true])
  })
})

test('the extension of the documentation serves free and busy times', async () => {
  const calendar = createCalendar({ store: memoryStore() })
  const handler = createHandler(calendar, { access: publicReadOnly(), use: [freeBusy()] })
  const response = await handler(new Request(`https://example.org/calendar/events/v1/free-busy?venue=1&${window}`))
  expect(await response.json()).toEqual({ busy: [] })
})

test('an unknown option is refused', () => {
  expect(() => freeBusy(Object({ format: [] }))).toThrow(TypeError)
})
