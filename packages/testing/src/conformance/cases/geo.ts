import type { EventFilter, GeoCircle, ReadScope, StoredPoint } from '@kalends/core/store'
import { buildCircle, buildPoint } from '../../factories/place.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { assertFinds, insertAll } from '../expectations.ts'

const everybody: ReadScope = [{ status: 'publish' }]

/** Creates events named after the points of their venues. */
async function seedPoints({ store, draft }: ConformanceContext, points: Readonly<Record<string, StoredPoint>>): Promise<void> {
  for (const [slug, point] of Object.entries(points)) {
    const { id } = await store.venues.insert(draft.venue({ point }))
    await store.events.insert(draft.event({ slug, venueIds: [id] }))
  }
}

/** A circle and the points inside it, out of all given points. */
const circleRows: readonly (readonly [
  key: string,
  title: string,
  circle: GeoCircle,
  inside: Readonly<Record<string, StoredPoint>>,
  outside: Readonly<Record<string, StoredPoint>>,
])[] = [
  [
    'near',
    'a circle contains the points near its centre',
    buildCircle(52.52, 13.405, 25),
    { centre: buildPoint(52.52, 13.405), potsdam: buildPoint(52.39, 13.4) },
    { hamburg: buildPoint(53.55, 10), south: buildPoint(-52.52, 13.405) },
  ],
  [
    'corner',
    'the corners of its bounding box are outside a circle',
    buildCircle(0, 0, 111),
    { north: buildPoint(0.9, 0), east: buildPoint(0, 0.9) },
    { corner: buildPoint(0.9, 0.9) },
  ],
  [
    'date-line-east',
    'a circle can cross the date line eastwards',
    buildCircle(0, 179.9, 50),
    { west: buildPoint(0, 179.8), east: buildPoint(0, -179.9), line: buildPoint(0, 180), same: buildPoint(0, -180) },
    { far: buildPoint(0, -179), other: buildPoint(0, 0) },
  ],
  [
    'date-line-west',
    'a circle can cross the date line westwards',
    buildCircle(-16.8, -179.95, 50),
    { west: buildPoint(-16.8, 179.9), east: buildPoint(-16.8, -179.8) },
    { far: buildPoint(-16.8, 179) },
  ],
  [
    'north-pole',
    'a circle around the north pole contains every longitude',
    buildCircle(90, 0, 500),
    { a: buildPoint(89, 0), b: buildPoint(89, 90), c: buildPoint(89, 180), d: buildPoint(89, -90), pole: buildPoint(90, 77) },
    { far: buildPoint(80, 0) },
  ],
  [
    'across-pole',
    'a circle near a pole reaches across it',
    buildCircle(89, 0, 250),
    { across: buildPoint(89, 180) },
    { far: buildPoint(87, 180) },
  ],
  [
    'south-pole',
    'a circle around the south pole contains every longitude',
    buildCircle(-90, 45, 500),
    { a: buildPoint(-89, 10), b: buildPoint(-87, -170) },
    { north: buildPoint(89, 10) },
  ],
  [
    'everything',
    'a circle as large as the earth contains every point',
    buildCircle(10, 10, 30_000),
    { here: buildPoint(10, 10), antipode: buildPoint(-10, -170), pole: buildPoint(-90, 0) },
    {},
  ],
  [
    'antimeridian-half',
    'a circle with a radius of 10,000 km contains a point at 80 degrees, and none at 100',
    buildCircle(0, 180, 10_000),
    { near: buildPoint(0, 100) },
    { far: buildPoint(0, 80) },
  ],
  [
    'small',
    'a circle can have a radius of 100 metres',
    buildCircle(48.8584, 2.2945, 0.1),
    { here: buildPoint(48.8585, 2.2946) },
    { street: buildPoint(48.8584, 2.2995) },
  ],
  ['empty', 'a circle without points matches nothing', buildCircle(0, 0, 10), {}, { a: buildPoint(1, 0), b: buildPoint(0, -1) }],
  [
    'edge',
    'a point on the edge of a circle is inside',
    { x: 1, y: 0, z: 0, minDot: 0, latMin: -90, latMax: 90 },
    { edge: { lat: 0, lng: 90, x: 0, y: 1, z: 0 }, in: { lat: 0, lng: 0, x: 1, y: 0, z: 0 } },
    { out: { lat: 0, lng: 180, x: -1, y: 0, z: 0 } },
  ],
  [
    'edge-lat',
    'a point at the smallest latitude of a circle is inside',
    { x: 0, y: 0, z: 1, minDot: 0.5, latMin: 30, latMax: 90 },
    { bound: { lat: 30, lng: 0, x: 0.75, y: 0, z: 0.5 }, pole: { lat: 90, lng: 0, x: 0, y: 0, z: 1 } },
    { out: { lat: 29, lng: 0, x: 0.8, y: 0, z: 0.25 } },
  ],
]

const circleCases = circleRows.map(([key, title, within, inside, outside]) =>
  defineCase(`geo/${key}`, title, async (context) => {
    await seedPoints(context, { ...inside, ...outside })
    await assertFinds(context.store.events, { geo: { within, readable: everybody } }, Object.keys(inside))
  }),
)

const circle = buildCircle(10, 10, 100)
const here = buildPoint(10, 10)
const elsewhere = buildPoint(-40, 100)

/** Creates events named after their venues: h here, e elsewhere, n nowhere, d here as a draft; the event `none` has no venue. */
async function seedVenues({ store, draft }: ConformanceContext): Promise<void> {
  const [h, e, n, d] = [
    await store.venues.insert(draft.venue({ point: here })),
    await store.venues.insert(draft.venue({ point: elsewhere })),
    await store.venues.insert(draft.venue({ point: null })),
    await store.venues.insert(draft.venue({ point: here, status: 'draft', authorId: '7' })),
  ].map(({ id }) => id)
  const [hereId = 0, elsewhereId = 0, nowhereId = 0, draftId = 0] = [h, e, n, d]
  await insertAll(store.events, [
    draft.event({ slug: 'none' }),
    draft.event({ slug: 'h', venueIds: [hereId] }),
    draft.event({ slug: 'e', venueIds: [elsewhereId] }),
    draft.event({ slug: 'n', venueIds: [nowhereId] }),
    draft.event({ slug: 'd', venueIds: [draftId] }),
    draft.event({ slug: 'n-h', venueIds: [nowhereId, hereId] }),
    draft.event({ slug: 'e-d', venueIds: [elsewhereId, draftId] }),
    draft.event({ slug: 'h-e-d', venueIds: [hereId, elsewhereId, draftId] }),
  ])
}

const authors: ReadScope = [{ status: 'publish' }, { status: 'draft', authorIds: ['7'] }]

const venueRows: readonly (readonly [key: string, title: string, filter: EventFilter, finds: string])[] = [
  [
    'located',
    'located: events with a readable venue that has coordinates',
    { geo: { located: true, readable: everybody } },
    'h e n-h e-d h-e-d',
  ],
  ['not-located', 'not located: events without such a venue', { geo: { located: false, readable: everybody } }, 'none n d'],
  ['located-author', 'located: as seen by an author', { geo: { located: true, readable: authors } }, 'h e d n-h e-d h-e-d'],
  ['located-nobody', 'located: without readable venues, no event matches', { geo: { located: true, readable: [] } }, ''],
  [
    'not-located-nobody',
    'not located: without readable venues, every event matches',
    { geo: { located: false, readable: [] } },
    'none h e n d n-h e-d h-e-d',
  ],
  ['within', 'within: events with a readable venue inside the circle', { geo: { within: circle, readable: everybody } }, 'h n-h h-e-d'],
  ['within-author', 'within: as seen by an author', { geo: { within: circle, readable: authors } }, 'h d n-h e-d h-e-d'],
  ['within-nobody', 'within: without readable venues, no event matches', { geo: { within: circle, readable: [] } }, ''],
  ['located-within', 'located and within', { geo: { located: true, within: circle, readable: everybody } }, 'h n-h h-e-d'],
  [
    'not-located-within',
    'not located together with within matches nothing',
    { geo: { located: false, within: circle, readable: everybody } },
    '',
  ],
  ['neither', 'a geo filter without located and within matches everything', { geo: { readable: everybody } }, 'none h e n d n-h e-d h-e-d'],
  ['combined', 'within together with another filter', { geo: { within: circle, readable: everybody }, slugs: ['h', 'e', 'none'] }, 'h'],
]

const venueCases = venueRows.map(([key, title, filter, finds]) =>
  defineCase(`geo/venues/${key}`, title, async (context) => {
    await seedVenues(context)
    await assertFinds(context.store.events, filter, finds === '' ? [] : finds.split(' '))
  }),
)

const changeCases = [
  defineCase('geo/moves', 'a change of the place or the status of a venue applies to its events', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue({ point: here }))
    await store.events.insert(draft.event({ slug: 'a', venueIds: [venue.id] }))
    const filter: EventFilter = { geo: { within: circle, readable: everybody } }
    await assertFinds(store.events, filter, ['a'], 'at first')
    const moved = await store.venues.update({ ...venue, point: elsewhere })
    await assertFinds(store.events, filter, [], 'moved')
    const back = await store.venues.update({ ...moved, point: here })
    await assertFinds(store.events, filter, ['a'], 'moved back')
    await store.venues.update({ ...back, status: 'draft' })
    await assertFinds(store.events, filter, [], 'unpublished')
  }),
  defineCase('geo/through-links', 'venues are found by their events within a circle', async ({ store, draft }) => {
    const [a, b] = [
      await store.venues.insert(draft.venue({ slug: 'a', point: here })),
      await store.venues.insert(draft.venue({ slug: 'b', point: elsewhere })),
    ]
    await store.events.insert(draft.event({ venueIds: [a.id, b.id] }))
    await store.events.insert(draft.event({ venueIds: [b.id] }))
    const filter: EventFilter = { geo: { within: circle, readable: everybody } }
    await assertFinds(store.venues, { events: { some: true, filter } }, ['a', 'b'])
    await assertFinds(store.venues, { events: { some: false, filter } }, [])
  }),
]

/** Filters of events by the coordinates of their venues. */
export const geoCases: readonly ConformanceCase[] = [...circleCases, ...venueCases, ...changeCases]
