import { client } from './hey-api/client.gen.ts'
import * as api from './hey-api/index.ts'

client.setConfig({ baseUrl: process.argv[2] ?? '' })
let calls = 0

/** Returns the data of a response, which must be present. */
async function take<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call
  if (data === undefined) throw new Error(`call ${calls + 1} failed: ${JSON.stringify(error)}`)
  calls += 1
  return data
}

const dates = { start_date: '2031-05-31 19:30', end_date: '2031-05-31 21:00' }
const venue = await take(api.createVenue({ body: { venue: 'Town hall' } }))
const organizer = await take(api.createOrganizer({ body: { organizer: 'Choral society' } }))
const category = await take(api.createCategory({ body: { name: 'Music' } }))
const tag = await take(api.createTag({ body: { name: 'Free' } }))
const event = await take(
  api.createEvent({
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
const byId = { path: { id: event.id } }
const bySlug = { path: { slug: event.slug } }
const read = await take(api.readEvent(byId))
if (read.image !== false && read.image.url !== 'https://example.org/a.jpg') throw new Error('another picture')
const [first] = [read.venue].flat()
if (first?.venue !== 'Town hall') throw new Error('another venue')
await take(api.readEventBySlug(bySlug))
await take(api.updateEventWithPatch({ ...byId, body: { image: false } }))
await take(api.updateEventWithPut({ ...byId, body: { cost: 12.5 } }))
await take(api.updateEventWithPost({ ...byId, body: { description: '<p>Songs</p>' } }))
await take(api.updateEventBySlugWithPatch({ ...bySlug, body: { all_day: true, tags: null } }))
const list = await take(api.listEvents({ query: { start_date: '2031-01-01', end_date: '2031-12-31', venue: [venue.id] } }))
if (list.total !== 1) throw new Error('another total')
await take(api.listVenues({ query: { has_events: true } }))
await take(api.listOrganizers({ query: { search: 'band' } }))
await take(api.listCategories({ query: { orderby: 'count', order: 'desc' } }))
await take(api.listTags({ query: { hide_empty: false } }))
await take(api.updateVenueWithPatch({ path: { id: venue.id }, body: { geo_lat: 50.5, geo_lng: 10.5 } }))
await take(api.updateOrganizerWithPatch({ path: { id: organizer.id }, body: { phone: '+49 30 23125 120' } }))
await take(api.updateCategoryWithPatch({ path: { id: category.id }, body: { parent: 0 } }))
await take(api.updateTagWithPatch({ path: { id: tag.id }, body: { name: 'Free for all' } }))
await take(api.describeNamespace())
await take(api.readDocumentation())
await take(api.deleteEvent(byId))
await take(api.deleteEvent({ ...byId, query: { force: true } }))
await take(api.deleteCategory({ path: { id: category.id } }))

const { error, response } = await api.readEvent(byId)
if (response?.status !== 404 || error?.code !== 'not_found') throw new Error('another error')
console.log(`${calls} calls`)
