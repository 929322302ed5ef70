import { sanitizeHtml } from '@kalends/core/sanitize-html'
import { expect } from 'vitest'
import { routes, testEach } from './support.ts'
import { loudDisplay } from './world.ts'

/** The body of a response has no type, as in these programs. */
// biome-ignore lint/suspicious/noExplicitAny: programs read what they get.
type Json = any

/** What a public program sends, and what it makes of the answer. */
interface Recorded {
  /** What the program is. */
  readonly program: string
  /** Method and path; a path that begins with a slash is below the namespace. */
  readonly request: string
  readonly headers?: Readonly<Record<string, string>>
  /** The caller, for programs that sign in. */
  readonly as?: string
  readonly body?: object
  /** @default 200 */
  readonly status?: number
  /** What the program takes out of the body. */
  readonly read: (body: Json) => unknown
  /** What it has to get; `{name}` is an id. */
  readonly gets: unknown
}

const festivalImage = 'https://example.org/festival'
const titles = ({ events }: Json): readonly string[] => events.map(({ title }: Json) => title)
const all = ['Concert', loudDisplay, 'Tour']
const json = { Accept: 'application/json' }

const readers: readonly Recorded[] = [
  {
    program: 'a speaking assistant, which shows two sizes of the picture of an event',
    request: 'GET /events?start_date=2026-06-01',
    read: ({ events: [event] }) => [event.start_date, event.image.sizes.thumbnail.url, event.image.sizes.large.url, event.venue.city],
    gets: ['2026-06-10 10:00:00', festivalImage, festivalImage, 'Bonn'],
  },
  {
    program: 'a list in React, which asks whether the image is false before it reads a size',
    request: 'GET /events',
    read: ({ events }) => events.map(({ image }: Json) => (image === false ? null : image.sizes.medium.url)),
    gets: [null, festivalImage, null],
  },
  {
    program: 'the site of a garden week, which falls back from the medium size to the image',
    request: 'GET /events?per_page=50&page=1&start_date=2026-01-01&end_date=2026-12-31',
    headers: json,
    read: (body) => [
      body.total_pages,
      ...body.events.map(({ image }: Json) => image?.sizes?.medium?.url ?? image?.url ?? ''),
      body.events[1].organizer?.[0].website,
    ],
    gets: [1, '', festivalImage, '', 'https://choir.example/'],
  },
  {
    program: 'an app of a town, which spreads events and adds the picture and the place',
    request: 'GET /events?per_page=50',
    read: ({ events }) => events.map((event: Json) => [event.image?.url, event.venue?.venue]),
    gets: [
      [undefined, undefined],
      [festivalImage, 'Town &#8220;Hall&#8221; &#038; Barn'],
      [undefined, undefined], // two venues are a list
    ],
  },
  {
    program: 'an importer in Python, which wants url and id of the featured image of an event by id',
    request: 'GET /events/{festival}',
    headers: { ...json, 'User-Agent': 'Controller/2.0' },
    read: ({ status, slug, image, categories, website, start_date }) => [
      ...[status, slug, start_date, image.url, typeof image.id, website],
      categories.map(({ id }: Json) => id),
    ],
    gets: ['publish', 'festival', '2026-06-10 10:00:00', festivalImage, 'number', 'https://festival.example/', ['{jazz}', '{music}']],
  },
  {
    program: 'a migration to another system, which takes the first price, category and organizer',
    request: 'GET /events/by-slug/festival',
    read: ({ cost_details: { values }, categories, organizer, image, modified_utc }) => [
      ...[Number(values[0]), categories[0].slug, organizer[0].organizer, image.url, /^[\d: -]{19}$/.test(modified_utc)],
    ],
    gets: [5, 'jazz', 'Choir &#8211; &#8220;Été&#8221;', festivalImage, true],
  },
  {
    program: 'a collector of a bar, which asks from midnight on, 100 a page, and reads the lowest price',
    request: 'GET /events?start_date=2026-03-04+00%3A00%3A00&per_page=100&page=1&status=publish',
    headers: { Referer: 'https://bar.example/', Origin: 'https://bar.example' },
    read: ({ events, next_rest_url }) => [
      next_rest_url,
      ...events.map(({ cost_details }: Json) =>
        Math.min(...cost_details.values.map((value: string) => Number(value.replace(/[^\d.]/g, '')))),
      ),
    ],
    gets: [undefined, Number.POSITIVE_INFINITY, 5, Number.POSITIVE_INFINITY],
  },
  {
    program: 'a collector of a pub, which asks from the first of the month to a year later, 200 a page',
    request: 'GET /events?per_page=200&page=1&start_date=2026-03-01+00%3A00%3A00&end_date=2027-03-04+23%3A59%3A59&status=publish',
    read: ({ events }) => events.map((event: Json) => [event.id, event.cost.replace('&#036;', '$'), event.start_date.split(' ')[1]]),
    gets: [
      ['{concert}', '', '19:30:00'],
      ['{festival}', '€ 5 – € 7', '10:00:00'],
      ['{tour}', '', '10:00:00'],
    ],
  },
  {
    program: 'a site in Next, which asks from the instant of now with milliseconds',
    request: 'GET /events?per_page=20&start_date=2026-03-04T12:00:00.000Z',
    read: titles,
    gets: all,
  },
  {
    program: 'the same site, which asks for the last events before now',
    request: 'GET /events?per_page=6&end_date=2026-06-30T12:00:00.000Z&order=desc',
    read: titles,
    gets: [loudDisplay, 'Concert'],
  },
  {
    program: 'a converter to iCalendar, which asks from the year 2000 on and writes times in UTC',
    request: 'GET /events?per_page=50&page=1&start_date=2000-01-01',
    headers: json,
    read: ({ events, total_pages }) => [total_pages, ...events.map((event: Json) => [event.utc_start_date, event.timezone])],
    gets: [1, ['2026-05-31 17:30:00', 'Europe/Berlin'], ['2026-06-10 08:00:00', 'Europe/Berlin'], ['2026-07-01 08:00:00', 'Europe/Berlin']],
  },
  {
    program: 'a collector of concerts in Python, which asks by rest_route from 1900 on',
    request: 'GET http://localhost/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents&start_date=1900-01-01&per_page=50&page=1',
    headers: { 'User-Agent': 'concerts/1.0' },
    read: (body) => [body.total, ...titles(body)],
    gets: [3, ...all],
  },
  {
    program: 'a scraper of cyclists, which asks year by year until the status is 404',
    request: 'GET /events?end_date=2026-12-31%2023%3A59%3A59&page=2&per_page=50&start_date=2026-01-01%2000%3A00%3A00',
    status: 404,
    read: ({ code }) => code,
    gets: 'event-archive-page-not-found',
  },
  {
    program: 'a bot of card players, which adds a parameter of its own against caches',
    request: 'GET /events?start_date=2026-03-04&per_page=50&page=1&_cb=20260304120000',
    read: ({ events, total_pages }) => [total_pages, events.map((event: Json) => event.utc_end_date), events[1].tags[0].name],
    gets: [1, ['2026-05-31 19:00:00', '2026-06-11 16:00:00', '2026-07-01 10:00:00'], 'Kids&#8217; day'],
  },
  {
    program: 'an app in React Native, which sends the page twice',
    request: 'GET /venues?page=1&page=1',
    headers: { Authorization: 'Bearer none' },
    read: ({ venues }) => venues.map(({ venue, geo_lat }: Json) => [venue, geo_lat]),
    gets: [
      ['Café Müller', undefined],
      ['Town &#8220;Hall&#8221; &#038; Barn', 50.7],
    ],
  },
  {
    program: 'the same app, whose second page comes after the first in one address',
    request: 'GET /venues?per_page=1&page=1&page=2',
    read: ({ venues }) => venues.map(({ slug }: Json) => slug),
    gets: ['hall'],
  },
  {
    program: 'a block of an editor, which makes choices of published venues',
    request: 'GET /venues/?per_page=50&status=publish',
    read: ({ venues }) => venues.map(({ venue, id }: Json) => ({ label: venue, value: id })),
    gets: [
      { label: 'Café Müller', value: '{bare}' },
      { label: 'Town &#8220;Hall&#8221; &#038; Barn', value: '{hall}' },
    ],
  },
  {
    program: 'a site of live music, which reads the categories page by page with a status',
    request: 'GET /categories/?page=1&per_page=50&status=publish',
    read: ({ categories, next_rest_url }) => [categories.map(({ slug, count }: Json) => [slug, count]), next_rest_url],
    gets: [
      [
        ['jazz', 1],
        ['music', 1],
      ],
      undefined,
    ],
  },
  {
    program: 'a reader in Rust with a closed schema, which refuses other types',
    request: 'GET /events',
    read: ({ events: [event], rest_url, total, total_pages }) => [
      ...[typeof rest_url, total, total_pages, typeof event.id, typeof event.global_id, typeof event.author, typeof event.all_day],
      ...['date', 'date_utc', 'modified', 'modified_utc', 'url', 'rest_url', 'excerpt', 'slug'].map((name) => typeof event[name]),
    ],
    gets: ['string', 3, 1, 'number', 'string', 'string', 'boolean', ...Array.from({ length: 8 }, () => 'string')],
  },
]

const writers: readonly Recorded[] = [
  {
    program: 'a tool in Python, which sends one object for each link, its id and fields of another plugin',
    request: 'POST /events',
    as: 'editor',
    body: {
      ...{ title: 'Custom field test', description: 'A test', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 11:00:00' },
      ...{ _ecp_custom_2: 'west', venue: { venue: 'Anywhere, MA' }, organizer: { id: '{club}' }, tags: { id: '{kids}' } },
      categories: { id: '{music}' },
    },
    status: 201,
    read: ({ venue, organizer, tags, categories }) => [venue.venue, organizer[0].id, tags[0].id, categories[0].id],
    gets: ['Anywhere, MA', '{club}', '{kids}', '{music}'],
  },
  {
    program: 'the same tool, which sends the id of the event in the body of an update',
    request: 'POST /events/{concert}',
    as: 'editor',
    body: { id: '{concert}', title: 'Concert, moved', start_date: '2026-06-01 10:00:00', end_date: '2026-06-01 11:00:00' },
    read: ({ id, start_date }) => [id, start_date],
    gets: ['{concert}', '2026-06-01 10:00:00'],
  },
  {
    program: 'a form in Next, which sends each field, empty ones as well',
    request: 'POST /events',
    as: 'editor',
    body: {
      ...{ title: 'Workshop', description: '<p>Bring shoes.</p>', status: 'draft', all_day: false, timezone: 'America/Los_Angeles' },
      ...{ start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 11:00:00', website: '', cost: '', venue: '{hall}' },
      ...{ show_map: true, show_map_link: true, featured: false, categories: [], tags: [] },
    },
    status: 201,
    read: ({ status, utc_start_date, venue, cost, categories }) => [status, utc_start_date, venue.id, cost, categories],
    gets: ['draft', '2027-05-01 17:00:00', '{hall}', '', []],
  },
  {
    program: 'a synchronization, which tries its password with a list of one event',
    request: 'GET /events?per_page=1',
    as: 'editor',
    headers: { 'Content-Type': 'application/json' },
    read: titles,
    gets: ['Concert'],
  },
  {
    program: 'a crawler of drafts, which ends at the first short page and sends filters of its own',
    request: 'GET /events?page=1&per_page=50&status=publish,draft&start_date_after=2025-09-04T12:00:00.000Z',
    as: 'editor',
    read: ({ events }) => events.map(({ slug, status }: Json) => [slug, status]).sort(),
    gets: [
      ['concert', 'publish'],
      ['festival', 'publish'],
      ['plan', 'draft'],
      ['tour', 'publish'],
    ],
  },
  {
    program: 'a class in Python, which writes an organizer by its slug with escaped text',
    request: 'POST /organizers/by-slug/club',
    as: 'editor',
    body: { organizer: 'Club &amp; friends', phone: '06.01.01', website: 'http://club.example', email: 'contact@club.example' },
    read: ({ id, organizer, website }) => [id, organizer, website],
    gets: ['{club}', 'Club &#038; friends', 'http://club.example'],
  },
]

for (const { program, request, status = 200, read, gets, ...sent } of [...readers, ...writers])
  testEach(program, async (peer) => {
    const reply = await peer.ask(request, sent)
    expect([reply.status, reply.text]).toEqual([status, expect.anything()])
    expect(read(reply.body)).toEqual(peer.withIds(gets))
  })

testEach(
  'a copier of events, which sends an answer back without its ids, but with other dates',
  async (peer) => {
    const { body: event } = await peer.ask('GET /events/{festival}', { as: 'editor' })
    const { id: _id, global_id: _global, global_id_lineage: _lineage, organizer: _organizer, ...rest } = event
    const copy = { ...rest, start_date: '2026-06-17 10:00:00', end_date: '2026-06-18 18:00:00', slug: 'festival-2026-06-17' }
    const links = { image: event.image.url, tags: event.tags.map(({ id }: Json) => id), venue: event.venue.id, organizer: null }
    const { status, body: made } = await peer.ask('POST /events', { as: 'editor', body: { ...copy, ...links } })
    expect(status).toBe(201)
    const ids = (terms: readonly Json[]) => terms.map(({ id }) => id)
    const read = ({ title, description, image, tags, venue, categories, cost }: Json) => [
      ...[title, description, cost, image.url, venue.id, ids(tags), ids(categories)],
    ]
    expect(read(made)).toEqual(read(event))
    expect([made.start_date, made.slug, made.organizer]).toEqual(['2026-06-17 10:00:00', 'festival-2026-06-17', []])
  },
  {},
  { sanitizeHtml },
)

testEach('a program that follows each list by its own link reads every record once', async ({ ask }) => {
  for (const list of ['events', 'venues', 'organizers'] as const) {
    const ids: number[] = []
    let url: string | undefined = `${routes}/${list}/?per_page=1&`
    for (let pages = 0; url !== undefined && pages < 10; pages += 1) {
      const { body }: { body: Json } = await ask(`GET ${url}`)
      ids.push(...body[list].map(({ id }: Json) => id))
      url = body.next_rest_url
    }
    expect([list, new Set(ids).size]).toEqual([list, ids.length])
    expect(ids.length).toBeGreaterThan(1)
  }
})
