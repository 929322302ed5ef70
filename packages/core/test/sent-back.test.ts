import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowAll } from '../src/access/policy.ts'
import type { CalendarOptions } from '../src/calendar/options.ts'
import { sanitizeHtml } from '../src/sanitize-html.ts'
import { textIssue } from '../src/text/plain.ts'
import { issuesOf, openCalendar } from './open-calendar.ts'
import { inputs } from './random-inputs.ts'

/** A sanitizer whose result is longer and changes when it is sanitized again: calendars must not rely on a stable one. */
const unstable = (html: string): string => (html === '' ? '' : `<p>${html.slice(0, 65_529)}</p>`)

/** The number of random cases: 100, a tenth of that in the quick lane, and ten times as many in the long one. */
const runs = Math.ceil(100 * Number(process.env['KALENDS_TIMES'] ?? 1))
// biome-ignore lint/suspicious/noExplicitAny: the result of a read is sent back unchanged, whatever its type.
type Untyped = { create(input: any): Promise<any>; update(ref: number, patch: any): Promise<any>; get(ref: number): Promise<any> }

const withoutStamps = ({ version: _v, updated: _m, updatedUtc: _u, updatedMs: _ms, ...rest }: Record<string, unknown>): object => rest

describe.each(['events', 'venues', 'organizers', 'categories', 'tags'] as const)('%s', (kind) => {
  test.each<[string, Partial<CalendarOptions>]>([
    ['by default', {}],
    ['with a unstable sanitizer, at +14:00', { sanitizeHtml: unstable, timeZone: '+14:00' }],
    ['in New York', { timeZone: 'America/New_York' }],
  ])('a returned record that is sent back in an update changes nothing: %s', async (_name, options) => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(inputs[kind], async (input) => {
        const { calendar } = openCalendar(options)
        // One signature for all kinds; the inputs fit theirs.
        const records = calendar[kind] as unknown as Untyped
        const made = await records.create(input).catch(() => undefined)
        if (made === undefined) return
        taken += 1
        const read = await records.get(made.id)
        const after = await records.update(made.id, read)
        expect(after).toEqual(read)
        expect(await records.update(made.id, JSON.parse(JSON.stringify(read)))).toEqual(read)
      }),
      { numRuns: runs },
    )
    expect(taken).toBeGreaterThan(runs / 8)
  })

  test('a returned record is accepted as the input of a new one', async () => {
    const { calendar } = openCalendar()
    const records = calendar[kind] as unknown as Untyped
    const first = await records.create(
      kind === 'events'
        ? {
            title: 'Choir',
            startDate: '2026-06-10 19:30',
            endDate: '2026-06-10 21:00',
            cost: 'from 5',
            tags: ['a'],
            venues: { name: 'Hall' },
          }
        : { name: 'Hall', parentId: kind === 'categories' ? (await calendar.categories.create({ name: 'Root' })).id : undefined },
    )
    const { id: _id, slug: _slug, ...read } = await records.get(first.id)
    const isTerm = kind === 'categories' || kind === 'tags'
    if (isTerm) await calendar[kind].update(first.id, { name: 'Other' })
    const { id, slug, ...copy } = await records.create({ ...(await records.get(first.id)), ...read })
    expect([id, slug]).toEqual([first.id + 1, isTerm ? 'hall-2' : `${first.slug}-2`])
    expect(withoutStamps(copy)).toEqual(withoutStamps(read))
  })
})

describe.each<[string, Partial<CalendarOptions>]>([
  ['escaped', {}],
  ['sanitized', { sanitizeHtml }],
  ['cut after two code units', { sanitizeHtml: (html) => html.slice(0, 2) }],
])('HTML %s', (_name, options) => {
  test.each(['a&#1;b', '&#x81;', '<b title="&#7;">a</b>', 'a😀', '\uFEFF\uFEFFa', '<script></script>\uFEFFa', '&#xFEFF;a'])(
    '%j is stored as a valid text that changes nothing when it is sent back',
    async (description) => {
      const { calendar } = openCalendar(options)
      const { id } = await calendar.tags.create({ name: 'a', description })
      const read = await calendar.tags.get(id)
      expect(textIssue(read.description)).toBeUndefined()
      expect(await calendar.tags.update(id, read)).toEqual(read)
    },
  )
})

test.each([
  ['1900-01-01T00:00Z', 'America/New_York', '1899-12-31 19:00:00'],
  ['1900-01-01T00:00+14:00', '-14:00', '1899-12-30 20:00:00'],
  ['2200-12-31T23:59:59-14:00', '+14:00', '2201-01-02 03:59:59'],
])('a start at %s in %s shows as %s, which is accepted only when it is sent back', async (startDate, timeZone, shown) => {
  const { calendar } = openCalendar()
  const made = await calendar.events.create({ title: 'Choir', startDate, endDate: startDate, timeZone })
  expect([made.startDate, made.endDate]).toEqual([shown, shown])
  expect(await calendar.events.update(1, { startDate: shown, endDate: shown, timeZone })).toEqual(made)
  const other = shown.replace(/..$/, '13')
  expect(await issuesOf(calendar.events.update(1, { startDate: other }))).toEqual({ startDate: 'must be in the years 1900 to 2200' })
  expect(await issuesOf(calendar.events.update(1, { endDate: other }))).toEqual({ endDate: 'must be in the years 1900 to 2200' })
  expect(await issuesOf(calendar.venues.create({ name: 'Hall', published: shown }))).toEqual({
    published: 'must be in the years 1900 to 2200',
  })
  const { calendar: zoned } = openCalendar({ timeZone })
  const venue = await zoned.venues.create({ name: 'Hall', published: startDate })
  expect(venue.published).toBe(shown)
  expect((await zoned.venues.update(1, { published: venue.published, publishedUtc: venue.publishedUtc })).publishedUtc).toBe(
    venue.publishedUtc,
  )
})

describe('a returned event', () => {
  const withLinks = async () => {
    const open = openCalendar()
    const { calendar } = open
    const root = await calendar.categories.create({ name: 'Root' })
    await calendar.categories.create({ name: 'Music', parentId: root.id })
    const { id } = await calendar.events.create({
      title: 'Choir',
      startDate: '2026-06-10 19:30',
      endDate: '2026-06-10 21:00',
      timeZone: 'America/New_York',
      cost: '$10 - $20',
      image: 'https://example.org/a.png',
      categories: ['Music', 'Open air'],
      tags: ['free, not cheap', 'b'],
      venues: [{ name: 'Hall', city: 'Ulm' }, { name: 'Garden' }],
      organizers: [{ name: 'Club' }, { name: 'Town' }],
    })
    return { ...open, event: await calendar.events.get(id) }
  }

  test.each([
    ['as it is', <T>(event: T): T => event],
    ['through JSON', <T>(event: T): T => JSON.parse(JSON.stringify(event))],
  ])('creates a copy with the same links, cost, image and terms: %s', async (_name, send) => {
    const { calendar, event } = await withLinks()
    const copy = await calendar.events.create(send(event))
    expect(withoutStamps({ ...copy })).toEqual(withoutStamps({ ...event, id: event.id + 1, slug: 'choir-2' }))
    expect(await calendar.events.createMany([send(event), send(copy)])).toMatchObject({ created: 2, updated: 0, unchanged: 0, skipped: 0 })
    for (const { venues, organizers, cost } of (await calendar.events.list()).items)
      expect({ venues, organizers, cost }).toEqual({ venues: event.venues, organizers: event.organizers, cost: event.cost })
    expect((await calendar.events.list()).total).toBe(4)
    expect((await calendar.venues.list()).total).toBe(2)
    expect((await calendar.categories.list()).total).toBe(3)
  })

  test('restores its links when it is sent back after an update', async () => {
    const { calendar, event } = await withLinks()
    const bare = await calendar.events.update(event.id, {
      venues: [],
      organizers: null,
      categories: [],
      tags: null,
      cost: null,
      image: null,
    })
    expect([bare.venues, bare.organizers, bare.categories, bare.tags, bare.cost.text, bare.image]).toEqual([[], [], [], [], '', null])
    expect(withoutStamps({ ...(await calendar.events.update(event.id, event)) })).toEqual(withoutStamps({ ...event }))
  })

  test('keeps links that the viewer may not see when it is sent back', async () => {
    const { calendar, event } = await withLinks()
    await calendar.venues.update(1, { status: 'private' })
    const viewer = calendar.as({ id: '7', roles: ['editor'] }, { ...allowAll(), readable: () => [{ status: 'publish' }] })
    const seen = await viewer.events.get(event.id)
    expect(seen.venues.map(({ id }) => id)).toEqual([2])
    await viewer.events.update(event.id, seen)
    expect((await calendar.events.get(event.id)).venues.map(({ id }) => id)).toEqual([1, 2])
  })
})

describe.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const)('the %s of an event', (plural, kind) => {
  const data = { name: 'New' }
  const open = async () => {
    const { calendar } = openCalendar()
    for (const name of ['One', 'Two']) await calendar[plural].create({ name })
    const times = { title: 'Choir', startDate: '2026-06-10', endDate: '2026-06-10' }
    const create = (links: object) => calendar.events.create({ ...times, ...links })
    return { calendar, create }
  }

  test.each<[string, unknown, readonly string[]]>([
    ['an id', 2, ['Two']],
    ['a text with ids', '2,1', ['Two', 'One']],
    ['ids', [2, 1], ['Two', 'One']],
    ['records', [{ id: 2, name: 'Ignored' }], ['Two']],
    ['the data of a new record', data, ['New']],
    ['ids and data', [data, 1], ['New', 'One']],
    ['nothing', null, []],
  ])('accept %s', async (_name, given, names) => {
    const { create, calendar } = await open()
    const namesOf = (event: { readonly [K in typeof plural]: readonly { readonly name: string }[] }) =>
      event[plural].map(({ name }) => name)
    expect(namesOf(await create({ [plural]: given }))).toEqual(names)
    expect(namesOf(await calendar.events.update(1, { [plural]: 1 }))).toEqual(['One'])
    expect(namesOf(await calendar.events.update(1, { [plural]: given }))).toEqual(names)
  })

  test.each<[unknown, string, string]>([
    ['Hall', '[0]', 'must be an id, or an object with the name of the record'],
    [[1, 'hall'], '[1]', 'must be an id, or an object with the name of the record'],
    [[1, '-1'], '[1]', 'must be an integer of 0 or more'],
    [{ id: 'x' }, '[0].id', 'must be an integer of 0 or more'],
    [99, '', `names 99, which is no ${kind}`],
    [{ name: '' }, '[0].name', 'must not be empty'],
    [
      [1, { name: 'Two', image: { url: 'x' } }],
      '[1].image.url',
      'must be an address that begins with http:// or https:// and has no user name',
    ],
  ])('%o is refused at the path %j', async (given, path, reason) => {
    const { create } = await open()
    expect(await issuesOf(create({ [plural]: given }))).toEqual({ [`${plural}${path}`]: reason })
  })
})

test('a slug of the maximum length is accepted with its trash suffix when it is sent back', async () => {
  const { calendar } = openCalendar()
  const { id } = await calendar.venues.create({ name: 'Hall', slug: 'x'.repeat(200) })
  const trashed = await calendar.venues.trash(id)
  expect((await calendar.venues.update(id, { ...trashed, status: 'publish' })).slug).toBe('x'.repeat(200))
  expect(Object.keys(await issuesOf(calendar.venues.update(id, { slug: `${'x'.repeat(201)}__trashed` })))).toEqual(['slug'])
})
