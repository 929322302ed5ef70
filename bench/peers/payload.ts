// Payload 3 over SQLite, without its admin pages: collections as in its documentation, requested through its own REST endpoints with the
// linked records of each event (`depth=1`). SQL statements fill its tables, because its own API takes minutes to create ten thousand
// records.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { getRequestListener } from '@hono/node-server'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { buildConfig, type CollectionConfig, getPayload, handleEndpoints } from 'payload'
import { servePeer } from './peer-process.ts'

const anyone = { read: () => true }
const text = (name: string) => ({ name, type: 'text' as const })
const flag = (name: string) => ({ name, type: 'checkbox' as const })

const collections: CollectionConfig[] = [
  {
    slug: 'events',
    access: anyone,
    fields: [
      ...['title', 'slug', 'startDate', 'endDate', 'timezone', 'timezoneAbbr', 'cost', 'website'].map(text),
      { name: 'status', type: 'text', index: true },
      { name: 'publishedAt', type: 'date', index: true },
      { name: 'startWall', type: 'date', index: true },
      { name: 'description', type: 'textarea' },
      ...['allDay', 'hidden', 'sticky', 'featured'].map(flag),
      { name: 'venues', type: 'relationship', relationTo: 'venues', hasMany: true },
      { name: 'organizers', type: 'relationship', relationTo: 'organizers', hasMany: true },
      { name: 'terms', type: 'relationship', relationTo: 'terms', hasMany: true },
    ],
  },
  {
    slug: 'venues',
    access: anyone,
    fields: [
      ...['name', 'slug', 'address', 'city', 'country', 'zip', 'phone'].map(text),
      { name: 'lat', type: 'number' },
      { name: 'lng', type: 'number' },
    ],
  },
  { slug: 'organizers', access: anyone, fields: ['name', 'slug', 'phone', 'website', 'email'].map(text) },
  { slug: 'terms', access: anyone, fields: ['name', 'slug', 'taxonomy'].map(text) },
]

const configOver = (path: string) =>
  buildConfig({
    secret: 'a benchmark keeps none',
    collections,
    db: sqliteAdapter({ client: { url: `file:${path}` } }),
    telemetry: false,
    typescript: { autoGenerate: false },
  })

const openPayload = async (path: string) => {
  const config = await configOver(path)
  return { config, payload: await getPayload({ config, disableOnInit: true }) }
}

const instant = (column: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000, 'unixepoch')`

/** Converts the records of the calendar to rows of Payload's tables. */
const fillStatements = [
  `insert into venues (id, name, slug, address, city, country, zip, phone, lat, lng)
    select id, name, slug, address, city, country, zip, phone, lat, lng from source.kalends_venues`,
  'insert into organizers (id, name, slug, phone, website, email) select id, name, slug, phone, website, email from source.kalends_organizers',
  'insert into terms (id, name, slug, taxonomy) select id, name, slug, taxonomy from source.kalends_terms',
  `insert into events (id, title, slug, start_date, end_date, timezone, timezone_abbr, cost, website, status, published_at, start_wall,
      description, all_day, hidden, sticky, featured)
    select id, title, slug, start_local, end_local, time_zone, time_zone_abbreviation, json_extract(cost, '$.text'), website, status,
      ${instant('published_ms')}, ${instant('start_wall')}, description, all_day, hidden, sticky, featured from source.kalends_events`,
  ...['venue', 'organizer', 'term'].map(
    (kind) => `insert into events_rels ("order", parent_id, path, ${kind}s_id)
      select position + 1, event_id, '${kind}s', ${kind}_id from source.kalends_event_${kind}s`,
  ),
  'analyze',
]

function fill(path: string, source: string): void {
  const db = new DatabaseSync(path)
  db.exec(`attach '${source}' as source; begin`)
  for (const statement of fillStatements) db.exec(statement)
  db.exec('commit')
  db.close()
}

servePeer(async (source) => {
  const path = source.replace(/\.sqlite$/, '.payload.sqlite')
  const isFilled = existsSync(path)
  // Payload creates tables only outside of production.
  process.env['NODE_ENV'] = isFilled ? 'production' : 'development'
  const { config } = await openPayload(path)
  if (!isFilled) fill(path, source)
  return getRequestListener((request) => handleEndpoints({ config, request }))
})
