import { describe, expect, test } from 'vitest'
import { en } from '../src/messages/en.ts'
import * as ofExtensions from '../src/messages/extensions/en.ts'
import { methodsOf } from '../src/routing/route.ts'
import { languages } from './languages.ts'
import { base, startCalendar, tableOf } from './support.ts'

const routes = tableOf()

describe('the root route', () => {
  test('lists every route with its methods and endpoints', async () => {
    const { body } = await startCalendar().request('GET', '')
    expect(Object.keys(body)).toEqual(['namespace', 'routes'])
    expect(body.namespace).toBe('calendar/events/v1')
    expect(Object.keys(body.routes)).toEqual(routes.map(({ path }) => `${base}${path}`))
    for (const route of routes) {
      const described = body.routes[`${base}${route.path}`]
      expect(Object.keys(described)).toEqual(['namespace', 'methods', 'endpoints'])
      expect(described.methods).toEqual(methodsOf(route))
      expect(described.endpoints.flatMap(({ methods }: { methods: string[] }) => methods)).toEqual(methodsOf(route))
    }
  })

  const argsOf = async (
    path: string,
    method: string,
  ): Promise<Record<string, { required: boolean; type?: string; default?: unknown; items?: unknown }>> => {
    const { body } = await startCalendar().request('GET', '')
    return body.routes[`${base}${path}`].endpoints.find(({ methods }: { methods: string[] }) => methods.includes(method)).args
  }

  test.each([
    ['', 'GET', { namespace: 'calendar/events/v1', context: 'view' }],
    [
      '/events',
      'GET',
      { page: 1, per_page: 35, start_date: '2026-03-04 00:00:00', end_date: '2028-03-04 23:59:59', search: undefined, status: undefined },
    ],
    ['/venues', 'GET', { page: 1, per_page: 35, only_with_upcoming: false, has_events: undefined }],
    ['/categories', 'GET', { page: 1, per_page: 35, hide_empty: true, orderby: undefined, order: undefined }],
    ['/tags', 'GET', { hide_empty: true }],
    ['/events', 'POST', { all_day: false, title: undefined }],
    ['/events/{id}', 'PUT', { all_day: false, title: undefined }],
  ])('has the defaults of %s %s', async (path, method, defaults) => {
    const args = await argsOf(path, method)
    expect(Object.fromEntries(Object.keys(defaults).map((name) => [name, args[name]?.default]))).toEqual(defaults)
  })

  test.each([
    ['/events', 'POST', ['title', 'start_date', 'end_date']],
    ['/venues', 'POST', ['venue']],
    ['/organizers', 'POST', ['organizer']],
    ['/categories', 'POST', ['name']],
    ['/tags', 'POST', ['name']],
    ['/events/{id}', 'PATCH', ['id']],
    ['/tags/{id}', 'DELETE', ['id']],
    ['/events/by-slug/{slug}', 'GET', ['slug']],
    ['/events/by-slug/{slug}', 'DELETE', ['slug']],
    ['/events/by-slug/{slug}', 'PUT', []],
    ['/venues/by-slug/{slug}', 'PUT', ['slug']],
    ['/organizers/by-slug/{slug}', 'PATCH', ['slug']],
    ['/events', 'GET', []],
  ])('marks the required parameters of %s %s', async (path, method, required) => {
    const args = await argsOf(path, method)
    expect(Object.keys(args).filter((name) => args[name]?.required === true)).toEqual(required)
  })

  test('has the types of interface.md, and no type where interface.md has none', async () => {
    const event = await argsOf('/events', 'POST')
    const types = Object.fromEntries(Object.entries(event).map(([name, { type }]) => [name, type]))
    expect(types).toMatchObject({
      title: 'string',
      author: 'integer',
      all_day: 'boolean',
      venue: 'array',
      organizer: 'array',
      image: 'string',
    })
    expect([types['cost'], types['website'], types['categories'], types['tags']]).toEqual([undefined, undefined, undefined, undefined])
    expect(event['venue']?.items).toEqual({ type: 'integer' })
    expect((await argsOf('/venues', 'POST'))['show_map']?.type).toBe('string')
  })

  test('has default dates of the current day', async () => {
    const { request, clock } = startCalendar()
    clock.set('2028-02-29T23:30:00Z')
    const { body } = await request('GET', '')
    expect(body.routes[`${base}/events`].endpoints[0].args.start_date.default).toBe('2028-03-01 00:00:00')
  })

  test('accepts its own namespace and any context', async () => {
    const { request } = startCalendar()
    expect((await request('GET', '?namespace=calendar/events/v1&context=edit')).status).toBe(200)
    expect((await request('GET', '?namespace=wp/v2')).status).toBe(404)
    expect((await request('GET', '?namespace=')).status).toBe(400)
  })

  test('has the configured path and namespace', async () => {
    const { request } = startCalendar({ basePath: '/wp-json', namespace: 'tribe/events/v1' })
    const { body } = await request('GET', 'http://localhost/wp-json/tribe/events/v1')
    expect(body.namespace).toBe('tribe/events/v1')
    expect(Object.keys(body.routes)).toContain('/tribe/events/v1/events/{id}')
    for (const path of [base, '/tribe/events/v1', '/wp-json', '/wp-json/calendar/events/v1']) {
      expect((await request('GET', `http://localhost${path}`)).status).toBe(404)
    }
  })
})

describe('languages', () => {
  const { request } = startCalendar({ languages })

  test.each(Object.entries(languages))('%s has its own descriptions, and all other members of English', async (language, messages) => {
    const [own, plain] = [await request('GET', `http://localhost/${language}${base}`), await request('GET', '')]
    expect(own.headers.get('content-language')).toBe(language)
    const described = own.body.routes[`${base}/events`].endpoints[1].args.title.description
    expect(described).toBe(messages.title ?? en.title)
    const withoutDescriptions = (body: unknown): string =>
      JSON.stringify(body, (key, value) => (key === 'description' && typeof value === 'string' ? '' : value))
    expect(withoutDescriptions(own.body)).toBe(withoutDescriptions(plain.body))
  })

  test('an unknown language gives 404', async () => {
    for (const language of ['xx', 'DE', 'en', 'de/de'])
      expect((await request('GET', `http://localhost/${language}${base}/events`)).status).toBe(404)
  })

  test('a language prefix gives the same records, with links that keep the prefix', async () => {
    await request('POST', '/venues', { venue: 'Halle' })
    const { body } = await request('GET', `http://localhost/de${base}/venues/1`)
    expect(body).toEqual({
      ...(await request('GET', '/venues/1')).body,
      url: `http://localhost/de${base}/venues/1`,
      rest_url: `http://localhost/de${base}/venues/1`,
    })
    const created = await request('POST', `http://localhost/de${base}/tags`, { name: 'Rock' })
    expect(created.headers.get('location')).toBe(`http://localhost/de${base}/tags/1`)
  })

  test('errors have Content-Language, too', async () => {
    expect((await request('GET', `http://localhost/fr${base}/events/77`)).headers.get('content-language')).toBe('fr')
  })
})

describe('descriptions', () => {
  const texts = Object.assign({}, en, ...Object.values(ofExtensions))
  test.each(Object.entries(languages))('in %s differ from the English ones', (_, messages) => {
    expect([...Object.keys(texts), 'errors', 'issues', 'reasons', 'sentences']).toEqual(expect.arrayContaining(Object.keys(messages)))
    expect(Object.entries(texts).filter(([key, text]) => Reflect.get(messages, key) === text)).toEqual([])
  })

  test.each(Object.entries({ en: texts, ...languages }))('in %s begin with a capital letter and end without a full stop', (_, messages) => {
    for (const text of Object.values(messages).filter((each) => typeof each === 'string')) expect(text).toMatch(/^\p{Lu}[^\n]*[^.\s]$/u)
  })

  test('are in English where a language lacks them', async () => {
    const { request } = startCalendar({ languages: { nl: { listEvents: 'Toont evenementen', title: undefined } } })
    const { paths } = (await request('GET', `http://localhost/nl${base}/doc`)).body
    const { get, post } = paths[`${base}/events`]
    expect([get.summary, post.summary]).toEqual(['Toont evenementen', en.createEvent])
    const { body } = await request('GET', `http://localhost/nl${base}`)
    expect(body.routes[`${base}/events`].endpoints[1].args.title.description).toBe(en.title)
  })
})
