import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { anEvent, invalidFields, issuesOf, type OpenCalendar, openCalendar } from '../../../test/open-calendar.ts'
import { publicReadOnly } from '../../access/policy.ts'
import type { Calendar } from '../../calendar/api.ts'
import type { EventListInput } from './list-schema.ts'
import type { Event } from './view.ts'

describe('a list', () => {
  let open: OpenCalendar
  let calendar: Calendar
  const ids = async (input: EventListInput = {}, from: Calendar = calendar): Promise<number[]> =>
    (await from.events.list({ orderBy: 'id', perPage: 100, ...input })).items.map(({ id }) => id)

  // Venues 1 Ulm, 2 Berlin, 3 nowhere; organizers 1, 2; categories 1 Music, 2 Jazz and 3 Bebop below it, 4 "5"; tags 5 free, 6 jazz.
  beforeEach(async () => {
    open = openCalendar()
    calendar = open.calendar
    await calendar.venues.create({ name: 'Ulm', geoLat: 48.4, geoLng: 9.99 })
    await calendar.venues.create({ name: 'Berlin', geoLat: 52.52, geoLng: 13.4 })
    await calendar.venues.create({ name: 'Nowhere' })
    for (const name of ['One', 'Two']) await calendar.organizers.create({ name })
    await calendar.categories.create({ name: 'Music' })
    await calendar.categories.create({ name: 'Jazz', parentId: 1 })
    await calendar.categories.create({ name: 'Bebop', parentId: 2 })
    await calendar.categories.create({ name: 'Five', slug: '5' })
    for (const name of ['free', 'jazz']) await calendar.tags.create({ name })
    const events = [
      { title: 'Alpha', venues: 1, organizers: [1, 2], categories: 1, tags: 5, featured: true },
      { title: 'beta', venues: [2, 3], organizers: 2, categories: 3, tags: [5, 6], description: '<p>Café</p>' },
      { title: 'Gamma', venues: 3, categories: 4, excerpt: 'a café concert', featured: true },
      { title: 'delta', parentId: 1 },
      { title: 'Hidden', hidden: true, venues: 1, categories: 1, featured: true },
      { title: 'Draft', status: 'draft' as const, venues: 1 },
      { title: 'Private', status: 'private' as const },
      { title: 'Pending', status: 'pending' as const },
      { title: 'Future', published: '2026-07-01' },
      { title: 'Trash' },
    ]
    for (const [i, event] of events.entries()) {
      await calendar.events.create(anEvent({ startDate: `2026-06-${10 + i}`, endDate: `2026-06-${30 - i}`, ...event }))
    }
    await calendar.events.trash(10)
  })

  test.each<[EventListInput, number[]]>([
    [{}, [1, 2, 3, 4]],
    [{ venueIds: 1 }, [1]],
    [{ venueIds: [1, 3] }, [1, 2, 3]],
    [{ venueIds: 99 }, []],
    [{ venueIds: [99, 2] }, [2]],
    [{ venueIds: 2 ** 60 }, []],
    [{ organizerIds: 2 }, [1, 2]],
    [{ organizerIds: [1, 2] }, [1, 2]],
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
    [{ parentIds: 1 }, [4]],
    [{ parentIds: 0 }, [1, 2, 3]],
    [{ search: 'CAFE' }, [2, 3]],
    [{ search: 'cafe concert' }, [3]],
    [{ search: '"cafe concert"' }, [3]],
    [{ search: '"concert cafe"' }, []],
    [{ search: 'alpha beta' }, []],
    [{ hasLocation: true }, [1, 2]],
    [{ hasLocation: false }, [3, 4]],
    [{ hasImage: true }, []],
    [{ hasDescription: true }, [2]],
    [{ hasDescription: false }, [1, 3, 4]],
    [{ hasCategory: true }, [1, 2, 3]],
    [{ hasCategory: false }, [4]],
    [{ hasVenue: true, hasOrganizer: false }, [3]],
    [{ hasVenue: false }, [4]],
    [{ hasOrganizer: true }, [1, 2]],
    [{ near: { lat: 48.4, lng: 10.2 } }, [1]],
    [{ near: { lat: 48.4, lng: 10.2, radiusKm: 5 } }, []],
    [{ near: { lat: 50, lng: 11, radiusKm: 400 } }, [1, 2]],
    [{ near: { lat: 48.4, lng: 9.99, radiusKm: 0 } }, [1]],
    [{ hasLocation: false, near: { lat: 48.4, lng: 9.99 } }, []],
    [{ hasLocation: true, near: { lat: 48.4, lng: 9.99 } }, [1]],
    [{ status: 'draft' }, [6]],
    [{ status: ['draft', 'pending'] }, [6, 8]],
    [{ status: 'any' }, [1, 2, 3, 4, 6, 7, 8, 9]],
    [{ status: 'future' }, [9]],
    [{ status: 'trash' }, [10]],
    [{ status: ['any', 'trash'] }, [1, 2, 3, 4, 6, 7, 8, 9, 10]],
    [{ ids: [1, 5, 6] }, [1]],
    [{ ids: [1, 6], status: 'any' }, [1, 6]],
    [{ ids: [1, 2, 3], featured: true }, [1, 3]],
    [{ ids: 99 }, []],
    [{ venueIds: 3, categories: 'music' }, [2]],
    [{ venueIds: 1, tags: 'jazz' }, []],
    [
      { featured: true, hasLocation: true, search: 'alpha', organizerIds: 1, categories: 'music', tags: 'free', venueIds: 1, parentIds: 0 },
      [1],
    ],
  ])('filtered by %o has %j', async (input, expected) => expect(await ids(input)).toEqual(expected))

  test.each<[EventListInput, number[]]>([
    [{ orderBy: 'start' }, [1, 2, 3, 4]],
    [{ orderBy: 'start', order: 'desc' }, [4, 3, 2, 1]],
    [{ orderBy: 'end' }, [4, 3, 2, 1]],
    [{ orderBy: 'title' }, [1, 2, 4, 3]],
    [{ orderBy: 'title', order: 'desc' }, [3, 4, 2, 1]],
    [{ orderBy: 'published' }, [1, 2, 3, 4]],
    [{ orderBy: 'id', order: 'desc' }, [4, 3, 2, 1]],
  ])('sorted by %o has %j', async (input, expected) => expect(await ids(input)).toEqual(expected))

  test('can be sorted by publication and by last change', async () => {
    await calendar.events.update(3, { published: '2026-05-01' })
    open.clock.advance(5_000)
    await calendar.events.update(1, { description: 'x' })
    expect(await ids({ orderBy: 'published' })).toEqual([3, 1, 2, 4])
    expect(await ids({ orderBy: 'updated' })).toEqual([2, 3, 4, 1])
  })

  test('can be filtered by author and by last change', async () => {
    await calendar.events.update(2, { authorId: '7' })
    open.clock.advance(1_500)
    await calendar.events.update(3, { authorId: '8' })
    open.clock.advance(500)
    await calendar.events.update(4, { authorId: '7' })
    expect(await ids({ authorIds: '7' })).toEqual([2, 4])
    expect(await ids({ authorIds: ['8', '7', '99'] })).toEqual([2, 3, 4])
    expect(await ids({ authorIds: '' })).toEqual([1])
    expect(await ids({ authorIds: '99' })).toEqual([])
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
    for (const [updatedAfter] of after) found.push([updatedAfter, await ids({ updatedAfter })])
    expect(found).toEqual(after)
    expect(await ids({ updatedAfter: 'now', authorIds: '7', orderBy: 'updated', order: 'desc' })).toEqual([4])
    expect((await calendar.events.list({ updatedAfter: 'now' })).total).toBe(2)
  })

  test('that is read in pages by last change has every changed event', async () => {
    for (const id of [3, 1, 4, 2]) {
      open.clock.advance(400)
      await calendar.events.update(id, { description: 'x' })
    }
    const seen: number[] = []
    let updatedAfter = '2026-06-01 00:00:00'
    for (let page = 0; page < 4; page++) {
      const { items } = await calendar.events.list({ updatedAfter, orderBy: 'updated', perPage: 3 })
      seen.push(...items.map(({ id }) => id))
      updatedAfter = items.at(-1)?.updated ?? updatedAfter
    }
    expect(new Set(seen)).toEqual(new Set([1, 2, 3, 4]))
  })

  test('can be sorted by wall clock or by instant', async () => {
    await calendar.events.create(
      anEvent({ title: 'Tokyo', startDate: '2026-06-10 01:00', endDate: '2026-06-10 02:00', timeZone: 'Asia/Tokyo' }),
    )
    expect(await ids({ orderBy: 'start' })).toEqual([1, 11, 2, 3, 4])
    expect(await ids({ orderBy: 'startInstant' })).toEqual([11, 1, 2, 3, 4])
    expect(await ids({ orderBy: 'startInstant', order: 'desc' })).toEqual([4, 3, 2, 1, 11])
  })

  test.each<[string, unknown]>([
    ['venueIds', 'Ulm'],
    ['venueIds', ''],
    ['venueIds', []],
    ['venueIds', 1.5],
    ['organizerIds', 'x'],
    ['categories', ''],
    ['tags', []],
    ['featured', 'maybe'],
    ['featured', ''],
    ['status', 'gone'],
    ['hasLocation', 2],
    ['parentIds', 'x'],
    ['parentIds', ''],
    ['ids', 'x'],
    ['startsFrom', 'next week'],
    ['startsUntil', '5'],
    ['from', 'next week'],
    ['to', '5'],
    ['startsBefore', '+999999999 years'],
    ['endsAfter', '-999999999 hours'],
    ['startsUntil', null],
    ['startsAfter', '2026-02-30'],
    ['orderBy', 'price'],
    ['orderBy', ''],
    ['order', 'random'],
    ['page', 0],
    ['perPage', 0],
    ['search', ['a']],
  ])('is refused with an issue of the field for %s %j', async (field, value) =>
    expect(await invalidFields(calendar.events.list({ [field]: value }))).toEqual([field]),
  )

  const outside = 'must be a number from 0 to 20038'
  test.each<[unknown, Readonly<Record<string, string>>]>([
    [{ lat: 1 }, { 'near.lng': 'is required' }],
    [{}, { 'near.lat': 'is required', 'near.lng': 'is required' }],
    [null, { near: 'must be an object with lat and lng' }],
    ['48.4,9.99', { near: 'must be an object with lat and lng' }],
    [
      { lat: 91, radiusKm: -1 },
      { 'near.lat': 'must be a number from -90 to 90', 'near.radiusKm': outside, 'near.lng': 'is required' },
    ],
    [{ lat: 1, lng: 1, radiusKm: 'far' }, { 'near.radiusKm': outside }],
    [{ lat: 1, lng: 1, radiusKm: 30_000 }, { 'near.radiusKm': outside }],
  ])('is refused for the circle %j, with all other issues', async (near, issues) => {
    const input: object = { near, page: 0 }
    expect(await issuesOf(calendar.events.list(input))).toEqual({ ...issues, page: 'must be an integer of 1 or more' })
  })

  test('ignores the location of a venue that the viewer may not see', async () => {
    await calendar.venues.update(2, { status: 'draft' })
    const reader = calendar.as(null, publicReadOnly())
    expect(await ids({ hasLocation: true }, reader)).toEqual([1])
    expect(await ids({ hasLocation: false }, reader)).toEqual([2, 3, 4])
    expect(await ids({ near: { lat: 52.52, lng: 13.4 } }, reader)).toEqual([])
    await calendar.venues.update(3, { status: 'private' })
    expect(await ids({ hasVenue: true }, reader)).toEqual([1])
    expect(await ids({ hasVenue: false }, reader)).toEqual([2, 3, 4])
    expect(await ids({ hasVenue: true })).toEqual([1, 2, 3])
    expect(await ids({ venueIds: [1, 2] }, reader)).toEqual([1])
    await calendar.venues.trash(1)
    expect(await ids({ hasLocation: true })).toEqual([2])
  })

  test('has only published events for a reader, whatever it is filtered by', async () => {
    const reader = calendar.as(null, publicReadOnly())
    expect(await ids({ status: ['any', 'trash', 'future'] }, reader)).toEqual([1, 2, 3, 4])
    expect(await ids({ status: 'draft' }, reader)).toEqual([])
    expect(await ids({ ids: [1, 6, 7] }, reader)).toEqual([1])
  })
})

describe('any list', () => {
  const day = fc.integer({ min: 0, max: 40 }).map((n) => `2026-0${n < 30 ? 6 : 7}-${String((n % 30) + 1).padStart(2, '0')}`)
  const event = fc.record({
    title: fc.constantFrom('Alpha', 'beta', 'Ärger', 'gamma ray'),
    startDate: day,
    featured: fc.boolean(),
    hidden: fc.constantFrom(false, false, false, true),
    status: fc.constantFrom('publish' as const, 'publish' as const, 'draft' as const),
    venues: fc.subarray([1, 2, 3]),
    organizers: fc.subarray([1, 2]),
    categories: fc.subarray([1, 2, 3]),
    tags: fc.subarray([4, 5]),
    timeZone: fc.constantFrom('Europe/Berlin', 'Asia/Tokyo', 'America/New_York'),
    published: fc.constantFrom('2026-05-01', '2026-05-02', '2027-01-01'),
  })
  const filter: fc.Arbitrary<EventListInput> = fc.record(
    {
      from: day,
      to: day.map((text) => `${text} 08:00`),
      startsFrom: day,
      startsUntil: day,
      startsAfter: day,
      endsBefore: day.map((text) => `${text}T12:00Z`),
      featured: fc.boolean(),
      status: fc.constantFrom('publish' as const, 'draft' as const, 'any' as const),
      venueIds: fc.subarray([1, 2, 3, 9], { minLength: 1 }),
      organizerIds: fc.subarray([1, 2, 9], { minLength: 1 }),
      categories: fc.subarray(['1', 'c2', 'c3', 'none'], { minLength: 1 }),
      tags: fc.subarray(['4', 't5', 'none'], { minLength: 1 }),
      search: fc.constantFrom('a', 'gamma', 'arger', 'zzz'),
      hasLocation: fc.boolean(),
      ids: fc.subarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  const order = fc.record({
    orderBy: fc.constantFrom(
      'start' as const,
      'startInstant' as const,
      'end' as const,
      'title' as const,
      'published' as const,
      'updated' as const,
      'id' as const,
    ),
    order: fc.constantFrom('asc' as const, 'desc' as const),
  })

  async function filled(events: readonly object[]): Promise<Calendar> {
    const { calendar } = openCalendar()
    for (const name of ['v1', 'v2', 'v3']) await calendar.venues.create({ name, ...(name === 'v2' && { geoLat: 1, geoLng: 1 }) })
    for (const name of ['o1', 'o2']) await calendar.organizers.create({ name })
    await calendar.categories.create({ name: 'c1' })
    await calendar.categories.create({ name: 'c2', parentId: 1 })
    await calendar.categories.create({ name: 'c3' })
    for (const name of ['t4', 't5']) await calendar.tags.create({ name })
    for (const one of events) await calendar.events.create(anEvent({ endDate: '2026-09-01', ...one }))
    return calendar
  }

  /** All pages, in sequence. */
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

  test('is the same in pages as on one page, and is reversed by the other direction', async () => {
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

  test('never grows by another filter, and several values of a filter give the union of their lists', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), filter, async (events, input) => {
        const calendar = await filled(events)
        // Without a filter for the status a default applies, so every list sets this filter.
        const base: EventListInput = { status: 'any' }
        const { ids, from, to, startsFrom, startsUntil, status, ...rest } = input
        const found = await all(calendar, { ...base, ...rest })
        for (const more of [{ ids }, { from }, { to }, { startsFrom }, { startsUntil }, { status }].filter(
          (one) => Object.values(one)[0] !== undefined,
        )) {
          // Defined, as the line above ensures; the compiler cannot see that.
          const narrowed = await all(calendar, { ...base, ...rest, ...(more as EventListInput) })
          for (const id of narrowed) expect(found.concat(ids ?? [])).toContain(id)
        }
        const without = await all(calendar, base)
        for (const id of found) expect(without).toContain(id)
        for (const field of ['categories', 'tags', 'venueIds', 'organizerIds'] as const) {
          const values: readonly unknown[] = [input[field] ?? []].flat()
          const single = await Promise.all(values.map((value) => all(calendar, { ...base, ...rest, [field]: value })))
          if (values.length > 0) expect(sorted(found)).toEqual(sorted([...new Set(single.flat())]))
        }
      }),
      { numRuns: 120 },
    )
  })

  test('with ids ignores dates, but no other filter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 10 }), filter, async (events, input) => {
        const calendar = await filled(events)
        const ids = [input.ids ?? [1, 2, 3]].flat()
        const { from: _f, to: _t, startsFrom: _s, startsUntil: _u, startsAfter: _a, endsBefore: _b, ...undated } = input
        const everything = await all(calendar, undated)
        const without = await all(calendar, { ...undated, ids })
        expect(await all(calendar, { ...input, ids })).toEqual(without)
        if (input.ids === undefined) expect(without).toEqual(everything.filter((id) => ids.includes(id)))
      }),
      { numRuns: 80 },
    )
  })
})
