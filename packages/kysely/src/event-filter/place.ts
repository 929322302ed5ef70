import type { EventFilter, GeoCircle, GeoFilter, ReadScope } from '@kalends/core/store'
import { sql } from 'kysely'
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

/** An event has one of the venues that meet a condition; the engine lists these venues once for each statement. */
function isAtOneOf({ dialect, parts }: StoreContext, eventId: Column, condition: Condition): Condition {
  const venueId = dialect.withoutListIndex(sql`m.venue_id`)
  const found = sql`select v.id from ${parts.venues} as v where ${condition}`
  return dialect.hasRow(sql`select 1 from ${parts.event_venues} as m where m.event_id = ${eventId} and ${venueId} in (${found})`)
}

/**
 * The same for a scan in slices, where each statement would list the venues again: that takes 4 ms for 10,000 venues, however short the
 * slice is. Here the venues of each event are looked up: 100,000 events in 70 ms instead of 1,300.
 */
const isAtVenue = ({ dialect, parts }: StoreContext, eventId: Column, condition: Condition): Condition =>
  // SQLite keeps the order of a cross join: links first.
  dialect.hasRow(sql`select 1 from ${parts.event_venues} as m cross join ${parts.venues} as v
    where m.event_id = ${eventId} and v.id = m.venue_id and ${condition}`)

/** The conditions on the venues of an event. */
export function hasPlace(context: StoreContext, eventId: Column, { located, within, readable }: GeoFilter): readonly Condition[] {
  const { dialect, parts, slicing } = context
  const conditions: Condition[] = []
  if (located !== undefined) {
    const isLocated = allOf([sql`v.lat is not null`, ...isVenueReadable(context, readable)])
    const exists = dialect.hasRow(sql`select 1 from ${parts.event_venues} as m inner join ${parts.venues} as v on v.id = m.venue_id
      where m.event_id = ${eventId} and ${isLocated}`)
    conditions.push(located ? exists : sql`not (${exists})`)
  }
  if (within !== undefined) {
    const near = isNear(context, within, readable)
    conditions.push(slicing === undefined ? isAtOneOf(context, eventId, near) : isAtVenue(context, eventId, near))
  }
  return conditions
}

/**
 * Replaces a circle by the list of the venues in it, if these are at most `most`: then their events are read in order from the links, however
 * rare they are among all events. Runs one statement, and only for filters with a circle.
 */
export async function withNearVenues(context: StoreContext, filter: EventFilter, most: number): Promise<EventFilter> {
  const { geo, venueIds } = filter
  // Venues requested by id may differ from those in the circle: an event may have one of each.
  if (geo?.within === undefined || venueIds !== undefined) return filter
  const near = isNear(context, geo.within, geo.readable)
  const { rows } = await sql<{ id: unknown }>`select v.id from ${context.parts.venues} as v where ${near} limit ${most + 1}`.execute(
    context.db,
  )
  if (rows.length > most) return filter
  const { within: _within, ...rest } = geo
  return { ...filter, geo: rest, venueIds: rows.map(({ id }) => Number(id)) }
}
