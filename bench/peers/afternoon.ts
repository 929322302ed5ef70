// "The afternoon app": a list of events as an able programmer would write it in an afternoon, with Hono, zod, Kysely and date-fns-tz. It reads
// the same tables with the same indexes, sends one statement for each kind of link, and returns the same response.
import { getRequestListener } from '@hono/node-server'
import SqliteDatabase from 'better-sqlite3'
// biome-ignore lint/plugin: an app without Kalends formats dates with a library
// biome-ignore lint/style/noRestrictedImports: an app without Kalends formats dates with a library
import { formatInTimeZone, fromZonedTime } from 'date-fns-tz'
import { Hono } from 'hono'
import { Kysely, SqliteDialect } from 'kysely'
import * as z from 'zod'
import { nowMs } from '../src/data/shape.ts'
import { base, defaultWindow, publicUrl } from '../src/setting.ts'
import { servePeer } from './peer-process.ts'

const api = publicUrl + base
const pattern = 'yyyy-MM-dd HH:mm:ss'

const querySchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(35),
  start_date: z.string().default(defaultWindow.start),
  end_date: z.string().default(defaultWindow.end),
})

// biome-ignore lint/suspicious/noExplicitAny: an app of one afternoon declares no types of columns
type Row = any

function openApp(path: string): Hono {
  const db = new Kysely<Row>({ dialect: new SqliteDialect({ database: new SqliteDatabase(path, { readonly: true }) }) })
  const app = new Hono()

  app.get(`${base}/events`, async (c) => {
    const { page, per_page, start_date, end_date } = querySchema.parse(c.req.query())
    const matching = db
      .selectFrom('kalends_events')
      .where('status', '=', 'publish')
      .where('hidden', '=', 0)
      .where('published_ms', '<=', nowMs)
      .where('start_wall', '>=', fromZonedTime(start_date, 'UTC').getTime())
      .where('start_wall', '<=', fromZonedTime(end_date, 'UTC').getTime())
    const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const events = await matching
      .selectAll()
      .orderBy('start_wall')
      .orderBy('id')
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute()
    const links = await loadLinks(
      db,
      events.map((event) => event.id),
    )
    const total_pages = Math.ceil(total / per_page)
    return c.json({
      events: events.map((event) => toEvent(event, links)),
      rest_url: `${api}/events`,
      ...(page < total_pages && { next_rest_url: `${api}/events?page=${page + 1}` }),
      total,
      total_pages,
    })
  })
  return app
}

async function loadLinks(db: Kysely<Row>, ids: number[]) {
  const venues = await db
    .selectFrom('kalends_event_venues as l')
    .innerJoin('kalends_venues as v', 'v.id', 'l.venue_id')
    .selectAll('v')
    .select('l.event_id')
    .where('l.event_id', 'in', ids)
    .orderBy('l.position')
    .execute()
  const organizers = await db
    .selectFrom('kalends_event_organizers as l')
    .innerJoin('kalends_organizers as o', 'o.id', 'l.organizer_id')
    .selectAll('o')
    .select('l.event_id')
    .where('l.event_id', 'in', ids)
    .orderBy('l.position')
    .execute()
  const terms = await db
    .selectFrom('kalends_event_terms as l')
    .innerJoin('kalends_terms as t', 't.id', 'l.term_id')
    .selectAll('t')
    .select('l.event_id')
    .where('l.event_id', 'in', ids)
    .orderBy('t.name_key')
    .execute()
  return { venues, organizers, terms }
}

type Links = Awaited<ReturnType<typeof loadLinks>>

const inUtc = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

function head(collection: string, row: Row) {
  const url = `${api}/${collection}/${row.id}`
  return {
    id: row.id,
    global_id: `bench.example?id=${row.id}`,
    global_id_lineage: [`bench.example?id=${row.id}`],
    author: Number(row.author_id),
    status: row.status,
    date: row.published_local.replace('T', ' '),
    date_utc: inUtc(row.published_ms),
    modified: row.updated_local.replace('T', ' '),
    modified_utc: inUtc(row.updated_ms),
    url,
    rest_url: url,
  }
}

const texts = (row: Row) => ({
  description: row.description,
  excerpt: row.excerpt,
  slug: row.slug,
  image: row.image === null ? false : { id: Number(row.image) },
})

function details(time: string) {
  const [date = '', clock = ''] = time.split(' ')
  const [year, month, day] = date.split('-')
  const [hour, minutes, seconds] = clock.split(':')
  return { year, month, day, hour, minutes, seconds }
}

const toVenue = (row: Row) => ({
  ...head('venues', row),
  venue: row.name,
  ...texts(row),
  address: row.address,
  city: row.city,
  country: row.country,
  province: row.province,
  state: row.state,
  zip: row.zip,
  phone: row.phone,
  website: row.website,
  stateprovince: row.state_province,
  show_map: Boolean(row.show_map),
  show_map_link: Boolean(row.show_map_link),
  geo_lat: row.lat,
  geo_lng: row.lng,
})

const toOrganizer = (row: Row) => ({
  ...head('organizers', row),
  organizer: row.name,
  ...texts(row),
  phone: row.phone,
  website: row.website,
  email: row.email,
})

function toTerm(row: Row) {
  const collection = row.taxonomy === 'category' ? `${api}/categories` : `${api}/tags`
  const url = `${collection}/${row.id}`
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    taxonomy: row.taxonomy,
    ...(row.taxonomy === 'category' && { parent: row.parent_id }),
    url,
    urls: { self: url, collection, ...(row.parent_id !== 0 && { up: `${collection}/${row.parent_id}` }) },
  }
}

function toEvent(row: Row, links: Links) {
  const start = formatInTimeZone(row.start_ms, row.time_zone, pattern)
  const end = formatInTimeZone(row.end_ms, row.time_zone, pattern)
  const utcStart = formatInTimeZone(row.start_ms, 'UTC', pattern)
  const utcEnd = formatInTimeZone(row.end_ms, 'UTC', pattern)
  const cost = JSON.parse(row.cost)
  const venues = links.venues.filter((venue) => venue.event_id === row.id).map(toVenue)
  const terms = links.terms.filter((term) => term.event_id === row.id)
  return {
    ...head('events', row),
    title: row.title,
    ...texts(row),
    all_day: Boolean(row.all_day),
    start_date: start,
    start_date_details: details(start),
    end_date: end,
    end_date_details: details(end),
    utc_start_date: utcStart,
    utc_start_date_details: details(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: details(utcEnd),
    timezone: row.time_zone,
    timezone_abbr: row.time_zone_abbreviation,
    cost: cost.text,
    cost_details: {
      currency_symbol: cost.currencySymbol,
      currency_code: cost.currencyCode,
      currency_position: cost.currencyPosition,
      values: cost.values,
    },
    website: row.website,
    show_map: Boolean(row.show_map),
    show_map_link: Boolean(row.show_map_link),
    hide_from_listings: Boolean(row.hidden),
    sticky: Boolean(row.sticky),
    featured: Boolean(row.featured),
    categories: terms.filter((term) => term.taxonomy === 'category').map(toTerm),
    tags: terms.filter((term) => term.taxonomy === 'tag').map(toTerm),
    venue: venues.length === 1 ? venues[0] : venues,
    organizer: links.organizers.filter((organizer) => organizer.event_id === row.id).map(toOrganizer),
    post_parent: row.parent_id,
    custom_fields: {},
    event_status: row.event_status === 'movedOnline' ? 'moved_online' : row.event_status,
    previous_start_date: row.previous_start_local.replace('T', ' '),
    attendance_mode: row.attendance,
    online_url: row.online_url,
  }
}

servePeer((path) => getRequestListener(openApp(path).fetch))
