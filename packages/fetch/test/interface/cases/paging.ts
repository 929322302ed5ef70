import fc from 'fast-check'
import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import type { CalendarPair } from '../pair.ts'

/** The runs of each property: 567 for all nine, a third of them in the quick lane, and ten times as many in the long one. */
const numRuns = 63 * Math.max(process.env['KALENDS_LANE'] === 'quick' ? 1 / 3 : 1, Number(process.env['KALENDS_TIMES'] ?? 1))

interface Listed {
  readonly id: number
  readonly [member: string]: unknown
}

/** Parameters by name. */
type Filters = Readonly<Record<string, string>>

const toQuery = (filters: Filters): string => new URLSearchParams(filters).toString()

/** Reads a list as one page. */
async function readAll(pair: CalendarPair, list: string, filters: Filters): Promise<readonly Listed[]> {
  const body = await pair.get(`/${list}?${toQuery({ ...filters, per_page: '100' })}`)
  expect(body.total_pages).toBeLessThan(2)
  return body[list]
}

const idsOf = (records: readonly Listed[]): readonly number[] => records.map(({ id }) => id)

/** Forty events with ties, links, drafts and clock changes, and some records of the other kinds. */
async function createRecords(pair: CalendarPair): Promise<void> {
  const roots = [await pair.post('/categories', { name: 'Music' }), await pair.post('/categories', { name: 'Sport' })]
  for (const [index, name] of ['Jazz', 'Rock', 'Chess', 'Ball'].entries())
    await pair.post('/categories', { name, parent: roots[index >> 1].id })
  for (let index = 0; index < 5; index++) {
    await pair.post('/venues', {
      venue: `Hall ${index % 3}`,
      date: `2026-02-0${1 + (index % 2)}`,
      ...(index < 3 && { geo_lat: 50 + index / 10, geo_lng: 10 }),
    })
    await pair.post('/organizers', { organizer: `Club ${index % 2}`, date: '2026-02-01' })
  }
  const categories = ['music', 'sport', 'jazz', 'rock', 'chess', 'ball', 'jazz,ball', '']
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'UTC']
  for (let index = 0; index < 40; index++) {
    const day = `2026-0${3 + (index % 5)}-${String(10 + (index % 7)).padStart(2, '0')}`
    await pair.post('/events', {
      title: `Tag ${index % 6}${index % 4 ? '' : ' ünd Nacht'}`,
      description: index % 3 ? 'ein Fest' : '',
      start_date: `${index === 9 ? '2001-01-01' : day} ${index % 2 ? '10:00' : '19:30'}`,
      end_date: `${day} 23:00`,
      timezone: zones[index % 4],
      featured: index % 3 === 0,
      status: index % 11 === 10 ? 'draft' : 'publish',
      hide_from_listings: index === 17,
      categories: categories[index % 8],
      tags: ['a', 'b', 'a,b', ''][index % 4],
      venue: index % 5 ? [1 + (index % 5)] : [],
      organizer: index % 3 ? [1 + (index % 4), 5] : [],
      post_parent: index > 30 ? 1 : 0,
    })
  }
}

const some = (values: readonly string[]): fc.Arbitrary<string> => fc.subarray([...values], { minLength: 1 }).map((items) => items.join(','))
const dates = ['2026-03-12', '2026-04-14 10:00', '2026-05-15T19:30:00Z', '2026-06-30', '2001-01-01', '2026-07-10T10:00:00+02:00']
const ids = ['1', '2', '3', '4', '5', '9']

/** Filters that can only remove records. */
const narrowing: Readonly<Record<string, fc.Arbitrary<string>>> = {
  search: fc.constantFrom('tag', 'fest', '"ein fest"', 'und', 'tag 1', 'nothing', '%'),
  categories: some(['music', 'sport', 'jazz', 'rock', '3', '6', 'none']),
  tags: some(['a', 'b', '1', 'none']),
  venue: some(ids),
  organizer: some(ids),
  featured: fc.constantFrom('true', '0'),
  geoloc: fc.constantFrom('true', 'false'),
  post_parent: fc.constantFrom('0', '1', '2'),
  from: fc.constantFrom(...dates),
  to: fc.constantFrom(...dates),
  starts_after: fc.constantFrom(...dates),
  ends_before: fc.constantFrom(...dates),
  include: some(Array.from({ length: 40 }, (_, index) => String(index + 1))),
}

const allDates = { start_date: '1950-01-01', end_date: '2150-01-01' }
const filtersOf = (arbitraries: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<Filters> =>
  fc
    .record(arbitraries, { requiredKeys: [] })
    .map((filters) => Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))))

/** Uses few filters at a time: with all of them no records would be left to compare. */
const fewOf = (arbitraries: Readonly<Record<string, fc.Arbitrary<string>>>, max: number): fc.Arbitrary<Filters> =>
  fc
    .subarray(Object.keys(arbitraries), { maxLength: max })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, arbitraries[name] ?? fc.constant('')]))))

const sparse = fewOf(narrowing, 3)

const order = fc.constantFrom('asc', 'desc')
const eventFilters = fc
  .tuple(
    sparse,
    filtersOf({
      start_date: fc.constantFrom(...dates),
      end_date: fc.constantFrom(...dates),
      window: fc.constant('all'),
      status: fc.constantFrom('any', 'draft', 'publish,draft'),
      order,
      orderby: fc.constantFrom('start_date', 'utc_start_date', 'end_date', 'title', 'date', 'modified', 'id'),
    }),
  )
  .map(([filters, more]): Filters => ({ ...filters, ...more }))
const withOrder = (keys: readonly string[], arbitraries: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<Filters> =>
  fc
    .tuple(fewOf(arbitraries, 2), filtersOf({ order, orderby: fc.constantFrom(...keys) }))
    .map(([filters, more]): Filters => ({ ...filters, ...more }))

const profileFilters = withOrder(['date', 'name', 'modified', 'id'], {
  search: fc.constantFrom('hall', 'club 1', '2', 'x'),
  event: fc.constantFrom('1', '2', '3', '40'),
  has_events: fc.constantFrom('1', '0'),
  only_with_upcoming: fc.constantFrom('1', '0'),
})
const termFilters = withOrder(['name', 'id', 'slug', 'count', 'description', 'include', 'term_group'], {
  search: fc.constantFrom('a', 'o', 'x'),
  exclude: some(ids),
  include: some(ids),
  hide_empty: fc.constantFrom('1', '0'),
  post: fc.constantFrom('1', '2', '7'),
})

/** A list with filters that it supports. */
const anyList: fc.Arbitrary<readonly [list: string, filters: Filters]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('events'), eventFilters) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('venues', 'organizers'), profileFilters) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('categories', 'tags'), termFilters) },
)

const perPage = fc.integer({ min: 1, max: 17 })

/** Properties of lists, over random filters and page sizes. */
export const pagingCases = collect('paging.test.ts', (covers) => {
  const holds = <T>(
    ids: string,
    title: string,
    arbitrary: fc.Arbitrary<T>,
    property: (pair: CalendarPair, value: T) => Promise<void>,
  ): void =>
    covers(ids, title, async (pair) => {
      await createRecords(pair)
      await fc.assert(
        fc.asyncProperty(arbitrary, (value) => property(pair, value)),
        { numRuns },
      )
    })

  holds(
    'wire-3-envelope wire-5-events-order wire-5-parties-order wire-5-terms-order',
    'the pages together are the list, and every page has the same totals',
    fc.tuple(anyList, perPage),
    async (pair, [[list, filters], size]) => {
      const all = await readAll(pair, list, filters)
      const pages = Math.ceil(all.length / size)
      const found: Listed[] = []
      for (let page = 1; page <= Math.max(pages, 1); page++) {
        const { status, headers, body } = await pair.send(
          'GET',
          `/${list}?${toQuery({ ...filters, per_page: String(size), page: String(page) })}`,
        )
        expect([status, body.total, body.total_pages]).toEqual([200, all.length, pages])
        expect([headers.get('x-tec-total'), headers.get('x-tec-totalpages')]).toEqual([String(all.length), String(pages)])
        found.push(...body[list])
      }
      expect(found).toEqual(all)
      if (pages > 0)
        expect(await pair.problem('GET', `/${list}?${toQuery({ ...filters, per_page: String(size), page: String(pages + 1) })}`)).toBe(
          '404 page_out_of_range',
        )
    },
  )
  holds(
    'wire-3-links-filters wire-3-absent-links',
    'next_rest_url leads to the last page, and previous_rest_url back to the first',
    fc.tuple(anyList, perPage),
    async (pair, [[list, filters], size]) => {
      const all = await readAll(pair, list, filters)
      const forwards: number[] = []
      const backwards: number[] = []
      let [url, last]: (string | undefined)[] = [`/${list}?${toQuery({ ...filters, per_page: String(size) })}`]
      while (url !== undefined) {
        const body = await pair.get(url)
        forwards.push(...idsOf(body[list]))
        last = body.rest_url
        url = body.next_rest_url
      }
      while (last !== undefined) {
        const body = await pair.get(last)
        backwards.unshift(...idsOf(body[list]))
        last = body.previous_rest_url
      }
      expect([forwards, backwards]).toEqual([idsOf(all), idsOf(all)])
    },
  )
  holds(
    'wire-5-events-order wire-5-parties-order wire-5-terms-order',
    'order=desc is the reverse of order=asc, and no record comes twice',
    anyList,
    async (pair, [list, filters]) => {
      const up = idsOf(await readAll(pair, list, { ...filters, order: 'asc' }))
      expect(idsOf(await readAll(pair, list, { ...filters, order: 'desc' }))).toEqual(up.toReversed())
      expect(new Set(up).size).toBe(up.length)
    },
  )
  holds(
    'wire-5-events-order',
    'ties are broken by id',
    fc.tuple(sparse, fc.constantFrom('start_date', 'utc_start_date', 'end_date', 'date', 'modified', 'id')),
    async (pair, [filters, orderby]) => {
      const events = await readAll(pair, 'events', { ...allDates, ...filters, status: 'any', orderby })
      for (const [index, event] of events.entries()) {
        const next = events[index + 1]
        if (next === undefined) continue
        const [a, b] = orderby === 'id' ? ['', ''] : [String(event[orderby]), String(next[orderby])]
        expect(a < b || (a === b && event.id < next.id), `${orderby} of ${event.id} and ${next.id}`).toBe(true)
      }
    },
  )
  holds('wire-5-all-hold', 'adding a filter never adds records', fc.tuple(sparse, sparse), async (pair, [filters, more]) => {
    const few = idsOf(await readAll(pair, 'events', { ...allDates, ...more, ...filters }))
    const many = new Set(idsOf(await readAll(pair, 'events', { ...allDates, ...filters })))
    // `include` overrides date bounds, so it may add records that a date removed.
    const isWider = 'include' in more && ['from', 'to', 'starts_after', 'ends_before'].some((name) => name in filters)
    if (!isWider) expect(few.filter((id) => !many.has(id))).toEqual([])
  })
  holds(
    'wire-5-term-filters wire-5-link-filters wire-5-status',
    'a filter with several values finds the union of what each value finds',
    fc.tuple(
      sparse,
      fc.constantFrom('categories', 'tags', 'venue', 'organizer'),
      fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5', '7', '99'), { minLength: 2, maxLength: 4 }),
    ),
    async (pair, [filters, name, values]) => {
      const rest = { ...allDates, ...filters }
      const together = idsOf(await readAll(pair, 'events', { ...rest, [name]: values.join(',') }))
      const separately = new Set<number>()
      for (const value of values) for (const id of idsOf(await readAll(pair, 'events', { ...rest, [name]: value }))) separately.add(id)
      expect(new Set(together)).toEqual(separately)
    },
  )
  holds(
    'wire-5-include',
    'include overrides date bounds only',
    fc.tuple(eventFilters, narrowing['include'] ?? fc.constant('1')),
    async (pair, [filters, include]) => {
      const { start_date, end_date, from, to, starts_after, ends_before, include: _, ...rest } = filters
      const found = idsOf(await readAll(pair, 'events', { ...filters, include }))
      const wanted = new Set(include.split(',').map(Number))
      expect(found).toEqual(idsOf(await readAll(pair, 'events', { ...rest, ...allDates })).filter((id) => wanted.has(id)))
    },
  )
  holds(
    'wire-5-bounds wire-6-bounds wire-5-window',
    'start_date with end_date finds what both find on their own',
    fc.tuple(sparse, fc.constantFrom(...dates), fc.constantFrom(...dates)),
    async (pair, [filters, from, to]) => {
      const { include: _, ...rest } = filters
      const both = idsOf(await readAll(pair, 'events', { ...rest, start_date: from, end_date: to }))
      const after = new Set(idsOf(await readAll(pair, 'events', { ...rest, start_date: from, end_date: allDates.end_date })))
      const before = idsOf(await readAll(pair, 'events', { ...rest, start_date: allDates.start_date, end_date: to }))
      expect(both).toEqual(before.filter((id) => after.has(id)))
    },
  )
  holds(
    'wire-8-overlap wire-8-window',
    'from with to finds what both find on their own, without the default window',
    fc.tuple(sparse, fc.constantFrom(...dates), fc.constantFrom(...dates)),
    async (pair, [filters, from, to]) => {
      const { include: _, ...rest } = filters
      const both = idsOf(await readAll(pair, 'events', { ...rest, from, to }))
      const ending = new Set(idsOf(await readAll(pair, 'events', { ...rest, ...allDates, from, to: allDates.end_date })))
      const starting = idsOf(await readAll(pair, 'events', { ...rest, ...allDates, from: allDates.start_date, to }))
      expect(both).toEqual(starting.filter((id) => ending.has(id)))
    },
  )
})
