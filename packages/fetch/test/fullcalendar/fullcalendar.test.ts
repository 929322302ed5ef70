import { type Actor, allowAll, type CalendarStore, type EventInput, publicReadOnly, roles } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { cors } from '../../src/cors.ts'
import { fullcalendar } from '../../src/fullcalendar.ts'
import { createHandler, type HandlerOptions } from '../../src/index.ts'
import { toReply, toRequest } from '../support.ts'
import { may, startFullcalendar, toEvent, windowOf } from './support.ts'

const authenticate = (request: Request): Actor | null => {
  const role = request.headers.get('authorization')?.slice('Bearer '.length)
  return role === undefined ? null : { id: role === 'author' ? '5' : '1', roles: [role] }
}

const inMay = (title: string, more: Partial<EventInput> = {}): Partial<EventInput> => ({ title, ...more })

describe('a response', () => {
  test.each([1, 2, 3, 7, 100])('contains the events of all pages if a page has at most %i', async (maxPerPage) => {
    const titles = Array.from({ length: 7 }, (_, index) => `Event ${index}`)
    const { titles: shown } = await startFullcalendar(
      titles.map((title) => inMay(title)),
      {},
      { maxPerPage },
    )
    expect(await shown(may)).toEqual(titles)
  })

  test('is a 400 if the window has more than maxEvents events', async () => {
    const events = ['a', 'b', 'c', 'd'].map((title) => inMay(title))
    const { ask } = await startFullcalendar(events, { use: [fullcalendar({ maxEvents: 3 })] }, { maxPerPage: 2 })
    const { status, body } = await ask(may)
    expect([status, body.data.params]).toEqual([
      400,
      { end: 'must come sooner: around these days are more than 3 events, and at most 3 are sent' },
    ])
    expect((await (await startFullcalendar(events, { use: [fullcalendar({ maxEvents: 4 })] })).titles(may)).length).toBe(4)
  })

  test('sorts events by their start', async () => {
    const { titles } = await startFullcalendar([
      inMay('late', { startDate: '2031-05-20' }),
      inMay('early', { startDate: '2031-04-20', endDate: '2031-05-30' }),
    ])
    expect(await titles(may)).toEqual(['early', 'late'])
  })

  test('leaves out hidden and trashed events, as lists do', async () => {
    const { titles } = await startFullcalendar([inMay('hidden', { hidden: true }), inMay('trashed', { status: 'trash' }), inMay('shown')])
    expect(await titles(may)).toEqual(['shown'])
  })

  /** Starts a calendar with `count` events; `asked` records its queries, and `afterFind` runs after the first of them. */
  const startWatched = async (
    count: number,
    maxEvents: number,
    afterFind: (store: CalendarStore) => Promise<void> = async () => undefined,
  ) => {
    const inner = memoryStore()
    const asked = { finds: [] as number[], counts: 0 }
    const events: typeof inner.events = {
      ...inner.events,
      find: async (query) => {
        const found = await inner.events.find(query)
        asked.finds.push(found.length)
        if (asked.finds.length === 1) await afterFind(inner)
        return found
      },
      count: (filter) => {
        asked.counts++
        return inner.events.count(filter)
      },
    }
    const started = await startFullcalendar([], { use: [fullcalendar({ maxEvents })] }, { store: { ...inner, events } })
    await started.calendar.events.createMany(Array.from({ length: count }, (_, index) => toEvent({ title: String(index + 1) })))
    asked.finds.length = 0
    return { ...started, asked }
  }
  const titlesUpTo = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1))

  test('reads each event of a large window once, and counts no more than may be sent', async () => {
    const { titles, asked } = await startWatched(450, 1_000)
    expect(await titles(may)).toEqual(titlesUpTo(450))
    expect(asked.counts).toBe(1)
    // One of the queries only asks whether there are more than a thousand events.
    expect(asked.finds.reduce((sum, length) => sum + length)).toBe(450)
    expect(asked.finds.length).toBeLessThanOrEqual(6)
  })

  test('refuses a window that is too large after its first chunk', async () => {
    const { ask, asked } = await startWatched(450, 449)
    expect((await ask(may)).status).toBe(400)
    expect(asked).toEqual({ finds: [200, 1], counts: 0 })
  })

  test('yields to the event loop while it reads a large window', async () => {
    const { titles } = await startWatched(450, 1_000)
    let turns = 0
    const count = setInterval(() => turns++, 0)
    await titles(may)
    clearInterval(count)
    expect(turns).toBeGreaterThanOrEqual(2)
  })

  test('leaves out events that are deleted while it is read', async () => {
    const { titles } = await startWatched(300, 1_000, async (store) => {
      for (const { id, version } of await store.events.getMany([1, 2, 299, 300])) await store.events.delete(id, version)
    })
    expect(await titles(may)).toEqual(titlesUpTo(298))
  })
})

describe('a response contains the events and venues of the list', () => {
  const events: readonly Partial<EventInput>[] = [
    inMay('published'),
    inMay('draft of 5', { status: 'draft', authorId: '5' }),
    inMay('draft of 6', { status: 'draft', authorId: '6' }),
    inMay('private', { status: 'private' }),
    inMay('to come', { published: '2031-01-01' }),
    inMay('pending', { status: 'pending', authorId: '5' }),
    inMay('music', { categories: 'Music', tags: 'Free', venues: { name: 'Hall', geoLat: 50, geoLng: 10 }, organizers: { name: 'Choir' } }),
    inMay('unlisted of 5', { hidden: true, authorId: '5' }),
    inMay('unlisted of 6', { hidden: true, authorId: '6' }),
    inMay('hidden hall', { venues: { name: 'Secret hall', status: 'draft' }, featured: true }),
  ]
  const callers = [undefined, 'reader', 'author', 'editor', 'admin']
  const filters = [
    '',
    'status=draft',
    'status=any',
    'status=draft,pending,private',
    'search=draft',
    'search=%22draft+of+5%22',
    'categories=music',
    'categories=none',
    'tags=free',
    'venue=1',
    'venue=2',
    'organizer=1',
    'organizer[]=1&organizer[]=2',
    'featured=true',
    'geoloc=true',
    'geoloc_lat=50&geoloc_lng=10&geoloc_radius=1',
    'include=1,2,3',
    'post_parent=0',
    'author=5,6',
    'modified_after=-1+minute',
    'modified_after=tomorrow',
    'hidden=include',
    'hidden=only&status=any',
  ]

  test.each(callers.flatMap((caller) => filters.map((filter) => ({ caller, filter }))))(
    'for the role $caller and the filter "$filter"',
    async ({ caller, filter }) => {
      const options: HandlerOptions = { access: roles(), authenticate }
      const { handler, ask } = await startFullcalendar(events, options)
      const headers = caller === undefined ? {} : { authorization: `Bearer ${caller}` }
      const path = `/events?start_date=2031-05-01&end_date=2031-05-31&${filter}`
      const list = await toReply(await handler(toRequest('GET', path, undefined, headers)))
      const shown = await ask(`${may}&${filter}`, headers)
      expect(shown.body.map(({ id }: { id: string }) => Number(id))).toEqual(list.body.events.map(({ id }: { id: number }) => id))
      const venuesOf = (event: { venue: unknown }): number => [event.venue].flat().length
      expect(shown.body.map(({ extendedProps }: { extendedProps: { venue: unknown } }) => venuesOf(extendedProps))).toEqual(
        list.body.events.map(venuesOf),
      )
    },
  )
})

describe('over HTTP, the route', () => {
  const path = `/events/fullcalendar?${may}`

  test('supports conditional requests, HEAD, OPTIONS and CORS like every other route', async () => {
    const { handler } = await startFullcalendar([inMay('a')], { authenticate, use: [cors({ origins: '*' })] })
    const read = await toReply(await handler(toRequest('GET', path, undefined, { origin: 'https://pages.example' })))
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
      vary: 'Authorization, Cookie',
    })
    const etag = read.headers.get('etag') ?? ''
    expect((await handler(toRequest('GET', path, undefined, { 'if-none-match': etag }))).status).toBe(304)
    const head = await handler(toRequest('HEAD', path))
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    const options = await handler(toRequest('OPTIONS', path))
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    const post = await toReply(await handler(toRequest('POST', path, {})))
    expect([post.status, post.body.code]).toEqual([405, 'method_not_allowed'])
    const signedIn = await handler(toRequest('GET', path, undefined, { authorization: 'Bearer admin' }))
    expect(signedIn.headers.get('cache-control')).toBe('private, no-store')
  })

  test('exists under the prefix of every language, and at no other path', async () => {
    const { handler } = await startFullcalendar([inMay('a')], {
      access: publicReadOnly(),
      basePath: '/wp-json',
      namespace: 'tribe/events/v1',
      languages: { de: {} },
      publicUrl: 'https://example.org',
    })
    const answer = (prefix: string): Promise<Response> =>
      handler(toRequest('GET', `https://example.org${prefix}/tribe/events/v1/events/fullcalendar?${may}`))
    for (const prefix of ['/wp-json', '/wp-json/de']) {
      const found = await toReply(await answer(prefix))
      expect(found.body[0].extendedProps.rest_url).toBe(`https://example.org${prefix}/tribe/events/v1/events/1`)
    }
    expect((await answer('/wp-json/fr')).status).toBe(404)
    expect((await handler(toRequest('GET', `/feed?${may}`))).status).toBe(404)
  })

  test('reports an error of a callback to onError, and sends a 500 without its message', async () => {
    const seen: unknown[] = []
    const failure = new Error('secret')
    const colors = () => {
      throw failure
    }
    const { ask } = await startFullcalendar([inMay('a')], { use: [fullcalendar({ colors })], onError: (error) => seen.push(error) })
    const { status, text } = await ask(may)
    expect([status, seen, text.includes('secret')]).toEqual([500, [failure], false])
  })
})

test.each([
  ['maxEvents of 0', { maxEvents: 0 }],
  ['colors that are not a function', { colors: 'red' }],
])('createHandler refuses %s', async (_, fullcalendar) => {
  const { calendar } = await startFullcalendar()
  expect(() => Reflect.apply(createHandler, undefined, [calendar, { access: allowAll(), fullcalendar }])).toThrow(TypeError)
})

test('an event comes in the window of every day on which it takes place', async () => {
  const { titles } = await startFullcalendar([
    inMay('long', { startDate: '2031-05-10 22:00', endDate: '2031-05-12 02:00' }),
    inMay('day', { startDate: '2031-05-11', endDate: '2031-05-11', allDay: true }),
  ])
  const days = await Promise.all([10, 11, 12, 13].map((day) => titles(windowOf(`2031-05-${day}`, `2031-05-${day + 1}`))))
  expect(days).toEqual([['long'], ['long', 'day'], ['long'], []])
})
