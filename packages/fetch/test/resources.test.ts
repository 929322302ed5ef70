import { describe, expect, test } from 'vitest'
import { memberOrder, membersOf } from './member-order.ts'
import { base, concert, type Started, startCalendar } from './support.ts'

const full = {
  ...concert,
  venue: [{ venue: 'Hall' }],
  organizer: [{ organizer: 'Choir' }],
  categories: ['Music'],
  tags: ['Outdoor'],
}

async function startFull(options: Parameters<typeof startCalendar>[0] = {}): Promise<Started> {
  const started = startCalendar(options)
  await started.request('POST', '/events', full)
  return started
}

describe('the members of resources, in their order', () => {
  test.each([
    ['/events/1', 'event'],
    ['/venues/1', 'venue'],
    ['/organizers/1', 'organizer'],
  ] as const)('%s', async (path, kind) => {
    const { request } = await startFull()
    expect(membersOf(kind, (await request('GET', path)).body)).toBe(memberOrder[kind])
  })

  test.each([
    ['/categories/1', 'id name slug description taxonomy parent count url urls custom_fields version'],
    ['/tags/2', 'id name slug description taxonomy count url urls custom_fields version'],
  ])('%s', async (path, keys) => {
    const { request } = await startFull()
    expect(Object.keys((await request('GET', path)).body).join(' ')).toBe(keys)
  })

  test('linked records inside events', async () => {
    const { request } = await startFull()
    const { body } = await request('GET', '/events/1')
    expect(membersOf('venue', body.venue)).toBe(memberOrder.venue)
    expect(membersOf('organizer', body.organizer[0])).toBe(memberOrder.organizer)
    expect(Object.keys(body.categories[0]).join(' ')).toBe('id name slug description taxonomy parent url urls')
    expect(Object.keys(body.tags[0]).join(' ')).toBe('id name slug description taxonomy url urls')
    expect(body.venue).toEqual((await request('GET', '/venues/1')).body)
    expect(body.organizer).toEqual([(await request('GET', '/organizers/1')).body])
  })
})

describe('a member of a resource', () => {
  test('venue is [] without a venue, an object for one, an array for several', async () => {
    const { request } = startCalendar()
    const venueOf = async (venue: unknown): Promise<unknown> => (await request('POST', '/events', { ...concert, venue })).body.venue
    expect(await venueOf([])).toEqual([])
    expect(await venueOf({ venue: 'A' })).toMatchObject({ id: 1, venue: 'A' })
    expect(await venueOf([1, { venue: 'B' }])).toMatchObject([{ id: 1 }, { id: 2 }])
    expect(await venueOf('2,1')).toMatchObject([{ id: 2 }, { id: 1 }])
    expect(await venueOf({ id: 2, venue: 'changed' })).toMatchObject({ id: 2, venue: 'B' })
  })

  test('organizer is always an array', async () => {
    const { request } = startCalendar()
    expect((await request('POST', '/events', concert)).body.organizer).toEqual([])
    expect((await request('POST', '/events', { ...concert, organizer: { organizer: 'A' } })).body.organizer).toMatchObject([
      { organizer: 'A' },
    ])
  })

  test('image is false without an image, so that image.url never throws', async () => {
    const { request } = startCalendar()
    const imageOf = async (image: unknown): Promise<unknown> => (await request('POST', '/venues', { venue: 'A', image })).body.image
    expect(await imageOf(undefined)).toBe(false)
    expect(await imageOf(null)).toBe(false)
    expect(await imageOf('7')).toEqual({ id: 7 })
    expect(await imageOf('https://example.org/a.png')).toEqual({ url: 'https://example.org/a.png' })
  })

  test('start_date_details has zero-padded strings', async () => {
    const { request } = startCalendar()
    const { body } = await request('POST', '/events', { ...concert, start_date: '2026-05-03 09:05:07' })
    expect(body.start_date_details).toEqual({ year: '2026', month: '05', day: '03', hour: '09', minutes: '05', seconds: '07' })
    expect(body.utc_start_date_details).toEqual({ year: '2026', month: '05', day: '03', hour: '07', minutes: '05', seconds: '07' })
    expect(Object.keys(body.end_date_details)).toEqual(['year', 'month', 'day', 'hour', 'minutes', 'seconds'])
  })

  test('cost is a string, and cost_details has its parts', async () => {
    const { request } = startCalendar()
    const { body } = await request('POST', '/events', { ...concert, cost: '$20 - $10' })
    expect(body.cost_details).toEqual({ currency_symbol: '$', currency_code: 'USD', currency_position: 'prefix', values: ['10', '20'] })
    expect(Object.keys(body.cost_details)).toEqual(['currency_symbol', 'currency_code', 'currency_position', 'values'])
    expect(typeof body.cost).toBe('string')
  })

  test('urls of a term has its own URL, its list and its parent', async () => {
    const { request } = startCalendar()
    const base = 'http://localhost/calendar/events/v1/categories'
    expect((await request('POST', '/categories', { name: 'A' })).body.urls).toEqual({ self: `${base}/1`, collection: base })
    expect((await request('POST', '/categories', { name: 'B', parent: 1 })).body.urls).toEqual({
      self: `${base}/2`,
      collection: base,
      up: `${base}/1`,
    })
  })
})

describe('URLs in responses', () => {
  test('begin with the publicUrl, whatever the host of the request', async () => {
    const started = startCalendar({ publicUrl: 'https://example.org:8443/cal/', basePath: '/wp-json', namespace: 'tribe/events/v1' })
    const path = 'http://evil.example/wp-json/tribe/events/v1/events'
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const reply = await started.request('POST', path, full, headers)
    expect(reply.text).not.toContain('evil')
    expect(reply.body.rest_url).toBe('https://example.org:8443/cal/wp-json/tribe/events/v1/events/1')
    expect(reply.headers.get('location')).toBe(reply.body.rest_url)
    expect(reply.body.global_id).toBe('example.org:8443?id=1')
    expect(reply.body.global_id_lineage).toEqual(['example.org:8443?id=1'])
    expect(reply.body.url).toBe(reply.body.rest_url)
  })

  test('of pages are the results of the option links', async () => {
    const { request } = await startFull({
      links: (kind, record) => (kind === 'organizer' ? undefined : `https://example.org/${kind}/${record.slug}`),
    })
    const { body } = await request('GET', '/events/1')
    expect(body.url).toBe('https://example.org/event/concert')
    expect(body.venue.url).toBe('https://example.org/venue/hall')
    expect(body.organizer[0].url).toBe(body.organizer[0].rest_url)
    expect(body.categories[0].url).toBe('https://example.org/category/music')
    expect(body.tags[0].urls.self).toBe('http://localhost/calendar/events/v1/tags/2')
  })

  test.each([
    ['an absolute address', 'https://example.org/event/1', 'https://example.org/event/1'],
    ['a path, of the host of publicUrl', '/agenda/choir/', 'https://town.example/agenda/choir/'],
    [
      'letters of other scripts, percent-encoded',
      'https://town.example/agenda/é東 京/',
      'https://town.example/agenda/%C3%A9%E6%9D%B1%20%E4%BA%AC/',
    ],
    ['an empty text, no page', '', 'https://town.example/cal/calendar/events/v1/events/1'],
  ])('of pages can be %s', async (_, given, url) => {
    const { request } = await startFull({ publicUrl: 'https://town.example/cal', links: () => given })
    expect((await request('GET', '/events/1')).body.url).toBe(url)
  })

  test.each(['town.example/agenda/', 'javascript:alert(1)', 'https://', Promise.resolve('https://example.org/'), 7])(
    'of pages cannot be %s, and onError gets the reason',
    async (given) => {
      const reported: unknown[] = []
      const { request } = await startFull({ links: () => given as string, onError: (error) => reported.push(String(error)) })
      expect((await request('GET', '/events/1')).status).toBe(500)
      expect(reported.at(-1)).toBe(
        `TypeError: links must return an address such as https://example.org/event/choir, a path or undefined, not ${given}`,
      )
    },
  )
})

test('resolveImage is called once per image, and null means no image', async () => {
  const asked: (number | string)[] = []
  const { request } = startCalendar({
    resolveImage: async (image) => {
      asked.push(image)
      return image === 9 ? null : { url: `https://example.org/${image}.jpg`, id: 7, width: 640, alt: undefined }
    },
  })
  await request('POST', '/events', { ...concert, image: 7, venue: { venue: 'A', image: 7 }, organizer: { organizer: 'B', image: 9 } })
  asked.length = 0
  const { body } = await request('GET', '/events/1')
  expect(asked.sort()).toEqual([7, 9])
  expect(body.image).toEqual({ url: 'https://example.org/7.jpg', id: 7, width: 640 })
  expect(body.venue.image).toEqual(body.image)
  expect(body.organizer[0].image).toBe(false)
})

describe('DELETE', () => {
  test.each(['events', 'venues', 'organizers'])('of %s moves to the trash, or deletes for good with force', async (list) => {
    const { request } = await startFull()
    const before = (await request('GET', `/${list}/1`)).body
    const trashed = await request('DELETE', `/${list}/1`)
    expect([trashed.status, trashed.body.status, trashed.body.id]).toEqual([200, 'trash', 1])
    for (const method of ['GET', 'HEAD', 'DELETE', 'PATCH']) {
      expect((await request(method, `/${list}/1`, method === 'PATCH' ? { description: 'x' } : undefined)).status).toBe(410)
    }
    const restored = await request('PATCH', `/${list}/1`, { status: 'publish' })
    expect(restored.body).toMatchObject({ status: 'publish', slug: before.slug })
    const gone = await request('DELETE', `/${list}/1?force=true`)
    expect([gone.status, gone.body.status]).toEqual([200, 'publish'])
    expect((await request('GET', `/${list}/1`)).status).toBe(404)
  })

  test.each(['events', 'venues', 'organizers'])('of %s is undone by restore, with the status of before', async (list) => {
    const { request } = await startFull()
    await request('PATCH', `/${list}/1`, { status: 'pending' })
    const { slug, version } = (await request('GET', `/${list}/1`)).body
    await request('DELETE', `/${list}/1?restore=true`)
    expect((await request('PATCH', `/${list}/1?restore=no`, { description: 'x' })).status).toBe(410)
    expect((await request('PATCH', `/${list}/1?restore=true&version=${version}`, {})).body.code).toBe('version_conflict')
    const restored = await request('PUT', `/${list}/by-slug/${slug}__trashed?restore=true&version=${version + 1}`, { slug: 'other' })
    expect([restored.status, restored.body]).toEqual([200, expect.objectContaining({ status: 'pending', slug, version: version + 2 })])
    expect((await request('PATCH', `/${list}/1?restore=true`, {})).body).toMatchObject({ code: 'not_found' })
    const reply = await request('PATCH', `/${list}/1?restore=maybe`, {})
    expect([reply.status, Object.keys(reply.body.data.params)]).toEqual([400, ['restore']])
  })

  test.each(
    ['events', 'venues', 'organizers'].flatMap((list) =>
      ['POST', 'PUT', 'PATCH'].flatMap((method) => [
        [method, `/${list}/1?restore=true`, {}, undefined],
        [method, `/${list}/by-slug/SLUG__trashed?restore=1`, {}, undefined],
        [method, `/${list}/1?restore=true`, { 'content-type': 'application/json' }, undefined],
        [method, `/${list}/1?restore=true`, { 'content-type': 'application/json', 'content-length': '0' }, ''],
        [method, `/${list}/1?restore=true`, { 'content-type': 'text/plain' }, 'no JSON'],
      ]),
    ) as [string, string, Record<string, string>, string | undefined][],
  )('%s %s needs no body, with the headers %o', async (method, path, headers, body) => {
    const { handler, request } = await startFull()
    const item = `/${path.split('/')[1]?.split('?')[0]}/1`
    const { slug } = (await request('GET', item)).body
    await request('DELETE', item)
    const address = `http://localhost${base}${path.replace('SLUG', slug)}`
    const response = await handler(new Request(address, { method, headers, ...(body !== undefined && { body }) }))
    expect([response.status, (await response.json()).slug]).toEqual([200, slug])
  })

  test.each(['other', 'reset', 'keep,keep', 'true', '0'])('takes no other word for omitted than keep: %s is 400', async (word) => {
    const { request } = await startFull()
    const reply = await request('PATCH', `/events/1?omitted=${word}`, { title: 'Other' })
    expect([reply.status, Object.keys(reply.body.data.params)]).toEqual([400, ['omitted']])
    expect((await request('PATCH', '/events/1?omitted=keep', { title: 'Other' })).status).toBe(200)
  })

  test('with force works in the trash, and accepts every spelling of true', async () => {
    const { request } = await startFull()
    await request('DELETE', '/events/1?force=no')
    expect((await request('DELETE', '/events/1?force=YES')).status).toBe(200)
    expect((await request('GET', '/events/1')).status).toBe(404)
  })

  test('with an invalid force gives 400', async () => {
    const { request } = await startFull()
    for (const query of ['force=', 'force=maybe', 'force=1&force=1']) {
      const reply = await request('DELETE', `/events/1?${query}`)
      expect([reply.status, Object.keys(reply.body.data.params)]).toEqual([400, ['force']])
    }
    expect((await request('GET', '/events/1')).status).toBe(200)
  })

  test.each([
    ['categories', 1],
    ['tags', 2],
  ])('of %s deletes for good and returns the term', async (list, id) => {
    const { request } = await startFull()
    const before = (await request('GET', `/${list}/${id}`)).body
    expect((await request('DELETE', `/${list}/${id}`)).body).toEqual(before)
    expect((await request('GET', `/${list}/${id}`)).status).toBe(404)
    expect((await request('GET', '/events/1')).body[list]).toEqual([])
  })
})
