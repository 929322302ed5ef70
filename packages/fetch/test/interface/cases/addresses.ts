import { expect } from 'vitest'
import { forms } from '../../../src/forms.ts'
import { de } from '../../../src/messages/de.ts'
import { en } from '../../../src/messages/en.ts'
import { es } from '../../../src/messages/es.ts'
import { fr } from '../../../src/messages/fr.ts'
import { collect } from '../coverage.ts'
import { routeLines } from '../lines-interface.ts'
import { base, type CalendarPair, least, namesIn } from '../pair.ts'

const languages = { de, es, fr }
const inLanguage = (language: string): string => `http://localhost/${language}${base}`

// biome-ignore lint/suspicious/noExplicitAny: JSON, whose shape the tests check.
type Described = any

/** The parameters of each list, with type and default, as interface.md specifies them. */
const lists: Readonly<Record<string, string>> = {
  events:
    'page:integer=1 per_page:integer=35 start_date=2026-03-04+00:00:00 end_date=2028-03-04+23:59:59 search:string categories:array tags:array venue:array organizer:array featured:boolean status geoloc:boolean geoloc_lat geoloc_lng include:array post_parent:integer',
  venues: 'page:integer=1 per_page:integer=35 search:string event:integer has_events only_with_upcoming=false status',
  organizers: 'page:integer=1 per_page:integer=35 search:string event:integer has_events only_with_upcoming=false status',
  categories:
    'page:integer=1 per_page:integer=35 search:string exclude:array include:array order:string orderby:string hide_empty:boolean=true parent:integer post:integer event:integer slug:string',
  tags: 'page:integer=1 per_page:integer=35 search:string exclude:array include:array order:string orderby:string hide_empty:boolean=true post:integer event:integer slug:string',
}

/** The fields of each kind with type and default, as interface.md specifies them; `!` marks required ones. */
const bodies: Readonly<Record<string, string>> = {
  events:
    'title!:string start_date!:string end_date!:string author:integer date:string date_utc:string description:string slug:string excerpt:string status:string timezone:string all_day:boolean=false image:string cost website show_map:boolean show_map_link:boolean hide_from_listings:boolean sticky:boolean featured:boolean categories tags venue:array organizer:array',
  venues:
    'venue!:string author:integer date:string date_utc:string description:string status:string show_map:string show_map_link:string address:string city:string country:string province:string state:string zip:string phone:string stateprovince:string website:string image:string',
  organizers:
    'organizer!:string author:integer date:string date_utc:string description:string status:string phone:string website:string email:string image:string',
  categories: 'name!:string description:string slug:string parent:integer',
  tags: 'name!:string description:string slug:string',
}

/** Compares described parameters with a row of the tables above. */
function expectArguments(args: Described, row: string, isUpdate = false): void {
  for (const part of row.split(' ')) {
    const [head = '', value] = part.split('=')
    const [marked = '', type] = head.split(':')
    const name = marked.replace('!', '')
    expect(args[name], name).toBeDefined()
    expect([name, args[name].required, args[name].type]).toEqual([name, marked.endsWith('!') && !isUpdate, type])
    expect(args[name].default === undefined ? undefined : String(args[name].default), name).toBe(value?.replace('+', ' '))
    expect(args[name].description, name).not.toBe('')
    if (type === 'array') expect(args[name].items).toEqual({ type: 'integer' })
  }
}

async function endpointsOf(pair: CalendarPair, path: string): Promise<readonly Described[]> {
  return (await pair.get('')).routes[`/calendar/events/v1${path}`].endpoints
}

/** The root route, the OpenAPI document, languages, namespaces and forms. */
export const addressCases = collect('addresses.test.ts', (covers) => {
  covers(
    'interface-1-root-doc interface-9-root wire-3-root wire-6-root interface-4.1-get-root',
    'the root lists the namespace and every route with its methods',
    async (pair) => {
      const root = await pair.get('')
      expect(Object.keys(root)).toEqual(['namespace', 'routes'])
      expect(root.namespace).toBe('calendar/events/v1')
      // The wire adds routes to those of the interface.
      const table = new Map<string, string[]>([
        ['/calendar/events/v1/events/fullcalendar', ['GET']],
        ['/calendar/events/v1/events/counts', ['GET']],
        ['/calendar/events/v1/free-busy', ['GET']],
        ['/calendar/events/v1/events/{id}/explain', ['GET']],
        ['/calendar/events/v1/changes', ['GET']],
        ...['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((collection): [string, string[]][] => [
          [`/calendar/events/v1/${collection}/{id}/history`, ['GET']],
          [`/calendar/events/v1/${collection}/{id}/revert`, ['POST']],
        ]),
      ])
      for (const { path, methods } of routeLines)
        table.set(`/calendar/events/v1${path}`, [...(table.get(`/calendar/events/v1${path}`) ?? []), ...methods])
      expect(Object.keys(root.routes).sort()).toEqual([...table.keys()].sort())
      for (const [path, methods] of table) {
        expect(root.routes[path].namespace).toBe('calendar/events/v1')
        expect([...root.routes[path].methods].sort()).toEqual(methods.sort())
        expect(root.routes[path].endpoints.flatMap((endpoint: Described) => endpoint.methods).sort()).toEqual(methods)
        for (const { args } of root.routes[path].endpoints) {
          for (const argument of Object.values<Described>(args)) {
            expect(typeof argument.required).toBe('boolean')
            expect(argument.description).toMatch(/\w/)
            expect(
              Object.keys(argument).every((key) => ['required', 'type', 'description', 'default', 'items', 'enum'].includes(key)),
            ).toBe(true)
          }
        }
      }
    },
  )
  covers('interface-4.2-namespace interface-4.2-context', 'the root describes its own parameters', async (pair) => {
    const [{ args }] = await endpointsOf(pair, '')
    expect([args.namespace.default, args.namespace.required, args.context.default, args.context.required]).toEqual([
      'calendar/events/v1',
      false,
      'view',
      false,
    ])
    expect((await pair.send('GET', '?context=embed')).text).toBe((await pair.send('GET', '')).text)
    expect((await endpointsOf(pair, '/doc'))[0].args).toEqual({})
  })
  for (const list of Object.keys(lists)) {
    covers(
      'wire-3-root interface-8-per-page interface-8-page',
      `the root describes ${list} with the types, defaults and required fields of the interface`,
      async (pair) => {
        const [read, create] = await endpointsOf(pair, `/${list}`)
        expectArguments(read.args, lists[list] ?? '')
        expect(Object.values<Described>(read.args).some(({ required }) => required)).toBe(false)
        expectArguments(create.args, bodies[list] ?? '')
        if (list === 'tags') expect([read.args.parent, create.args.parent]).toEqual([undefined, undefined])
      },
    )
    covers(
      'interface-4.3-id interface-4.3-slug interface-4.4-optional interface-4.4-all-day',
      `the root describes items of ${list}`,
      async (pair) => {
        for (const endpoint of await endpointsOf(pair, `/${list}/{id}`)) {
          expect(endpoint.args.id).toMatchObject({ required: true, type: 'integer' })
          if (endpoint.methods[0] === 'POST') expectArguments(endpoint.args, bodies[list] ?? '', true)
        }
        if (list === 'categories' || list === 'tags') return
        for (const endpoint of await endpointsOf(pair, `/${list}/by-slug/{slug}`))
          expect(endpoint.args.slug).toMatchObject({ required: !(list === 'events' && endpoint.methods[0] === 'POST'), type: 'string' })
      },
    )
  }
  covers('interface-1-root-doc wire-3-doc interface-4.1-get-doc', 'GET /doc returns the OpenAPI document of the handler', async (pair) => {
    const document = await pair.get('/doc')
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document).toEqual(JSON.parse(JSON.stringify(pair.handlers[0]?.openapi())))
    for (const { path, methods } of routeLines) {
      const operations = document.paths[`${base}${path}`]
      for (const method of methods) expect(Object.keys(operations[method.toLowerCase()].responses).length, path).toBeGreaterThan(1)
    }
    const parameters = document.paths[`${base}/events`].get.parameters.map((parameter: Described) => parameter.name ?? parameter.$ref)
    expect(parameters.length).toBeGreaterThanOrEqual(22)
    expect((await pair.get('/doc?anything=1')).openapi).toBe(document.openapi)
  })
  covers(
    'interface-1-languages interface-9-language wire-1-languages wire-6-links wire-1-unknown-language',
    'a language prefix changes descriptions and links only',
    async (pair) => {
      for (const title of ['One', 'Two']) await pair.post('/events', { ...least['events'], title, categories: 'c' })
      const plain = {
        root: await pair.send('GET', ''),
        doc: await pair.send('GET', '/doc'),
        list: await pair.send('GET', '/events?per_page=1'),
      }
      for (const language of Object.keys(languages)) {
        const at = inLanguage(language)
        const root = await pair.send('GET', at)
        const doc = await pair.send('GET', `${at}/doc`)
        const list = await pair.send('GET', `${at}/events?per_page=1`)
        for (const reply of [root, doc, list]) expect(reply.headers.get('content-language')).toBe(language)
        expect(root.text).not.toBe(plain.root.text)
        expect(doc.text).not.toBe(plain.doc.text)
        expect(Object.keys(root.body.routes)).toEqual(Object.keys(plain.root.body.routes))
        expect(list.text.replaceAll(`/${language}${base}`, base)).toBe(plain.list.text)
        expect(list.body.next_rest_url.startsWith(`${at}/events?`)).toBe(true)
        expect(namesIn(await pair.get(list.body.next_rest_url))).toEqual(['Two'])
        const made = await pair.send('POST', `${at}/events`, least['events'])
        await pair.send('DELETE', `/events/${made.body.id}?force=1`)
        expect([made.headers.get('location'), made.body.rest_url]).toEqual([`${at}/events/${made.body.id}`, `${at}/events/${made.body.id}`])
        expect((await pair.send('GET', `${at}/events/999`)).headers.get('content-language')).toBe(language)
      }
      for (const unknown of ['xx', 'DE', 'en', 'de/es'])
        expect(await pair.problem('GET', `${inLanguage(unknown)}/events`)).toBe('404 not_found')
      expect(plain.list.headers.get('content-language')).toBeNull()
    },
    { handler: { languages } },
  )
  covers(
    'interface-1-languages wire-1-languages wire-3-root',
    'every language has all descriptions, in English only where it has no message',
    async (pair) => {
      const english = JSON.stringify((await pair.get('')).routes).match(/"description":"[^"]+"/g) ?? []
      for (const [language, messages] of Object.entries(languages)) {
        const { routes } = await pair.get(inLanguage(language))
        const own = JSON.stringify(routes).match(/"description":"[^"]+"/g) ?? []
        expect(own).toHaveLength(english.length)
        const lacking = Object.entries(en).flatMap(([key, text]) =>
          Object.hasOwn(messages, key) ? [] : [`"description":${JSON.stringify(text)}`],
        )
        expect(own.filter((text, index) => text === english[index] && !lacking.includes(text))).toEqual([])
      }
    },
    { handler: { languages } },
  )
  covers(
    'wire-1-base-path wire-1-tribe',
    'basePath and namespace move the interface to /wp-json/tribe/events/v1, also with languages',
    async (pair) => {
      const at = 'https://example.org/wp-json/tribe/events/v1'
      const event = await pair.post(`${at}/events`, { ...least['events'], venue: { venue: 'V' } })
      expect([event.rest_url, event.venue.rest_url]).toEqual([`${at}/events/1`, `${at}/venues/1`])
      expect(await pair.get(`${at}/events/by-slug/concert/`)).toEqual(event)
      expect((await pair.get(`${at}/events?per_page=1`)).rest_url).toBe(`${at}/events?per_page=1`)
      const root = await pair.get(at)
      expect(root.namespace).toBe('tribe/events/v1')
      expect(Object.keys(root.routes)).toContain('/tribe/events/v1/events/{id}')
      expect(root.routes['/tribe/events/v1'].endpoints[0].args.namespace.default).toBe('tribe/events/v1')
      expect((await pair.send('GET', `${at}?namespace=tribe/events/v1`)).status).toBe(200)
      expect(await pair.problem('GET', `${at}?namespace=calendar/events/v1`)).toBe('404 not_found')
      expect((await pair.get('https://example.org/wp-json/de/tribe/events/v1/events')).events[0].rest_url).toBe(
        'https://example.org/wp-json/de/tribe/events/v1/events/1',
      )
      for (const other of [
        '/tribe/events/v1/events',
        '/wp-json/calendar/events/v1/events',
        '/de/wp-json/tribe/events/v1/events',
        '/wp-json/tribe/events/v1x',
        '/wp-jsontribe/events/v1',
      ])
        expect(await pair.problem('GET', `https://example.org${other}`), other).toBe('404 not_found')
    },
    { handler: { basePath: '/wp-json', namespace: 'tribe/events/v1', publicUrl: 'https://example.org', languages: { de } } },
  )
  covers(
    'wire-1-content-type',
    'with forms(), form bodies with nested keys are accepted',
    async (pair) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
      const body =
        'title=A+%26+B&start_date=2026-05-31+10:00:00&end_date=2026-05-31+11:00:00&organizer[0][organizer]=X&organizer[1][organizer]=Y&organizer[1][email]=y%40example.org&venue[venue]=Hall&venue%5Bcity%5D=K%C3%B6ln&categories[]=a&categories[]=b&tags=t,u&all_day=1&featured=on'
      const event = await pair.post('/events', body, form)
      expect([event.title, event.all_day, event.featured, event.venue.venue, event.venue.city]).toEqual([
        'A & B',
        true,
        true,
        'Hall',
        'Köln',
      ])
      expect(namesIn({ organizers: event.organizer })).toEqual(['X', 'Y'])
      expect([namesIn({ categories: event.categories }), namesIn({ tags: event.tags })]).toEqual([
        ['a', 'b'],
        ['t', 'u'],
      ])
      expect((await pair.post('/events/1', 'categories=&venue=1', form)).categories).toEqual([])
      expect((await pair.post('/events/1', '__proto__[title]=x&constructor[prototype][title]=y', form)).title).toBe('A & B')
      expect((await pair.post('/events/1', { title: 'JSON too' })).title).toBe('JSON too')
      const multipart = '--x\r\ncontent-disposition: form-data; name="organizer[0][organizer]"\r\n\r\nZ\r\n--x--\r\n'
      expect(
        namesIn({ organizers: (await pair.post('/events/1', multipart, { 'content-type': 'multipart/form-data; boundary=x' })).organizer }),
      ).toEqual(['Z'])
      for (const odd of ['title=%FF', 'title=%zz']) expect((await pair.send('POST', '/events/1', odd, form)).status).toBe(400)
      expect(await pair.problem('POST', '/events', '', form)).toBe('400 invalid_input end_date,start_date,title')
      expect(await pair.problem('POST', '/events', 'a=1', { 'content-type': 'text/plain' })).toBe('415 unsupported_media_type')
    },
    { handler: { use: [forms()] } },
  )
})
