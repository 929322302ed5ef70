import type { EventFilter, EventSort, FindQuery, Range } from '@kalends/core'
import { sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { type Access, accessInOrder, columnsBy, isOfList, narrowAccess } from '../event-filter/index-choice.ts'
import { withNearVenues } from '../event-filter/place.ts'
import { common, widened } from '../event-filter/ranges.ts'
import {
  type Branch,
  branchesOf,
  byAuthor,
  byClause,
  byLink,
  type EventSource,
  eventTable,
  maxBranches,
  narrowSource,
  type Way,
} from '../event-filter/source.ts'
import { type CopiedColumns, eventConditions, ofEvent, wallRange } from '../event-filter/where.ts'
import { allOf, type Column } from '../query/conditions.ts'
import { linkFields } from '../query/links.ts'
import { keysOf, mergedPageOf, type PageKey, type PageQuery } from '../query/page.ts'
import { byRunning } from './by-class.ts'
import { accessInQuarters, byQuarters, quarterMs } from './by-quarters.ts'
import { byTimes, type OrderedTime } from './by-times.ts'
import { isLooked } from './sliced.ts'

type EventQuery = FindQuery<EventFilter, EventSort>

/** The last row of a page that is read from several branches; every branch is read that far, so one branch is cheaper for deeper pages. */
const maxMergedReach = 2_000

/** Up to this many events are sorted; otherwise the index of the order is scanned until the page is full. */
const maxSorted = 2_000

/**
 * The same limit for orders whose keys the indexes of windows and links contain, so that no event has to be read. A month among a million
 * events has 15,000 of them: SQLite sorts these in 1.2 ms, and needs 21 ms to scan an order that begins far from them.
 */
const maxSortedByIndex = 20_000

const sortColumns = (columns: CopiedColumns): Readonly<Record<EventSort['key'], Column>> => ({
  id: columns.id,
  startLocal: columns.startWall,
  startMs: columns.startMs,
  endLocal: columns.endWall,
  publishedMs: columns.publishedMs,
  titleKey: sql`e.title_key`,
  updatedMs: columns.updatedMs,
})

const isOrderedTime = (key: EventSort['key']): key is OrderedTime => key === 'startLocal' || key === 'startMs' || key === 'endLocal'

/** How a page is read. */
interface Plan {
  /** The tables or links to read. */
  readonly source: EventSource
  /** The conditions, each with its branches. Pages that reach too far use no branches. */
  readonly ways: readonly Way[]
  /** Whether all matches are sorted: then the engine must not choose an index for the order. */
  readonly isSorted: boolean
  /** Whether the index gives the events of each quarter in order. */
  readonly isByQuarters?: boolean
  /** Whether the engine merges the branches without reading each of them to the end of the page. */
  readonly isMerged?: boolean
}

/** The plan by the most selective links, lookups or times of the filter. Its indexes are in order of the start. */
function narrowPlan(context: StoreContext, filter: EventFilter, order: readonly EventSort[]): Plan {
  const access = narrowAccess(filter)
  const source = narrowSource(context, filter, order, access)
  const isInOrder = source.linkField !== undefined || access === 'window' || access === 'authored'
  return {
    source,
    ways: narrowWays(context, filter, source, access),
    isSorted: (order[0]?.key !== 'startLocal' || !isInOrder) && (isOfList(filter) || access === 'lookup'),
  }
}

function narrowWays(context: StoreContext, filter: EventFilter, source: EventSource, access: Access): readonly Way[] {
  const times = access === 'window' ? [byTimes(context, filter, source, 'startLocal')] : []
  return [byLink(context, source), byAuthor(context, filter, source), ...times, byClause(context, filter, source)]
}

const isApart = ({ sortedFrom }: Branch): boolean => sortedFrom !== undefined

/**
 * The read scope next to another condition. For the separate branches of that condition, SQLite would otherwise use the publication index
 * too.
 */
function clausesBeside(context: StoreContext, filter: EventFilter, source: EventSource, way: Way): Way {
  if (!way.parts.some(isApart)) return byClause(context, filter, source)
  const columns = { ...source.columns, publishedMs: context.dialect.unindexed(ofEvent.publishedMs) }
  return byClause(context, filter, { ...source, columns })
}

/** All events along the index of an order, or those of each quarter along an index of their own. */
function orderedPlan(context: StoreContext, filter: EventFilter, sort: EventSort, isSplit: boolean): Plan {
  return (isSplit ? quarterlyPlan(context, filter, sort.key) : undefined) ?? wholePlan(context, filter, sort)
}

function quarterlyPlan(context: StoreContext, filter: EventFilter, key: EventSort['key']): Plan | undefined {
  const access = accessInQuarters[key]
  if (access === undefined) return undefined
  const source = eventTable(context, filter, access)
  const quarters = byQuarters(context, filter, source)
  const clauses = clausesBeside(context, filter, source, quarters)
  const isWhole = quarters.parts.length === 0 || quarters.parts.length * clauses.parts.length > maxBranches
  if (isWhole) return undefined
  // The separate branches are sorted, and no engine sorts only as far as needed.
  const isMerged = context.dialect.mergesUnions && !quarters.parts.some(isApart)
  return { source, ways: [quarters, clauses], isSorted: false, isByQuarters: true, isMerged }
}

function wholePlan(context: StoreContext, filter: EventFilter, { key, direction }: EventSort): Plan {
  const source = eventTable(context, filter, accessInOrder[key])
  const times = isOrderedTime(key) ? byTimes(context, filter, source, key, direction) : byRunning(context, filter, source, direction)
  return { source, ways: [times, clausesBeside(context, filter, source, times)], isSorted: false }
}

/** Whether links and window leave so few events that sorting them is best. One statement, which reads only indexes and stops early. */
async function areFew(context: StoreContext, filter: EventFilter, key: EventSort['key']): Promise<boolean> {
  const { hidden, startLocal } = filter
  const linkField = linkFields.find((name) => filter[name] !== undefined)
  const access = linkField === undefined ? narrowAccess(filter) : 'window'
  // The read scope stays, because one of its clauses may need the event itself.
  const linked =
    linkField === undefined
      ? filter
      : { [linkField]: filter[linkField], ...(filter.readable !== undefined && { readable: filter.readable }) }
  const source = linkField === undefined ? eventTable(context, filter, access) : narrowSource(context, linked, [], access)
  const ways = narrowWays(context, filter, source, access)
  const isUnbounded = startLocal === undefined && ways.every(({ parts }) => parts.length < 2)
  if (linkField === undefined && access === 'window' && isUnbounded) return false
  const bounds = { ...(hidden !== undefined && { hidden }), ...(startLocal !== undefined && { startLocal }) }
  const common = eventConditions(context, bounds, { columns: source.columns, drivenBy: linkField })
  const branches = branchesOf(ways)
  const most = Math.floor((key === 'titleKey' || key === 'updatedMs' ? maxSorted : maxSortedByIndex) / branches.length)
  // With this order, MariaDB starts at the beginning of the window instead of the first event of all.
  const end = sql`order by ${source.columns.startWall} limit 1 offset ${most}`
  const beyond = branches.map(
    ({ conditions }) => sql`select * from (select 1 as n from ${source.from} where ${allOf([...conditions, ...common])} ${end}) as b`,
  )
  const { rows } = await sql`${sql.join(beyond, sql` union all `)}`.execute(context.db)
  return rows.length === 0
}

/** Whether so few events have changed in the range that sorting them is best. One statement, which stops early. */
async function areFewChanged(
  context: StoreContext,
  filter: EventFilter,
  key: EventSort['key'],
  updatedMs: Range<number>,
): Promise<boolean> {
  const source = eventTable(context, filter, 'modified')
  const branches = branchesOf([byClause(context, filter, source)])
  const changed = eventConditions(context, { updatedMs }, { columns: source.columns })
  const { gte = Number.NEGATIVE_INFINITY, lt = Number.POSITIVE_INFINITY } = common([
    wallRange(filter.startLocal),
    widened(filter.startMs, 1),
  ])
  // The index by change contains every key except the title, and the columns that lists filter by. A window of a quarter holds fewer
  // events.
  const isByIndex = key !== 'titleKey' && !isLooked(filter) && lt - gte > quarterMs
  const most = Math.floor((isByIndex ? maxSortedByIndex : maxSorted) / branches.length)
  const beyond = branches.map(
    ({ conditions }) =>
      sql`select * from (select 1 as n from ${source.from} where ${allOf([...conditions, ...changed])} limit 1 offset ${most}) as b`,
  )
  const { rows } = await sql`${sql.join(beyond, sql` union all `)}`.execute(context.db)
  return rows.length === 0
}

/** The plan for changes since a moment, if no other condition of the list is as selective; undefined if there are too many to sort. */
async function changedPlan(context: StoreContext, filter: EventFilter, sort: EventSort, isSplit: boolean): Promise<Plan | undefined> {
  const { updatedMs } = filter
  if (updatedMs?.gte === undefined) return undefined
  if (sort.key === 'updatedMs') return orderedPlan(context, filter, sort, isSplit)
  if (!(await areFewChanged(context, filter, sort.key, updatedMs))) return undefined
  const source = eventTable(context, filter, 'modified')
  return { source, ways: [byClause(context, filter, source)], isSorted: true }
}

async function planOf(context: StoreContext, filter: EventFilter, order: readonly EventSort[], isSplit: boolean): Promise<Plan> {
  const narrow = narrowPlan(context, filter, order)
  const sort: EventSort = order[0] ?? { key: 'id', direction: 'asc' }
  const { key } = sort
  const access = narrowAccess(filter)
  const isWindow = access === 'window' && narrow.source.linkField === undefined && isOfList(filter)
  const changed = isWindow ? await changedPlan(context, filter, sort, isSplit) : undefined
  if (changed !== undefined) return changed
  const isSettled = key === 'startLocal' || (access !== 'window' && access !== 'authored') || !isOfList(filter)
  return isSettled || (await areFew(context, filter, key)) ? narrow : orderedPlan(context, filter, sort, isSplit)
}

/** A page of event ids. */
export interface EventPage {
  /** The ids. */
  readonly page: PageQuery
  /** The keys of its order. */
  readonly keys: readonly PageKey[]
  /** Whether all matches are sorted, because they are few. */
  readonly isSorted: boolean
  /** Whether the page is read quarter by quarter, so that nearly all events that it reads lie in the window. */
  readonly isByQuarters: boolean
}

/** The ids of a page of events, and the keys of its order. */
export async function eventPage(context: StoreContext, query: EventQuery): Promise<EventPage> {
  const { order, offset, limit } = query
  const { dialect } = context
  const filter = await withNearVenues(context, query.filter, maxBranches)
  const isSplit = isOfList(filter) && offset + limit <= maxMergedReach
  const { source, ways, isSorted, isByQuarters = false, isMerged = false } = await planOf(context, filter, order, isSplit)
  const columnOf = sortColumns(source.columns)
  const keys = keysOf(order, ({ key }) => columnOf[key])
  const sortedKeys = keysOf(order, ({ key }) => dialect.sorted(columnOf[key]))
  const commonBy = (columns: CopiedColumns) =>
    eventConditions(context, filter, { columns, drivenBy: source.linkField, withoutReadable: true, withoutAuthors: source.isByAuthor })
  const common = commonBy(source.columns)
  const branches: readonly Branch[] = isSplit ? branchesOf(ways) : [{ conditions: ways.flatMap(({ whole }) => whole) }]
  // Separate branches are found by length class, not by the index of the order.
  const commonApart = branches.some(isApart) ? commonBy(columnsBy(dialect, 'window')) : common
  // byLink comes first, so it is split whenever possible.
  const repeats = source.linkedIds.length > (isSplit ? maxBranches : 1)
  const sources = branches.map((branch) => ({
    from: branch.sortedFrom ?? source.from,
    id: source.columns.id,
    conditions: [...branch.conditions, ...(branch.sortedFrom === undefined ? common : commonApart)],
    keys: isSorted || branch.sortedFrom !== undefined ? sortedKeys : keys,
    repeats,
  }))
  return { page: mergedPageOf(sources, query, isMerged), keys, isSorted, isByQuarters }
}
