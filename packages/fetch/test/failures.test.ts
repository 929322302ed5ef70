import { allowAll, CalendarError, type CalendarStore, type ErrorCode } from '@kalends/core'
import { errorCodes, errorMessages, invalidInput } from '@kalends/core/internal'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test, vi } from 'vitest'
import { handlerOptionNames } from '../src/options/handler-options.ts'
import { english } from '../src/options/settings.ts'
import { eventBody } from '../src/parameters/event.ts'
import { statusOf, toProblem } from '../src/response/problem.ts'
import { concert, type Started, startCalendar } from './support.ts'

const details: { readonly [Code in ErrorCode]: CalendarError<Code>['details'] } = {
  invalid_input: invalidInput({ startDate: { code: 'not_a_date' }, other: { code: 'not_valid' } }).details,
  invalid_json: { reason: 'jsonEmpty' },
  history_gone: {},
  unauthenticated: {},
  forbidden: { action: 'update', kind: 'event' },
  moved: { location: 'https://example.org/events/by-slug/new' },
  not_found: { kind: 'event', id: 1 },
  page_out_of_range: { page: 2, totalPages: 1 },
  method_not_allowed: { allow: ['GET', 'HEAD'] },
  slug_taken: { slug: 'secret' },
  uid_taken: { uid: 'secret', id: 7 },
  name_taken: { name: 'secret' },
  venue_busy: { conflicts: [7] },
  refused: {},
  request_in_progress: {},
  in_trash: { kind: 'event', id: 1 },
  record_gone: {},
  token_expired: {},
  version_conflict: {},
  body_too_large: { maxBodyBytes: 1 },
  unsupported_media_type: { accepted: ['application/json'] },
  wrong_host: {},
  key_reused: {},
  precondition_required: {},
  internal: {},
  unavailable: { retryAfterSeconds: 1.2 },
}

describe('toProblem', () => {
  test.each(errorCodes)('gives %s the same shape as every error', (code: ErrorCode) => {
    const { status, body } = toProblem(new CalendarError(code, details[code]), eventBody, english)
    expect(Object.keys(body)).toEqual(['code', 'message', 'data'])
    expect(body).toMatchObject({ code, message: expect.any(String), data: { status: statusOf[code] } })
    expect(status).toBe(statusOf[code])
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('names fields as the wire does, and those of nested records in one reason', () => {
    const error = invalidInput({
      endDate: { code: 'before_start' },
      'venues[0].name': { code: 'required' },
      'venues[2].geoLat': { code: 'not_a_number' },
      'venues[2].image.url': { code: 'not_a_web_address' },
      'organizers[1]': { code: 'not_an_integer', min: 0 },
      'organizers[2]': { code: 'not_a_link' },
      'tags[0].id': { code: 'not_valid' },
      allDay: { code: 'not_a_boolean' },
      'fields.opens[0].from': { code: 'invalid_field', reason: 'is odd' },
      'venues[1].fields.seats': { code: 'required' },
    })
    const address = 'must be an address that begins with http:// or https:// and has no user name'
    expect(toProblem(error, eventBody, english).body).toEqual({
      code: 'invalid_input',
      message:
        'Some of the input is not valid. See: end_date, venue, organizer, tags, all_day, custom_fields.opens[0].from, venue[1].custom_fields.seats.',
      data: {
        status: 400,
        params: {
          end_date: 'must not be before the start',
          venue: `venue is required; geo_lat must be a number; image ${address}`,
          organizer: 'must be an integer of 0 or more',
          tags: 'is not valid',
          all_day: 'must be true or false',
          'custom_fields.opens[0].from': 'is odd',
          'venue[1].custom_fields.seats': 'is required',
        },
        issues: [
          { path: 'end_date', code: 'before_start', message: 'must not be before the start' },
          { path: 'venue[0].venue', code: 'required', message: 'is required' },
          { path: 'venue[2].geo_lat', code: 'not_a_number', message: 'must be a number' },
          { path: 'venue[2].image.url', code: 'not_a_web_address', message: address },
          { path: 'organizer[1]', code: 'not_an_integer', message: 'must be an integer of 0 or more', min: 0 },
          { path: 'organizer[2]', code: 'not_a_link', message: 'must be an id, or an object with the name of the record' },
          { path: 'tags[0].id', code: 'not_valid', message: 'is not valid' },
          { path: 'all_day', code: 'not_a_boolean', message: 'must be true or false' },
          { path: 'custom_fields.opens[0].from', code: 'invalid_field', message: 'is odd', reason: 'is odd' },
          { path: 'venue[1].custom_fields.seats', code: 'required', message: 'is required' },
        ],
      },
    })
  })

  test('shows the message of a refusal, and of no other error', () => {
    expect(toProblem(new CalendarError('refused', {}, { message: 'The hall is booked.' }), [], english).body).toEqual({
      code: 'refused',
      message: 'The hall is booked.',
      data: { status: 409 },
    })
    expect(toProblem(new CalendarError('forbidden', {}, { message: 'secret' }), [], english).body['message']).toBe(errorMessages.forbidden)
  })

  test('says when to retry', () => {
    expect(toProblem(new CalendarError('unavailable', { retryAfterSeconds: 1.2 }), [], english).headers).toEqual({ 'Retry-After': '2' })
    expect(toProblem(new CalendarError('unavailable', {}), [], english).headers).toEqual({ 'Retry-After': '5' })
  })
})

/** A store whose every call fails. */
function failing(error: unknown): CalendarStore {
  const fail = async (): Promise<never> => {
    throw error
  }
  const collection = new Proxy({}, { get: () => fail })
  return new Proxy(memoryStore(), {
    get: (store, key) => {
      if (key === 'contract') return store.contract
      return ['events', 'venues', 'organizers', 'terms'].includes(String(key)) ? collection : fail
    },
  }) as CalendarStore
}

describe('an unexpected failure', () => {
  const secret = new Error('SELECT * FROM events; password=hunter2 at /srv/app.ts')

  test.each([
    ['the store', {}, { store: failing(secret) }],
    ['authenticate', { authenticate: () => Promise.reject(secret) }, {}],
    [
      'links',
      {
        links: () => {
          throw secret
        },
      },
      {},
    ],
    ['resolveImage', { resolveImage: () => Promise.reject(secret) }, {}],
  ] as const)('of %s is internal, without detail, and reported', async (_, options, calendarOptions) => {
    const reported: unknown[] = []
    const { request } = startCalendar({ ...options, onError: (error, { url }) => reported.push(error, url) }, calendarOptions)
    const reply = await request('POST', '/events', { ...concert, image: 7 })
    expect(reply.body).toEqual({ code: 'internal', message: 'Something went wrong.', data: { status: 500 } })
    expect(reported).toEqual([secret, 'http://localhost/calendar/events/v1/events'])
  })

  test('is also an actor without an id', async () => {
    const { request } = startCalendar({ authenticate: () => ({ name: 'Ann' }) as never })
    expect((await request('GET', '/events')).status).toBe(500)
  })

  test('gets its response even if onError throws', async () => {
    const { request } = startCalendar(
      {
        onError: () => {
          throw secret
        },
      },
      { store: failing(secret) },
    )
    expect((await request('GET', '/events')).status).toBe(500)
  })

  test('does not end the process if onError rejects', async () => {
    const report = Promise.reject(secret)
    // Node ends the process on an unhandled rejection.
    const listen = vi.spyOn(report, 'then')
    const { request } = startCalendar({ onError: () => report }, { store: failing(secret) })
    expect((await request('GET', '/events')).status).toBe(500)
    expect(listen).toHaveBeenCalledExactlyOnceWith(undefined, expect.any(Function))
  })

  test('is reported, but an expected error is not', async () => {
    const reported: unknown[] = []
    const { request } = startCalendar({ onError: (error) => reported.push(error) })
    for (const path of ['/events/7', '/events?page=x', '/events?page=2', '/nothing']) await request('GET', path)
    await request('POST', '/tags', 'no JSON')
    expect(reported).toEqual([])
  })
})

test('an unavailable store gives 503 and is not reported', async () => {
  const reported: unknown[] = []
  const { request } = startCalendar(
    { onError: (error) => reported.push(error) },
    { store: failing(new CalendarError('unavailable', { retryAfterSeconds: 3 })) },
  )
  for (const [method, body] of [['GET'], ['POST', concert]] as const) {
    const reply = await request(method, '/events', body)
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'unavailable', '3'])
  }
  expect(reported).toEqual([])
})

test('an unavailable store with a message for the host is reported, and callers do not see the message', async () => {
  const refused = new CalendarError('unavailable', {}, { message: 'The calendar does not run under the sql_mode ORACLE.' })
  const reported: unknown[] = []
  const { request } = startCalendar({ onError: (error) => reported.push(error) }, { store: failing(refused) })
  const reply = await request('GET', '/events')
  expect([reply.status, reply.headers.get('retry-after'), reply.body.message]).toEqual([503, '5', errorMessages.unavailable])
  expect(reported).toEqual([refused])
})

test('authentication can refuse', async () => {
  const { request } = startCalendar({ authenticate: () => Promise.reject(new CalendarError('unauthenticated', {})) })
  const reply = await request('POST', '/events', concert)
  expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated'])
})

describe('a policy that fails denies', () => {
  const denies = async (may: () => unknown): Promise<number> => {
    const { request }: Started = startCalendar({ access: { ...allowAll(), may: may as () => boolean } })
    return (await request('POST', '/events', concert)).status
  }
  test.each([
    [
      'throws',
      () => {
        throw new Error('x')
      },
    ],
    ['rejects', () => Promise.reject(new Error('x'))],
    ['says 1', () => 1],
    ['says nothing', () => undefined],
    ['says "true"', () => 'true'],
  ])('%s', async (_, may) => {
    expect(await denies(may)).toBe(401)
  })
})

test('the name of a sibling gives 409', async () => {
  const { request } = startCalendar()
  await request('POST', '/tags', { name: 'Café' })
  const reply = await request('POST', '/tags', { name: 'CAFE' })
  expect([reply.status, reply.body.code]).toEqual([409, 'name_taken'])
})

describe('a hook of the host', () => {
  test.each<[string, unknown, number, string]>([
    ['refuses', new CalendarError('refused', {}, { message: 'The hall is booked.' }), 409, 'The hall is booked.'],
    ['fails', new Error('secret'), 500, errorMessages.internal],
    ['does not find a record of its own', new CalendarError('not_found', { id: 7 }), 500, errorMessages.internal],
  ])('that %s', async (_name, thrown, status, message) => {
    const reported: unknown[] = []
    const { calendar, request } = startCalendar({ onError: (error) => void reported.push(error) })
    calendar.before('event.create', () => Promise.reject(thrown))
    const reply = await request('POST', '/events', concert)
    expect([reply.status, reply.body.message, reported]).toEqual([status, message, status === 500 ? [thrown] : []])
  })
})

test.each(['publicURL', 'acess', 'link'])('a misspelt option (%s) is refused, and the right one named', (name) => {
  const right = { publicURL: 'publicUrl', acess: 'access', link: 'links' }[name]
  expect(() => startCalendar({ [name]: undefined })).toThrow(new TypeError(`createHandler has no option ${name}. Is it ${right}?`))
})

// Each option is a question to every host. A wish from outside is an extension.
test('a handler has 15 options and `use`', () => {
  expect(Object.keys(handlerOptionNames)).toHaveLength(16)
})
