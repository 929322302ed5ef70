import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { roles } from '../src/access/roles.ts'
import { createCalendar } from '../src/calendar/calendar.ts'
import type { VenueInput } from '../src/kinds/venue/schema.ts'
import { keepSeen } from '../src/record/alike.ts'
import type { DuplicatePair } from '../src/record/duplicates.ts'
import { collect, openCalendar } from './open-calendar.ts'

type Pair = DuplicatePair<{ readonly id: number; readonly name: string }>

const near = { geoLat: 48.4, geoLng: 9.99 }

test.each<[string, Partial<VenueInput>, Partial<VenueInput>, string]>([
  ['equal names', { name: 'Town hall' }, { name: 'Town hall' }, 'name'],
  ['names with other spaces, dashes and accents', { name: 'Café Town-Hall' }, { name: 'cafe townhall!' }, 'name'],
  ['names of signs alone', { name: '!!!' }, { name: '!!!' }, 'name'],
  ['other signs', { name: '!!!' }, { name: '???' }, ''],
  ['other names', { name: 'Mill' }, { name: 'Mills' }, ''],
  ['one name in one town', { name: 'Mill', city: 'Ulm' }, { name: 'Mill', city: 'ULM ' }, 'name'],
  ['one name, and a town of one', { name: 'Mill', city: 'Ulm' }, { name: 'Mill' }, 'name'],
  ['one name in two towns', { name: 'Mill', city: 'Ulm' }, { name: 'Mill', city: 'Bonn' }, ''],
  ['one name, 2 km apart', { name: 'Mill', ...near }, { name: 'Mill', ...near, geoLat: 48.418 }, ''],
  ['one name, 900 m apart', { name: 'Mill', ...near }, { name: 'Mill', ...near, geoLat: 48.408 }, 'name'],
  ['two names, 90 m apart', { name: 'Mill', ...near }, { name: 'Barn', ...near, geoLat: 48.4008 }, 'place'],
  ['two names, 110 m apart', { name: 'Mill', ...near }, { name: 'Barn', ...near, geoLat: 48.401 }, ''],
  ['both sides of the date line', { geoLat: 0, geoLng: 180 }, { geoLat: 0, geoLng: -179.9995 }, 'place'],
  ['one phone in two forms', { phone: '+49 (731) 161-0 12' }, { phone: '0731 161012' }, 'phone'],
  ['two phones', { phone: '0731 161012' }, { phone: '0731 161013' }, ''],
  ['short numbers', { phone: '112' }, { phone: '112' }, ''],
  ['one website in two forms', { website: 'https://www.example.org/' }, { website: 'http://example.org' }, 'website'],
  ['two pages', { website: 'https://example.org/a' }, { website: 'https://example.org/b' }, ''],
  [
    'all of it',
    { name: 'A', phone: '1234567', website: 'https://a.de', ...near },
    { name: 'A', phone: '1234567', website: 'https://a.de', ...near },
    'name phone website place',
  ],
])('venues with %s', async (_, a, b, reasons) => {
  const { calendar } = openCalendar()
  await calendar.venues.create({ name: 'First', ...a })
  await calendar.venues.create({ name: 'Second', ...b })
  const pairs = await collect(calendar.venues.duplicates())
  expect(pairs.map((pair) => [pair.records.map(({ id }) => id), pair.reasons.join(' ')])).toEqual(reasons === '' ? [] : [[[1, 2], reasons]])
})

describe.each(['organizers', 'categories', 'tags'] as const)('the %s', (kind) => {
  test('have pairs of one name', async () => {
    const { calendar } = openCalendar()
    for (const name of ['Open air', 'Indoor', 'Open-Air', 'openair']) await calendar[kind].create({ name })
    const pairs = await collect<Pair>(calendar[kind].duplicates())
    expect(pairs.map(({ records, reasons }) => [...records.map(({ name }) => name), ...reasons])).toEqual([
      ['Open air', 'Open-Air', 'name'],
      ['Open air', 'openair', 'name'],
      ['Open-Air', 'openair', 'name'],
    ])
    expect(await collect<Pair>(calendar[kind].duplicates({}, { limit: 2 }))).toEqual(pairs.slice(0, 2))
    expect(await collect<Pair>(calendar[kind].duplicates({ afterId: 1 }))).toEqual(pairs.slice(2))
  })
})

test('organizers have pairs of one e-mail address', async () => {
  const { calendar } = openCalendar()
  for (const name of ['Choir', 'Singers']) await calendar.organizers.create({ name, email: 'Choir@example.org' })
  expect((await collect(calendar.organizers.duplicates())).map(({ reasons }) => reasons)).toEqual([['email']])
})

test('pairs have records that the viewer may read, without the trash, and those of the filters alone', async () => {
  const { calendar } = openCalendar()
  for (const status of ['publish', 'draft', 'publish', 'private'] as const)
    await calendar.venues.create({ name: 'Hall', status, authorId: '7' })
  await calendar.venues.trash(3)
  await calendar.venues.create({ name: 'Hall', city: 'Ulm' })
  const idsFor = async (viewer: typeof calendar, filters = {}): Promise<string> =>
    (await collect(viewer.venues.duplicates(filters))).map(({ records }) => records.map(({ id }) => id).join('-')).join(' ')
  expect(await idsFor(calendar)).toBe('1-2 1-4 2-4 1-5 2-5 4-5')
  expect(await idsFor(calendar, { status: 'publish' })).toBe('1-5')
  expect(await idsFor(calendar, { search: 'ulm' })).toBe('')
  expect(await idsFor(calendar.as(null, roles()))).toBe('1-5')
  expect(await idsFor(calendar.as({ id: '7', roles: ['author'] }, roles()))).toBe('1-2 1-4 2-4 1-5 2-5 4-5')
})

test('duplicates are found across batches', async () => {
  const store = memoryStore()
  const calendar = createCalendar({ store })
  const inputs = Array.from({ length: 1_200 }, (_, i) => ({ name: `Hall ${i % 600}` }))
  await calendar.venues.createMany(inputs)
  const pairs = await collect(calendar.venues.duplicates())
  expect(pairs.map(({ records: [a, b] }) => b.id - a.id)).toEqual(Array.from({ length: 600 }, () => 600))
})

test('names of a chain are compared with the first 50, and old keys go', () => {
  const seen = keepSeen(3)
  const see = (id: number, name: string) => seen.see({ id, name })
  for (let id = 1; id <= 60; id++) see(id, 'Chain')
  expect(see(61, 'chain')).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
  for (const [i, name] of ['A', 'B', 'C'].entries()) see(70 + i, name)
  expect([see(80, 'chain'), see(81, 'C')]).toEqual([[], [72]])
})

test('unknown filters and options are refused', async () => {
  const { calendar } = openCalendar()
  const read = (...args: unknown[]) => collect(calendar.venues.duplicates(...(args as []))).catch(String)
  expect(await read({ place: 1 })).toMatch(/place/)
  expect(await read({}, { limit: 0 })).toMatch(/limit/)
  expect(await read({}, { most: 1 })).toMatch(/most/)
  expect(await read({}, { signal: AbortSignal.abort(new Error('stopped')) })).toMatch(/stopped/)
})
