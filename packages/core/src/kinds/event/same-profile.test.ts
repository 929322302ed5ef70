import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar } from '../../../test/open-calendar.ts'
import { aMarket } from '../../../test/series.ts'
import type { Calendar } from '../../calendar/api.ts'
import type { OrganizerInput } from '../organizer/schema.ts'
import type { VenueInput } from '../venue/schema.ts'
import type { EventInput } from './schema.ts'

const hall = {
  name: 'Town Hall',
  address: 'Market 1',
  city: 'Quellbrunn',
  zip: '01234',
  country: 'Germany',
  state: 'Hesse',
  province: 'North',
  phone: '+49 1',
  website: 'https://www.hall.example/rooms/',
  geoLat: 50,
  geoLng: 10,
}
const choir = { name: 'Choir', email: 'choir@town.example', phone: '+49 1', website: 'http://choir.example' }

const linkedIds = async (calendar: Calendar, input: Partial<EventInput>): Promise<number[]> => {
  const { venues, organizers } = await calendar.events.create(anEvent(input))
  return [...venues, ...organizers].map(({ id }) => id)
}

describe('data of a venue link the venue of that name', () => {
  test.each<Partial<VenueInput>>([
    {},
    hall,
    { address: 'MARKET  1', city: 'Quéllbrunn', country: 'germany' },
    { city: '', address: null, website: '' },
    { website: 'http://hall.example/rooms' },
    { website: 'https://HALL.example/Rooms' },
    { geoLat: 50.0089, geoLng: 10 },
    { geoLat: 50, geoLng: 10.0139 },
    { description: 'Other', excerpt: 'Other', image: 7, showMap: false, status: 'draft', stateProvince: 'Other', slug: 'other' },
  ])('unless a member contradicts it: %o does not', async (change) => {
    const { calendar } = openCalendar()
    const { id } = await calendar.venues.create(hall)
    const stored = await calendar.venues.get(id)
    expect(await linkedIds(calendar, { venues: { ...change, name: 'town hall' } })).toEqual([id])
    expect(await calendar.venues.get(id)).toEqual(stored)
  })

  test.each<Partial<VenueInput>>([
    { address: 'Market 10' },
    { city: 'Port Kent' },
    { zip: '1234' },
    { country: 'Australia' },
    { state: 'NSW' },
    { province: 'South' },
    { phone: '+49 2' },
    { website: 'https://hall.example' },
    { geoLat: 50.0091, geoLng: 10 },
    { geoLat: -50, geoLng: -170 },
  ])('unless a member contradicts it: %o does', async (change) => {
    const { calendar } = openCalendar()
    const { id } = await calendar.venues.create(hall)
    const { venues } = await calendar.events.create(anEvent({ venues: { ...hall, ...change } }))
    expect(venues).toMatchObject([change])
    expect(venues[0]?.id).not.toBe(id)
  })

  test('whose members are empty', async () => {
    const { calendar } = openCalendar()
    await calendar.venues.create({ name: 'Town Hall' })
    expect(await linkedIds(calendar, { venues: hall })).toEqual([1])
  })
})

describe('data of an organizer', () => {
  test.each<[Partial<OrganizerInput>, number]>([
    [{}, 1],
    [{ email: 'Choir@Town.example', website: 'https://choir.example/' }, 1],
    [{ description: 'Other' }, 1],
    [{ email: 'other@town.example' }, 2],
    [{ phone: '2' }, 2],
    [{ website: 'https://other.example' }, 2],
  ])('%o: the organizer %i', async (change, id) => {
    const { calendar } = openCalendar()
    await calendar.organizers.create(choir)
    expect(await linkedIds(calendar, { organizers: { ...change, name: 'CHOIR' } })).toEqual([id])
  })
})

describe('of several venues with one name', () => {
  const at = (city: string): VenueInput => ({ name: 'Town Hall', city })

  test('the oldest one that fits is linked', async () => {
    const { calendar } = openCalendar()
    for (const city of ['A', 'B', '', 'B']) await calendar.venues.create(at(city))
    expect(await linkedIds(calendar, { venues: at('B') })).toEqual([2])
    expect(await linkedIds(calendar, { venues: at('C') })).toEqual([3])
    expect(await linkedIds(calendar, { venues: at('') })).toEqual([1])
    expect((await calendar.venues.list()).total).toBe(4)
  })

  test('one among more than a read returns is found', async () => {
    const { calendar } = openCalendar()
    await calendar.venues.createMany(Array.from({ length: 1_001 }, (_, i) => at(`Town ${i}`)))
    expect(await linkedIds(calendar, { venues: [at('Town 999'), at('Town 1000'), at('Town 1001')] })).toEqual([1000, 1001, 1002])
  })

  test('equal ones of one call are one record, and contradicting ones are several', async () => {
    const { calendar } = openCalendar()
    expect(await linkedIds(calendar, { venues: [at('A'), at('B'), at('a'), at(''), at('B')] })).toEqual([1, 2])
    expect(await linkedIds(calendar, { venues: [at('B'), at('C'), at('A')] })).toEqual([2, 3, 1])
  })

  test('the same is linked by consecutive creations and by createMany', async () => {
    const inputs = ['A', 'B', 'A', '', 'C', 'B', 'C'].map((city) => anEvent({ venues: at(city), organizers: { ...choir, phone: city } }))
    const one = openCalendar()
    for (const input of inputs) await one.calendar.events.create(input)
    const many = openCalendar()
    await many.calendar.events.createMany(inputs)
    const links = async ({ calendar }: typeof one): Promise<object> => {
      const { items } = await calendar.events.list({ orderBy: 'id' })
      return items.map(({ venues, organizers }) => [venues.map(({ id }) => id), organizers.map(({ id }) => id)])
    }
    expect(await links(one)).toEqual([1, 2, 1, 1, 3, 2, 3].map((id) => [[id], [id]]))
    expect(await links(many)).toEqual(await links(one))
  })

  test.each(['this', 'following', 'all'] as const)('a write of a series with the scope %s makes one record', async (scope) => {
    const { calendar } = openCalendar()
    await calendar.venues.create(at('A'))
    const { id } = await calendar.events.create(aMarket())
    const third = (await calendar.events.list({ seriesIds: id })).items[2]?.id ?? 0
    const { venues } = await calendar.events.update(third, { venues: at('B') }, { scope })
    expect(venues).toMatchObject([{ id: 2, city: 'B' }])
    expect((await calendar.venues.list()).total).toBe(2)
  })

  test('an id links a record, whatever else is given', async () => {
    const { calendar } = openCalendar()
    for (const city of ['A', 'B']) await calendar.venues.create(at(city))
    const given: object = { id: 2, name: 'Other', city: 'C' }
    expect(await linkedIds(calendar, { venues: given as EventInput['venues'] })).toEqual([2])
    expect((await calendar.venues.list()).total).toBe(2)
  })
})
