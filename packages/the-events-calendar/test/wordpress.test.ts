import { defineRoute, type Extension } from '@kalends/fetch'
import { expect } from 'vitest'
import { routes, testEach } from './support.ts'

const hostRoutes = (path: string): NonNullable<Extension['routes']> => [
  defineRoute({ method: 'GET', path, summary: 'Media', permission: 'public', handle: () => [] }),
]

const wordpress = 'http://localhost/wp-json/wp/v2'

testEach('lists have the addresses and the form of WordPress', async (peer) => {
  const { ask } = peer
  const { body: venues, headers } = await ask(`GET ${wordpress}/tribe_venue?per_page=100&orderby=id&order=asc`)
  expect(venues).toMatchObject(
    peer.withIds([
      {
        ...{ id: '{hall}', slug: 'hall', status: 'publish', type: 'tribe_venue', author: 5, featured_media: 0 },
        ...{ link: `${routes}/venues/{hall}`, date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) },
        title: { rendered: 'Town &#8220;Hall&#8221; &#038; Barn' },
        content: { rendered: '<p>Old & new – “here”</p>', protected: false },
      },
      { id: '{bare}', content: { rendered: '' } },
    ]) as object,
  )
  expect([headers.get('x-wp-total'), headers.get('x-wp-totalpages')]).toEqual(['2', '1'])
  const { body: organizers } = await ask(`GET ${wordpress}/tribe_organizer?search=choir`)
  expect(organizers).toMatchObject([
    { title: { rendered: 'Choir &#8211; &#8220;Été&#8221;' }, type: 'tribe_organizer', featured_media: 12 },
  ])
  const { body: tags } = await ask(`GET ${wordpress}/tags?search=kids`)
  expect(tags).toEqual([
    peer.withIds({
      ...{
        id: '{kids}',
        count: 1,
        description: '',
        link: `${routes}/tags/{kids}`,
        name: 'Kids&#8217; day',
        slug: 'kids',
        taxonomy: 'post_tag',
      },
      meta: [],
    }),
  ])
  const { body: categories } = await ask(`GET ${wordpress}/tribe_events_cat?orderby=id`)
  expect(categories.map(({ parent }: { parent: number }) => parent)).toEqual(peer.withIds([0, '{music}', 0]))
  // Terms without events are in the list.
  expect((await ask(`GET ${wordpress}/tags`)).body).toHaveLength(2)
  expect((await ask(`GET ${wordpress}/tags?hide_empty=true`)).body).toHaveLength(1)
})

testEach('lists of WordPress select by slug and by field, have 100 records in a page, and take no writes', async (peer) => {
  const { ask, calendar } = peer
  const idsOf = async (path: string): Promise<unknown> => (await ask(`GET ${wordpress}/${path}`)).body.map(({ id }: { id: number }) => id)
  expect(await idsOf('tags?slug=kids')).toEqual(peer.withIds(['{kids}']))
  expect(await idsOf('tribe_venue?slug=hall,nothing')).toEqual(peer.withIds(['{hall}']))
  for (const path of ['tags?slug=nothing', 'tribe_venue?slug=secret-hall', 'tribe_venue?slug=old-hall', 'tribe_organizer?search=nothing'])
    expect([path, await idsOf(path)]).toEqual([path, []])
  expect((await ask(`GET ${wordpress}/tribe_venue?slug=hall&_fields=id,title`)).body.map(Object.keys)).toEqual([['id', 'title']])
  expect((await ask('GET http://localhost/?rest_route=/wp/v2/tags&slug=kids')).body).toHaveLength(1)
  for (let index = 0; index < 110; index += 1) await calendar.tags.create({ name: `Tag ${index}` })
  expect(await idsOf('tags?per_page=100')).toHaveLength(100)
  expect(await idsOf('tags?per_page=100&page=2')).toHaveLength(12)
  expect(await idsOf('tags?per_page=100&page=3')).toEqual([])
  for (const request of ['POST /tags', 'POST /tribe_venue', 'GET /media', 'GET /tags/1', 'GET /tribe_events']) {
    const [method, path] = request.split(' ')
    const { status, body } = await ask(`${method} ${wordpress}${path}`, { as: 'editor', ...(method === 'POST' && { body: { name: 'A' } }) })
    expect([request, status, body.code]).toEqual([request, 404, 'rest_no_route'])
  }
})

testEach('links lead to the pages of the same list', async ({ ask }) => {
  const linksOf = async (path: string): Promise<unknown> => {
    const { headers } = await ask(`GET ${wordpress}/${path}`)
    return Object.fromEntries([...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]))
  }
  const tags = (page: number): string => `${wordpress}/tags?per_page=1&page=${page}`
  expect(await linksOf('tags?per_page=1')).toEqual({ first: tags(1), next: tags(2), last: tags(2) })
  expect(await linksOf('tags?per_page=1&page=3')).toEqual({ first: tags(1), prev: tags(2), last: tags(2) })
  const venues = (page: number): string => `${wordpress}/tribe_venue?slug=hall,cafe&per_page=1&page=${page}`
  expect(await linksOf('tribe_venue?slug=hall,cafe&per_page=1')).toEqual({ first: venues(1), next: venues(2), last: venues(2) })
  expect((await ask(`GET ${venues(2)}`)).body).toHaveLength(1)
})

testEach(
  'the lists of WordPress are no routes of the namespace, and a route of the host beside them is one',
  async ({ ask, handler }) => {
    const paths = [
      handler.openapi()['paths'],
      ...(await Promise.all(['GET ', 'GET http://localhost/wp-json'].map((path) => ask(path)))).map(({ body }) => body.routes),
    ]
    for (const path of paths) expect(Object.keys(path).filter((name) => name.includes('wp/v2'))).toEqual(['/tribe/events/v1/wp/v2/media'])
    expect((await ask(`GET ${wordpress}/media`)).body).toEqual([])
  },
  { use: [{ name: 'media', routes: hostRoutes('/wp/v2/media') }] },
)
