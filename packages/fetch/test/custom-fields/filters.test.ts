import { csv } from '@kalends/formats/csv'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { formats } from '../../src/formats.ts'
import { startCalendar, toRequest } from '../support.ts'
import { startOn, startWithFields, twoStores, withFields } from './world.ts'

const events = [
  { level: 'pro', seats: 40, indoors: true, days: ['mo', 'we'], room: 'a,b' },
  { level: 'beginner', seats: 8, indoors: false, days: ['tu'], room: 'Zürich' },
  { seats: 0, room: '40' },
  {},
]

describe.each(twoStores)('filters by declared fields, on $name', ({ open }) => {
  test.each<[query: string, titles: string]>([
    ['custom_fields[level]=pro', '0'],
    ['custom_fields%5Blevel%5D=pro', '0'],
    ['custom%5Ffields%5blevel%5d=pro', '0'],
    ['custom_fields[level]=pro&custom_fields[level]=beginner', '0 1'],
    ['custom_fields[level]=pro&custom_fields[level]=pro', '0'],
    ['custom_fields[level][]=pro&custom_fields[level][]=beginner', '0 1'],
    ['custom_fields[level][0]=pro', '0'],
    ['custom_fields[level]=pro&custom_fields[seats][gte]=100', ''],
    ['custom_fields[seats]=8', '1'],
    ['custom_fields[seats]=8&custom_fields[seats]=40', '0 1'],
    ['custom_fields[seats][gte]=8', '0 1'],
    ['custom_fields[seats][gte]=8&custom_fields[seats][lte]=39.5', '1'],
    ['custom_fields[seats][lte]=1e1', '1 2'],
    ['custom_fields[seats][gte]=-5', '0 1 2'],
    ['custom_fields[indoors]=true', '0'],
    ['custom_fields[indoors]=1', '0'],
    ['custom_fields[indoors]=OFF', '1'],
    ['custom_fields[days]=we', '0'],
    ['custom_fields[days]=we&custom_fields[days]=tu', '0 1'],
    ['custom_fields[room]=a,b', '0'],
    ['custom_fields[room]=a%2Cb', '0'],
    ['custom_fields[room]=a', ''],
    ['custom_fields[room]=40', '2'],
    ['custom_fields[room][gte]=Z', '0 1'],
    ['custom_fields[room][gte]=4&custom_fields[room][lte]=5', '2'],
    ['custom_fields[level]=pro&categories=none', ''],
    ['custom_fields_level=pro&customfields[level]=x', '0 1 2 3'],
  ])('%s', async (query, titles) => {
    const { store, close } = await open()
    const { request } = startOn(store)
    for (const [index, values] of events.entries()) await request('POST', '/events', withFields(values, { title: String(index) }))
    const { status, body } = await request('GET', `/events?${query}`)
    expect([status, body.events?.map(({ title }: { title: string }) => title).join(' ')]).toEqual([200, titles])
    await close()
  })

  test.each([
    ['venues', { venue: 'A', custom_fields: { wheelchair: true } }, { venue: 'B' }, 'custom_fields[wheelchair]=yes'],
    [
      'organizers',
      { organizer: 'A', custom_fields: { size: 5 } },
      { organizer: 'B', custom_fields: { size: 4 } },
      'custom_fields[size][gte]=5',
    ],
    ['categories', { name: 'A', custom_fields: { color: 'Rot' } }, { name: 'B' }, 'hide_empty=0&custom_fields[color]=ROT'],
    [
      'tags',
      { name: 'A', custom_fields: { weight: -1 } },
      { name: 'B', custom_fields: { weight: 1 } },
      'hide_empty=0&custom_fields[weight]=-1',
    ],
  ])('of %s', async (list, match, other, query) => {
    const { store, close } = await open()
    const { request } = startOn(store)
    const { id } = (await request('POST', `/${list}`, match)).body
    await request('POST', `/${list}`, other)
    const { body } = await request('GET', `/${list}?${query}`)
    expect([body.total, body[list].map((one: { id: number }) => one.id)]).toEqual([1, [id]])
    await close()
  })
})

describe('refused filters', () => {
  test.each<[query: string, params: object]>([
    ['custom_fields[nothing]=1', { 'custom_fields.nothing': 'is not a declared field' }],
    ['custom_fields[__proto__]=1', { 'custom_fields.__proto__': 'is not a declared field' }],
    ['custom_fields[constructor]=1', { 'custom_fields.constructor': 'is not a declared field' }],
    ['custom_fields[toString][gte]=1', { 'custom_fields.toString': 'is not a declared field' }],
    ['custom_fields[0]=pro', { 'custom_fields.0': 'is not a declared field' }],
    ['custom_fields[LEVEL]=pro', { 'custom_fields.LEVEL': 'is not a declared field' }],
    ['custom_fields[doors]=x', { 'custom_fields.doors': 'is a field without a filter' }],
    ['custom_fields[level]=', { 'custom_fields.level': 'must not be empty' }],
    ['custom_fields[level]', { 'custom_fields.level': 'must not be empty' }],
    ['custom_fields[level]=%FF', { 'custom_fields.level': 'must be percent-encoded UTF-8' }],
    ['custom_fields[level]=expert', { 'custom_fields.level': expect.stringContaining('beginner') }],
    ['custom_fields[level]=pro&custom_fields[level]=expert', { 'custom_fields.level': expect.any(String) }],
    ['custom_fields[level]=pro,beginner', { 'custom_fields.level': expect.any(String) }],
    ['custom_fields[level][gte]=pro', { 'custom_fields.level': expect.stringContaining('has no gte and lte') }],
    ['custom_fields[level][eq]=pro', { 'custom_fields.level': 'must be a value, or have gte or lte' }],
    ['custom_fields[seats]=x', { 'custom_fields.seats': expect.any(String) }],
    ['custom_fields[seats]=-1', { 'custom_fields.seats': expect.stringContaining('>=0') }],
    ['custom_fields[seats][gte]=x', { 'custom_fields.seats': 'must be a number' }],
    ['custom_fields[seats][gte]=0x10', { 'custom_fields.seats': 'must be a number' }],
    ['custom_fields[seats][gte]=1e999', { 'custom_fields.seats': 'must be a number' }],
    ['custom_fields[seats][gte]=', { 'custom_fields.seats': 'must not be empty' }],
    ['custom_fields[seats][gte]=1&custom_fields[seats][gte]=2', { 'custom_fields.seats': 'must be given once' }],
    ['custom_fields[seats]=1&custom_fields[seats][gte]=2', { 'custom_fields.seats': 'must be a value or a range, not both' }],
    ['custom_fields[indoors]=maybe', { 'custom_fields.indoors': expect.any(String) }],
    ['custom_fields=pro', { custom_fields: expect.stringContaining('custom_fields[level]') }],
    ['custom_fields[]=pro', { custom_fields: expect.any(String) }],
    ['custom_fields[level=pro', { custom_fields: expect.any(String) }],
    ['custom_fields[level]x=pro', { custom_fields: expect.any(String) }],
    ['custom_fields[seats][gte][]=1', { custom_fields: expect.any(String) }],
    ['custom_fields[nothing]=1&per_page=0', { per_page: expect.any(String), 'custom_fields.nothing': expect.any(String) }],
    [
      'custom_fields[nothing]=1&orderby=x&geoloc_lat=1',
      expect.objectContaining({ orderby: expect.any(String), 'custom_fields.nothing': expect.any(String) }),
    ],
    ['custom_fields[level]=&per_page=0', { per_page: expect.any(String), 'custom_fields.level': expect.any(String) }],
    [`custom_fields[${'x'.repeat(200)}]=1`, { [`custom_fields.${'x'.repeat(60)}`]: 'is not a declared field' }],
    [Array.from({ length: 101 }, () => 'custom_fields[level]=pro').join('&'), { 'custom_fields.level': 'must have at most 100 items' }],
  ])('%s', async (query, params) => {
    const { request } = startWithFields()
    const { status, body } = await request('GET', `/events?${query}`)
    expect([status, body.code, body.data.params]).toEqual([400, 'invalid_input', params])
  })

  test.each(['venues', 'organizers', 'categories', 'tags', 'events'])('of %s, also without any declared field', async (list) => {
    const { request } = startCalendar()
    const { status, body } = await request('GET', `/${list}?custom_fields[level]=pro`)
    expect([status, body.data.params]).toEqual([400, { 'custom_fields.level': 'is not a declared field' }])
  })

  test('single records and writes take no filters', async () => {
    const { request } = startWithFields()
    expect((await request('POST', '/events?custom_fields[nothing]=1', withFields({}))).status).toBe(201)
    expect((await request('GET', '/events/1?custom_fields[nothing]=1')).status).toBe(200)
  })
})

describe('texts of a query', () => {
  test.each<[name: string, schema: z.ZodType, values: readonly unknown[], query: string, found: number]>([
    ['a text that looks like a number stays a text', z.string(), ['40', '41'], 'custom_fields[x]=40', 1],
    ['a field of texts and numbers is asked for the text', z.union([z.string(), z.number()]), ['1', 1], 'custom_fields[x]=1', 1],
    ['a schema that converts texts converts the bounds, too', z.coerce.number(), [5, 15], 'custom_fields[x][gte]=10', 1],
    ['numbers of a list', z.array(z.number()), [[1, 2], [3]], 'custom_fields[x]=3', 1],
    ['a range of the items of a list', z.array(z.number()), [[1, 2], [30]], 'custom_fields[x][gte]=3', 1],
    ['a bound outside of the values', z.number().min(20), [20, 30], 'custom_fields[x][gte]=10', 2],
    ['the beginning of a date as a bound', z.iso.date(), ['2026-05-31', '2027-01-01'], 'custom_fields[x][gte]=2027', 1],
    ['a date with a plus sign', z.string(), ['a+b'], 'custom_fields[x]=a%2Bb', 1],
    ['a number as JSON writes it', z.number(), [0.5, 50], 'custom_fields[x]=5e-1', 1],
    ['nullable numbers', z.number().nullable(), [null, 7], 'custom_fields[x][lte]=7', 1],
  ])('%s', async (_, schema, values, query, found) => {
    const { request } = startCalendar({}, { fields: { event: { x: { schema, filter: 'range' } } } })
    for (const x of values) expect((await request('POST', '/events', withFields({ x }))).status).toBe(201)
    const { status, body } = await request('GET', `/events?${query}`)
    expect([status, body.total]).toEqual([200, found])
  })
})

describe('links', () => {
  test('to the same list in other formats repeat them, too', async () => {
    const { handler } = startWithFields({ use: [formats([csv()])] })
    const { headers } = await handler(toRequest('GET', '/events?page=1&custom_fields[seats][gte]=2&custom_fields[room]=a,b'))
    const query = 'custom_fields%5Bseats%5D%5Bgte%5D=2&custom_fields%5Broom%5D=a,b'
    expect(headers.get('link')).toBe(`<http://localhost/calendar/events/v1/events.csv?${query}>; rel="alternate"; type="text/csv"`)
  })

  test('repeat each value by itself, and lead to the same list', async () => {
    const { request } = startWithFields()
    for (const _ of [0, 1, 2]) await request('POST', '/events', withFields({ room: 'a,b', seats: 3 }))
    const query = 'per_page=1&custom_fields[room][]=a,b&custom_fields[room]=c&custom_fields[seats][gte]=2'
    const { body, headers } = await request('GET', `/events?${query}`)
    const repeated = 'per_page=1&custom_fields%5Broom%5D=a,b&custom_fields%5Broom%5D=c&custom_fields%5Bseats%5D%5Bgte%5D=2'
    expect([body.total, body.rest_url]).toEqual([3, `http://localhost/calendar/events/v1/events?${repeated}`])
    expect(body.next_rest_url).toBe(`http://localhost/calendar/events/v1/events?${repeated}&page=2`)
    expect(headers.get('link')).toContain(`?${repeated}&page=3>; rel="last"`)
    const next = await request('GET', body.next_rest_url)
    expect([next.body.events[0].id, next.body.total]).toEqual([2, 3])
  })
})
