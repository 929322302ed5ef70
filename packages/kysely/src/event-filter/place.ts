import type { EventFilter, GeoCircle, GeoFilter, ReadScope } from '@kalends/core/store'
import { type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { allOf, type Column, type Condition, isReadable, type ReadColumns } from '../query/conditions.ts'

const venueColumns: ReadColumns = {
  status: sql`v.status`,
  authorId: sql`v.author_id`,
  publishedMs: sql`v.published_ms`,
  statusBeforeTrash: sql`v.status_before_trash`,
}

/** The caller may read the venue, called `v`. With an index on the status, SQLite would begin with all venues, once for each event. */
const isVenueReadable = ({ dialect }: StoreContext, readable: ReadScope): readonly Condition[] =>
  isReadable(dialect, { ...venueColumns, status: dialect.withoutIndex(venueColumns.status) }, readable)

/** The caller may read the venue, called `v`, and it is within the circle. An index can be used for the range of latitudes. */
function isNear(context: StoreContext, { x, y, z, minDot, latMin, latMax }: GeoCircle, readable: ReadScope): Condition {
  return allOf([
    sql`v.lat >= ${latMin} and v.lat <= ${latMax} and v.x * ${x} + v.y * ${y} + v.z * ${z} >= ${minDot}`,
    ...isVenueReadable(context, readable),
  ])
}

/** An event has a venue that meets a condition. The venues of each event are looked up: SQLite keeps the order of a cross join, links first. */
const hasVenue = ({ dialect, parts }: StoreContext, eventId: Column, condition: Condition): Condition =>
  dialect.hasRow(sql`select 1 from ${parts.event_venues} as m cross join ${parts.venues} as v
    where m.event_id = ${eventId} and v.id = m.venue_id and ${condition}`)

/** The conditions on the venues of an event. */
export function hasPlace(context: StoreContext, eventId: Column, { located, within, readable }: GeoFilter): readonly Condition[] {
  const isLocated = hasVenue(context, eventId, allOf([sql`v.lat is not null`, ...isVenueReadable(context, readable)]))
  return [
    ...(located === undefined ? [] : [located ? isLocated : sql<SqlBool>`not (${isLocated})`]),
    ...(within === undefined ? [] : [hasVenue(context, eventId, isNear(context, within, readable))]),
  ]
}

/** The maximum number of venues by whose links a page or a total is read. */
const maxVenues = 64

/**
 * Replaces a circle by the list of the venues in it, if these are at most {@link maxVenues}: then their events are read in order from the
 * links, however rare they are among all events. Runs one statement, and only for filters with a circle.
 */
export async function withNearVenues(context: StoreContext, filter: EventFilter): Promise<EventFilter> {
  const { geo, venueIds } = filter
  // Venues requested by id may differ from those in the circle: an event may have one of each.
  if (geo?.within === undefined || venueIds !== undefined) return filter
  const near = isNear(context, geo.within, geo.readable)
  const statement = sql<{ id: unknown }>`select v.id from ${context.parts.venues} as v where ${near} limit ${maxVenues + 1}`
  const { rows } = await statement.execute(context.db)
  if (rows.length > maxVenues) return filter
  const { within: _within, ...rest } = geo
  return { ...filter, geo: rest, venueIds: rows.map(({ id }) => Number(id)) }
}
