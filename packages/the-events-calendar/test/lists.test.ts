import { describe, expect, test } from 'vitest'
import { adapterStores, type Case, describeCases, openPeer, type Peer, testEach } from './support.ts'

const invalid = (...names: readonly string[]): Pick<Case, 'status' | 'answer'> => ({
  status: 400,
  answer: {
    code: 'rest_invalid_param',
    data: { status: 400, params: Object.fromEntries(names.map((name) => [name, expect.any(String)])) },
  },
})

/** A filter of an event list, and the slugs that it finds. */
type FilterCase = readonly [query: string, found: readonly string[]]

const all = ['concert', 'festival', 'tour']
const later = ['festival', 'tour']

/** 2026-05-31 19:30 in Berlin. */
const concertSeconds = Date.parse('2026-05-31T17:30:00Z') / 1_000

/** Spellings of days: the first is that of the interface. The concert takes place on the day. */
const spellingsOfDay = [
  ...['2026-05-31', '2026-5-31', '2026/05/31', '20260531', '05/31/2026', '31-05-2026', '31.5.2026'],
  ...['May 31, 2026', '31 May 2026', 'may 31 2026'],
]

const dateFilters: readonly FilterCase[] = [
  // A day alone is the whole day, as a lower and as an upper bound.
  ...spellingsOfDay.map((day): FilterCase => [`start_date=${encodeURIComponent(day)}`, all]),
  ...spellingsOfDay.map((day): FilterCase => [`end_date=${encodeURIComponent(day)}`, ['concert']]),
  ...['2026/06/01', '20260601', '06/01/2026', '01-06-2026', 'June 1, 2026', '1 June 2026'].map(
    (day): FilterCase => [`start_date=${encodeURIComponent(day)}`, later],
  ),
  ...['2026/05/31 19:31', '05/31/2026 19:31', '31-05-2026 19:31:00', 'May 31, 2026 19:31'].map(
    (time): FilterCase => [`strict_dates=1&start_date=${encodeURIComponent(time)}`, later],
  ),
  [`strict_dates=1&start_date=${concertSeconds}`, all],
  [`strict_dates=1&start_date=${concertSeconds + 1}`, later],
  [`strict_dates=1&end_date=${concertSeconds}`, ['concert']],
  [`strict_dates=1&end_date=${concertSeconds - 1}`, []],
  // An offset is part of the date: 19:30 in Berlin is 17:30 in UTC.
  ['strict_dates=true&start_date=2026-05-31T17:30:00Z', all],
  ['strict_dates=true&start_date=2026-05-31T17:30:01Z', later],
  ['strict_dates=true&start_date=2026-05-31%2013:30:01-04:00', later],
  ['strict_dates=true&start_date=2026-05-31T18:00:00%2B02:00', all],
  // Without strict_dates, the time of a bound does not count: the bound is its day in the calendar's zone.
  ...['2026-05-31 23:59:59', '05/31/2026 21:30', 'May 31, 2026 at 11:59 pm', '2026-05-31T21:59:59Z', '2026-05-30T22:00:00Z'].flatMap(
    (time): readonly FilterCase[] => [
      [`start_date=${encodeURIComponent(time)}`, all],
      [`start_date=${encodeURIComponent(time)}&strict_dates=false`, all],
      [`end_date=${encodeURIComponent(time)}`, ['concert']],
    ],
  ),
  ['end_date=2026-05-31 00:00:00', ['concert']],
  [`end_date=${concertSeconds - 1}`, ['concert']],
  ['start_date=2026-05-31T22:00:00Z', later],
  ['end_date=2026-05-30T21:59:59Z', []],
  ['starts_after=2026-05-31 19:30', later],
  ['ends_after=2026-05-31 20:59', all],
  ['starts_after=2026/06/10', ['tour']],
  ['ends_before=20260601', ['concert']],
  // As in PHP, 31 September is 1 October, and a month alone is its first day.
  ['start_date=2026-06-31', ['tour']],
  ['start_date=2026-06&end_date=2026-7', ['festival', 'tour']],
  ['modified_after=03/03/2026', all],
  ['modified_after=2026/03/05', []],
]

/** The fixed now is 13:00 of 4 March 2026 in Berlin; `soon` begins at 13:30, `old` was at 12:30, `eve` is tomorrow. */
const relativeFilters: readonly FilterCase[] = [
  ['strict_dates=yes&start_date=now&end_date=today', ['soon']],
  ['strict_dates=yes&start_date=NOW&end_date=tomorrow', ['soon', 'eve']],
  ['start_date=today&end_date=today', ['old', 'soon']],
  ['strict_dates=yes&start_date=yesterday&end_date=now', ['old']],
  ['start_date=tomorrow&end_date=tomorrow', ['eve']],
  ['start_date=now&end_date=now', ['old', 'soon']],
  ['start_date=-20 minutes&end_date=%2B11 hours', ['old', 'soon', 'eve']],
  ['start_date=%2B11 hours&end_date=tomorrow', ['eve']],
  ['strict_dates=yes&start_date=-40%20minutes&end_date=now', ['old']],
  ['strict_dates=yes&start_date=-20 minutes&end_date=%2B1 hour', ['soon']],
  ['strict_dates=yes&start_date=+1 day&end_date=+1 Days', ['eve']],
  ['strict_dates=yes&start_date=1day&end_date=2 days', ['eve']],
  ['strict_dates=yes&start_date=%2B2%20months&end_date=%2B3%20months', ['concert']],
  ['strict_dates=yes&start_date=%2B13%20weeks&end_date=%2B1%20year', later],
]

describe.each(adapterStores)('date filters, on $name', ({ open }) => {
  const slugsOf = async ({ ask }: Peer, query: string): Promise<unknown> => {
    const { status, body, text } = await ask(`GET /events?${query}`)
    return [status, body.events?.map(({ slug }: { slug: string }) => slug) ?? text]
  }

  test('take the spellings of other services', async () => {
    const opened = await open()
    const peer = await openPeer(opened.store)
    const found: unknown[] = []
    for (const [query] of dateFilters) found.push([query, await slugsOf(peer, query)])
    await opened.close()
    expect(found).toEqual(dateFilters.map(([query, slugs]) => [query, [200, slugs]]))
  })

  test('take relative dates', async () => {
    const opened = await open()
    const peer = await openPeer(opened.store)
    for (const [slug, start] of [
      ['old', '2026-03-04 12:30'],
      ['soon', '2026-03-04 13:30'],
      ['eve', '2026-03-05 20:00'],
    ])
      await peer.askPlain('POST /events', { title: slug, slug, start_date: start, end_date: start })
    const found: unknown[] = []
    for (const [query] of relativeFilters) found.push([query, await slugsOf(peer, query)])
    await opened.close()
    expect(found).toEqual(relativeFilters.map(([query, slugs]) => [query, [200, slugs]]))
  })
})

const noDates = [
  '2026/13/01',
  '20261301',
  '13/31/2026',
  '32-05-2026',
  'Foo 31, 2026',
  'May 32, 2026',
  '99999999',
  'last monday',
  '2026-05-31 25:00',
]

const unknownFilters: readonly Case[] = [
  ...['categories', 'tags'].flatMap((name) => [
    { request: `GET /events?${name}=nothing`, ...invalid(name) },
    { request: `GET /events?${name}=999`, ...invalid(name) },
  ]),
  { request: 'GET /events?categories=music,nothing', ...invalid('categories') },
  { request: 'GET /events?categories[]=music&categories[]=nothing', ...invalid('categories') },
  { request: 'GET /events?venue=999', ...invalid('venue') },
  { request: 'GET /events?venue={hall},999', ...invalid('venue') },
  { request: 'GET /events?organizer=999', ...invalid('organizer') },
  { request: 'GET /events?post_parent=999', ...invalid('post_parent') },
  { request: 'GET /events?venue=999&organizer=999', ...invalid('venue', 'organizer') },
  ...['categories', 'tags', 'venue', 'organizer'].map((name) => ({ request: `GET /events?${name}=0`, ...invalid(name) })),
  { request: 'GET /categories?parent=999', ...invalid('parent') },
  { request: 'GET /categories?parent=0', status: 200, answer: { total: 1 } },
  { request: 'GET /categories?parent={music}', status: 200, answer: { total: 1, categories: [{ id: '{jazz}' }] } },
  { request: 'GET /events?categories=music', status: 200, answer: { total: 1 } },
  { request: 'GET /events?categories={jazz},unused', as: 'editor', status: 200, answer: { total: 1 } },
  { request: 'GET /events?venue={bare}&organizer={club}', status: 200, answer: { total: 0, events: [] } },
  { request: 'GET /events?post_parent={concert}', status: 200, answer: { total: 1 } },
  { request: 'GET /events?post_parent=0', status: 200, answer: { total: 2 } },
  // Other filters may name nothing.
  { request: 'GET /events?include=999', status: 200, answer: { total: 0, events: [] } },
  { request: 'GET /venues?event=999', status: 200, answer: { total: 0, venues: [] } },
  { request: 'GET /tags?post=999', status: 200, answer: { total: 0, tags: [] } },
  // What the caller may not see is unknown.
  { request: 'GET /events?venue={hiddenVenue}', ...invalid('venue') },
  { request: 'GET /events?venue={hiddenVenue}', as: 'editor', status: 200, answer: { total: 0 } },
  { request: 'GET /events?organizer={hiddenOrganizer}', ...invalid('organizer') },
  { request: 'GET /events?post_parent={plan}', ...invalid('post_parent') },
  // A tag that a call of its own has made is known to everybody, although a draft alone has it.
  { request: 'GET /events?tags=silent', status: 200, answer: { total: 0 } },
]

const otherCases: readonly Case[] = [
  ...noDates.map((date) => ({ request: `GET /events?start_date=${encodeURIComponent(date)}`, ...invalid('start_date') })),
  ...['menu_order', 'post_title', 'EventStartDate', 'meta_value'].map((order) => ({
    request: `GET /events?orderby=${order}`,
    ...{ status: 200, answer: { events: all.map((slug) => ({ slug })) } },
  })),
  {
    request: 'GET /events?orderby=title&order=desc',
    status: 200,
    answer: { events: ['tour', 'festival', 'concert'].map((slug) => ({ slug })) },
  },
  {
    request: 'GET /events?orderby=odd&order=desc',
    status: 200,
    answer: { events: ['tour', 'festival', 'concert'].map((slug) => ({ slug })) },
  },
  { request: 'GET /venues?orderby=post_title', status: 200, answer: { total: 2 } },
  { request: 'GET /organizers?orderby=rand', status: 200, answer: { total: 2 } },
  { request: 'GET /categories?orderby=term_order', status: 200, answer: { total: 2 } },
  { request: 'GET /tags?orderby=odd', status: 200, answer: { total: 1 } },
  ...['events', 'venues', 'organizers', 'categories', 'tags'].map((collection) => ({
    request: `HEAD /${collection}?per_page=1`,
    ...{ status: 200, answerHeaders: collection === 'tags' ? { 'x-wp-total': '1', 'x-wp-totalpages': '1' } : {} },
  })),
  {
    request: 'GET /events?per_page=2',
    status: 200,
    answer: { total: 3, total_pages: 2 },
    answerHeaders: { 'x-wp-total': '3', 'x-wp-totalpages': '2', 'x-tec-total': '3', 'x-tec-totalpages': '2' },
  },
  { request: 'GET /venues?per_page=1', status: 200, answerHeaders: { 'x-wp-total': '2', 'x-wp-totalpages': '2', 'x-tec-total': '2' } },
  { request: 'GET /events?search=nothing', status: 200, answerHeaders: { 'x-wp-total': '0', 'x-wp-totalpages': '0' } },
  { request: 'GET /events/{concert}', status: 200, answerHeaders: { 'x-wp-total': null } },
]

describeCases('filters that name nothing', unknownFilters)
describeCases('lists', otherCases)

testEach(
  'midnight in UTC is the day that it names, also west of Greenwich',
  async ({ ask }) => {
    const found: unknown[] = []
    const cases = [
      ['start_date=2026-05-31T00:00:00Z&end_date=2026-05-31T00:00:00.000Z', ['concert']],
      ['start_date=2026-05-31T00:00:00Z&end_date=2026-06-10T00:00:00%2B00:00', ['concert', 'festival']],
      ['start_date=2026-05-31T04:00:00Z&end_date=2026-06-01T03:59:59Z', ['concert']],
      ['start_date=20260531T000000Z&end_date=2026-05-31T00:00:00%2B0000', ['concert']],
      ['start_date=2026-05-30&end_date=2026-05-31T05:30:00%2B02:00[Europe/Berlin]', []],
      ['start_date=2026-05-30&end_date=2026-05-31T03:59:59Z', []],
      // With strict_dates it is the instant.
      ['strict_dates=1&start_date=2026-05-30&end_date=2026-05-31T00:00:00Z', []],
    ] as const
    for (const [query] of cases)
      found.push([query, (await ask(`GET /events?${query}`)).body.events.map(({ slug }: { slug: string }) => slug)])
    expect(found).toEqual(cases)
  },
  {},
  { timeZone: 'America/New_York' },
)

testEach('terms are found by names and by slugs in any case', async ({ ask, askPlain }) => {
  await askPlain('PUT /tags/{kids}', { name: 'Arts & Crafts', slug: 'arts-crafts' })
  const cases = [
    ...['categories=MUSIC', 'categories=Music', 'categories=%20Jazz', 'categories=unused,Jazz', 'categories[]=Jazz&categories[]=UNUSED'],
    ...['tags=Arts %26 Crafts', 'tags=arts %26amp; crafts', 'tags=arts-crafts', 'tags=Arts-Crafts,{silent}', 'categories={jazz}'],
  ]
  const found: unknown[] = []
  for (const query of cases) {
    const { status, body } = await ask(`GET /events?${query}`, { as: 'editor' })
    found.push([query, status, body.events?.map(({ slug }: { slug: string }) => slug)])
  }
  expect(found).toEqual(cases.map((query) => [query, 200, ['festival']]))
  expect((await ask('GET /events?tags=Arts')).body.data.params).toEqual({ tags: expect.any(String) })
})

testEach('only this interface knows strict_dates, and its links repeat it', async ({ ask, askPlain }) => {
  const read = async (send: typeof ask, query: string): Promise<unknown> => {
    const { body } = await send(`GET /events?start_date=2026-05-31%2019:31&per_page=1&${query}`)
    return [body.total, new URL(body.next_rest_url).search]
  }
  const link = '?start_date=2026-05-31%2019%3A31&per_page=1'
  expect(await read(ask, '')).toEqual([3, `${link}&page=2`])
  for (const [value, total] of [
    ['0', 3],
    ['maybe', 3],
    ['1', 2],
    ['TRUE', 2],
    ['on', 2],
  ] as const)
    expect([value, await read(ask, `strict_dates=${value}`)]).toEqual([value, [total, `${link}&strict_dates=${value}&page=2`]])
  expect(await read(askPlain, 'strict_dates=0')).toEqual([2, `${link}&page=2`])
})

testEach('digits in a filter of terms are an id, or else a slug', async ({ ask, askPlain }) => {
  await askPlain('PUT /tags/{silent}', { slug: '2027' })
  await askPlain('PUT /events/{tour}', { tags: [{ id: '{silent}' }] })
  const found = async (query: string): Promise<unknown> => {
    const { status, body } = await ask(`GET /events?${query}`)
    return [status, body.events?.map(({ slug }: { slug: string }) => slug)]
  }
  expect([await found('tags=2027'), await found('tags={silent}'), await found('tags=2028')]).toEqual([
    [200, ['tour']],
    [200, ['tour']],
    [400, undefined],
  ])
})

testEach('per_page is at most 50', async (peer) => {
  for (let index = 0; index < 55; index += 1) await peer.calendar.tags.create({ name: `Tag ${String(index).padStart(2, '0')}` })
  const sizes: unknown[] = []
  for (const size of ['50', '51', '100', '9999']) {
    const { body, status } = await peer.ask(`GET /tags?hide_empty=0&per_page=${size}`, { as: 'editor' })
    sizes.push([size, status, body.tags.length, body.total, body.total_pages])
    const next = await peer.ask(`GET ${body.next_rest_url}`, { as: 'editor' })
    expect(next.body.tags.length).toBe(7)
  }
  expect(sizes).toEqual(['50', '51', '100', '9999'].map((size) => [size, 200, 50, 57, 2]))
})
