import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' })
const ns = '/calendar/events/v1'
let calls = 0

/** Returns the data of a response, which must be present. */
async function take<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call
  if (data === undefined) throw new Error(`call ${calls + 1} failed: ${JSON.stringify(error)}`)
  calls += 1
  return data
}

const dates = { start_date: '2031-05-31 19:30', end_date: '2031-05-31 21:00' }
const venue = await take(client.POST(`${ns}/venues`, { body: { venue: 'Town hall' } }))
const organizer = await take(client.POST(`${ns}/organizers`, { body: { organizer: 'Choral society' } }))
const category = await take(client.POST(`${ns}/categories`, { body: { name: 'Music' } }))
const tag = await take(client.POST(`${ns}/tags`, { body: { name: 'Free' } }))
const event = await take(
  client.POST(`${ns}/events`, {
    body: {
      title: 'Choir',
      ...dates,
      cost: ['€10', 12],
      image: { url: 'https://example.org/a.jpg' },
      venue: venue.id,
      organizer: [organizer.id, { organizer: 'Band' }],
      categories: [category.id, 'Song'],
      tags: tag.slug,
    },
  }),
)
const byId = { params: { path: { id: event.id } } }
const bySlug = { params: { path: { slug: event.slug } } }
const read = await take(client.GET(`${ns}/events/{id}`, byId))
if (read.image !== false && read.image.url !== 'https://example.org/a.jpg') throw new Error('another picture')
const [first] = [read.venue].flat()
if (first?.venue !== 'Town hall') throw new Error('another venue')
await take(client.GET(`${ns}/events/by-slug/{slug}`, bySlug))
await take(client.PATCH(`${ns}/events/{id}`, { ...byId, body: { image: false } }))
await take(client.PUT(`${ns}/events/{id}`, { ...byId, body: { cost: 12.5 } }))
await take(client.POST(`${ns}/events/{id}`, { ...byId, body: { description: '<p>Songs</p>' } }))
await take(client.PATCH(`${ns}/events/by-slug/{slug}`, { ...bySlug, body: { all_day: true, tags: null } }))
const list = await take(
  client.GET(`${ns}/events`, { params: { query: { start_date: '2031-01-01', end_date: '2031-12-31', venue: [venue.id] } } }),
)
if (list.total !== 1) throw new Error('another total')
await take(client.GET(`${ns}/venues`, { params: { query: { has_events: true } } }))
await take(client.GET(`${ns}/organizers`, { params: { query: { search: 'band' } } }))
await take(client.GET(`${ns}/categories`, { params: { query: { orderby: 'count', order: 'desc' } } }))
await take(client.GET(`${ns}/tags`, { params: { query: { hide_empty: false } } }))
await take(client.PATCH(`${ns}/venues/{id}`, { params: { path: { id: venue.id } }, body: { geo_lat: 50.5, geo_lng: 10.5 } }))
await take(client.PATCH(`${ns}/organizers/{id}`, { params: { path: { id: organizer.id } }, body: { phone: '+49 30 23125 120' } }))
await take(client.PATCH(`${ns}/categories/{id}`, { params: { path: { id: category.id } }, body: { parent: 0 } }))
await take(client.PATCH(`${ns}/tags/{id}`, { params: { path: { id: tag.id } }, body: { name: 'Free entry' } }))
await take(client.GET(ns))
await take(client.GET(`${ns}/doc`))
await take(client.DELETE(`${ns}/events/{id}`, byId))
await take(client.DELETE(`${ns}/events/{id}`, { params: { path: { id: event.id }, query: { force: true } } }))
await take(client.DELETE(`${ns}/categories/{id}`, { params: { path: { id: category.id } } }))

const { error, response } = await client.GET(`${ns}/events/{id}`, byId)
if (response.status !== 404 || error?.code !== 'not_found') throw new Error('another error')
console.log(`${calls} calls`)
