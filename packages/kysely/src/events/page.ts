import type { EventFilter, EventSort, FindQuery, Range } from '@kalends/core'
import { sql } from 'kysely'
import { allOf, type Column } from '../conditions.ts'
import { linkFields } from '../links.ts'
import { keysOf, mergedPageOf, type PageKey, type PageQuery } from '../page.ts'
import type { StoreContext } from '../store-context.ts'
import { byRunning } from './by-class.ts'
import { accessInQuarters, byQuarters, quarterMs } from './by-quarters.ts'
import { byTimes, type OrderedTime } from './by-times.ts'
import { type Access, accessInOrder, columnsBy, isOfList, narrowAccess } from './index-choice.ts'
import { withNearVenues } from './place.ts'
import { common, widened } from './ranges.ts'
import { isLooked } from './sliced.ts'
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
} from './source.ts'
import { type CopiedColumns, eventConditions, ofEvent, wallRange } from './where.ts'

type EventQuery = FindQuery<EventFilter, EventSort>

/** Every branch is read as far as the page reaches; deeper pages are cheaper in one. */
const maxMergedReach = 2_000

/** So many events are sorted rather than looked for along an index in their order. */
const maxSorted = 2_000

/**
 * The same for orders by what the indexes of windows and links hold, too, so that no event has to be looked at. A month among a
 * million events is 15,000 of them: sorted in 1.2 ms on SQLite, found in 21 along an order that begins far from it.
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
  /** From where. */
  readonly source: EventSource
  /** In which branches, as long as the page does not reach too far. */
  readonly ways: readonly Way[]
  /** Whether all that is found is sorted: then no index is to be read for the sake of the order. */
  readonly isSorted: boolean
  /** Whether the index gives the events of each quarter in order. */
  readonly isByQuarters?: boolean
  /** Whether the branches are merged without being read to where the page ends. */
  readonly isMerged?: boolean
}

/** What the filter's links, lookups and times narrow most. The indexes for it are in order of the start. */
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

/** The clauses beside a way. SQLite would take the index of publication, too, for what that way reads apart. */
function clausesBeside(context: StoreContext, filter: EventFilter, source: EventSource, way: Way): Way {
  if (!way.parts.some(isApart)) return byClause(context, filter, source)
  const columns = { ...source.columns, publishedMs: context.dialect.unindexed(ofEvent.publishedMs) }
  return byClause(context, filter, { ...source, columns })
}

/** All events along the index of an order, or those of each quarter along one of its own. */
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
  // What comes apart is sorted, which no engine does only so far as it is asked.
  const isMerged = context.dialect.mergesUnions && !quarters.parts.some(isApart)
  return { source, ways: [quarters, clauses], isSorted: false, isByQuarters: true, isMerged }
}

function wholePlan(context: StoreContext, filter: EventFilter, { key, direction }: EventSort): Plan {
  const source = eventTable(context, filter, accessInOrder[key])
  const times = isOrderedTime(key) ? byTimes(context, filter, source, key, direction) : byRunning(context, filter, source, direction)
  return { source, ways: [times, clausesBeside(context, filter, source, times)], isSorted: false }
}

/**
 * Whether links and window leave so few events that they are best sorted. One statement, which reads indexes alone and stops
 * early.
 */
async function areFew(context: StoreContext, filter: EventFilter, key: EventSort['key']): Promise<boolean> {
  const { hidden, startLocal } = filter
  const linkField = linkFields.find((name) => filter[name] !== undefined)
  const access = linkField === undefined ? narrowAccess(filter) : 'window'
  // The read scope stays, because a clause of it may look at the event itself.
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
  // The order leads MariaDB to the beginning of the window; it would start with the first event of all.
  const end = sql`order by ${source.columns.startWall} limit 1 offset ${most}`
  const beyond = branches.map(
    ({ conditions }) => sql`select * from (select 1 as n from ${source.from} where ${allOf([...conditions, ...common])} ${end}) as b`,
  )
  const { rows } = await sql`${sql.join(beyond, sql` union all `)}`.execute(context.db)
  return rows.length === 0
}

/** Whether so few events have changed in the range that they are best sorted. One statement, which stops early. */
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
  // The index by change holds every key but the title, and what lists filter by. A window of a quarter holds fewer events.
  const isByIndex = key !== 'titleKey' && !isLooked(filter) && lt - gte > quarterMs
  const most = Math.floor((isByIndex ? maxSortedByIndex : maxSorted) / branches.length)
  const beyond = branches.map(
    ({ conditions }) =>
      sql`select * from (select 1 as n from ${source.from} where ${allOf([...conditions, ...changed])} limit 1 offset ${most}) as b`,
  )
  const { rows } = await sql`${sql.join(beyond, sql` union all `)}`.execute(context.db)
  return rows.length === 0
}

/** What has changed since a moment, in a list that nothing else narrows as much; undefined where it is too much to be sorted. */
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

/** The ids of a page of events. */
export interface EventPage {
  /** The ids. */
  readonly page: PageQuery
  /** The keys of its order. */
  readonly keys: readonly PageKey[]
  /** Whether all that is found is sorted, because it is little. */
  readonly isSorted: boolean
  /** Whether nearly all that is looked at lies in the window: it is read quarter by quarter. */
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
  // What is read apart is found by its class, not by the index of the order.
  const commonApart = branches.some(isApart) ? commonBy(columnsBy(dialect, 'window')) : common
  // byLink comes first, so it is split whenever it can be.
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
