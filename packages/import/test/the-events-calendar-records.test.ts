import { createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import type { ImportedEvent, ImportItem } from '../src/item.ts'
import { type ReadTheEventsCalendarOptions, readTheEventsCalendar } from '../src/the-events-calendar.ts'
import { buildRows, readSiteOf } from './replay-site.ts'

const empty = { categories: [], tags: [], venues: [], organizers: [], events: [] }
const [plain = {}] = buildRows(1).events

const read = async (changes: object, options: ReadTheEventsCalendarOptions = {}): Promise<readonly ImportItem[]> =>
  (await readSiteOf({ ...empty, events: [{ ...plain, status: 'publish', date_utc: '2025-01-02 09:00:00', ...changes }] }, {}, options))
    .items

const readEvent = async (changes: object, options: ReadTheEventsCalendarOptions = {}): Promise<ImportedEvent> => {
  const event = (await read(changes, options)).find((item) => item.kind === 'event')
  if (event === undefined) throw new Error('The event was not read.')
  return event
}

test.each([
  [{ id: 12, global_id: 'site.example?id=12', post_parent: 7 }, 'site.example?id=7'],
  [{ id: 12, global_id: '', post_parent: '7' }, 'club.example.org?id=7'],
  [{ id: 12, global_id: 'other', post_parent: 7 }, 'club.example.org?id=7'],
  [{ post_parent: 0 }, undefined],
  [{ post_parent: false }, undefined],
  [{}, undefined],
])('the parent of an event is known by its key: %j', async (given, key) => expect((await readEvent(given)).parentKey).toBe(key))

type Case = readonly [name: string, given: object, input: object, codes?: readonly string[]]

describe('members of an event', () => {
  const long = 'x'.repeat(300)
  const cases: readonly Case[] = [
    [
      'a title encoded once',
      { title: 'A &#8217; &amp;lt;b&amp;gt; &unknown; &#x110000;' },
      { title: 'A ’ &lt;b&gt; &unknown; &#x110000;' },
    ],
    ['a long title', { title: long }, { title: long.slice(0, 200) }, ['text_shortened']],
    ['control characters', { title: 'A\u0007\u2028B\ud800', description: '<p>\u0000x</p>' }, { title: 'A B', description: '<p>x</p>' }],
    ['a title of digits', { title: 1984 }, { title: '1984' }],
    ['a zone by name', { timezone: 'europe/berlin', utc_start_date: '2019-01-01 18:30:00' }, { timeZone: 'Europe/Berlin' }],
    ['a zone that has changed', { timezone: 'Asia/Tokyo' }, { timeZone: 'Asia/Tokyo', startDate: '2019-01-01 19:30:00' }, ['other_offset']],
    ['an offset', { timezone: 'UTC+5.5', utc_start_date: '2019-01-01 14:00:00' }, { timeZone: '+05:30' }],
    ['an unknown zone', { timezone: 'Middle Earth' }, { timeZone: '+02:00' }, ['zone_by_offset']],
    ['no zone, in UTC', { timezone: '', utc_start_date: '2019-01-01 19:30:00' }, { timeZone: 'UTC' }, ['zone_by_offset']],
    ['no end', { end_date: null }, { endDate: '2019-01-01 19:30:00' }],
    [
      'a whole day',
      { all_day: true, start_date: '2019-03-01 00:00:00', end_date: '2019-03-02 23:59:59' },
      { allDay: true, startDate: '2019-03-01 00:00:00', endDate: '2019-03-02 23:59:59' },
    ],
    [
      'a whole day that ends in the morning',
      { all_day: '1', start_date: '2019-03-01 06:00:00', end_date: '2019-03-03 05:59:59' },
      { allDay: true, endDate: '2019-03-02 05:59:59' },
    ],
    ['a draft', { status: 'draft', date_utc: '0000-00-00 00:00:00' }, { status: 'draft', publishedUtc: undefined }],
    ['a coming publication', { status: 'future' }, { status: 'future', publishedUtc: '2025-01-02 09:00:00' }],
    ['a status of a plugin', { status: 'tribe-ignored' }, { status: 'draft' }, ['unknown_status']],
    ['a slug in percents', { slug: 'f%c3%bcr-alle-%e6%97%a5' }, { slug: 'für-alle-日' }],
    ['a broken slug', { slug: '%e6' }, { slug: undefined }],
    ['an image', { image: { url: 'https://x.example/a b.jpg', id: 7 } }, { image: 'https://x.example/a%20b.jpg' }],
    ['an image as a text', { image: 'https://x.example/a.jpg' }, { image: 'https://x.example/a.jpg' }],
    ['no image', { image: false }, { image: false }],
    ['an image that is none', { image: { url: 'data:image/png;base64,AA' } }, { image: false }, ['not_a_web_address']],
    ['the page as the website', { website: plain['url'] }, { website: '' }],
    ['a website without scheme', { website: 'www.x.example/y' }, { website: 'http://www.x.example/y' }],
    [
      'flags as texts',
      { sticky: '0', featured: '1', show_map: '', hide_from_listings: 'true' },
      { sticky: false, featured: true, showMap: false, hidden: true },
    ],
    ['no flags', { show_map: undefined }, { showMap: undefined }],
    [
      'a virtual event',
      { is_virtual: true, virtual_url: 'https://x.example/room', venue: [] },
      { attendance: 'online', onlineUrl: 'https://x.example/room' },
    ],
    ['a hybrid event', { is_virtual: true, venue: { id: 3, venue: 'Hall' } }, { attendance: 'mixed' }],
    [
      'an event that does not take place',
      { event_status: 'canceled', event_status_reason: 'R&amp;B' },
      { eventStatus: 'cancelled', eventStatusReason: 'R&B' },
    ],
    ['a status that all objects have', { event_status: 'constructor' }, { eventStatus: 'scheduled' }],
    [
      'two venues',
      { venue: [{ id: 3, venue: 'A' }, { id: 4, venue: 'B', city: 'X' }, {}] },
      { venues: [{ name: 'A' }, { name: 'B', city: 'X' }] },
    ],
    ['an organizer that is one object', { organizer: { id: 3, organizer: 'A &amp; B' } }, { organizers: [{ name: 'A & B' }] }],
    ['an e-mail address that is none', { organizer: { id: 3, organizer: 'A', email: 'a at b' } }, { organizers: [{ email: '' }] }],
    [
      'terms',
      { categories: [{ id: 1, name: 'R&amp;B' }, { id: 2, name: 'R&amp;B' }, {}], tags: {} },
      { categories: [{ name: 'R&B' }], tags: [] },
    ],
  ]
  test.each(cases.map((each) => [each[0], each] as const))('%s', async (_, [, given, input, codes = []]) => {
    const event = await readEvent(given)
    expect({ ...{ slug: undefined, publishedUtc: undefined, showMap: undefined }, ...event.input }).toMatchObject(input)
    expect(event.warnings.map(({ code }) => code)).toEqual(codes)
  })

  test('long HTML is shortened to its text', async () => {
    const { input, warnings } = await readEvent({ description: `<p>&lt;${'<b>y</b>'.repeat(40_000)}</p>` })
    expect(input.description).toMatch(/^<p>&lt;y{1000}/)
    expect(input.description?.length).toBeLessThanOrEqual(65_536)
    expect(warnings).toHaveLength(1)
  })

  test.each([
    ['no title', { title: ' &#8203; ' }, 'no_title'],
    ['a start that does not exist', { start_date: '2019-02-30 10:00:00' }, 'not_a_date'],
    ['a start of zeros', { start_date: '2019-00-00 00:00:00' }, 'not_a_date'],
    ['an end that is none', { end_date: 'soon' }, 'not_a_date'],
    ['no zone at all', { timezone: 'Middle Earth', utc_start_date: null }, 'not_a_time_zone'],
    ['an offset that no zone has', { timezone: '', utc_start_date: '2018-01-01 00:00:00' }, 'not_a_time_zone'],
  ])('%s: the event is not guessed', async (_, given, code) => {
    expect((await read(given)).find(({ kind }) => kind === 'unreadable')).toMatchObject({ key: 'club.example.org?id=5000', code })
  })

  test('a site without global ids gets keys that its host begins', async () => {
    expect((await readEvent({ global_id: undefined })).key).toBe('club.example.org?id=5000')
  })

  test('categories of one name are linked by their slugs', async () => {
    const term = (id: number, name: string, slug: string, parent = 0) => ({ id, name, slug, parent, description: '' })
    const categories = [term(1, 'Music', 'music'), term(2, 'Film', 'film'), term(3, 'Kids', 'kids', 1), term(4, 'kids', 'film-kids', 2)]
    const events = [{ ...plain, categories: [categories[0], categories[3]] }]
    const { items } = await readSiteOf({ ...empty, categories, events })
    expect(items.find(({ kind }) => kind === 'event')).toMatchObject({ input: { categories: [{ name: 'Music' }, { slug: 'film-kids' }] } })
  })

  test('parents come before their children, and a circle does no harm', async () => {
    const term = (id: number, parent: number) => ({ id, name: `Category ${id}`, slug: `c-${id}`, parent })
    const categories = [term(1, 2), term(2, 3), term(3, 0), term(4, 5), term(5, 4), term(6, 99), term(7, 1)]
    const { items } = await readSiteOf({ ...empty, categories })
    expect(items.map((item) => Reflect.get(item, 'key'))).toEqual(['3', '2', '1', '5', '4', '6', '7', undefined])
  })

  test('venues that lists leave out come before their event, once', async () => {
    const items = await read({ venue: { id: 8, venue: 'Draft hall', status: 'draft', custom_fields: [] }, organizer: [] })
    expect(items.map((item) => item.kind)).toEqual(['venue', 'event', 'end'])
    expect(items[0]).toMatchObject({ key: 'club.example.org?id=8', input: { name: 'Draft hall', status: 'draft' } })
  })
})

describe("the host's functions", () => {
  test('authors, images and fields', async () => {
    const { input } = await readEvent(
      { author: 2, image: { url: 'https://x.example/a.jpg', id: '7' }, custom_fields: { _ecp_1: { label: 'Level', value: '3' } } },
      {
        mapAuthor: async (author) => `user-${author}`,
        onImage: ({ url, id }) => `${url}?${id}`,
        mapFields: (fields) => ({ level: Object.keys(fields).length }),
      },
    )
    expect(input).toMatchObject({ authorId: 'user-2', image: 'https://x.example/a.jpg?7', fields: { level: 1 } })
  })

  test('nobody is no author', async () => {
    expect((await readEvent({ author: '0' }, { mapAuthor: (author) => author })).input).not.toHaveProperty('authorId')
  })

  test('that fail leave warnings', async () => {
    const fail = (): never => {
      throw new Error('full')
    }
    const { input, warnings } = await readEvent({ image: 'https://x.example/a.jpg' }, { mapAuthor: fail, onImage: fail })
    expect(input).toMatchObject({ image: 'https://x.example/a.jpg' })
    expect(warnings).toEqual([
      { code: 'host_failed', message: 'mapAuthor has failed: full' },
      { code: 'host_failed', message: 'onImage has failed: full' },
    ])
  })

  test('fields stay out where none are mapped', async () => {
    expect((await readEvent({ custom_fields: { a: 1 } })).input).not.toHaveProperty('fields')
    expect((await readEvent({ custom_fields: [] }, { mapFields: () => ({ level: 1 }) })).input).not.toHaveProperty('fields')
  })
})

describe('events that repeat', () => {
  const at = (id: number, day: string, changes: object = {}) => ({
    ...{
      ...plain,
      id,
      global_id: `club.example.org?id=${id}`,
      status: 'publish',
      slug: `x-${id}`,
      url: `https://club.example.org/event/x-${id}/`,
    },
    ...{ start_date: `${day} 19:30:00`, end_date: `${day} 21:00:00`, utc_start_date: `${day} 17:30:00`, ...changes },
  })
  const events = [
    at(1, '2026-05-01'),
    at(2, '2026-05-08', { modified_utc: '2026-04-01 00:00:00' }),
    at(3, '2026-05-15', { description: '<p>With guests</p>' }),
    at(4, '2026-05-15', { title: 'Another' }),
    at(5, '2026-05-22', { end_date: '2026-05-22 22:00:00' }),
    at(6, '2026-05-08'),
    at(7, '2026-04-24'),
  ]
  const rows = { ...empty, events }

  test('are single ones', async () => {
    expect((await readSiteOf(rows)).items.filter(({ kind }) => kind === 'event')).toHaveLength(7)
  })

  test('are joined by option, and a calendar takes them', async () => {
    const { items } = await readSiteOf(rows, {}, { repeating: 'series' })
    const found = items.filter((item) => item.kind === 'event')
    expect(found.map(({ key, index }) => [key, index])).toEqual([4, 5, 6, 7].map((id, at) => [`club.example.org?id=${id}`, at + 1]))
    const series = found.find(({ input }) => input.recurrence !== undefined)
    expect(series).toMatchObject({
      key: 'club.example.org?id=7',
      modifiedMs: Date.UTC(2026, 3, 1),
      input: { startDate: '2026-04-24 19:30:00', recurrence: { dates: ['2026-05-01 19:30', '2026-05-08 19:30', '2026-05-15 19:30'] } },
      exceptions: [{ date: '2026-05-15 19:30', change: { description: '<p>With guests</p>' } }],
    })
    const calendar = createCalendar({ store: memoryStore(), timeZone: 'Europe/Berlin', clock: fixedClock('2026-01-01T00:00:00Z') })
    if (series !== undefined) await calendar.events.create(series.input)
    expect((await calendar.events.list({})).items.map(({ startDate }) => startDate.slice(0, 10))).toEqual([
      ...['2026-04-24', '2026-05-01', '2026-05-08', '2026-05-15'],
    ])
  })

  test('keep slugs that end with their days', async () => {
    const days = ['2026-05-01', '2026-05-08']
    const dated = days.map((day, index) => at(index + 1, day, { slug: `market-${day}` }))
    const { items } = await readSiteOf({ ...empty, events: dated }, {}, { repeating: 'series' })
    const calendar = createCalendar({ store: memoryStore(), timeZone: 'Europe/Berlin', clock: fixedClock('2026-01-01T00:00:00Z') })
    for (const item of items) if (item.kind === 'event') await calendar.events.create(item.input)
    expect((await calendar.events.list({})).items.map(({ slug }) => slug)).toEqual(days.map((day) => `market-${day}`))
  })

  test('stay out where their list was not read as a whole', async () => {
    const { items } = await readSiteOf(rows, { change: (body) => ({ ...body, total: 8 }) }, { repeating: 'series' })
    expect(items.filter(({ kind }) => kind === 'event')).toEqual([])
    expect(items.at(-1)).toMatchObject({ complete: false, reason: { code: 'records_missing' } })
  })

  test('cannot be joined from changes alone', () => {
    expect(() => readTheEventsCalendar('https://x.example', { since: new Date(0), repeating: 'series' })).toThrow(TypeError)
  })
})
