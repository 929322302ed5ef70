import { CalendarError, type CalendarStore, roles } from '@kalends/core'
import { expect } from 'vitest'
import { memberOrder, membersOf } from '../../member-order.ts'
import { collect } from '../coverage.ts'
import { routeId, routeLines } from '../lines-interface.ts'
import { base, type CalendarPair, least, namesIn, withoutVersion } from '../pair.ts'
import { everythingBut } from '../policies.ts'

const concert = least['events'] ?? {}
const origin = `http://localhost${base}`

const isTerm = (list: string): boolean => list === 'categories' || list === 'tags'

async function createOne(pair: CalendarPair, list: string): Promise<{ readonly id: number; readonly slug: string }> {
  return pair.post(`/${list}`, least[list])
}

/** The path with the id or slug of the record as its parameter. */
const toItemPath = (path: string, record: { readonly id: number; readonly slug: string }): string =>
  path.replace('{id}', String(record.id)).replace('{slug}', record.slug)

/** Wraps a store so that every read of events fails with the error. */
const failing =
  (error: () => unknown) =>
  (store: CalendarStore): CalendarStore => ({
    ...store,
    events: { ...store.events, find: () => Promise.reject(error()), getMany: () => Promise.reject(error()) },
    transaction: (work) => store.transaction((tx) => work(failing(error)(tx))),
  })

/** Routes, methods, paths and bodies. */
export const routeCases = collect('protocol.test.ts', (covers) => {
  for (const { path, methods } of routeLines) {
    for (const method of methods) {
      const list = path.split('/')[1] ?? ''
      const isItem = path.includes('{')
      const ids = [
        routeId(path, methods),
        'interface-1-kinds',
        'interface-1-prefix',
        'interface-9-prefix',
        'wire-1-trailing-slash',
        'wire-2-content-type',
        'wire-2-etag',
      ]
      if (isItem && isTerm(list)) ids.push('interface-1-terms')
      covers(ids.join(' '), `${method} ${path || 'the namespace'} works with and without a trailing slash`, async (pair) => {
        for (const slash of ['', '/']) {
          const record = isItem ? await createOne(pair, list) : { id: 0, slug: '' }
          const body = ['POST', 'PUT', 'PATCH'].includes(method)
            ? isItem
              ? { description: 'changed' }
              : { ...least[list], [isTerm(list) ? 'name' : 'description']: `New${slash && ' too'}` }
            : undefined
          const reply = await pair.send(method, `${toItemPath(path, record)}${slash}`, body)
          expect(reply.status, reply.text).toBe(method === 'POST' && !isItem ? 201 : 200)
          expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
          expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
          expect(reply.headers.get('etag')).toMatch(/^"[^"]+"$/)
          if (isItem) expect(reply.body.id).toBe(record.id)
          if (isItem && body !== undefined) expect(reply.body.description).toBe('changed')
          if (isItem) await pair.send('DELETE', `/${list}/${record.id}?force=1`)
        }
      })
    }
  }
  for (const list of ['events', 'venues', 'organizers', 'categories', 'tags']) {
    covers('wire-2-post wire-6-links', `POST /${list} returns 201 with the rest_url as Location`, async (pair) => {
      const reply = await pair.send('POST', `/${list}`, least[list])
      expect([reply.status, reply.headers.get('location')]).toEqual([201, `${origin}/${list}/${reply.body.id}`])
      expect((await pair.send('GET', reply.headers.get('location') ?? '')).text).toBe(reply.text)
    })
    covers('wire-1-head wire-2-get', `HEAD on ${list} has the headers of GET, and If-None-Match gives 304`, async (pair) => {
      const { id } = await createOne(pair, list)
      for (const path of [`/${list}/${id}`, `/${list}`]) {
        const read = await pair.send('GET', path)
        const head = await pair.send('HEAD', path)
        expect([head.status, head.text, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
          200,
          '',
          read.headers.get('etag'),
          read.headers.get('content-length'),
        ])
        const etag = read.headers.get('etag') ?? ''
        for (const header of [etag, `W/${etag}`, '*', `"x", ${etag}`]) {
          const reply = await pair.send('GET', path, undefined, { 'if-none-match': header })
          expect([reply.status, reply.text, reply.headers.get('etag')], header).toEqual([304, '', etag])
          expect((await pair.send('HEAD', path, undefined, { 'if-none-match': header })).status).toBe(304)
        }
        expect((await pair.send('GET', path, undefined, { 'if-none-match': '"x"' })).status).toBe(200)
      }
    })
    covers('wire-2-version-conflict wire-2-etag', `a write of ${list} needs a matching If-Match, if it has one`, async (pair) => {
      const { id } = await createOne(pair, list)
      const path = `/${list}/${id}`
      const etag = async (): Promise<string> => (await pair.send('GET', path)).headers.get('etag') ?? ''
      const before = await etag()
      expect((await pair.send('PATCH', path, { description: 'x' }, { 'if-match': before })).status).toBe(200)
      expect(await etag()).not.toBe(before)
      for (const header of [before, `W/${await etag()}`, '"x"', 'x']) {
        expect(await pair.problem('PATCH', path, { description: 'y' }, { 'if-match': header }), header).toBe('412 version_conflict')
        expect(await pair.problem('DELETE', path, undefined, { 'if-match': header }), header).toBe('412 version_conflict')
      }
      expect((await pair.get(path)).description).toBe('x')
      expect((await pair.send('PUT', path, { description: 'z' }, { 'if-match': `"x", ${await etag()}` })).status).toBe(200)
      expect((await pair.send('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(200)
    })
    covers(
      'wire-1-id-digits interface-4-paths interface-4.3-id wire-2-not-found',
      `a path of ${list} has an id of digits, or gives 404`,
      async (pair) => {
        await createOne(pair, list)
        expect((await pair.get(`/${list}/0001`)).id).toBe(1)
        for (const odd of [
          '0',
          '2',
          '9007199254740991',
          '9007199254740992',
          '9'.repeat(400),
          '-1',
          '1.0',
          '1e0',
          '+1',
          'x',
          '１',
          '1x',
          '0x1',
        ]) {
          for (const method of ['GET', 'DELETE']) expect(await pair.problem(method, `/${list}/${odd}`), odd).toBe('404 not_found')
          expect(await pair.problem('PATCH', `/${list}/${odd}`, {}), odd).toBe('404 not_found')
        }
      },
    )
  }
  covers(
    'interface-4-paths interface-4.3-slug interface-1-terms',
    'a slug in a path is any text without a slash; terms have no route by slug',
    async (pair) => {
      for (const list of ['events', 'venues', 'organizers']) {
        for (const slug of ['plain', '7', 'by-slug', 'встреча', '春-まつり']) {
          const { id } = await pair.post(`/${list}`, { ...least[list], slug })
          expect((await pair.get(`/${list}/by-slug/${encodeURIComponent(slug)}`)).id).toBe(id)
        }
        for (const odd of ['none', 'PLAIN', '%25', '__trashed', "'", ';--', '1e1', ' '])
          expect(await pair.problem('GET', `/${list}/by-slug/${encodeURIComponent(odd)}`), odd).toBe('404 not_found')
        for (const odd of ['%00', 'x'.repeat(201), '%01'])
          expect(await pair.problem('GET', `/${list}/by-slug/${odd}`), odd).toBe('400 invalid_input slug')
        for (const odd of [`/${list}/by-slug`, `/${list}/by-slug/`, `/${list}/by-slug/a/b`, `/${list}/plain`])
          expect(await pair.problem('GET', odd), odd).toBe('404 not_found')
      }
      for (const list of ['categories', 'tags']) expect(await pair.problem('GET', `/${list}/by-slug/x`)).toBe('404 not_found')
    },
  )
  covers(
    'wire-1-case wire-1-odd-paths wire-1-path-utf8 wire-1-unknown-language interface-6-outbound',
    'a path with other case, extra slashes or dot segments gives 404, invalid UTF-8 400',
    async (pair) => {
      const nowhere = [
        '/Events',
        '/EVENTS',
        '//events',
        '/events//',
        '/events//1',
        '/events/%2F',
        '/events/1%2F',
        '/nothing',
        '/events/1/2',
        '/webhooks',
        '/subscriptions',
        '/doc/x',
      ]
      for (const path of nowhere) expect(await pair.problem('GET', path), path).toBe('404 not_found')
      for (const url of [
        'http://localhost/',
        'http://localhost/calendar/events',
        'http://localhost/Calendar/events/v1',
        'http://localhost/calendar/events/v10/events',
        'http://localhost/calendar/events/v2',
        `http://localhost/de${base}/events`,
        `http://localhost/xx${base}`,
        `http://localhost/x${base}/events`,
      ])
        expect(await pair.problem('GET', url), url).toBe('404 not_found')
      // A `Request` resolves dot segments; servers that do not must be safe as well.
      for (const path of ['/x/../events', '/./events', '/%2e/events', '/x/%2E%2e/events', '/events\\1', '/events%5C1']) {
        for (const handler of pair.handlers) {
          const request = Object.defineProperty(new Request('http://localhost/'), 'url', { value: `${origin}${path}` })
          expect((await handler(request)).status, path).toBe(404)
        }
      }
      for (const path of ['/events/by-slug/%FF', '/events/by-slug/%', '/events/%C3', '/%ED%A0%80'])
        expect((await pair.send('GET', path)).status, path).toBe(400)
    },
  )
  covers('wire-1-options wire-1-405 wire-2-method-not-allowed', 'OPTIONS and the status 405 have the header Allow', async (pair) => {
    const allow = {
      '': 'GET, HEAD, OPTIONS',
      '/doc': 'GET, HEAD, OPTIONS',
      '/events': 'GET, HEAD, POST, OPTIONS',
      '/tags/1': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      '/venues/by-slug/x': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    }
    for (const [path, methods] of Object.entries(allow)) {
      const options = await pair.send('OPTIONS', path)
      expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, methods, ''])
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'get2'].filter(
        (name) => !methods.split(', ').includes(name),
      )) {
        const reply = await pair.send(method, path, method === 'GET' ? undefined : {})
        expect([reply.status, reply.body.code, reply.headers.get('allow')], `${method} ${path}`).toEqual([
          405,
          'method_not_allowed',
          methods,
        ])
      }
    }
  })
  covers('wire-1-content-type wire-2-unsupported-media-type', 'writes accept only JSON in UTF-8', async (pair) => {
    const { id } = await createOne(pair, 'events')
    const types = [
      'application/json',
      'APPLICATION/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/merge-patch+json',
      'application/vnd.x+json; x=y',
    ]
    for (const type of types) expect((await pair.send('PATCH', `/events/${id}`, '{}', { 'content-type': type })).status, type).toBe(200)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=latin1',
      'text/json',
      'json',
      '',
      'application/jsonp',
      'application/xml',
      '*/*',
    ])
      for (const [method, path] of [
        ['PATCH', `/events/${id}`],
        ['POST', '/events'],
        ['PUT', '/tags/1'],
      ] as const)
        expect(await pair.problem(method, path, '{}', { 'content-type': type }), type).toBe('415 unsupported_media_type')
  })
  covers(
    'wire-1-object wire-1-depth wire-6-depth wire-2-invalid-json wire-1-bom',
    'a body is a JSON object, nested at most 20 levels deep',
    async (pair) => {
      const nested = (levels: number): string => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
      for (const body of [
        '',
        ' ',
        'null',
        '1',
        '"x"',
        '[]',
        '[{}]',
        '{',
        '{"a":1,}',
        "{'a':1}",
        '{"title":"a}',
        'NaN',
        '{} {}',
        nested(21),
        `{"x":${'['.repeat(100_000)}`,
      ])
        expect(await pair.problem('POST', '/events', body), body.slice(0, 30)).toBe('400 invalid_json')
      expect(await pair.problem('POST', '/tags', JSON.stringify({ name: 'a', x: JSON.parse(nested(19)) }))).toBe('201')
      expect(await pair.problem('POST', '/tags', `{"name":"b","x":${nested(20).slice(5, -1)}}`)).toBe('201')
      expect(await pair.problem('POST', '/tags', '\ufeff{"name":"c"}')).toBe('201')
    },
  )
  covers('wire-1-body-limit wire-2-body-too-large', 'bodies above 1 MiB are refused', async (pair) => {
    const body = (bytes: number): string => `{"name":"a","x":"${'y'.repeat(bytes - 19)}"}`
    expect(body(1_048_576)).toHaveLength(1_048_576)
    expect(await pair.problem('POST', '/tags', body(1_048_577))).toBe('413 body_too_large')
    expect(await pair.problem('POST', '/tags', body(1_048_576))).toBe('201')
  })
  covers('wire-1-prototype wire-1-ignored', 'unknown keys, and those of object prototypes, are ignored', async (pair) => {
    const body =
      '{"name":"a","__proto__":{"description":"x"},"constructor":{"prototype":{"slug":"y"}},"prototype":1,"id":99,"count":7,"taxonomy":"z","foo":[]}'
    expect(await pair.post('/tags', body)).toMatchObject({ id: 1, name: 'a', description: '', slug: 'a', count: 0, taxonomy: 'tag' })
    expect(({} as { description?: string }).description).toBeUndefined()
    const event = await pair.post(
      '/events',
      `{"title":"t","start_date":"2026-05-31","end_date":"2026-05-31","venue":{"__proto__":{"phone":"1"},"venue":"V"},"utc_start_date":"2001-01-01","modified":"x","global_id":5}`,
    )
    expect([event.venue.phone, event.utc_start_date]).toEqual(['', '2026-05-30 22:00:00'])
  })
  covers('interface-4.4-methods wire-2-update', 'POST, PUT and PATCH on items do the same', async (pair) => {
    for (const list of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      const { id } = await createOne(pair, list)
      const replies: object[] = []
      for (const method of ['POST', 'PUT', 'PATCH'])
        replies.push(withoutVersion((await pair.send(method, `/${list}/${id}`, { description: 'same' })).body))
      expect(replies).toEqual([replies[0], replies[0], replies[0]])
    }
  })
})

/** Envelopes, links, and the wire form of resources. */
export const answerCases = collect('protocol.test.ts', (covers) => {
  covers(
    'wire-3-event-keys wire-3-venue-keys wire-3-organizer-keys wire-3-term-keys interface-1-events',
    'every resource has all its keys, in the documented order',
    async (pair) => {
      const event = await pair.post('/events', {
        ...concert,
        venue: { venue: 'V' },
        organizer: { organizer: 'O' },
        categories: 'c',
        tags: 't',
      })
      expect(membersOf('event', event)).toBe(memberOrder.event)
      expect(membersOf('venue', event.venue)).toBe(memberOrder.venue)
      expect(membersOf('organizer', event.organizer[0])).toBe(memberOrder.organizer)
      expect(Object.keys(event.categories[0]).join(' ')).toBe('id name slug description taxonomy parent url urls')
      expect(Object.keys(event.tags[0]).join(' ')).toBe('id name slug description taxonomy url urls')
      expect(membersOf('venue', await pair.get(`/venues/${event.venue.id}`))).toBe(memberOrder.venue)
      expect(membersOf('organizer', await pair.get(`/organizers/${event.organizer[0].id}`))).toBe(memberOrder.organizer)
      expect(Object.keys(await pair.get(`/categories/${event.categories[0].id}`)).join(' ')).toBe(
        'id name slug description taxonomy parent count url urls custom_fields version',
      )
      const tag = await pair.get(`/tags/${event.tags[0].id}`)
      expect(Object.keys(tag).join(' ')).toBe('id name slug description taxonomy count url urls custom_fields version')
      expect(tag.urls).toEqual({ self: `${origin}/tags/${tag.id}`, collection: `${origin}/tags` })
      const child = await pair.post('/categories', { name: 'Child', parent: event.categories[0].id })
      expect(child.urls.up).toBe(`${origin}/categories/${event.categories[0].id}`)
      expect([event.custom_fields, event.categories[0].taxonomy, tag.taxonomy]).toEqual([{}, 'category', 'tag'])
    },
  )
  for (const list of ['events', 'venues', 'organizers', 'categories', 'tags']) {
    const filter = isTerm(list) ? 'hide_empty=0' : 'search=n'
    const make = async (pair: CalendarPair, count: number): Promise<void> => {
      const noun = Object.keys(least[list] ?? {})[0] ?? ''
      for (let index = 0; index < count; index++)
        await pair.post(`/${list}`, { ...least[list], [noun]: `No. ${String(index).padStart(3, '0')}` })
    }
    covers(
      'wire-3-envelope wire-3-absent-links wire-2-totals wire-2-link wire-3-links-filters',
      `the envelope of ${list} has totals and links on the first, middle and last page`,
      async (pair) => {
        await make(pair, 5)
        const at = (page: number): string => `${origin}/${list}?${filter}&per_page=2&page=${page}`
        const first = await pair.send('GET', `/${list}?${filter}&per_page=2`)
        expect(Object.keys(first.body)).toEqual([list, 'rest_url', 'next_rest_url', 'total', 'total_pages'])
        expect(first.body).toMatchObject({
          rest_url: `${origin}/${list}?${filter}&per_page=2`,
          next_rest_url: at(2),
          total: 5,
          total_pages: 3,
        })
        expect([first.headers.get('x-tec-total'), first.headers.get('x-tec-totalpages')]).toEqual(['5', '3'])
        expect(first.headers.get('link')).toBe(`<${at(1)}>; rel="first", <${at(2)}>; rel="next", <${at(3)}>; rel="last"`)
        const middle = await pair.send('GET', first.body.next_rest_url)
        expect(Object.keys(middle.body)).toEqual([list, 'rest_url', 'next_rest_url', 'previous_rest_url', 'total', 'total_pages'])
        expect(middle.body).toMatchObject({ next_rest_url: at(3), previous_rest_url: at(1) })
        expect(middle.headers.get('link')).toBe(
          `<${at(1)}>; rel="first", <${at(1)}>; rel="prev", <${at(3)}>; rel="next", <${at(3)}>; rel="last"`,
        )
        const last = await pair.send('GET', middle.body.next_rest_url)
        expect(Object.keys(last.body)).toEqual([list, 'rest_url', 'previous_rest_url', 'total', 'total_pages'])
        expect((await pair.send('GET', last.body.previous_rest_url)).text).toBe(middle.text)
      },
    )
    covers(
      'interface-8-per-page interface-8-page wire-3-clamp',
      `${list} have 35 records per page by default and 100 at most`,
      async (pair) => {
        await make(pair, 102)
        const count = async (query: string): Promise<number> => (await pair.get(`/${list}?${filter}${query}`))[list].length
        expect([
          await count(''),
          await count('&per_page=100'),
          await count('&per_page=101'),
          await count('&per_page=9007199254740991'),
          await count('&per_page=1'),
        ]).toEqual([35, 100, 100, 100, 1])
        expect((await pair.get(`/${list}?${filter}&per_page=500&page=2`))[list]).toHaveLength(2)
        expect((await pair.get(`/${list}?${filter}&page=1`))[list]).toEqual((await pair.get(`/${list}?${filter}`))[list])
      },
    )
    covers(
      'wire-3-empty wire-3-past-end wire-2-page-out-of-range',
      `${list} give 200 for an empty list, and 404 for a page past the end`,
      async (pair) => {
        for (const query of ['', '&page=1', '&per_page=1']) {
          const reply = await pair.send('GET', `/${list}?${filter}${query}`)
          expect([reply.status, reply.body[list], reply.body.total, reply.body.total_pages]).toEqual([200, [], 0, 0])
          expect([reply.headers.get('x-tec-total'), reply.headers.get('x-tec-totalpages')]).toEqual(['0', '0'])
        }
        await make(pair, 3)
        for (const page of ['2', '3', '999', '9007199254740991'])
          expect(await pair.problem('GET', `/${list}?${filter}&page=${page}`), page).toBe('404 page_out_of_range')
        expect(await pair.problem('GET', `/${list}?${filter}&per_page=3&page=2`)).toBe('404 page_out_of_range')
        expect(await pair.problem('GET', `/${list}?${filter}&per_page=2&page=2`)).toBe('200')
      },
    )
  }
  covers('wire-3-links-filters', 'links keep every filter of events, and are valid URLs', async (pair) => {
    for (const title of ['a & b', 'c'])
      await pair.post('/events', {
        ...concert,
        title,
        description: 'ü "x y" #1',
        categories: 'A,B',
        tags: 't',
        venue: { venue: 'V' },
        organizer: { organizer: 'O' },
        featured: true,
      })
    const query =
      'per_page=1&start_date=2026-01-01+00:00:00&end_date=2027-01-01T00:00:00%2B02:00&ends_after=2026-01-01&search=%C3%BC+%22x+y%22+%231&categories[]=a&categories[]=b&tags=t,u&venue=1&organizer=1,2&featured=true&status=publish,draft&geoloc=0&include[0]=1&include[1]=2&post_parent=0&orderby=title&order=desc'
    const first = await pair.get(`/events?${query}`)
    expect(namesIn(first)).toEqual(['c'])
    const url = new URL(first.next_rest_url)
    expect(url.href).toBe(first.next_rest_url)
    const names = [...new URLSearchParams(query).keys()].map((name) => name.replace(/\[.*/, ''))
    expect([...new Set(url.searchParams.keys())].sort()).toEqual([...new Set([...names, 'page'])].sort())
    expect(namesIn(await pair.get(first.next_rest_url))).toEqual(['a & b'])
  })
  covers(
    'wire-3-url wire-3-host wire-2-post',
    'links begin with the publicUrl, whatever the headers of the request',
    async (pair) => {
      const reply = await pair.send('POST', 'http://evil.example/x/../calendar/events/v1/events'.replace('/x/..', ''), concert, {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'ftp',
        forwarded: 'host=evil.example',
      })
      expect(reply.text).not.toContain('evil')
      expect(reply.headers.get('location')).toBe(`https://example.org:8443/api/calendar/events/v1/events/${reply.body.id}`)
      expect(reply.body).toMatchObject({
        url: `https://people.example/event/${reply.body.slug}`,
        global_id: `example.org:8443?id=${reply.body.id}`,
      })
      expect((await pair.post('/tags', { name: 'x' })).url).toBe('https://example.org:8443/api/calendar/events/v1/tags/1')
    },
    {
      handler: {
        publicUrl: 'https://example.org:8443/api',
        links: (kind, record) => (kind === 'event' ? `https://people.example/event/${record.slug}` : undefined),
      },
    },
  )
  covers(
    'wire-3-image',
    'image is the result of resolveImage',
    async (pair) => {
      const event = await pair.post('/events', { ...concert, image: 7, venue: { venue: 'V', image: 'https://example.org/v.png' } })
      expect(event.image).toEqual({ url: 'https://cdn.example/7', id: 7, alt: 'seven' })
      expect(event.venue.image).toBe(false)
      expect((await pair.post(`/events/${event.id}`, event)).image).toEqual(event.image)
    },
    { handler: { resolveImage: (image) => (image === 7 ? { url: 'https://cdn.example/7', id: 7, alt: 'seven' } : null) } },
  )
  covers('wire-6-images', 'an image can be removed, and posted back as it was read', async (pair) => {
    const event = await pair.post('/events', { ...concert, image: '12' })
    expect(event.image).toEqual({ id: 12 })
    expect((await pair.post(`/events/${event.id}`, { image: event.image })).image).toEqual({ id: 12 })
    for (const image of [false, null, '']) expect((await pair.post(`/events/${event.id}`, { image })).image).toBe(false)
  })
  covers(
    'wire-6-terms-open',
    'a list has only published records by default, and the access policy decides who creates terms',
    async (pair) => {
      const author = { authorization: 'author' }
      await pair.post('/events', { ...concert, tags: 'new' }, author)
      await pair.post('/events', { ...concert, title: 'Draft', status: 'draft' }, author)
      expect(namesIn(await pair.get('/events', author))).toEqual(['Concert'])
      expect(namesIn(await pair.get('/events'))).toEqual(['Concert'])
      expect(namesIn(await pair.get('/events?status=draft', author))).toEqual(['Draft'])
    },
    {
      handler: {
        access: roles({ termCreators: ['author'] }),
        authenticate: (request) => (request.headers.has('authorization') ? { id: '5', roles: ['author'] } : null),
      },
    },
  )
})

/** Errors and access. */
export const errorCases = collect('protocol.test.ts', (covers) => {
  const cast = {
    access: roles(),
    authenticate: (request: Request) => {
      const name = request.headers.get('authorization')
      return name === null ? null : { id: name, roles: [name] }
    },
  }
  const editor = { authorization: 'editor' }
  const author = { authorization: 'author' }
  covers(
    'wire-2-error-shape wire-2-invalid-input interface-7-required',
    'every error has the members code, message and data',
    async (pair) => {
      const replies = [
        await pair.send('POST', '/events', {}),
        await pair.send('GET', '/events/1'),
        await pair.send('POST', '/events', '{'),
        await pair.send('DELETE', '/events'),
        await pair.send('GET', '/nothing'),
      ]
      for (const { status, body } of replies) {
        expect(Object.keys(body)).toEqual(['code', 'message', 'data'])
        expect(body.data.status).toBe(status)
        expect(body.message).toMatch(/^[A-Z].*\.?$/)
      }
      expect(replies.map(({ body }) => Object.keys(body.data))).toEqual([
        ['status', 'params', 'issues'],
        ['status'],
        ['status'],
        ['status'],
        ['status'],
      ])
      expect(Object.values(replies[0]?.body.data.params)).toEqual(['is required', 'is required', 'is required'])
    },
  )
  covers(
    'wire-2-unauthenticated wire-2-forbidden wire-2-unseen wire-6-trash wire-2-not-found',
    'a denied write gives 401 or 403, and a record that the caller cannot read 404',
    async (pair) => {
      for (const list of ['events', 'venues', 'organizers', 'categories', 'tags']) {
        const { id } = await pair.post(`/${list}`, least[list], editor)
        const path = `/${list}/${id}`
        for (const [method, target] of [
          ['POST', `/${list}`],
          ['PATCH', path],
          ['DELETE', path],
          ['DELETE', '/events/99'],
        ] as const)
          expect(await pair.problem(method, target, method === 'DELETE' ? undefined : {})).toBe('401 unauthenticated')
        for (const [method, target] of [
          ['POST', `/${list}`],
          ['PATCH', path],
          ['DELETE', path],
        ] as const)
          expect(await pair.problem(method, target, method === 'DELETE' ? undefined : { ...least[list] }, { authorization: 'guest' })).toBe(
            '403 forbidden',
          )
        for (const method of ['PATCH', 'DELETE'])
          expect(await pair.problem(method, path, method === 'DELETE' ? undefined : {}, author)).toBe('403 forbidden')
        if (isTerm(list)) continue
        await pair.post(path, { status: 'draft' }, editor)
        const none = await pair.send('GET', `/${list}/99`)
        for (const headers of [{}, author]) {
          const unseen = await pair.send('GET', path, undefined, headers)
          expect([unseen.status, unseen.text]).toEqual([404, none.text])
        }
        expect(await pair.problem('PATCH', path, {}, author)).toBe('404 not_found')
        await pair.post(path, { status: 'trash' }, editor)
        expect([
          await pair.problem('GET', path),
          await pair.problem('GET', path, undefined, author),
          await pair.problem('GET', path, undefined, editor),
        ]).toEqual(['404 not_found', '404 not_found', '410 in_trash'])
      }
    },
    { handler: cast },
  )
  covers(
    'wire-2-order',
    'checks run in the order route, method, access, body, record, precondition, stored data',
    async (pair) => {
      const { id } = await pair.post('/events', concert, editor)
      const bad = { 'content-type': 'text/plain' }
      expect(await pair.problem('PROPFIND', '/nothing', 'x', bad), 'route before method').toBe('404 not_found')
      expect(await pair.problem('DELETE', '/events', 'x', bad), 'method before access').toBe('405 method_not_allowed')
      expect(await pair.problem('POST', '/events', '{', bad), 'access before body').toBe('401 unauthenticated')
      expect(await pair.problem('POST', '/events', '{', { ...bad, ...editor })).toBe('415 unsupported_media_type')
      expect(await pair.problem('PATCH', '/events/99', { title: [] }, editor), 'shape before record').toBe('400 invalid_input title')
      expect(await pair.problem('PATCH', '/events/99999999999999999999', { title: [] }, editor)).toBe('400 invalid_input title')
      expect(
        await pair.problem('PATCH', '/events/99', { title: 'x' }, { ...editor, 'if-match': '"x"' }),
        'record before precondition',
      ).toBe('404 not_found')
      expect(
        await pair.problem('PATCH', `/events/${id}`, { title: 'x' }, { ...author, 'if-match': '"x"' }),
        'access before precondition',
      ).toBe('403 forbidden')
      expect(
        await pair.problem('PATCH', `/events/${id}`, { venue: 99 }, { ...editor, 'if-match': '"x"' }),
        'precondition before stored data',
      ).toBe('412 version_conflict')
      await pair.send('DELETE', `/events/${id}`, undefined, editor)
      expect(
        await pair.problem('PATCH', `/events/${id}`, { venue: 99 }, { ...editor, 'if-match': '"x"' }),
        'trash before precondition',
      ).toBe('410 in_trash')
      expect(await pair.problem('GET', '/events?page=x', undefined, {})).toBe('400 invalid_input page')
    },
    { handler: cast },
  )
  covers('interface-5-open', 'without the option authenticate, credentials are neither required nor read', async (pair) => {
    const { id } = await pair.post('/events', concert)
    const plain = await pair.send('GET', `/events/${id}`)
    const reply = await pair.send('GET', `/events/${id}`, undefined, { authorization: 'Basic xyz', cookie: 'a=b' })
    expect([reply.status, reply.text, reply.headers.has('www-authenticate')]).toEqual([200, plain.text, false])
  })
  const reported: unknown[] = []
  covers(
    'wire-2-internal',
    'an unknown error gives 500 without its message, and is reported to onError',
    async (pair) => {
      reported.length = 0
      const reply = await pair.send('GET', '/events/1')
      expect([reply.status, reply.body.code, reply.text.includes('secret')]).toEqual([500, 'internal', false])
      expect(reported.map(String)).toEqual(['Error: secret table', 'Error: secret table'])
      expect(await pair.problem('GET', '/venues')).toBe('200')
    },
    { wrap: failing(() => new Error('secret table')), handler: { onError: (error) => void reported.push(error) } },
  )
  covers(
    'wire-2-unavailable',
    'an unavailable store gives 503 with Retry-After',
    async (pair) => {
      const reply = await pair.send('GET', '/events/1')
      expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'unavailable', '3'])
    },
    { wrap: failing(() => new CalendarError('unavailable', { retryAfterSeconds: 2.5 })) },
  )
  covers(
    'wire-2-slug-taken',
    'a slug conflict that remains after all retries gives 409',
    async (pair) => {
      expect(await pair.problem('PATCH', '/events/1', {})).toBe('409 slug_taken')
    },
    { wrap: failing(() => new CalendarError('slug_taken', { slug: 'x' })) },
  )
  covers(
    'wire-2-refused',
    'a write that the application refuses gives 409 with its message',
    async (pair) => {
      const reply = await pair.send('PATCH', '/events/1', {})
      expect([reply.status, reply.body]).toEqual([409, { code: 'refused', message: 'The hall is booked.', data: { status: 409 } }])
    },
    { wrap: failing(() => new CalendarError('refused', {}, { message: 'The hall is booked.' })) },
  )
  covers(
    'wire-2-precondition-required',
    'with precondition: required, a change without If-Match gives 428',
    async (pair) => {
      const { headers, body } = await pair.send('POST', '/events', concert)
      const path = `/events/${body.id}`
      expect(await pair.problem('PATCH', path, { title: 'x' })).toBe('428 precondition_required')
      expect(await pair.problem('DELETE', path)).toBe('428 precondition_required')
      expect(await pair.problem('PATCH', path, { title: 'x' }, { 'if-match': headers.get('etag') ?? '' })).toBe('200')
    },
    { handler: { precondition: 'required' } },
  )
  covers(
    'wire-2-unseen wire-3-count',
    'counts and lists leave out events that the caller cannot read',
    async (pair) => {
      const all = { authorization: 'all' }
      await pair.post('/events', { ...concert, status: 'private', tags: 'quiet' }, all)
      expect((await pair.get('/tags?hide_empty=0')).tags[0].count).toBe(0)
      expect((await pair.get('/tags')).total).toBe(0)
      expect(await pair.problem('GET', '/events/1')).toBe('404 not_found')
      expect(await pair.problem('PATCH', '/events/1', {})).toBe('404 not_found')
      expect(await pair.problem('GET', '/events/1', undefined, all)).toBe('200')
    },
    { handler: everythingBut('private') },
  )
})
