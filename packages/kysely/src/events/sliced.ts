import type { EventFilter, EventSort, FindQuery, LinkField } from '@kalends/core'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, type Column, type Condition, isBetween, isInteger } from '../conditions.ts'
import { isOfLinkField, linkedId, linkFields, linkTables } from '../links.ts'
import { keysOf, type PageKey, type PageQuery, pageOf } from '../page.ts'
import { isInKeyRange, type KeyRange } from '../scans/key-range.ts'
import type { Slicing } from '../scans/slices.ts'
import { slicesById, slicesOf, type Track, type Walk } from '../scans/walk.ts'
import type { StoreContext } from '../store-context.ts'
import { type Access, accessInOrder, countAccess, isOfList } from './index-choice.ts'
import { withNearVenues } from './place.ts'
import { byLink, type EventSource, eventTable, maxBranches, narrowSource } from './source.ts'
import { eventConditions, isLookup, needsEvents, ofEvent, ofLink, wallRange } from './where.ts'

/** Reads of events in slices. Each slice is a statement of its own over a part of one index, with all conditions of the filter. */

/** More stretches of an index than this are not walked along with each other; the filter is then asked of each event instead. */
const maxTracks = 100

/** Where a scan reads events, and how it walks there. */
interface Scan {
  readonly source: EventSource
  /** Undefined where events are walked by their ids. */
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

/** The order that an index gives. */
const orderOfAccess: Readonly<Partial<Record<Access, EventSort['key']>>> = {
  window: 'startLocal',
  instant: 'startMs',
  end: 'endLocal',
  modified: 'updatedMs',
  publication: 'publishedMs',
  authored: 'startLocal',
}

/** What the filter says of a key itself. */
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

/** The stretches of an index of which a filter knows the beginning: by status, by whether an event is hidden, and by what else begins it. */
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

/** Whether a filter asks for what takes long to find out: texts, and what events link. */
export const isLooked = (filter: EventFilter): boolean => filter.geo !== undefined || (filter.textAll ?? []).length > 0

/** The most rows of a slice: those that an index alone answers take a twentieth of the others. */
function mostRows(filter: EventFilter, { linkField }: EventSource): number {
  const isSlow =
    needsEvents(filter) || filter.geo !== undefined || linkFields.some((name) => filter[name] !== undefined && name !== linkField)
  return isSlow ? 2_000 : 20_000
}

/** Along the links of one linkField that the filter names, in order of the start. */
function alongLinks(
  context: StoreContext,
  filter: EventFilter,
  order: readonly EventSort[],
  direction: Walk['direction'],
  linkField: LinkField | undefined = linkFields.find((name) => filter[name] !== undefined),
): Scan | undefined {
  if (linkField === undefined) return undefined
  // Of several, the one that is walked along is the only one that is not asked of each event.
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

/** Along an index of events. */
function alongEvents(context: StoreContext, filter: EventFilter, access: Access, direction: Walk['direction']): Scan | undefined {
  const key = orderOfAccess[access] ?? (access === 'title' ? 'titleKey' : 'id')
  const column = keyColumns[key]
  const plain = eventTable(context, filter, access)
  if (key === 'id' || access === 'id' || access === 'lookup') return { source: plain, walk: undefined, keys: [column], direction }
  const { dialect, indexes, parts } = context
  // A slice is only as short as the index that it reads: SQLite, without statistics, would often take another one.
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

/** All events by their ids, where the filter names no links, along which they would be counted faster. */
const byIds = (context: StoreContext, filter: EventFilter): Scan | undefined =>
  linkFields.some((linkField) => filter[linkField] !== undefined) ? undefined : alongEvents(context, filter, 'id', 'asc')

/** All that holds of an event of a slice. The part of the index comes first: SQLite reads from the first bound of a column. */
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

/** How many events of a part match. */
async function countSlice(context: StoreContext, filter: EventFilter, scan: Scan, range: KeyRange): Promise<number> {
  const counted = scan.source.linkedIds.length > 1 ? sql`count(distinct l.event_id)` : sql`count(*)`
  const conditions = allOf(conditionsOf(context, filter, scan, range))
  const { rows } = await sql<{ total: unknown }>`select ${counted} as total from ${scan.source.from} where ${conditions}`.execute(
    context.db,
  )
  return Number(rows[0]?.total)
}

/** How many events match, counted in slices; undefined where they have to be counted in one. */
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

/** How many events link each of the records, counted in slices; undefined where they have to be counted in one. */
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

/** Adds the numbers of a part. */
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

/** A page of ids that is a part of the page that was asked for. */
export interface SlicedPage {
  /** The ids. */
  readonly page: PageQuery
  /** The keys of its order. */
  readonly keys: readonly PageKey[]
}

/**
 * The parts of a page, in its order; undefined where it has to be read in one.
 * @param query a circle in its filter is that of many venues; few are named there by their ids
 * @param read gives the records of a part
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
      // Only where the page begins within a part are its records read.
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

/** The walk that meets events in the order of a page. */
function scanInOrder(context: StoreContext, filter: EventFilter, order: readonly EventSort[]): Scan | undefined {
  const [first, second, ...more] = order
  if (first === undefined || isLookup(filter)) return undefined
  const isWalkable =
    first.key === 'id' ? second === undefined : second?.key === 'id' && second.direction === first.direction && more.length === 0
  if (!isWalkable) return undefined
  const { key, direction } = first
  // By id, and downwards, only an index says where the next ids are.
  if (key === 'id') return direction === 'asc' ? alongEvents(context, filter, 'id', direction) : undefined
  if (!isOfList(filter)) return undefined
  const links = key === 'startLocal' ? alongLinks(context, filter, order, direction) : undefined
  const access = key === 'startLocal' && filter.authorIds !== undefined ? 'authored' : accessInOrder[key]
  return links ?? alongEvents(context, filter, access, direction)
}
