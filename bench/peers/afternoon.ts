// "The afternoon app": a list of events as an able programmer would write it in an afternoon, with Hono, zod, Kysely and date-fns-tz. It reads
// the same tables with the same indexes, sends one statement for each kind of link, and returns the same response; the code that writes out an
// event is that of the floor.
import { getRequestListener } from '@hono/node-server'
import SqliteDatabase from 'better-sqlite3'
// biome-ignore lint/plugin: an app without Kalends formats dates with a library
// biome-ignore lint/style/noRestrictedImports: an app without Kalends formats dates with a library
import { formatInTimeZone, fromZonedTime } from 'date-fns-tz'
import { Hono } from 'hono'
import { Kysely, SqliteDialect } from 'kysely'
import * as z from 'zod'
import { nowMs } from '../src/data/shape.ts'
import { floorEvent } from '../src/floors/floor-wire.ts'
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

function toEvent(row: Row, links: Links) {
  const start = formatInTimeZone(row.start_ms, row.time_zone, pattern)
  const end = formatInTimeZone(row.end_ms, row.time_zone, pattern)
  const utcStart = formatInTimeZone(row.start_ms, 'UTC', pattern)
  const utcEnd = formatInTimeZone(row.end_ms, 'UTC', pattern)
  const linked = {
    venues: links.venues.filter((venue) => venue.event_id === row.id),
    organizers: links.organizers.filter((organizer) => organizer.event_id === row.id),
    terms: links.terms.filter((term) => term.event_id === row.id),
    hasParent: true,
  }
  return floorEvent(row, linked, [start, end, utcStart, utcEnd])
}

servePeer((path) => getRequestListener(openApp(path).fetch))
