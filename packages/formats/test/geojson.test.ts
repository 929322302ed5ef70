import type { Event, Venue } from '@kalends/core'
import { check } from '@placemarkio/check-geojson'
import { describe, expect, test } from 'vitest'
import { geoJson } from '../src/geojson.ts'
import { encode, hostile } from './documents.ts'
import { choir, openCalendar } from './support.ts'

interface Collection {
  readonly bbox?: readonly number[]
  readonly features: readonly { readonly id: string; readonly geometry: unknown; readonly properties: Record<string, unknown> }[]
}

/** Writes a document and checks it with a validator of GeoJSON. */
function read(items: readonly (Event | Venue)[]): Collection {
  const text = encode(geoJson(), items)
  expect(check(text)).toEqual(JSON.parse(text))
  return JSON.parse(text)
}

test('an event is a feature for each of its points', async () => {
  const event = await openCalendar().events.create({
    ...choir,
    cost: '€5',
    eventStatus: 'movedOnline',
    categories: ['Music'],
    venues: [
      { name: 'Hall', address: 'Main St 1', zip: '12345', city: 'Quellbrunn', country: 'DE', geoLat: 50.5, geoLng: 10.25 },
      { name: 'Nowhere' },
      { name: 'Park', geoLat: 51, geoLng: -10 },
    ],
  })
  const { features, bbox } = read([event])
  expect(features.map(({ id, geometry }) => [id, geometry])).toEqual([
    ['event-1-venue-1', { type: 'Point', coordinates: [10.25, 50.5] }],
    ['event-1-venue-3', { type: 'Point', coordinates: [-10, 51] }],
  ])
  expect(bbox).toEqual([-10, 50.5, 10.25, 51])
  expect(features[0]?.properties).toEqual({
    id: 1,
    uid: 'event-1@town.example',
    title: 'Choir',
    all_day: false,
    start_date: '2026-05-31 19:30:00',
    end_date: '2026-05-31 21:00:00',
    timezone: 'Europe/Berlin',
    utc_start_date: '2026-05-31 17:30:00',
    utc_end_date: '2026-05-31 19:00:00',
    event_status: 'moved_online',
    event_status_reason: '',
    attendance_mode: 'offline',
    cost: '€5',
    featured: false,
    categories: ['Music'],
    tags: [],
    url: 'https://town.example/choir',
    rest_url: 'https://town.example/rest/1',
    image: false,
    website: '',
    venue: 'Hall',
    address: 'Main St 1',
    zip: '12345',
    city: 'Quellbrunn',
    stateprovince: '',
    country: 'DE',
  })
})

test('a venue is a feature if it has a point', async () => {
  const { venues } = openCalendar()
  const hall = await venues.create({ name: hostile, geoLat: 0, geoLng: 0 })
  const { features } = read([hall, await venues.create({ name: 'Nowhere' })])
  expect(features).toMatchObject([{ id: 'venue-1', geometry: { coordinates: [0, 0] }, properties: { venue: hall.name, id: 1 } }])
  expect(features).toHaveLength(1)
})

test('occurrences of a series have different uids', async () => {
  const { events } = openCalendar()
  await events.create({ ...choir, recurrence: 'FREQ=WEEKLY;COUNT=2', venues: { name: 'Hall', geoLat: 1, geoLng: 2 } })
  const { features } = read((await events.list({ startsFrom: '2026-05-01' })).items)
  expect(features.map(({ properties }) => properties['uid'])).toEqual([
    '20260531T193000-event-1@town.example',
    expect.stringMatching(/^20260607T193000-/),
  ])
  expect(new Set(features.map(({ id }) => id)).size).toBe(2)
})

describe('the bounding box', () => {
  test.each<[string, readonly (readonly [lat: number, lng: number])[], readonly number[] | undefined]>([
    ['of no point is absent', [], undefined],
    ['of one point is this point', [[50, 10]], [10, 50, 10, 50]],
    [
      'around Greenwich has its west in the west',
      [
        [51, -0.5],
        [48, 2],
      ],
      [-0.5, 48, 2, 51],
    ],
    [
      'around the antimeridian is the small one',
      [
        [-17, 179],
        [-18, -179.5],
        [-16, 177],
      ],
      [177, -18, -179.5, -16],
    ],
    [
      'around the world',
      [
        [0, -100],
        [0, 0],
        [0, 100],
      ],
      [-100, 0, 100, 0],
    ],
  ])('%s', async (_name, points, bbox) => {
    const { venues } = openCalendar()
    const all = await Promise.all(points.map(([geoLat, geoLng], index) => venues.create({ name: `Venue ${index}`, geoLat, geoLng })))
    expect(read(all).bbox).toEqual(bbox)
  })
})
