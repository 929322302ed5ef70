import { describe, expect, test } from 'vitest'
import { forms } from '../src/forms.ts'
import { concert, type Started, startCalendar, toReply, toRequest } from './support.ts'

const post = { method: 'POST', duplex: 'half' } as const
const url = 'http://localhost/calendar/events/v1/tags'

describe('media types', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; charset=utf8',
    'application/json; profile="x"',
    'application/problem+json',
    'application/vnd.api+json; charset=utf-8',
  ])('%s is accepted', async (type) => {
    const { request } = startCalendar()
    expect((await request('POST', '/tags', { name: 'A' }, { 'content-type': type })).status).toBe(201)
  })

  test.each([
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json, application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/',
    'json',
    '*/*',
  ])('%s is refused', async (type) => {
    const { request } = startCalendar()
    const reply = await request('POST', '/tags', '{"name":"A"}', { 'content-type': type })
    expect([reply.status, reply.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  test.each([
    [{}, 'application/json'],
    [{ use: [forms()] }, 'application/json or application/x-www-form-urlencoded or multipart/form-data'],
  ])('the message names the types that are read: %j', async (options, types) => {
    const { request } = startCalendar(options)
    const reply = await request('POST', '/tags', '{"name":"A"}', { 'content-type': 'text/plain' })
    expect(reply.body.message).toBe(`The body is of a type that is not read here. Send UTF-8 with a Content-Type of ${types}.`)
  })

  test('a body without a type is refused', async () => {
    const { handler } = startCalendar()
    for (const body of [undefined, new Blob(['{"name":"A"}'])]) {
      expect((await handler(new Request(url, { method: 'POST', body: body ?? null }))).status).toBe(415)
    }
  })
})

describe('a body that is no JSON object is refused', () => {
  const bytes = (...values: readonly number[]): Uint8Array<ArrayBuffer> => new Uint8Array(values)
  test.each([
    ['empty', bytes()],
    ['not UTF-8', bytes(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d)],
    ['half a surrogate', new Uint8Array([...new TextEncoder().encode('{"name":"'), 0xed, 0xa0, 0x80, ...new TextEncoder().encode('"}')])],
    ['two byte order marks', new Uint8Array([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
    ['UTF-16', bytes(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00)],
    ['a list', new TextEncoder().encode('[{"name":"A"}]')],
    ['21 levels', new TextEncoder().encode(`{"name":"A","x":${'['.repeat(20)}${']'.repeat(20)}}`)],
  ])('%s', async (_, body) => {
    const { handler } = startCalendar()
    const reply = await toReply(await handler(new Request(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })))
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_json'])
  })

  test('a byte order mark and 20 levels are accepted', async () => {
    const { request } = startCalendar()
    expect((await request('POST', '/tags', `\uFEFF{"name":"A","x":${'['.repeat(19)}${']'.repeat(19)}}`)).status).toBe(201)
  })

  test('an escaped half of a surrogate pair is an issue of its field', async () => {
    const { request } = startCalendar()
    const reply = await request('POST', '/tags', '{"name":"\\ud800"}')
    expect([reply.status, reply.body.code, Object.keys(reply.body.data.params)]).toEqual([400, 'invalid_input', ['name']])
  })
})

describe('the size limit', () => {
  const start = (): ReturnType<typeof startCalendar> => startCalendar({ maxBodyBytes: 100 })
  const json = (bytes: number): string => `{"name":"A","x":"${'x'.repeat(bytes - 19)}"}`

  test('counts bytes, and accepts a body of exactly this size', async () => {
    const { request } = start()
    expect(json(100)).toHaveLength(100)
    expect((await request('POST', '/tags', json(100))).status).toBe(201)
    const reply = await request('POST', '/tags', json(101))
    expect([reply.status, reply.body.code]).toEqual([413, 'body_too_large'])
    expect((await request('POST', '/tags', `{"name":"${'ä'.repeat(50)}"}`)).status).toBe(413)
  })

  test('refuses a declared length before anything is read', async () => {
    let pulled = 0
    const pull = (): void => {
      pulled += 1
    }
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
    const headers = { 'content-type': 'application/json', 'content-length': '101' }
    const response = await start().handler(new Request(url, { ...post, body, headers }))
    expect([response.status, pulled]).toEqual([413, 0])
  })

  test.each([['10'], ['100'], [undefined]])('counts the bytes, even if the declared length is wrong or missing: %s', async (length) => {
    const { request } = start()
    const headers = length === undefined ? {} : { 'content-length': length }
    expect((await request('POST', '/tags', json(101), headers)).status).toBe(413)
    expect((await request('POST', '/tags', json(50), headers)).status).toBe(201)
  })

  test('cancels an endless body', async () => {
    const { handler } = start()
    let pulled = 0
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1
        controller.enqueue(new Uint8Array(30))
      },
      cancel: () => {
        cancelled = true
      },
    })
    const response = await handler(new Request(url, { ...post, body, headers: { 'content-type': 'application/json' } }))
    expect(response.status).toBe(413)
    expect(cancelled).toBe(true)
    expect(pulled).toBeLessThan(10)
  })

  test('a body that ends early is no JSON', async () => {
    const { handler } = start()
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    const response = await handler(new Request(url, { ...post, body, headers: { 'content-type': 'application/json' } }))
    expect(await response.json()).toMatchObject({ code: 'invalid_json' })
  })

  test('is 1 MiB by default', async () => {
    const { request } = startCalendar()
    expect((await request('POST', '/tags', json(1_048_576))).status).toBe(201)
    expect((await request('POST', '/tags', json(1_048_577))).status).toBe(413)
  })
})

describe('fields', () => {
  test('the plural names of the TypeScript API are ignored', async () => {
    const { request } = startCalendar()
    const plurals = { venues: [{ name: 'A' }], organizers: 'x', publishedMs: 1 }
    const made = await request('POST', '/events', { ...concert, ...plurals })
    expect([made.status, made.body.venue, made.body.organizer]).toEqual([201, [], []])
    const both = await request('PUT', `/events/${made.body.id}`, { venue: { venue: 'Hall' }, ...plurals })
    expect([both.status, both.body.venue.venue]).toEqual([200, 'Hall'])
    expect(both.body).not.toHaveProperty('venues')
  })

  test('unknown and response-only fields are ignored', async () => {
    const { request } = startCalendar()
    const body = {
      ...concert,
      id: 7,
      rest_url: 'x',
      modified: 'x',
      utc_start_date: 'x',
      cost_details: 4,
      custom_fields: { a: 1 },
      surprise: true,
    }
    expect((await request('POST', '/events', body)).body).toMatchObject({ id: 1, title: 'Concert', custom_fields: {} })
  })

  test('a camel-case name is not a field', async () => {
    const { request } = startCalendar()
    const reply = await request('POST', '/events', { title: 'A', startDate: '2026-05-31', endDate: '2026-05-31' })
    expect(Object.keys(reply.body.data.params).sort()).toEqual(['end_date', 'start_date'])
  })

  test('members of prototypes never arrive', async () => {
    const { request } = startCalendar()
    const text = '{"name":"A","__proto__":{"description":"x","polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    expect((await request('POST', '/tags', text)).body.description).toBe('')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('every returned resource can be posted back', async () => {
    const { request } = startCalendar({
      resolveImage: (image) => ({ url: 'https://example.org/7.jpg', width: 640, ...(typeof image === 'number' && { id: image }) }),
    })
    const body = {
      ...concert,
      venue: [{ venue: 'Hall', country: 'Italy', province: 'Rome', geo_lat: 1.5, geo_lng: 2 }],
      organizer: [{ organizer: 'A', email: 'a@example.org' }, { organizer: 'B' }],
      categories: ['Music', 'Jazz'],
      tags: 'x, y',
      cost: '€ 10 - € 20',
      image: 7,
      website: 'https://example.org/',
    }
    const { body: created } = await request('POST', '/events', body)
    const { body: updated } = await request('PUT', '/events/1', created)
    expect(updated).toEqual(created)
    for (const path of ['/venues/1', '/organizers/1', '/categories/1', '/tags/3']) {
      const { body: record } = await request('GET', path)
      expect((await request('PUT', path, record)).body).toEqual(record)
    }
    expect((await request('GET', '/venues')).body.total).toBe(1)
    expect((await request('GET', '/organizers')).body.total).toBe(2)
  })

  test('a nested record has the same fields as the record on its own', async () => {
    const { request } = startCalendar()
    const { body } = await request('POST', '/events', { ...concert, venue: { venue: 'Hall', show_map: false, geo_lat: 1, geo_lng: 2 } })
    expect(body.venue).toMatchObject({ venue: 'Hall', show_map: false, geo_lat: 1, geo_lng: 2 })
    const reply = await request('POST', '/events', { ...concert, venue: { city: 'Rome' }, organizer: [{ organizer: 'A', email: 'x' }] })
    expect(reply.body.data.params).toEqual({
      venue: expect.stringMatching(/^venue is required/),
      organizer: expect.stringMatching(/^email must be/),
    })
  })

  describe.each([
    [undefined, { POST: false, PUT: false, PATCH: false }],
    ['reset', { POST: false, PUT: false, PATCH: false }],
    ['keep-on-patch', { POST: false, PUT: false, PATCH: true }],
    ['keep', { POST: true, PUT: true, PATCH: true }],
  ] as const)('an event update without all_day, with allDayOnUpdate %s', (allDayOnUpdate, expected) => {
    const start = async (): Promise<Started> => {
      const started = startCalendar(allDayOnUpdate === undefined ? {} : { allDayOnUpdate })
      await started.request('POST', '/events', { ...concert, all_day: true, slug: 'fair' })
      return started
    }

    test.each(['/events/1', '/events/by-slug/fair'])('keeps or resets it by method: %s', async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH'] as const) {
        const { request } = await start()
        expect([method, (await request(method, path, { title: 'New' })).body.all_day]).toEqual([method, expected[method]])
        expect((await request(method, path, { all_day: true })).body.all_day).toBe(true)
      }
    })

    test.each(['POST', 'PUT', 'PATCH'])('keeps it with omitted=keep: %s', async (method) => {
      const { request } = await start()
      for (const word of ['keep', 'KEEP']) {
        expect((await request(method, `/events/1?omitted=${word}`, { title: 'New' })).body.all_day).toBe(true)
      }
      expect((await request(method, '/events/1?omitted=keep', { all_day: false })).body.all_day).toBe(false)
    })

    test('is described', async () => {
      const { request } = await start()
      const { args } = (await request('GET', '')).body.routes['/calendar/events/v1/events/{id}'].endpoints[1]
      expect(args.all_day.default).toBe(Object.values(expected).includes(true) ? undefined : false)
      expect(args.omitted).toMatchObject({ required: false, type: 'string', enum: ['keep'] })
    })
  })

  test.each(['reset', 'true', '', 'keep&omitted=keep'])('omitted=%s is refused, with the issues of the body', async (word) => {
    const { request } = startCalendar()
    await request('POST', '/events', { ...concert, all_day: true })
    const reply = await request('PATCH', `/events/1?omitted=${word}`, { title: '' })
    expect([reply.status, Object.keys(reply.body.data.params).sort()]).toEqual([400, ['omitted', 'title']])
    expect((await request('GET', '/events/1')).body).toMatchObject({ title: 'Concert', all_day: true })
  })

  test('omitted is ignored for other kinds', async () => {
    const { request } = startCalendar()
    await request('POST', '/venues', { venue: 'Hall' })
    expect((await request('PATCH', '/venues/1?omitted=what', { city: 'Rome' })).status).toBe(200)
  })
})

describe('forms', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const text =
    'title=A+%C3%A4&start_date=2026-05-31+19%3A30&end_date=2026-05-31+20%3A30&organizer[0][organizer]=X&categories[]=a&categories[]=b&all_day=1'

  test('are read with the option forms', async () => {
    const { request } = startCalendar({ use: [forms()] })
    const reply = await request('POST', '/events', text, form)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      title: 'A ä',
      all_day: true,
      organizer: [{ organizer: 'X' }],
      categories: [{ name: 'a' }, { name: 'b' }],
    })
  })

  test('create series, and change them', async () => {
    const { request } = startCalendar({ use: [forms()] })
    const times = 'title=Market&start_date=2026-06-02+10:00&end_date=2026-06-02+12:00'
    const make = (recurrence: string) => request('POST', '/events', `${times}&slug=m&${recurrence}`, form)
    const repeats = async (recurrence: string) => (await make(recurrence)).body.recurrence
    const dates = { dates: ['2026-06-05 10:00:00', '2026-06-07 18:00:00'], except: ['2026-06-09 10:00:00'] }
    expect(await repeats('recurrence=FREQ%3DWEEKLY%3BCOUNT%3D2')).toMatchObject({ rule: 'FREQ=WEEKLY;COUNT=2', dates: [], except: [] })
    expect(
      await repeats(
        'recurrence[rule]=FREQ=WEEKLY;COUNT=3&recurrence[dates][]=2026-06-05&recurrence[dates][]=2026-06-07+18:00&recurrence[except][0]=2026-06-09',
      ),
    ).toMatchObject({ rule: 'FREQ=WEEKLY;COUNT=3', ...dates })
    expect(await repeats('recurrence[dates][]=2026-06-05')).toMatchObject({ rule: '', dates: ['2026-06-05 10:00:00'] })
    expect(await repeats('recurrence=')).toBeNull()
    for (const wrong of [
      'recurrence[]=FREQ=DAILY',
      'recurrence[dates]=2026-06-05',
      'recurrence[dates][]=',
      'recurrence[rule][]=FREQ=DAILY',
    ]) {
      const { status, body } = await make(wrong)
      expect([wrong, status, body.code, Object.keys(body.data.params)]).toEqual([wrong, 400, 'invalid_input', ['recurrence']])
    }
    expect((await request('PATCH', '/events/2', 'title=Fair', form)).body.recurrence.overridden).toEqual(['title'])
    expect((await request('PATCH', '/events/2', 'recurrence[overridden][]=', form)).body).toMatchObject({ title: 'Market' })
    expect((await request('PATCH', '/events/2?scope=all', 'recurrence[rule]=FREQ=DAILY;COUNT=5', form)).status).toBe(200)
    expect((await request('GET', '/events?series=1')).body.total).toBe(5)
  })

  test('can be multipart forms', async () => {
    const { handler } = startCalendar({ use: [forms()] })
    const body = new FormData()
    body.set('name', 'Äpfel')
    const response = await handler(new Request(url, { method: 'POST', body }))
    expect(await response.json()).toMatchObject({ name: 'Äpfel' })
    const broken = await handler(toRequest('POST', '/tags', 'nonsense', { 'content-type': 'multipart/form-data; boundary=x' }))
    expect(broken.status).toBe(400)
  })

  test('are refused without the option forms', async () => {
    const { request } = startCalendar()
    expect((await request('POST', '/events', text, form)).status).toBe(415)
  })
})
