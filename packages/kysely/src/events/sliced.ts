import type { EventFilter, EventSort, FindQuery, LinkField } from '@kalends/core'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Slicing } from '../engine/scans/slices.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { type Access, accessInOrder, countAccess, isOfList } from '../event-filter/index-choice.ts'
import { withNearVenues } from '../event-filter/place.ts'
import { byLink, type EventSource, eventTable, maxBranches, narrowSource } from '../event-filter/source.ts'
import { eventConditions, isLookup, needsEvents, ofEvent, ofLink, wallRange } from '../event-filter/where.ts'
import { allOf, type Column, type Condition, isBetween, isInteger } from '../query/conditions.ts'
import { isInKeyRange, type KeyRange } from '../query/key-range.ts'
import { isOfLinkField, linkedId, linkFields, linkTables } from '../query/links.ts'
import { keysOf, type PageKey, type PageQuery, pageOf } from '../query/page.ts'
import { slicesById, slicesOf, type Track, type Walk } from '../query/walk.ts'

/** Reads events in slices. Each slice is a statement of its own over a range of one index, with all conditions of the filter. */

/** The maximum number of index ranges to scan in parallel; with more, the filter is checked on each event instead. */
const maxTracks = 100

/** The tables and the index order of a scan. */
interface Scan {
  readonly source: EventSource
  /** Undefined if events are scanned by id. */
  readonly walk: Walk | undefined
  readonly keys: readonly Column[]
  readonly direction: Walk['direction']
}

/** The keys of the indexes, as columns of events. */
const keyColumns: Readonly<Record<EventSort['key'], Column>> = {
  startLocal: ofEvent.startWall,
  startMs: ofEvent.startMs,
  endLocal: ofEvent.endWall,
  titleKey: sql`e.title_key`,
  updatedMs: ofEvent.updatedMs,
  publishedMs: ofEvent.publishedMs,
  id: ofEvent.id,
}

/** The order of each index. */
const orderOfAccess: Readonly<Partial<Record<Access, EventSort['key']>>> = {
  window: 'startLocal',
  instant: 'startMs',
  end: 'endLocal',
  modified: 'updatedMs',
  publication: 'publishedMs',
  authored: 'startLocal',
}

/** The conditions of the filter on a key itself. */
function boundsOf(filter: EventFilter, key: EventSort['key'], column: Column): readonly Condition[] {
  switch (key) {
    case 'startLocal':
      return isBetween(column, wallRange(filter.startLocal))
    case 'endLocal':
      return isBetween(column, wallRange(filter.endLocal))
    case 'startMs':
      return isBetween(column, filter.startMs)
    case 'updatedMs':
      return isBetween(column, filter.updatedMs)
    default:
      return []
  }
}

/** The ranges of an index whose prefix a filter sets: the status, whether an event is hidden, and other leading columns. */
function tracksOf(
  filter: EventFilter,
  from: RawBuilder<unknown>,
  starts: readonly (readonly Condition[])[],
  columns: { status: Column; hidden?: Column },
) {
  const statuses = [...new Set((filter.readable ?? []).map(({ status }) => status))]
  const hidden = filter.hidden === undefined ? [0, 1] : [Number(filter.hidden)]
  const isHidden = columns.hidden === undefined ? [[]] : hidden.map((value) => [sql<SqlBool>`${columns.hidden} = ${value}`])
  return starts.flatMap((start) =>
    statuses.flatMap((status) =>
      isHidden.map((one): Track => ({ from, conditions: [...start, sql<SqlBool>`${columns.status} = ${status}`, ...one] })),
    ),
  )
}

function withBounds(tracks: readonly Track[], bounds: readonly Condition[]): readonly Track[] {
  return tracks.map(({ from, conditions }) => ({ from, conditions: [...conditions, ...bounds] }))
}

/** Whether a filter has conditions that are slow to check: texts, and linked records. */
export const isLooked = (filter: EventFilter): boolean => filter.geo !== undefined || (filter.textAll ?? []).length > 0

/** The maximum number of rows in a slice: rows that an index alone answers take a twentieth of the time of others. */
function mostRows(filter: EventFilter, { linkField }: EventSource): number {
  const isSlow =
    needsEvents(filter) || filter.geo !== undefined || linkFields.some((name) => filter[name] !== undefined && name !== linkField)
  return isSlow ? 2_000 : 20_000
}

/** Scans the links of one link field that the filter names, in order of the start. */
function alongLinks(
  context: StoreContext,
  filter: EventFilter,
  order: readonly EventSort[],
  direction: Walk['direction'],
  linkField: LinkField | undefined = linkFields.find((name) => filter[name] !== undefined),
): Scan | undefined {
  if (linkField === undefined) return undefined
  // Of several link fields, only the one that is scanned is not checked on each event.
  const { venueIds: _v, organizerIds: _o, tagIds: _t, categoryIds: _c, ...others } = filter
  const source = narrowSource(context, { ...others, [linkField]: filter[linkField] ?? [] }, order, 'window')
  const from = sql`${context.parts[linkTables[linkField].table]} as l`
  const starts = source.linkedIds.map((id) => [sql<SqlBool>`${linkedId(linkField)} = ${id}`, ...isOfLinkField(linkField)])
  const tracks = tracksOf(filter, from, starts, ofLink)
  if (tracks.length > maxTracks) return undefined
  const keys = [ofLink.startWall, ofLink.id]
  const walk = {
    keys,
    direction,
    most: mostRows(filter, source),
    tracks: withBounds(tracks, boundsOf(filter, 'startLocal', ofLink.startWall)),
  }
  return { source, walk, keys, direction }
}

/** Scans an index of events. */
function alongEvents(context: StoreContext, filter: EventFilter, access: Access, direction: Walk['direction']): Scan | undefined {
  const key = orderOfAccess[access] ?? (access === 'title' ? 'titleKey' : 'id')
  const column = keyColumns[key]
  const plain = eventTable(context, filter, access)
  if (key === 'id' || access === 'id' || access === 'lookup') return { source: plain, walk: undefined, keys: [column], direction }
  const { dialect, indexes, parts } = context
  // A slice is short only on the index that it was cut for, and SQLite without statistics would often choose another one.
  const from = sql`${parts.events} as e indexed by ${indexes[access]}`
  const source = { ...plain, from }
  const starts = access === 'authored' ? (filter.authorIds ?? []).map((id) => [isInteger(dialect, ofEvent.authorId, [id])]) : [[]]
  const hidden = access === 'publication' ? {} : { hidden: ofEvent.hidden }
  const tracks = tracksOf(filter, from, starts, { status: ofEvent.status, ...hidden })
  if (tracks.length > maxTracks) return undefined
  const keys = [column, ofEvent.id]
  return {
    source,
    walk: { keys, direction, most: mostRows(filter, source), tracks: withBounds(tracks, boundsOf(filter, key, column)) },
    keys,
    direction,
  }
}

/** Scans all events by id, unless the filter names links: counting along those is faster. */
const byIds = (context: StoreContext, filter: EventFilter): Scan | undefined =>
  linkFields.some((linkField) => filter[linkField] !== undefined) ? undefined : alongEvents(context, filter, 'id', 'asc')

/** All conditions of a slice. The range of the index comes first: SQLite reads from the first bound of a column. */
function conditionsOf(
  context: StoreContext,
  filter: EventFilter,
  { source, keys, direction }: Scan,
  range: KeyRange,
): readonly Condition[] {
  const { linkField, columns, isByAuthor } = source
  const isAuthored = isByAuthor && filter.authorIds !== undefined ? [isInteger(context.dialect, ofEvent.authorId, filter.authorIds)] : []
  return [
    ...isInKeyRange(keys, direction, range),
    ...byLink(context, source).whole,
    ...isAuthored,
    ...eventConditions(context, filter, { columns, drivenBy: linkField, withoutAuthors: isByAuthor }),
  ]
}

const slices = (context: StoreContext, slicing: Slicing, { walk }: Scan) =>
  walk === undefined ? slicesById(context, slicing, context.parts.events) : slicesOf(context, slicing, walk)

/** Counts the matching events of a range. */
async function countSlice(context: StoreContext, filter: EventFilter, scan: Scan, range: KeyRange): Promise<number> {
  const counted = scan.source.linkedIds.length > 1 ? sql`count(distinct l.event_id)` : sql`count(*)`
  const conditions = allOf(conditionsOf(context, filter, scan, range))
  const { rows } = await sql<{ total: unknown }>`select ${counted} as total from ${scan.source.from} where ${conditions}`.execute(
    context.db,
  )
  return Number(rows[0]?.total)
}

/** Counts the matching events in slices; undefined if one statement has to count them. */
export async function countInSlices(context: StoreContext, slicing: Slicing, given: EventFilter): Promise<number | undefined> {
  if (isLookup(given)) return undefined
  const filter = await withNearVenues(context, given, maxBranches)
  const scan = isOfList(filter)
    ? (alongLinks(context, filter, [], 'asc') ?? alongEvents(context, filter, countAccess(filter), 'asc'))
    : byIds(context, filter)
  if (scan === undefined) return undefined
  if (scan.walk?.tracks.length === 0) return 0
  let total = 0
  for await (const range of slices(context, slicing, scan)) total += await countSlice(context, filter, scan, range)
  return total
}

/** Counts the matching events of each linked record in slices; undefined if one statement has to count them. */
export async function countByLinkInSlices(
  context: StoreContext,
  slicing: Slicing,
  linkField: LinkField,
  ids: readonly number[],
  given: EventFilter,
): Promise<ReadonlyMap<number, number> | undefined> {
  if (given[linkField] !== undefined || !isOfList(given) || isLookup(given)) return undefined
  const totals = new Map<number, number>()
  const statuses = new Set(given.readable?.map(({ status }) => status)).size
  const atOnce = Math.max(1, Math.floor(maxTracks / Math.max(1, statuses) / (given.hidden === undefined ? 2 : 1)))
  for (let from = 0; from < ids.length; from += atOnce) {
    const filter = await withNearVenues(context, { ...given, [linkField]: ids.slice(from, from + atOnce) }, maxBranches)
    const scan = alongLinks(context, filter, [], 'asc', linkField)
    if (scan === undefined) return undefined
    if (scan.walk?.tracks.length === 0) return totals
    for await (const range of slices(context, slicing, scan)) await addCounts(context, filter, scan, range, linkField, totals)
    if (from + atOnce < ids.length) await slicing.next()
  }
  return totals
}

/** Adds the counts of a range. */
async function addCounts(
  context: StoreContext,
  filter: EventFilter,
  scan: Scan,
  range: KeyRange,
  linkField: LinkField,
  totals: Map<number, number>,
) {
  const id = linkedId(linkField)
  const conditions = allOf(conditionsOf(context, filter, scan, range))
  const { rows } = await sql<{ id: unknown; total: unknown }>`
    select ${id} as id, count(*) as total from ${scan.source.from} where ${conditions} group by ${id}`.execute(context.db)
  for (const row of rows) totals.set(Number(row.id), (totals.get(Number(row.id)) ?? 0) + Number(row.total))
}

/** One of the pages of ids that together form the requested page. */
export interface SlicedPage {
  /** The ids. */
  readonly page: PageQuery
  /** The keys of its order. */
  readonly keys: readonly PageKey[]
}

/**
 * The parts of a page, in its order; undefined if one statement has to read it.
 * @param query a circle in its filter has many venues; a circle with few was replaced by their ids
 * @param read reads the records of a part
 */
export async function findInSlices<R>(
  context: StoreContext,
  slicing: Slicing,
  query: FindQuery<EventFilter, EventSort>,
  read: (part: SlicedPage) => Promise<readonly R[]>,
): Promise<readonly R[] | undefined> {
  const { filter } = query
  const scan = scanInOrder(context, filter, query.order)
  if (scan === undefined) return undefined
  if (scan.walk?.tracks.length === 0) return []
  const keys = keysOf(query.order, ({ key }) => (key === 'id' ? (scan.keys.at(-1) ?? ofEvent.id) : (scan.keys[0] ?? ofEvent.id)))
  const found: R[] = []
  let { offset } = query
  for await (const range of slices(context, slicing, scan)) {
    if (offset > 0) {
      // Records are read only if the page begins within a range.
      const passed = await countSlice(context, filter, scan, range)
      if (passed <= offset) {
        offset -= passed
        continue
      }
    }
    const source = {
      from: scan.source.from,
      id: scan.source.columns.id,
      conditions: conditionsOf(context, filter, scan, range),
      keys,
      repeats: scan.source.linkedIds.length > 1,
    }
    found.push(...(await read({ page: pageOf(source, { offset, limit: query.limit - found.length }), keys })))
    offset = 0
    if (found.length >= query.limit) return found
  }
  return found
}

/** The scan that meets events in the order of a page. */
function scanInOrder(context: StoreContext, filter: EventFilter, order: readonly EventSort[]): Scan | undefined {
  const [first, second, ...more] = order
  if (first === undefined || isLookup(filter)) return undefined
  const isWalkable =
    first.key === 'id' ? second === undefined : second?.key === 'id' && second.direction === first.direction && more.length === 0
  if (!isWalkable) return undefined
  const { key, direction } = first
  // By id in descending order, only an index can find the next ids.
  if (key === 'id') return direction === 'asc' ? alongEvents(context, filter, 'id', direction) : undefined
  if (!isOfList(filter)) return undefined
  const links = key === 'startLocal' ? alongLinks(context, filter, order, direction) : undefined
  const access = key === 'startLocal' && filter.authorIds !== undefined ? 'authored' : accessInOrder[key]
  return links ?? alongEvents(context, filter, access, direction)
}
