import { describe, expect, test } from 'vitest'
import type { VenueInput } from '../../src/kinds/venue/schema.ts'
import { issuesOf } from '../open-calendar.ts'
import type { ServiceOpener } from './open-service.ts'

/** Declares the cases of the venues of a calendar. */
export function describeVenues(open: ServiceOpener): void {
  const lines = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateProvince'] as const

  describe('the fields of a venue', () => {
    test('are empty, or true, by default', async () => {
      const { calendar } = await open()
      expect(await calendar.venues.create({ name: ' Town \n hall ' })).toMatchObject({
        name: 'Town   hall',
        slug: 'town-hall',
        ...Object.fromEntries(lines.map((field) => [field, ''])),
        website: '',
        showMap: true,
        showMapLink: true,
        geoLat: null,
        geoLng: null,
      })
    })

    test.each<[keyof VenueInput, unknown, unknown, unknown, unknown]>([
      ...lines.flatMap((field): [keyof VenueInput, unknown, unknown, unknown, unknown][] => [
        [field, ' a\tb ', 'a b', null, ''],
        [field, 'ü 😀', 'ü 😀', '', ''],
      ]),
      ['name', 'B', 'B', 'C', 'C'],
      ['website', 'https://example.org/', 'https://example.org/', null, ''],
      ['website', 'https://example.org/', 'https://example.org/', '', ''],
      ['showMap', 'no', false, true, true],
      ['showMapLink', 0, false, '1', true],
    ])('%s: %o is stored as %o, and an update with %o leaves %o', async (field, given, returned, clear, cleared) => {
      const { calendar } = await open()
      const made = await calendar.venues.create({ name: 'Hall', [field]: given })
      expect(made).toHaveProperty(field, returned)
      expect(await calendar.venues.get(1)).toEqual(made)
      expect(await calendar.venues.update(1, {})).toHaveProperty(field, returned)
      expect(await calendar.venues.update(1, { [field]: clear })).toHaveProperty(field, cleared)
    })

    test.each<[keyof VenueInput, unknown]>([
      ['name', null],
      ['name', ''],
      ['name', ' \n '],
      ['name', 5],
      ['name', 'a'.repeat(201)],
      ['showMap', null],
      ['showMap', 'maybe'],
      ['showMapLink', null],
      ['city', 5],
      ['city', 'a'.repeat(501)],
      ['website', 'example.org'],
      ['geoLat', 90.5],
      ['geoLat', 'north'],
      ['geoLng', -181],
    ])('%s: %o is refused', async (field, value) => {
      const { calendar, memory } = await open()
      const isPoint = field === 'geoLat' || field === 'geoLng'
      const other = isPoint ? { [field === 'geoLat' ? 'geoLng' : 'geoLat']: 0 } : {}
      expect(Object.keys(await issuesOf(calendar.venues.create({ name: 'Hall', ...other, [field]: value })))).toEqual([field])
      expect(await memory.log.head()).toBe(0)
    })

    test('a missing name and all other issues are reported together', async () => {
      const { calendar } = await open()
      // @ts-expect-error a name is required
      const issues = await issuesOf(calendar.venues.create({ city: 'a\u0000', website: 'x', geoLat: 5, status: 'gone' as 'draft' }))
      expect(issues).toMatchObject({ name: 'is required' })
      expect(Object.keys(issues).sort()).toEqual(['city', 'geoLng', 'name', 'status', 'website'])
    })
  })

  describe('coordinates', () => {
    test.each<[Partial<VenueInput>, number | null, number | null]>([
      [{ geoLat: 48.4, geoLng: 10 }, 48.4, 10],
      [{ geoLat: 90, geoLng: -180 }, 90, -180],
      [{ geoLat: -0, geoLng: 0 }, 0, 0],
      [{ geoLat: null, geoLng: null }, null, null],
      [{}, null, null],
    ])('given as %o are stored', async (fields, geoLat, geoLng) => {
      const { calendar } = await open()
      expect(await calendar.venues.create({ name: 'Hall', ...fields })).toMatchObject({ geoLat, geoLng })
    })

    test.each<[Partial<VenueInput>, string]>([
      [{ geoLat: 48.4 }, 'geoLng'],
      [{ geoLng: 10 }, 'geoLat'],
      [{ geoLat: 48.4, geoLng: null }, 'geoLng'],
      [{ geoLat: null, geoLng: 10 }, 'geoLat'],
    ])('given as %o are refused', async (fields, issue) => {
      const { calendar } = await open()
      expect(Object.keys(await issuesOf(calendar.venues.create({ name: 'Hall', ...fields })))).toEqual([issue])
      await calendar.venues.create({ name: 'Hall' })
      expect(Object.keys(await issuesOf(calendar.venues.update(1, fields)))).toEqual([issue])
    })

    test('can be changed one by one, but removed only together', async () => {
      const { calendar } = await open()
      await calendar.venues.create({ name: 'Hall', geoLat: 48.4, geoLng: 10 })
      expect(await calendar.venues.update(1, { geoLng: 11 })).toMatchObject({ geoLat: 48.4, geoLng: 11 })
      expect(Object.keys(await issuesOf(calendar.venues.update(1, { geoLat: null })))).toEqual(['geoLat'])
      expect(await calendar.venues.update(1, { geoLat: null, geoLng: null })).toMatchObject({ geoLat: null, geoLng: null })
    })

    test('are accepted as texts, and empty texts remove them', async () => {
      const { calendar } = await open()
      const texts = (geoLat: string, geoLng: string): object => ({ geoLat, geoLng })
      expect(await calendar.venues.create({ name: 'Hall', ...texts('48.4', '-10') })).toMatchObject({ geoLat: 48.4, geoLng: -10 })
      expect(await calendar.venues.update(1, texts('', ''))).toMatchObject({ geoLat: null, geoLng: null })
    })
  })

  describe('the state or province', () => {
    test.each<[string, Partial<VenueInput>, string]>([
      ['is the state where no country is given', { state: 'NY', province: 'ON' }, 'NY'],
      ['is the state in the US', { country: 'US', state: 'NY', province: 'ON' }, 'NY'],
      ['is the state in the USA', { country: 'USA', state: 'NY', province: 'ON' }, 'NY'],
      ['is the state in the United States', { country: 'United States', state: 'NY', province: 'ON' }, 'NY'],
      ['is the province elsewhere', { country: 'Canada', state: 'NY', province: 'ON' }, 'ON'],
      ['is empty without either', { country: 'Canada' }, ''],
      ...['us', 'Us', 'uSA', 'U.S.', 'u.s', 'U.S.A.', 'u. s. a.', 'ＵＳＡ', '  US  ', 'UNITED STATES', 'united  states', 'u.s. of a'].map(
        (country): [string, Partial<VenueInput>, string] => [
          `in ${country}`,
          { country, state: 'TX', province: 'ON' },
          country.includes('of') ? 'ON' : 'TX',
        ],
      ),
      ['in the long name', { country: 'United States of America', state: 'TX', province: 'ON' }, 'TX'],
      ['is the province in the US without a state', { country: 'usa', province: 'Guam' }, 'Guam'],
      ['is the province without a country and a state', { province: 'Bayern' }, 'Bayern'],
      ['is the state in Australia without a province', { country: 'Australia', state: 'NSW' }, 'NSW'],
      ['is the state in Canada without a province', { country: 'CA', state: 'ON', province: '   ' }, 'ON'],
      [
        'is the province in a country whose name begins like it',
        { country: 'United States Minor Outlying Islands', state: 'A', province: 'B' },
        'B',
      ],
      ['is the province in Mexico', { country: 'Estados Unidos Mexicanos', state: 'A', province: 'B' }, 'B'],
      ['is the given value', { country: 'US', state: 'NY', stateProvince: 'New York' }, 'New York'],
      ['is derived if an empty text is given', { country: 'US', state: 'NY', stateProvince: '' }, 'NY'],
    ])('%s', async (_name, fields, expected) => {
      const { calendar } = await open()
      expect((await calendar.venues.create({ name: 'Hall', ...fields })).stateProvince).toBe(expected)
    })

    test('is one of the two, and empty only without both', async () => {
      const { calendar } = await open()
      for (const country of ['', 'us', 'U.S.A.', 'Canada', 'Australia']) {
        for (const [state, province] of [
          ['TX', ''],
          ['', 'ON'],
          ['TX', 'ON'],
          ['', ''],
        ] as const) {
          const { stateProvince } = await calendar.venues.create({ name: 'Hall', country, state, province })
          expect([state, province].filter((one) => one !== '' || state === province)).toContain(stateProvince)
        }
      }
    })

    const american: Partial<VenueInput> = { country: 'US', state: 'NY', province: 'ON' }
    test.each<[string, Partial<VenueInput>, Partial<VenueInput>, string]>([
      ['is derived again when the state changes', american, { state: 'CA' }, 'CA'],
      ['is derived again when the state is emptied', american, { state: '' }, 'ON'],
      ['is derived again when the country is emptied', { ...american, country: 'Canada' }, { country: null }, 'NY'],
      ['is derived again when the country changes', american, { country: 'Canada' }, 'ON'],
      [
        'is derived again when its derived value is sent back with a new country',
        american,
        { country: 'Canada', stateProvince: 'NY' },
        'ON',
      ],
      ['is derived again after a given value when the state changes', { ...american, stateProvince: 'X' }, { state: 'CA' }, 'CA'],
      ['stays when something else changes', { ...american, stateProvince: 'X' }, { city: 'Albany' }, 'X'],
      [
        'stays when a given value is sent back with a new country',
        { ...american, stateProvince: 'X' },
        { country: 'Canada', stateProvince: 'X' },
        'X',
      ],
      ['is the given value', american, { state: 'CA', stateProvince: 'Y' }, 'Y'],
      ['is derived when it is cleared', { ...american, stateProvince: 'X' }, { stateProvince: null }, 'NY'],
    ])('%s', async (_name, before, patch, expected) => {
      const { calendar } = await open()
      await calendar.venues.create({ name: 'Hall', ...before })
      expect((await calendar.venues.update(1, patch)).stateProvince).toBe(expected)
    })
  })

  test('a returned venue is accepted as a patch and as an input', async () => {
    const { calendar } = await open()
    const made = await calendar.venues.create({
      name: 'Hall',
      city: 'Ulm',
      country: 'Germany',
      province: 'BW',
      website: 'https://example.org/',
      image: 3,
      geoLat: 48.4,
      geoLng: 10,
      showMap: false,
      description: '<b>x</b>',
    })
    expect(await calendar.venues.update(made.id, made)).toEqual(made)
    expect(await calendar.venues.create(made)).toEqual({ ...made, id: 2, slug: 'hall-2' })
  })

  test('a search finds name, description, excerpt and all text fields', async () => {
    const { calendar } = await open()
    const texts = [
      'name',
      'description',
      'excerpt',
      'address',
      'city',
      'country',
      'province',
      'state',
      'zip',
      'phone',
      'stateProvince',
    ] as const
    for (const field of texts) await calendar.venues.create({ name: 'Hall', [field]: `needle-${field}` })
    await calendar.venues.create({ name: 'Hall', website: 'https://needle.example/' })
    for (const [i, field] of texts.entries()) {
      const found = (await calendar.venues.list({ search: `Needle-${field}` })).items.map(({ id }) => id)
      expect(found).toContain(i + 1)
    }
    expect((await calendar.venues.list({ search: 'needle.example' })).total).toBe(1)
    expect((await calendar.venues.list({ search: 'needle' })).total).toBe(texts.length + 1)
  })
}
