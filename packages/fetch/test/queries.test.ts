import { describe, expect, test } from 'vitest'
import type { Parameter } from '../src/parameters/parameter.ts'
import { concert, type Started, startCalendar, tableOf } from './support.ts'

const routes = tableOf()

/** The document and the changes are no lists; `changes.test.ts` tests the parameters of the latter. */
const lists = routes
  .filter(({ path }) => /^\/[a-z]+$/.test(path) && path !== '/doc' && path !== '/changes')
  .map((route) => ({ path: route.path, query: route.endpoints[0]?.query ?? [] }))
const parameters = lists.flatMap(({ path, query }) => query.map((argument) => ({ path, name: argument.name, argument })))

const oddValues = [
  '',
  '%20',
  '0',
  '-1',
  '+1',
  '1.5',
  '1e3',
  '0x1',
  '9007199254740992',
  '%EF%BC%91',
  'NaN',
  'null',
  'undefined',
  'true',
  'TRUE',
  'off',
  'maybe',
  '1,2',
  ',',
  '1,',
  '%00',
  '%07',
  '%F0%9F%8E%89',
  '%C3%A4',
  '2026-02-30',
  '2026-05-31',
  '2026-05-31T19:30:00%2B02:00',
  "'%22;--",
  '%25_!',
  '[object]',
  'a'.repeat(201),
  'any',
  'desc',
  'title',
  '%EF%BB%BFx',
]

test.each<[string, readonly string[]]>([
  ['', ['Used']],
  ['?hide_empty=false', ['Empty', 'Used']],
  ['?has_events=true', ['Used']],
  ['?has_events=false', ['Empty']],
  ['?has_events=false&hide_empty=true', ['Empty']],
  ['?has_events=true&hide_empty=false', ['Used']],
])('terms with %s are %j', async (query, expected) => {
  const { calendar, request } = startCalendar()
  await calendar.events.create({ title: 'Concert', startDate: '2026-05-31', endDate: '2026-05-31', categories: 'Used', tags: 'Used' })
  for (const list of ['categories', 'tags'] as const) {
    await calendar[list].create({ name: 'Empty' })
    expect((await request('GET', `/${list}${query}`)).body[list].map(({ name }: { name: string }) => name)).toEqual(expected)
  }
})

describe('the query parameter', () => {
  test.each(parameters)('$path $name with odd values gives 200, or a 400 that names it', async ({ path, name }) => {
    const { request } = startCalendar()
    for (const value of oddValues) {
      const reply = await request('GET', `${path}?${name}=${value}`)
      const isPartner = name.startsWith('geoloc_l')
      if (reply.status === 200) continue
      if (name === 'page' && reply.status === 404) expect(reply.body.code).toBe('page_out_of_range')
      else
        expect([reply.status, Object.keys(reply.body.data.params)]).toEqual([
          400,
          isPartner ? expect.arrayContaining([expect.stringMatching('geoloc_')]) : [name],
        ])
    }
  })

  const isScalar = ({ argument }: { argument: Parameter }): boolean => !argument.isList
  test.each(parameters.filter(isScalar))('$path $name is a 400 if it is repeated, a list or empty', async ({ path, name }) => {
    const { request } = startCalendar()
    for (const query of [`${name}=1&${name}=1`, `${name}[]=1`, `${name}=`, name]) {
      const reply = await request('GET', `${path}?${query}`)
      expect([reply.status, Object.keys(reply.body.data.params)]).toEqual([400, [name]])
    }
  })

  test.each(parameters.filter((row) => !isScalar(row)))(
    '$path $name is a 400 if it is empty or has 101 items',
    async ({ path, name, argument }) => {
      const { request } = startCalendar()
      const item = argument.meta['items'] !== undefined && name === 'status' ? 'draft' : '1'
      for (const query of [`${name}=`, `${name}[]=`, `${name}=${item},`, `${name}=${Array.from({ length: 101 }, () => item).join(',')}`]) {
        const reply = await request('GET', `${path}?${query}`)
        expect([query.length, reply.status, Object.keys(reply.body.data.params)]).toEqual([query.length, 400, [name]])
      }
      for (const query of [
        `${name}=${item},${item}`,
        `${name}=${item}&${name}=${item}`,
        `${name}[]=${item}&${name}[]=${item}`,
        `${name}[0]=${item}`,
      ]) {
        expect((await request('GET', `${path}?${query}`)).status).toBe(200)
      }
    },
  )
})

test('one response names all refused parameters', async () => {
  const { request } = startCalendar()
  const { body } = await request('GET', '/events?page=&per_page=x&featured=maybe&start_date=soon&categories=&geoloc_lat=91')
  expect(Object.keys(body.data.params).sort()).toEqual(['categories', 'featured', 'geoloc_lat', 'page', 'per_page', 'start_date'])
  expect(body.message).toContain('start_date')
})

test('geoloc_lat and geoloc_lng are given together', async () => {
  const { request } = startCalendar()
  for (const [given, missing] of [
    ['geoloc_lat', 'geoloc_lng'],
    ['geoloc_lng', 'geoloc_lat'],
  ]) {
    const { status, body } = await request('GET', `/events?${given}=1`)
    expect([status, JSON.stringify(body.data.params)]).toEqual([400, expect.stringContaining(missing ?? '')])
  }
})

test('unknown parameters are ignored, whatever their values', async () => {
  const { request } = startCalendar()
  expect((await request('GET', '/events?utm_source=%FF&utm_source=100%&_=1&Page=0')).status).toBe(200)
})

test('a query that is not UTF-8 gives 400', async () => {
  const { request } = startCalendar()
  expect(Object.keys((await request('GET', '/events?search=%C3')).body.data.params)).toEqual(['search'])
  expect((await request('GET', '/events?%C3=1')).status).toBe(400)
})

async function startWithEvents(count: number): Promise<Started> {
  const started = startCalendar()
  await started.request('POST', '/categories', { name: 'Music & more' })
  for (let day = 1; day <= count; day++) {
    const date = `2026-05-${String(day).padStart(2, '0')}`
    await started.request('POST', '/events', {
      ...concert,
      title: `Day ${day}`,
      start_date: date,
      end_date: date,
      categories: [1],
      tags: 'a, b',
    })
  }
  return started
}

describe('the links of lists', () => {
  test('lead through the whole list and keep the filters', async () => {
    const { request } = await startWithEvents(5)
    const ids: number[] = []
    let next: string | undefined =
      'http://localhost/calendar/events/v1/events?per_page=2&categories[]=music-more&tags=a&tags=b&utm=x&search=day&order=DESC'
    let previous: string | undefined
    while (next !== undefined) {
      const { body, headers } = await request('GET', next)
      ids.push(...body.events.map(({ id }: { id: number }) => id))
      expect([body.total, body.total_pages, headers.get('x-tec-total'), headers.get('x-tec-totalpages')]).toEqual([5, 3, '5', '3'])
      expect(body.previous_rest_url).toBe(previous)
      expect(body.rest_url).not.toContain('utm')
      previous = body.rest_url.includes('page=') && body.rest_url.includes('&page=') ? body.rest_url : `${body.rest_url}&page=1`
      next = body.next_rest_url
      if (next !== undefined) expect(new URL(next).searchParams.get('categories')).toBe('music-more')
      if (next !== undefined) expect(new URL(next).searchParams.get('tags')).toBe('a,b')
    }
    expect(ids).toEqual([5, 4, 3, 2, 1])
  })

  test('are absent where there is no such page', async () => {
    const { request } = await startWithEvents(3)
    const keys = async (query: string): Promise<readonly string[]> => Object.keys((await request('GET', `/events?${query}`)).body)
    expect(await keys('per_page=2')).toEqual(['events', 'rest_url', 'next_rest_url', 'total', 'total_pages'])
    expect(await keys('per_page=2&page=2')).toEqual(['events', 'rest_url', 'previous_rest_url', 'total', 'total_pages'])
    expect(await keys('')).toEqual(['events', 'rest_url', 'total', 'total_pages'])
  })

  test('are also in the Link header', async () => {
    const { request } = await startWithEvents(5)
    const { headers } = await request('GET', '/events?per_page=2&page=2')
    const url = 'http://localhost/calendar/events/v1/events?per_page=2&page'
    expect(headers.get('link')).toBe(`<${url}=1>; rel="first", <${url}=1>; rel="prev", <${url}=3>; rel="next", <${url}=3>; rel="last"`)
  })

  test('are valid URLs for every search text', async () => {
    const { request } = await startWithEvents(2)
    for (const search of ['d "ay', 'd&a=y', "d'a", 'däy', '<d>', 'd+ay', 'd%25']) {
      const { body } = await request('GET', `/events?per_page=1&search=${encodeURIComponent(search)}`)
      expect(body.rest_url).toMatch(/^[!#-;=?-[\]_a-z~A-Z]+$/)
      expect(new URL(body.rest_url).searchParams.get('search')).toBe(search)
    }
  })

  test('keep the language prefix of the request', async () => {
    const started = startCalendar({ languages: { fr: {} }, publicUrl: 'https://example.org', basePath: '/wp-json' })
    for (const name of ['a', 'b']) await started.request('POST', 'http://x/wp-json/fr/calendar/events/v1/venues', { venue: name })
    const { body } = await started.request('GET', 'http://x/wp-json/fr/calendar/events/v1/venues?per_page=1')
    const url = 'https://example.org/wp-json/fr/calendar/events/v1/venues'
    expect(body.next_rest_url).toBe(`${url}?per_page=1&page=2`)
    expect(body.venues[0].rest_url).toBe(`${url}/2`)
  })
})

describe('pages', () => {
  test('an empty list has an empty page 1 and no page 2', async () => {
    const { request } = startCalendar()
    for (const { path } of lists) {
      const { body, headers } = await request('GET', path)
      expect(body).toEqual({ [path.slice(1)]: [], rest_url: `http://localhost/calendar/events/v1${path}`, total: 0, total_pages: 0 })
      expect(headers.get('link')).toBeNull()
      expect((await request('GET', `${path}?page=1`)).status).toBe(200)
      const beyond = await request('GET', `${path}?page=2`)
      expect([beyond.status, beyond.body.code]).toEqual([404, 'page_out_of_range'])
    }
  })

  test('have at most maxPerPage records', async () => {
    const { request } = startCalendar({}, { maxPerPage: 2 })
    for (const name of ['a', 'b', 'c']) await request('POST', '/venues', { venue: name })
    const { body } = await request('GET', '/venues?per_page=500')
    expect([body.venues.length, body.total_pages]).toEqual([2, 2])
    expect((await request('GET', body.next_rest_url)).body.venues).toHaveLength(1)
  })
})

test('each list has the parameters of the interface', () => {
  const names = Object.fromEntries(lists.map(({ path, query }) => [path, query.map(({ name }) => name)]))
  const events =
    'page per_page start_date end_date search categories tags venue organizer featured status geoloc geoloc_lat geoloc_lng include post_parent'
  const parties = 'page per_page search event has_events only_with_upcoming status'
  const categories = 'page per_page search exclude include after_id order orderby hide_empty parent post event slug has_events'
  expect(names['/events']).toEqual(expect.arrayContaining(events.split(' ')))
  expect(names['/venues']).toEqual(expect.arrayContaining(parties.split(' ')))
  expect(names['/organizers']).toEqual(names['/venues'])
  expect(names['/categories']).toEqual(categories.split(' '))
  expect(names['/tags']).toEqual(categories.split(' ').filter((name) => name !== 'parent'))
})

test.each([
  ['/events?geoloc_lat=1', { geoloc_lng: 'is required with the latitude' }],
  ['/events?geoloc_lat=91', { geoloc_lat: 'must be a number from -90 to 90' }],
  ['/events?geoloc_radius=x&venue=x', { venue: expect.any(String), geoloc_radius: expect.any(String) }],
  ['/events?orderby=startInstant', { orderby: 'must be one of: start_date, utc_start_date, end_date, title, date, modified, id' }],
  ['/venues?orderby=published', { orderby: 'must be one of: date, name, modified, id' }],
  ['/categories?post=1&event=2', { post: 'must be the same as event', event: 'must be the same as post' }],
  ['/tags?post=x&hide_empty=x', { hide_empty: 'must be true or false', post: 'must be an integer of 0 or more' }],
])('%s is a 400 with the names and values of the REST interface', async (path, params) => {
  const { status, body } = await startCalendar().request('GET', path)
  expect(status).toBe(400)
  expect(Object.entries(body.data.params)).toEqual(Object.entries(params))
  expect(body.message).toBe(`Some of the input is not valid. See: ${Object.keys(params).join(', ')}.`)
})
