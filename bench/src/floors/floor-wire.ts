import { eventFields, type PlainEvent, plainNames } from '@kalends/core/store'
import type { Insertable } from 'kysely'
import type { EventTable, OrganizerTable, TermTable, VenueTable } from '../../../packages/kysely/src/schema/tables.ts'
import { base, publicUrl } from '../setting.ts'

/** Integers, numbers and texts as SQLite returns them, which is as the store inserts them. */
type Row<Table> = { readonly [Column in keyof Insertable<Table>]-?: Exclude<Insertable<Table>[Column], undefined> }

/** An event without its links. */
export type EventRow = Row<EventTable>

/** A venue of an event. */
export type VenueRow = Row<VenueTable> & OfEvent

/** An organizer of an event. */
export type OrganizerRow = Row<OrganizerTable> & OfEvent

/** A category or tag of an event. */
export type TermRow = Row<TermTable> & OfEvent

interface OfEvent {
  readonly event_id: number
}

type HeadRow = EventRow | VenueRow | OrganizerRow

/** The links of an event, as rows. */
export interface Linked {
  /** In order. */
  readonly venues: readonly VenueRow[]
  /** In order. */
  readonly organizers: readonly OrganizerRow[]
  /** By name. */
  readonly terms: readonly TermRow[]
  /** Whether every caller may read its parent. */
  readonly hasParent: boolean
}

const api = publicUrl + base
const host = publicUrl.slice('http://'.length)

const spaced = (local: string): string => `${local.slice(0, 10)} ${local.slice(11)}`
const inUtc = (ms: number): string => spaced(new Date(ms).toISOString().slice(0, 19))

function head(collection: string, row: HeadRow) {
  const globalId = `${host}?id=${row.id}`
  const url = `${api}/${collection}/${row.id}`
  return {
    id: row.id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: Number(row.author_id),
    status: 'publish',
    date: spaced(row.published_local),
    date_utc: inUtc(row.published_ms),
    modified: spaced(row.updated_local),
    modified_utc: inUtc(row.updated_ms),
    url,
    rest_url: url,
  }
}

const texts = (row: HeadRow) => ({
  description: row.description,
  excerpt: row.excerpt,
  slug: row.slug,
  image: row.image === null ? false : { id: Number(row.image) },
})

const uidOf = (kind: string, row: HeadRow): string => row.uid || `${kind}-${row.id}@${host}`

const details = (time: string) => ({
  year: time.slice(0, 4),
  month: time.slice(5, 7),
  day: time.slice(8, 10),
  hour: time.slice(11, 13),
  minutes: time.slice(14, 16),
  seconds: time.slice(17, 19),
})

const venue = (row: VenueRow) => ({
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
  show_map: row.show_map === 1,
  show_map_link: row.show_map_link === 1,
  geo_lat: row.lat,
  geo_lng: row.lng,
  uid: uidOf('venue', row),
  custom_fields: {},
  version: row.version,
  exclusive: row.exclusive === 1,
})

const organizer = (row: OrganizerRow) => ({
  ...head('organizers', row),
  organizer: row.name,
  ...texts(row),
  phone: row.phone,
  website: row.website,
  email: row.email,
  uid: uidOf('organizer', row),
  custom_fields: {},
  version: row.version,
})

function term(row: TermRow) {
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

function costOf(json: string | null) {
  const { text, currencySymbol, currencyCode, currencyPosition, values } = JSON.parse(json ?? '')
  return {
    cost: text,
    cost_details: { currency_symbol: currencySymbol, currency_code: currencyCode, currency_position: currencyPosition, values },
  }
}

/** The plain fields of events that are not written by hand below. Their wire names equal their column names. */
const otherFields = plainNames<PlainEvent>(eventFields)
  .filter(
    (name) =>
      !/^(?:showMap|showMapLink|hidden|sticky|featured|title|website|eventStatus|eventStatusReason|attendance|onlineUrl)$/.test(name),
  )
  .map((name) => ({
    column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    isBoolean: String(eventFields[name].column) === 'boolean',
  }))

/** Their columns. */
export const otherColumns = otherFields.map(({ column }) => column)

const others = (row: EventRow) =>
  Object.fromEntries(
    otherFields.map(({ column, isBoolean }) => [column, isBoolean ? Reflect.get(row, column) === 1 : Reflect.get(row, column)]),
  )

/** The start and the end of an event by wall clock and in UTC, from its stored times. */
const timesOf = (row: EventRow) => [spaced(row.start_local), spaced(row.end_local), inUtc(row.start_ms), inUtc(row.end_ms)] as const

/** An event in the format of the interface, written by hand. */
export function floorEvent(row: EventRow, linked: Linked, [start, end, utcStart, utcEnd] = timesOf(row)) {
  const venues = linked.venues.map(venue)
  return {
    ...head('events', row),
    title: row.title,
    ...texts(row),
    all_day: row.all_day === 1,
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
    ...costOf(row.cost),
    website: row.website,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    hide_from_listings: row.hidden === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
    ...(otherFields.length > 0 && others(row)),
    categories: linked.terms.filter(({ taxonomy }) => taxonomy === 'category').map(term),
    tags: linked.terms.filter(({ taxonomy }) => taxonomy === 'tag').map(term),
    venue: venues.length === 1 ? venues[0] : venues,
    organizer: linked.organizers.map(organizer),
    post_parent: linked.hasParent ? row.parent_id : 0,
    custom_fields: {},
    uid: uidOf('event', row),
    event_status: row.event_status === 'movedOnline' ? 'moved_online' : row.event_status,
    previous_start_date: row.previous_start_local.replace('T', ' '),
    attendance_mode: row.attendance,
    online_url: row.online_url,
    recurrence: null,
    version: row.version,
    event_status_reason: row.event_status_reason,
  }
}

/** The first page of a list in the format of the interface. */
export function floorList(events: readonly object[], total: number, perPage: number) {
  const totalPages = Math.ceil(total / perPage)
  return {
    events,
    rest_url: `${api}/events`,
    ...(totalPages > 1 && { next_rest_url: `${api}/events?page=2` }),
    total,
    total_pages: totalPages,
  }
}
