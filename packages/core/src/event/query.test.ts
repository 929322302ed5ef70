import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { anEvent, faultsOf, type OpenCalendar, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { publicReadOnly } from '../access/policy.ts'
import type { Calendar } from '../calendar.ts'
import type { EventListInput } from './list-schema.ts'
import type { Event } from './view.ts'

describe('filters', () => {
  let open: OpenCalendar
  let calendar: Calendar
  const ids = async (input: EventListInput = {}, from: Calendar = calendar): Promise<number[]> =>
    (await from.events.list({ orderby: 'id', perPage: 100, ...input })).items.map(({ id }) => id)

  // Venues 1 Ulm, 2 Berlin, 3 nowhere; organizers 1, 2; categories 1 Music, 2 Jazz and 3 Bebop below it, 4 "5"; tags 5 free, 6 jazz.
  beforeEach(async () => {
    open = openCalendar()
    calendar = open.calendar
    await calendar.venues.create({ name: 'Ulm', geoLat: 48.4, geoLng: 9.99 })
    await calendar.venues.create({ name: 'Berlin', geoLat: 52.52, geoLng: 13.4 })
    await calendar.venues.create({ name: 'Nowhere' })
    for (const name of ['One', 'Two']) await calendar.organizers.create({ name })
    await calendar.categories.create({ name: 'Music' })
    await calendar.categories.create({ name: 'Jazz', parent: 1 })
    await calendar.categories.create({ name: 'Bebop', parent: 2 })
    await calendar.categories.create({ name: 'Five', slug: '5' })
    for (const name of ['free', 'jazz']) await calendar.tags.create({ name })
    const events = [
      { title: 'Alpha', venue: 1, organizer: [1, 2], categories: 1, tags: 5, featured: true },
      { title: 'beta', venue: [2, 3], organizer: 2, categories: 3, tags: [5, 6], description: '<p>Café</p>' },
      { title: 'Gamma', venue: 3, categories: 4, excerpt: 'a café concert', featured: true },
      { title: 'delta', postParent: 1 },
      { title: 'Hidden', hideFromListings: true, venue: 1, categories: 1, featured: true },
      { title: 'Draft', status: 'draft' as const, venue: 1 },
      { title: 'Private', status: 'private' as const },
      { title: 'Pending', status: 'pending' as const },
      { title: 'Future', date: '2026-07-01' },
      { title: 'Trash' },
    ]
    for (const [i, event] of events.entries()) {
      await calendar.events.create(anEvent({ startDate: `2026-06-${10 + i}`, endDate: `2026-06-${30 - i}`, ...event }))
    }
    await calendar.events.trash(10)
  })

  test.each<[EventListInput, number[]]>([
    [{}, [1, 2, 3, 4]],
    [{ venue: 1 }, [1]],
    [{ venue: [1, 3] }, [1, 2, 3]],
    [{ venue: 99 }, []],
    [{ venue: [99, 2] }, [2]],
    [{ venue: 2 ** 60 }, []],
    [{ organizer: 2 }, [1, 2]],
    [{ organizer: [1, 2] }, [1, 2]],
    [{ categories: 'music' }, [1, 2]],
    [{ categories: 1 }, [1, 2]],
    [{ categories: 'jazz' }, [2]],
    [{ categories: ['bebop', 4] }, [2, 3]],
    [{ categories: 5 }, [3]],
    [{ categories: '5' }, [3]],
    [{ categories: 'none' }, []],
    [{ categories: ['none', 'music'] }, [1, 2]],
    [{ categories: 'Music' }, []],
    [{ categories: '99999999999999999999' }, []],
    [{ categories: 6 }, []],
    [{ tags: 'free' }, [1, 2]],
    [{ tags: 6 }, [2]],
    [{ tags: 1 }, []],
    [{ tags: ['jazz', 'free'] }, [1, 2]],
    [{ featured: true }, [1, 3]],
    [{ featured: false }, [2, 4]],
    [{ postParent: 1 }, [4]],
    [{ postParent: 0 }, [1, 2, 3]],
    [{ search: 'CAFE' }, [2, 3]],
    [{ search: 'cafe concert' }, [3]],
    [{ search: '"cafe concert"' }, [3]],
    [{ search: '"concert cafe"' }, []],
    [{ search: 'alpha beta' }, []],
    [{ geoloc: true }, [1, 2]],
    [{ geoloc: false }, [3, 4]],
    [{ geolocLat: 48.4, geolocLng: 10.2 }, [1]],
    [{ geolocLat: 48.4, geolocLng: 10.2, geolocRadius: 5 }, []],
    [{ geolocLat: 50, geolocLng: 11, geolocRadius: 400 }, [1, 2]],
    [{ geolocLat: 48.4, geolocLng: 9.99, geolocRadius: 0 }, [1]],
    [{ geoloc: false, geolocLat: 48.4, geolocLng: 9.99 }, []],
    [{ geoloc: true, geolocLat: 48.4, geolocLng: 9.99 }, [1]],
    [{ status: 'draft' }, [6]],
    [{ status: ['draft', 'pending'] }, [6, 8]],
    [{ status: 'any' }, [1, 2, 3, 4, 6, 7, 8, 9]],
    [{ status: 'future' }, [9]],
    [{ status: 'trash' }, [10]],
    [{ status: ['any', 'trash'] }, [1, 2, 3, 4, 6, 7, 8, 9, 10]],
    [{ include: [1, 5, 6] }, [1]],
    [{ include: [1, 6], status: 'any' }, [1, 6]],
    [{ include: [1, 2, 3], featured: true }, [1, 3]],
    [{ include: 99 }, []],
    [{ venue: 3, categories: 'music' }, [2]],
    [{ venue: 1, tags: 'jazz' }, []],
    [{ featured: true, geoloc: true, search: 'alpha', organizer: 1, categories: 'music', tags: 'free', venue: 1, postParent: 0 }, [1]],
  ])('%o find %j', async (input, expected) => expect(await ids(input)).toEqual(expected))

  test.each<[EventListInput, number[]]>([
    [{ orderby: 'start_date' }, [1, 2, 3, 4]],
    [{ orderby: 'start_date', order: 'desc' }, [4, 3, 2, 1]],
    [{ orderby: 'end_date' }, [4, 3, 2, 1]],
    [{ orderby: 'title' }, [1, 2, 4, 3]],
    [{ orderby: 'title', order: 'desc' }, [3, 4, 2, 1]],
    [{ orderby: 'date' }, [1, 2, 3, 4]],
    [{ orderby: 'id', order: 'desc' }, [4, 3, 2, 1]],
  ])('%o orders them %j', async (input, expected) => expect(await ids(input)).toEqual(expected))

  test('by publication and by last change', async () => {
    await calendar.events.update(3, { date: '2026-05-01' })
    open.clock.advance(5_000)
    await calendar.events.update(1, { description: 'x' })
    expect(await ids({ orderby: 'date' })).toEqual([3, 1, 2, 4])
    expect(await ids({ orderby: 'modified' })).toEqual([2, 3, 4, 1])
  })

  test('by author and by last change', async () => {
    await calendar.events.update(2, { author: 7 })
    open.clock.advance(1_500)
    await calendar.events.update(3, { author: 8 })
    open.clock.advance(500)
    await calendar.events.update(4, { author: 7 })
    expect(await ids({ author: 7 })).toEqual([2, 4])
    expect(await ids({ author: [8, 7, 99] })).toEqual([2, 3, 4])
    expect(await ids({ author: 0 })).toEqual([1])
    expect(await ids({ author: 99 })).toEqual([])
    // 12:00 UTC is 14:00 in Berlin, and record 3 reads 14:00:01.
    const after: readonly [text: string, found: number[]][] = [
      ['2026-06-01 13:59:59', [1, 2, 3, 4]],
      ['2026-06-01 14:00:00', [3, 4]],
      ['2026-06-01T12:00:00Z', [3, 4]],
      ['2026-06-01 14:00:01', [3, 4]],
      ['2026-06-01 14:00:01.499', [3, 4]],
      ['2026-06-01 14:00:01.5', [4]],
      ['2026-06-01 14:00:02', []],
      ['2026-06-01', [1, 2, 3, 4]],
      ['2026-06-02', []],
      ['yesterday', [1, 2, 3, 4]],
      ['today', [1, 2, 3, 4]],
      ['tomorrow', []],
      ['now', [3, 4]],
      ['-1 minute', [1, 2, 3, 4]],
      ['+1 hour', []],
    ]
    const found: (readonly [string, number[]])[] = []
    for (const [modifiedAfter] of after) found.push([modifiedAfter, await ids({ modifiedAfter })])
    expect(found).toEqual(after)
    expect(await ids({ modifiedAfter: 'now', author: 7, orderby: 'modified', order: 'desc' })).toEqual([4])
    expect((await calendar.events.list({ modifiedAfter: 'now' })).total).toBe(2)
  })

  test('a walk by last change meets every change once more at most', async () => {
    for (const id of [3, 1, 4, 2]) {
      open.clock.advance(400)
      await calendar.events.update(id, { description: 'x' })
    }
    const seen: number[] = []
    let modifiedAfter = '2026-06-01 00:00:00'
    for (let page = 0; page < 4; page++) {
      const { items } = await calendar.events.list({ modifiedAfter, orderby: 'modified', perPage: 3 })
      seen.push(...items.map(({ id }) => id))
      modifiedAfter = items.at(-1)?.modified ?? modifiedAfter
    }
    expect(new Set(seen)).toEqual(new Set([1, 2, 3, 4]))
  })

  test('by the wall clock, or by the instant', async () => {
    await calendar.events.create(
      anEvent({ title: 'Tokyo', startDate: '2026-06-10 01:00', endDate: '2026-06-10 02:00', timezone: 'Asia/Tokyo' }),
    )
    expect(await ids({ orderby: 'start_date' })).toEqual([1, 11, 2, 3, 4])
    expect(await ids({ orderby: 'utc_start_date' })).toEqual([11, 1, 2, 3, 4])
    expect(await ids({ orderby: 'utc_start_date', order: 'desc' })).toEqual([4, 3, 2, 1, 11])
  })

  test.each<[string, unknown]>([
    ['venue', 'Ulm'],
    ['venue', ''],
    ['venue', []],
    ['venue', 1.5],
    ['organizer', 'x'],
    ['categories', ''],
    ['tags', []],
    ['featured', 'maybe'],
    ['featured', ''],
    ['status', 'gone'],
    ['geoloc', 2],
    ['geolocRadius', -1],
    ['geolocRadius', 'far'],
    ['geolocRadius', 30_000],
    ['postParent', 'x'],
    ['postParent', ''],
    ['include', 'x'],
    ['startDate', 'next week'],
    ['endDate', '5'],
    ['startsBefore', '+999999999 years'],
    ['endsAfter', '-999999999 hours'],
    ['endDate', null],
    ['startsAfter', '2026-02-30'],
    ['orderby', 'price'],
    ['orderby', ''],
    ['order', 'random'],
    ['page', 0],
    ['perPage', 0],
    ['search', ['a']],
  ])('refuse %s %o by its name', async (field, value) =>
    expect(Object.keys(await faultsOf(calendar.events.list({ [field]: value })))).toEqual([field]),
  )

  test('a centre needs both coordinates, and is named beside all other faults', async () => {
    expect(Object.keys(await faultsOf(calendar.events.list({ geolocLat: 1 })))).toEqual(['geolocLng'])
    expect(Object.keys(await faultsOf(calendar.events.list({ geolocLng: 1, page: 0 }))).sort()).toEqual(['geolocLat', 'page'])
    expect(await faultsOf(calendar.events.list({ geolocLat: 91, geolocLng: 1 }))).toEqual({ geolocLat: 'must be a number from -90 to 90' })
    expect(await outcomeOf(ids({ geolocLat: 0, geolocLng: 0, geoloc: true }))).toBe('done')
  })

  test('a hidden place is none', async () => {
    await calendar.venues.update(2, { status: 'draft' })
    const reader = calendar.as(null, publicReadOnly())
    expect(await ids({ geoloc: true }, reader)).toEqual([1])
    expect(await ids({ geoloc: false }, reader)).toEqual([2, 3, 4])
    expect(await ids({ geolocLat: 52.52, geolocLng: 13.4 }, reader)).toEqual([])
    expect(await ids({ venue: [1, 2] }, reader)).toEqual([1])
    await calendar.venues.trash(1)
    expect(await ids({ geoloc: true })).toEqual([2])
  })

  test('a reader finds what is published, whatever is asked for', async () => {
    const reader = calendar.as(null, publicReadOnly())
    expect(await ids({ status: ['any', 'trash', 'future'] }, reader)).toEqual([1, 2, 3, 4])
    expect(await ids({ status: 'draft' }, reader)).toEqual([])
    expect(await ids({ include: [1, 6, 7] }, reader)).toEqual([1])
  })
})

describe('any list', () => {
  const day = fc.integer({ min: 0, max: 40 }).map((n) => `2026-0${n < 30 ? 6 : 7}-${String((n % 30) + 1).padStart(2, '0')}`)
  const event = fc.record({
    title: fc.constantFrom('Alpha', 'beta', 'Ärger', 'gamma ray'),
    startDate: day,
    featured: fc.boolean(),
    hideFromListings: fc.constantFrom(false, false, false, true),
    status: fc.constantFrom('publish' as const, 'publish' as const, 'draft' as const),
    venue: fc.subarray([1, 2, 3]),
    organizer: fc.subarray([1, 2]),
    categories: fc.subarray([1, 2, 3]),
    tags: fc.subarray([4, 5]),
    timezone: fc.constantFrom('Europe/Berlin', 'Asia/Tokyo', 'America/New_York'),
    date: fc.constantFrom('2026-05-01', '2026-05-02', '2027-01-01'),
  })
  const filter: fc.Arbitrary<EventListInput> = fc.record(
    {
      startDate: day,
      endDate: day,
      startsAfter: day,
      endsBefore: day.map((text) => `${text}T12:00Z`),
      featured: fc.boolean(),
      status: fc.constantFrom('publish' as const, 'draft' as const, 'any' as const),
      venue: fc.subarray([1, 2, 3, 9], { minLength: 1 }),
      organizer: fc.subarray([1, 2, 9], { minLength: 1 }),
      categories: fc.subarray(['1', 'c2', 'c3', 'none'], { minLength: 1 }),
      tags: fc.subarray(['4', 't5', 'none'], { minLength: 1 }),
      search: fc.constantFrom('a', 'gamma', 'arger', 'zzz'),
      geoloc: fc.boolean(),
      include: fc.subarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  const order = fc.record({
    orderby: fc.constantFrom(
      'start_date' as const,
      'utc_start_date' as const,
      'end_date' as const,
      'title' as const,
      'date' as const,
      'modified' as const,
      'id' as const,
    ),
    order: fc.constantFrom('asc' as const, 'desc' as const),
  })

  async function filled(events: readonly object[]): Promise<Calendar> {
    const { calendar } = openCalendar()
    for (const name of ['v1', 'v2', 'v3']) await calendar.venues.create({ name, ...(name === 'v2' && { geoLat: 1, geoLng: 1 }) })
    for (const name of ['o1', 'o2']) await calendar.organizers.create({ name })
    await calendar.categories.create({ name: 'c1' })
    await calendar.categories.create({ name: 'c2', parent: 1 })
    await calendar.categories.create({ name: 'c3' })
    for (const name of ['t4', 't5']) await calendar.tags.create({ name })
    for (const one of events) await calendar.events.create(anEvent({ endDate: '2026-09-01', ...one }))
    return calendar
  }

  /** Every page, one after the other. */
  async function pagesOf(calendar: Calendar, input: EventListInput, perPage: number): Promise<Event[]> {
    const found: Event[] = []
    for (let page = 1; ; page++) {
      const answer = await calendar.events.list({ ...input, page, perPage })
      found.push(...answer.items)
      expect(answer.totalPages).toBe(Math.ceil(answer.total / perPage))
      if (page >= answer.totalPages) {
        expect(answer.total).toBe(found.length)
        return found
      }
      expect(answer.items).toHaveLength(perPage)
    }
  }
  const all = async (calendar: Calendar, input: EventListInput): Promise<number[]> =>
    (await calendar.events.list({ ...input, perPage: 100 })).items.map(({ id }) => id)
  const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)

  test('is the same in pages and whole, and turned around by its order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 12 }),
        filter,
        order,
        fc.integer({ min: 1, max: 5 }),
        async (events, input, by, perPage) => {
          const calendar = await filled(events)
          const whole = await all(calendar, { ...input, ...by })
          expect((await pagesOf(calendar, { ...input, ...by }, perPage)).map(({ id }) => id)).toEqual(whole)
          const reversed = await all(calendar, { ...input, ...by, order: by.order === 'asc' ? 'desc' : 'asc' })
          expect(reversed).toEqual([...whole].reverse())
          const walked: number[] = []
          for await (const { id } of calendar.events.each(input)) walked.push(id)
          expect(walked).toEqual(sorted(whole))
        },
      ),
      { numRuns: 120 },
    )
  })

  test('never grows by a filter more, and any-of is the union', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), filter, async (events, input) => {
        const calendar = await filled(events)
        // The defaults of dates and status give way to a filter, so both sides name them.
        const base: EventListInput = { startDate: '1900-01-01', endDate: '2200-12-31', status: 'any' }
        const { include, startDate, endDate, status, ...rest } = input
        const found = await all(calendar, { ...base, ...rest })
        for (const more of [{ include }, { startDate }, { endDate }, { status }].filter((one) => Object.values(one)[0] !== undefined)) {
          // Defined, as the line above sees to; the compiler does not follow.
          const narrowed = await all(calendar, { ...base, ...rest, ...(more as EventListInput) })
          for (const id of narrowed) expect(found.concat(include ?? [])).toContain(id)
        }
        const without = await all(calendar, base)
        for (const id of found) expect(without).toContain(id)
        for (const field of ['categories', 'tags', 'venue', 'organizer'] as const) {
          const values: readonly unknown[] = [input[field] ?? []].flat()
          const single = await Promise.all(values.map((value) => all(calendar, { ...base, ...rest, [field]: value })))
          if (values.length > 0) expect(sorted(found)).toEqual(sorted([...new Set(single.flat())]))
        }
      }),
      { numRuns: 120 },
    )
  })

  test('with ids ignores dates, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 10 }), filter, async (events, input) => {
        const calendar = await filled(events)
        const include = [input.include ?? [1, 2, 3]].flat()
        const { startDate: _s, endDate: _e, startsAfter: _a, endsBefore: _b, ...undated } = input
        const everything = await all(calendar, { ...undated, startDate: '1900-01-01', endDate: '2200-12-31' })
        const without = await all(calendar, { ...undated, include })
        expect(await all(calendar, { ...input, include })).toEqual(without)
        if (input.include === undefined) expect(without).toEqual(everything.filter((id) => include.includes(id)))
      }),
      { numRuns: 80 },
    )
  })
})
