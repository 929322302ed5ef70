import { expect } from 'vitest'
import { type Peer, routes, testEach } from './support.ts'

// Both handlers of a peer serve one calendar with one cache.
const cached = { cache: { maxBytes: 10_000_000 } }

const countOf = async ({ ask }: Peer, path: string): Promise<unknown> => {
  const { body } = await ask(`GET ${path}`)
  const [event = body] = body.events ?? []
  return [event.categories, event.tags].map((terms: readonly { readonly slug: string; readonly count: number }[]) =>
    Object.fromEntries(terms.map(({ slug, count }) => [slug, count])),
  )
}

const festivals = ['/events/{festival}', '/events/by-slug/festival', '/events?include={festival}']

testEach(
  'cached answers with and without the extension are apart',
  async (peer) => {
    for (const path of ['/events', '/events/{festival}', '/venues/{hall}', '/tags', '/events?page=9', '/tags?page=9', '']) {
      const first = [await peer.ask(`GET ${path}`), await peer.askPlain(`GET ${path}`)].map(({ text }) => text)
      const second = [await peer.ask(`GET ${path}`), await peer.askPlain(`GET ${path}`)].map(({ text }) => text)
      expect(second).toEqual(first)
      if (path !== '') expect(first[0]).not.toBe(first[1])
    }
  },
  {},
  cached,
)

testEach(
  'cached answers differ by _fields and by rest_route',
  async ({ ask }) => {
    const read = async (): Promise<readonly string[]> => {
      const texts: string[] = []
      for (const path of [
        '/events',
        '/events?_fields=events,id',
        '/events?_fields=total',
        '/events/{festival}',
        '/events/{festival}?_fields=id',
      ])
        texts.push((await ask(`GET ${path}`)).text)
      return texts
    }
    const first = await read()
    expect([new Set(first).size, await read()]).toEqual([5, first])
    const index = (await ask('GET http://localhost/wp-json/')).body
    const namespace = (await ask(`GET ${routes}`)).body
    expect([index.namespaces, namespace.namespace]).toEqual([['tribe/events/v1'], 'tribe/events/v1'])
    expect((await ask('GET http://localhost/wp-json/')).body).toEqual(index)
  },
  {},
  cached,
)

testEach(
  'a cached event has the count of its terms after other events change',
  async (peer) => {
    const counts = async (): Promise<readonly unknown[]> => Promise.all(festivals.map((path) => countOf(peer, path)))
    const all = (music: number, kids: number): readonly unknown[] => festivals.map(() => [{ jazz: 1, music }, { kids }])
    expect(await counts()).toEqual(all(1, 1))
    await peer.askPlain('PUT /events/{tour}', { categories: ['{music}'], tags: ['{kids}'] })
    expect(await counts()).toEqual(all(2, 2))
    await peer.askPlain('PUT /events/{plan}', { status: 'publish' })
    expect(await counts()).toEqual(all(3, 2))
    await peer.askPlain('DELETE /events/{tour}')
    expect(await counts()).toEqual(all(2, 1))
  },
  {},
  cached,
)

testEach(
  'a cached event has the count of its terms after a scheduled event is published',
  async (peer) => {
    await peer.askPlain('PUT /events/{tour}', { categories: ['{music}'], date: '2026-03-04 13:30:00' })
    const before = [{ jazz: 1, music: 1 }, { kids: 1 }]
    for (const path of festivals) expect([path, await countOf(peer, path)]).toEqual([path, before])
    peer.advance(31 * 60_000)
    for (const path of festivals) expect([path, await countOf(peer, path)]).toEqual([path, [{ jazz: 1, music: 2 }, { kids: 1 }]])
  },
  {},
  cached,
)

testEach(
  'a cached list is refused when its filter names nothing any more',
  async ({ ask, askPlain }) => {
    const statusOf = async (query: string): Promise<number> => (await ask(`GET /events?${query}`)).status
    expect([await statusOf('venue={bare}'), await statusOf('venue={bare}')]).toEqual([200, 200])
    await askPlain('DELETE /venues/{bare}')
    expect(await statusOf('venue={bare}')).toBe(400)
    expect([await statusOf('organizer={club}'), await statusOf('organizer={club}')]).toEqual([200, 200])
    await askPlain('PUT /organizers/{club}', { status: 'draft' })
    expect(await statusOf('organizer={club}')).toBe(400)
    // A term that an event has made is seen by those who see the event.
    await askPlain('PUT /events/{plan}', { categories: ['Fresh'] })
    expect([await statusOf('categories=fresh'), await statusOf('categories=fresh')]).toEqual([400, 400])
    await askPlain('PUT /events/{plan}', { status: 'publish' })
    expect([await statusOf('categories=fresh'), await statusOf('categories=fresh')]).toEqual([200, 200])
    await askPlain('PUT /events/{plan}', { status: 'draft' })
    expect(await statusOf('categories=fresh')).toBe(400)
  },
  {},
  cached,
)

testEach(
  'relative dates move with the clock in cached lists',
  async (peer) => {
    await peer.askPlain('PUT /events/{concert}', { start_date: '2026-03-04 13:05', end_date: '2026-03-04 14:00' })
    const slugs = async (query: string): Promise<unknown> =>
      (await peer.ask(`GET /events?${query}`)).body.events.map(({ slug }: { slug: string }) => slug)
    const both = async (): Promise<unknown> => {
      const window = 'start_date=now&end_date=%2B1 hour'
      return [await slugs(`${window}&strict_dates=1`), await slugs(window)]
    }
    const all = [['concert'], ['concert']]
    expect([await both(), await both()]).toEqual([all, all])
    peer.advance(6 * 60_000)
    expect(await both()).toEqual([[], ['concert']])
    peer.advance(11 * 3_600_000)
    expect(await both()).toEqual([[], []])
  },
  {},
  cached,
)

testEach('entity tags are those of the answer with the extension', async (peer) => {
  for (const path of ['/events/{festival}', '/events', '/events?_fields=total', '/venues/{bare}', '/tags/{kids}']) {
    const first = await peer.ask(`GET ${path}`, { as: 'editor' })
    const tag = first.headers.get('etag') ?? ''
    expect([path, tag]).toEqual([path, expect.stringMatching(/^"/)])
    expect((await peer.ask(`GET ${path}`, { as: 'editor', headers: { 'if-none-match': tag } })).status).toBe(304)
    expect((await peer.askPlain(`GET ${path.replace('?_fields=total', '?per_page=1')}`)).headers.get('etag')).not.toBe(tag)
  }
})

testEach('If-Match takes the entity tag of an answer with the extension', async (peer) => {
  for (const [path, body] of [
    ['/events/{festival}', { title: 'A' }],
    ['/venues/{hall}', { city: 'Ulm' }],
    ['/organizers/by-slug/choir', { phone: '1' }],
    ['/tags/{kids}', { description: 'A' }],
  ] as const) {
    const tag = (await peer.ask(`GET ${path}`, { as: 'editor' })).headers.get('etag') ?? ''
    const sent = { as: 'editor', body, headers: { 'if-match': tag } }
    expect([path, (await peer.ask(`PUT ${path}`, sent)).status]).toEqual([path, 200])
    expect([path, (await peer.ask(`PUT ${path}`, sent)).status]).toEqual([path, 412])
  }
})

testEach(
  'a removal takes the entity tag of an answer with the extension',
  async (peer) => {
    for (const path of ['/events/{festival}', '/events/by-slug/tour?force=1', '/venues/{bare}', '/categories/{jazz}']) {
      const tag = (await peer.ask(`GET ${path}`, { as: 'editor' })).headers.get('etag') ?? ''
      expect([path, (await peer.ask(`DELETE ${path}`, { as: 'editor' })).status]).toEqual([path, 428])
      expect([path, (await peer.ask(`DELETE ${path}`, { as: 'editor', headers: { 'if-match': '"old"' } })).status]).toEqual([path, 412])
      expect([path, (await peer.ask(`DELETE ${path}`, { as: 'editor', headers: { 'if-match': tag } })).status]).toEqual([path, 200])
    }
  },
  { precondition: 'required' },
)

testEach(
  'the synchronous response from the cache has the form of the adapter, too',
  async ({ handler }) => {
    const request = (): Request => new Request(`${routes}/events/by-slug/festival`, { headers: { 'x-request-id': 'same' } })
    const text = await (await handler(request())).text()
    const answer = handler.cached(request())
    expect(await answer?.text()).toBe(answer === undefined ? undefined : text)
    expect(JSON.parse(text).author).toBe('5')
  },
  { authenticate: undefined },
  cached,
)
