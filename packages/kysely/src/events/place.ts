import type { EventFilter, GeoCircle, GeoFilter, ReadScope } from '@kalends/core'
import { sql } from 'kysely'
import { allOf, type Column, type Condition, isReadable, type ReadColumns } from '../conditions.ts'
import type { StoreContext } from '../store-context.ts'

const venueColumns: ReadColumns = {
  status: sql`v.status`,
  authorId: sql`v.author_id`,
  publishedMs: sql`v.published_ms`,
  statusBeforeTrash: sql`v.status_before_trash`,
}

/** The caller may read the venue, called `v`. With an index on the status, SQLite would begin with all venues, once for each event. */
const isSeen = ({ dialect }: StoreContext, readable: ReadScope): readonly Condition[] =>
  isReadable(dialect, { ...venueColumns, status: dialect.unindexed(venueColumns.status) }, readable)

/** The caller may read the venue, called `v`, and it lies within the circle. The range of latitudes is there for its index. */
function isNear(context: StoreContext, { x, y, z, minDot, latMin, latMax }: GeoCircle, readable: ReadScope): Condition {
  return allOf([
    sql`v.lat >= ${latMin} and v.lat <= ${latMax} and v.x * ${x} + v.y * ${y} + v.z * ${z} >= ${minDot}`,
    ...isSeen(context, readable),
  ])
}

/** The conditions on the venues of an event. */
export function hasPlace(context: StoreContext, eventId: Column, { located, within, readable }: GeoFilter): readonly Condition[] {
  const { dialect, parts } = context
  const conditions: Condition[] = []
  if (located !== undefined) {
    const isLocated = allOf([sql`v.lat is not null`, ...isSeen(context, readable)])
    const exists = dialect.hasRow(sql`select 1 from ${parts.event_venues} as m inner join ${parts.venues} as v on v.id = m.venue_id
      where m.event_id = ${eventId} and ${isLocated}`)
    conditions.push(located ? exists : sql`not (${exists})`)
  }
  if (within !== undefined) {
    const near = sql`select v.id from ${parts.venues} as v where ${isNear(context, within, readable)}`
    const venueId = dialect.withoutListIndex(sql`m.venue_id`)
    conditions.push(dialect.hasRow(sql`select 1 from ${parts.event_venues} as m where m.event_id = ${eventId} and ${venueId} in (${near})`))
  }
  return conditions
}

/**
 * Replaces a circle by the list of the venues in it, if these are at most that many: then their events are read in order from the links,
 * however rare they are among all events. Needs one statement, and only for filters with a circle.
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
