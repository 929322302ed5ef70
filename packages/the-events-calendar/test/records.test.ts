import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { type Reply, toReply, toRequest } from '../../fetch/test/support.ts'
import { theEventsCalendar } from '../src/index.ts'
import { adapterStores, type Case, describeCases, openPeer, routes, testEach } from './support.ts'
import { loudDisplay } from './world.ts'

const head = ['id', 'global_id', 'global_id_lineage', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'url']
const times = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'].flatMap((name) => [name, `${name}_details`])
const eventMembers = [
  ...[...head, 'rest_url', 'title', 'description', 'excerpt', 'slug', 'image', 'all_day', ...times, 'timezone', 'timezone_abbr'],
  ...['cost', 'cost_details', 'website', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'],
  ...['categories', 'tags', 'venue', 'organizer', 'post_parent', 'custom_fields'],
]
const bareVenue = [...head, 'venue', 'slug', 'show_map', 'show_map_link']
const optionalOfVenue = [
  ...['description', 'excerpt', 'image', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website'],
  ...['stateprovince', 'geo_lat', 'geo_lng'],
]
const bareOrganizer = [...head, 'organizer', 'slug']
const optionalOfOrganizer = ['description', 'excerpt', 'image', 'phone', 'website', 'email']
const tagMembers = ['id', 'name', 'slug', 'description', 'taxonomy', 'count', 'url', 'urls']
const ofEmbeddedTerm = ['term_group', 'term_taxonomy_id', 'filter']

/** The members of an event that is an answer by itself. */
const singleEvent = [...eventMembers, 'json_ld']

/** The members of a record, sorted. */
const membersOf = (record: object): readonly string[] => Object.keys(record).sort()
const sorted = (...names: readonly (readonly string[])[]): readonly string[] => names.flat().sort()

/** An answer whose record has these members and no others. */
interface MemberCase {
  readonly path: string
  readonly members: readonly string[]
  /** Finds the record in the body. @default the body itself */
  readonly pick?: (body: Reply['body']) => object
}

const memberCases: readonly MemberCase[] = [
  { path: '/events/{concert}', members: sorted(singleEvent) },
  { path: '/events/{festival}', members: sorted(singleEvent) },
  { path: '/events/by-slug/festival', members: sorted(singleEvent) },
  { path: '/events?include={tour}', members: sorted(eventMembers), pick: ({ events }) => events[0] },
  { path: '/venues/{bare}', members: sorted(bareVenue, ['json_ld']) },
  { path: '/venues/{hall}', members: sorted(bareVenue, optionalOfVenue, ['json_ld']) },
  { path: '/venues?include={bare}', members: sorted(bareVenue), pick: ({ venues }) => venues[0] },
  { path: '/events/{festival}', members: sorted(bareVenue, optionalOfVenue), pick: ({ venue }) => venue },
  { path: '/events/{tour}', members: sorted(bareVenue), pick: ({ venue }) => venue[1] },
  { path: '/organizers/{club}', members: sorted(bareOrganizer, ['json_ld']) },
  { path: '/organizers/{choir}', members: sorted(bareOrganizer, optionalOfOrganizer, ['json_ld']) },
  { path: '/organizers?include={club}', members: sorted(bareOrganizer), pick: ({ organizers }) => organizers[0] },
  { path: '/events/{festival}', members: sorted(bareOrganizer), pick: ({ organizer }) => organizer[1] },
  { path: '/events/{festival}', members: sorted(tagMembers, ofEmbeddedTerm, ['parent']), pick: ({ categories }) => categories[0] },
  { path: '/events/{festival}', members: sorted(tagMembers, ofEmbeddedTerm), pick: ({ tags }) => tags[0] },
]

describe.each(adapterStores)('the members of records, on $name', ({ open }) => {
  test.each(memberCases)('$path has $members', async ({ path, members, pick = (body) => body }) => {
    const opened = await open()
    const peer = await openPeer(opened.store)
    expect(membersOf(pick((await peer.ask(`GET ${path}`)).body))).toEqual(members)
    await opened.close()
  })
})

const site = (path: string): string => `${routes}/${path}`

/** The sizes of an image that has one alone. */
const sizesOf = (image: object): object =>
  Object.fromEntries(['thumbnail', 'medium', 'medium_large', 'large', 'full'].map((name) => [name, image]))

const plainImage = (url: string, id = 0): object => ({ url, id, extension: '', sizes: sizesOf({ url }) })
const category = {
  ...{ id: '{music}', name: 'Music &#038; &#8220;Dance&#8221;', slug: 'music', taxonomy: 'tribe_events_cat', parent: 0, count: 1 },
  urls: { self: site('categories/{music}'), collection: site('categories') },
}
const tag = { id: '{kids}', name: 'Kids&#8217; day', slug: 'kids', taxonomy: 'post_tag', count: 1 }
const hall = {
  ...{ id: '{hall}', author: '5', venue: 'Town &#8220;Hall&#8221; &#038; Barn', slug: 'hall', description: '<p>Old & new – “here”</p>' },
  // Texts that are no display text stay as they are.
  ...{ address: 'Market 1 & 2', city: 'Bonn', country: 'Germany', website: 'https://hall.example/', stateprovince: 'NRW' },
  ...{ geo_lat: 50.7, geo_lng: 7.1, image: plainImage('https://example.org/hall') },
}
const choir = {
  ...{ id: '{choir}', author: '5', organizer: 'Choir &#8211; &#8220;Été&#8221;', email: 'choir@example.org' },
  image: plainImage('', 12),
}

const valueCases: readonly Case[] = [
  {
    request: 'GET /events/{concert}',
    status: 200,
    answer: {
      ...{ author: '5', title: 'Concert', image: false, website: site('events/{concert}'), url: site('events/{concert}') },
      ...{ custom_fields: [], venue: [], organizer: [], categories: [], tags: [], rest_url: site('events/{concert}') },
      start_date_details: { year: '2026', month: '05', day: '31', hour: '19', minutes: '30', seconds: '00' },
    },
  },
  {
    request: 'GET /events/by-slug/festival',
    status: 200,
    answer: {
      ...{ author: '5', title: loudDisplay, website: 'https://festival.example/', url: site('events/{festival}'), custom_fields: [] },
      ...{ description: '<p>Rock &amp; Roll – loud</p>', excerpt: '<p>Loud</p>', image: plainImage('https://example.org/festival') },
      venue: hall,
      organizer: [choir, { id: '{club}', author: '1', organizer: 'Club' }],
      categories: [
        { id: '{jazz}', parent: '{music}', term_group: 0, term_taxonomy_id: '{jazz}', filter: 'raw', count: 1 },
        { ...category, term_group: 0, term_taxonomy_id: '{music}', filter: 'raw' },
      ],
      tags: [{ ...tag, term_group: 0, term_taxonomy_id: '{kids}', filter: 'raw' }],
    },
  },
  { request: 'GET /events?include={festival}', status: 200, answer: { events: [{ title: loudDisplay, author: '5', venue: hall }] } },
  { request: 'GET /venues/{hall}', status: 200, answer: hall },
  { request: 'GET /venues/by-slug/cafe', status: 200, answer: { id: '{bare}', author: '1', venue: 'Café Müller' } },
  { request: 'GET /organizers/{choir}', status: 200, answer: choir },
  { request: 'GET /categories/{music}', status: 200, answer: category },
  { request: 'GET /categories', status: 200, answer: { categories: [{ taxonomy: 'tribe_events_cat' }, category] } },
  { request: 'GET /tags/{kids}', status: 200, answer: tag },
  { request: 'GET /tags?hide_empty=0', as: 'editor', status: 200, answer: { tags: [tag, { taxonomy: 'post_tag', count: 0 }] } },
  // The adapter changes the answer to a write as it changes that to a read.
  { request: 'PUT /events/{festival}', as: 'editor', body: {}, status: 200, answer: { title: loudDisplay, author: '5', venue: hall } },
  { request: 'DELETE /events/{festival}', as: 'editor', status: 200, answer: { title: loudDisplay, author: '5', status: 'trash' } },
  { request: 'POST /tags', as: 'editor', body: { name: 'A & B' }, status: 201, answer: { name: 'A &#038; B', taxonomy: 'post_tag' } },
  { request: 'DELETE /categories/{music}', as: 'editor', status: 200, answer: category },
]

describeCases('the values of records', valueCases)

testEach('embedded terms have the count of their own address, for each caller', async (peer) => {
  await peer.askPlain('PUT /events/{tour}', { categories: ['{music}'], tags: ['{kids}'] })
  await peer.askPlain('PUT /events/{plan}', { tags: ['{kids}'], categories: ['{music}', '{jazz}'] })
  for (const as of ['nobody', 'author', 'editor']) {
    const { body: event } = await peer.ask('GET /events/{festival}', { as })
    for (const [collection, terms] of Object.entries({ categories: event.categories, tags: event.tags }))
      for (const { id, count } of terms)
        expect([as, id, count]).toEqual([as, id, (await peer.ask(`GET /${collection}/${id}`, { as })).body.count])
    const { body: list } = await peer.ask('GET /events?include={festival}', { as })
    expect([list.events[0].categories, list.events[0].tags]).toEqual([event.categories, event.tags])
  }
})

testEach('occurrences have the members of other events', async (peer) => {
  const recurrence = 'FREQ=DAILY;COUNT=3'
  const daily = { title: 'Daily', start_date: '2026-05-01 10:00', end_date: '2026-05-01 11:00', recurrence }
  const { body: created } = await peer.askPlain('POST /events', daily)
  const series = await peer.ask(`GET /events/${created.id}`)
  expect([series.status, membersOf(series.body)]).toEqual([200, sorted(singleEvent)])
  const { events } = (await peer.ask('GET /events?search=daily')).body
  expect(events.map(membersOf)).toEqual([1, 2, 3].map(() => sorted(eventMembers)))
})

const images: Readonly<Record<string, object>> = {
  'https://example.org/festival': { url: 'https://cdn.example/f.jpg', id: 7, width: 640, height: 480, extension: 'jpg', alt: 'A band' },
  'https://example.org/hall': {
    url: 'https://cdn.example/h',
    sizes: { medium: { url: 'https://cdn.example/h-m', width: 300, height: 200 } },
  },
}

testEach(
  'images have what resolveImage knows',
  async (peer) => {
    const { body } = await peer.ask('GET /events/{festival}')
    const whole = { url: 'https://cdn.example/f.jpg', width: 640, height: 480 }
    expect(body.image).toEqual({ ...images['https://example.org/festival'], sizes: sizesOf(whole) })
    const { url, sizes } = Object(images['https://example.org/hall'])
    expect(body.venue.image).toEqual({ url, id: 0, extension: '', sizes: { ...sizesOf({ url }), ...sizes } })
    expect(body.organizer[0]).not.toHaveProperty('image')
  },
  { resolveImage: (image) => (images[image] as { url: string } | undefined) ?? null },
)

testEach(
  'links of the host are the URL, and the website of an event without one',
  async (peer) => {
    const { body } = await peer.ask('GET /events/{concert}')
    expect([body.url, body.website]).toEqual(['https://site.example/event/concert', 'https://site.example/event/concert'])
    expect((await peer.ask('GET /events/{festival}')).body.website).toBe('https://festival.example/')
    expect((await peer.ask('GET /venues/{bare}')).body).toMatchObject({ url: 'https://site.example/venue/cafe' })
    expect((await peer.ask('GET /venues/{bare}')).body).not.toHaveProperty('website')
  },
  { links: (kind, { slug }) => `https://site.example/${kind}/${slug}` },
)

test('authors with text ids stay texts', async () => {
  const calendar = createCalendar({ store: memoryStore() })
  const handler = createHandler(calendar, { access: allowAll(), authorIds: 'text', use: [theEventsCalendar()] })
  await calendar.venues.create({ name: 'A', authorId: 'anna' })
  await calendar.venues.create({ name: 'B' })
  const { body } = await toReply(await handler(toRequest('GET', '/venues?orderby=id&order=asc')))
  expect(body.venues.map(({ author }: { author: unknown }) => author)).toEqual(['anna', ''])
})

// U+2010 to U+2027 and the characters of HTML; the neighbours of that range and other letters stay.
testEach('display text encodes these characters and no others', async (peer) => {
  const range = Array.from({ length: 0x18 }, (_, index) => String.fromCharCode(0x2010 + index))
  const title = `a${range.join('')}b\u200f\u2030é€\u00a0😀&amp;c`
  const encoded = range.map((character) => `&#${character.charCodeAt(0)};`).join('')
  await peer.askPlain('PUT /events/{concert}', { title })
  expect((await peer.ask('GET /events/{concert}')).body.title).toBe(`a${encoded}b\u200f\u2030é€\u00a0😀&#038;amp;c`)
})
