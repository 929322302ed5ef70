import type { EventFilter, EventSort, FindQuery } from '@kalends/core/store'
import { indexInOrder, isOfList, narrowIndex } from '../event-filter/index-choice.ts'
import { type EventSource, isKeyRange, isRepeating, narrowFields, narrowSource, tableSource } from '../event-filter/source.ts'
import { isByRole } from '../event-filter/where.ts'
import { hasAuthorClause, hasOnly } from '../query/bounded.ts'
import { branchesOf, maxBranches, type Split, splitByClause, type UnionBranch } from './branches.ts'
import { splitByRunning } from './long-events.ts'
import { narrowSplits } from './narrow-splits.ts'
import { quarterIndexInOrder, splitByQuarters } from './quarters.ts'
import { changedRows, narrowRows, type RowLimit } from './row-limit.ts'
import { type OrderedTime, splitByTimes } from './split-by-times.ts'

/** How a page of event ids is read, as plain data: `JSON.stringify` prints it, and `renderPage` makes the statement. */
export interface PagePlan {
  /** The rows to read: events through an index, or links. */
  readonly source: EventSource
  /** The branches of the union, at least one. */
  readonly branches: readonly UnionBranch[]
  /** Whether all matches are sorted. Otherwise the index of the source gives them in order, and reading stops at the end of the page. */
  readonly isSorted: boolean
  /** Whether all branches are in the order of the page, so that an engine may merge them without a limit for each. */
  readonly isMerged: boolean
  /** Whether a branch may give an event more than once. */
  readonly isRepeating: boolean
  /** Whether the branches are quarters, so that nearly all events that the statement reads lie in the window. */
  readonly isByQuarters: boolean
  /** Whether the first rows of the source are known to fill the page. */
  readonly isNearby?: true
  /** The plans for the case that more rows than a limit match, of which the first one applies; absent if this plan is right for any number. */
  readonly ifMany?: readonly Alternative[]
}

/** Another plan, and the limit beyond which it applies. */
export interface Alternative {
  /** The limit. */
  readonly limit: RowLimit
  /** The plan. */
  readonly plan: PagePlan
}

/** The number of conditions on fields that are tried: each takes a statement. */
const maxTriedFields = 4

/** A page that ends after this row is not looked for among the first rows. */
const maxNearbyEnd = 100

/** The number of first rows for each row before the end of a page: to check 245 events takes 0.1 ms on SQLite. */
const rowsPerNearby = 7

/** The filter members of a page among the first rows: all but those on fields have columns in the index. */
const nearbyMembers: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['readable', 'hidden', 'roles', 'startLocal', 'fields'])

/** A page that ends after this row is read from one branch: several branches would each be read as far as the page. */
const maxMergedReach = 2_000

const isOrderedTime = (key: EventSort['key']): key is OrderedTime => key === 'startLocal' || key === 'startMs' || key === 'endLocal'

/** The input of the plans of a query. */
interface PlanInput {
  readonly filter: EventFilter
  readonly order: readonly EventSort[]
  /** The first key of the order. */
  readonly sort: EventSort
  /** Whether the page may be read from several branches. */
  readonly isSplit: boolean
  /** The position of the last row of the page. */
  readonly end: number
}

/**
 * Plans a page of events.
 * @param query a circle in its filter has many venues; a circle with few was replaced by their ids
 */
export function planPage({ filter, order, offset, limit }: FindQuery<EventFilter, EventSort>): PagePlan {
  const sort = order[0] ?? { key: 'id', direction: 'asc' }
  const end = offset + limit
  const input = { filter, order, sort, isSplit: isOfList(filter) && end <= maxMergedReach, end }
  const { updatedMs } = filter
  const isWindow = narrowIndex(filter) === 'window' && narrowSource(filter, order, 'window').table === 'events' && isOfList(filter)
  if (!isWindow || updatedMs?.gte === undefined) return listPlan(input)
  if (sort.key === 'updatedMs') return planInOrder(input)
  return { ...changedPlan(input), ifMany: [{ limit: changedRows(filter, sort.key, updatedMs), plan: listPlan(input) }] }
}

/** The plan by the narrowest part of the filter, or along the index of the order if that part matches many events. */
function listPlan(input: PlanInput): PagePlan {
  const { filter, sort } = input
  const narrow = narrowPlan(input)
  const index = narrowIndex(filter)
  const isInOrder = sort.key === 'startLocal' && !isKeyRange(narrow.source)
  const byField = fieldsPlan(input, narrow)
  if (byField !== undefined) return byField
  if (isInOrder || (index !== 'window' && index !== 'authored') || !isOfList(filter)) return narrow
  const limit = narrowRows(filter, sort.key)
  return limit === undefined ? planInOrder(input) : { ...narrow, ifMany: [{ limit, plan: planInOrder(input) }] }
}

/**
 * The plan of a page by start with several conditions on fields, or with a range: in order of the start if the first events fill the page,
 * otherwise by a condition that few events meet.
 * @param narrow the plan by the condition with the fewest keys
 */
function fieldsPlan(input: PlanInput, narrow: PagePlan): PagePlan | undefined {
  const { filter, order, sort } = input
  const index = narrowIndex(filter)
  if (sort.key !== 'startLocal' || narrow.source.table !== 'fields' || index !== 'window' || !isOfList(filter)) return undefined
  const inOrder = isKeyRange(narrow.source) ? planInOrder(input) : narrow
  const others = narrowFields(filter).slice(isKeyRange(narrow.source) ? 0 : 1, maxTriedFields)
  if (others.length === 0) return undefined
  const plan = others.reduceRight((otherwise, field): PagePlan => {
    const limit = narrowRows(filter, sort.key, field)
    if (limit === undefined) return otherwise
    const source = narrowSource(filter, order, index, field)
    const splits = narrowSplits(filter, source, index)
    return { ...toPlan(source, splits, { isSplit: input.isSplit, isSorted: true }), ifMany: [{ limit, plan: otherwise }] }
  }, inOrder)
  const limit = firstRows(input, inOrder)
  return limit === undefined ? plan : { ...plan, ifMany: [{ limit, plan: { ...inOrder, isNearby: true } }, ...(plan.ifMany ?? [])] }
}

/** The limit that a plan in order of the start exceeds if its first rows fill the page; undefined if its index does not answer the rest of the filter. */
function firstRows({ filter, sort: { direction }, end }: PlanInput, { source, branches }: PagePlan): RowLimit | undefined {
  const { fields = [], readable: _, ...bounds } = filter
  if (
    branches.length > 1 ||
    source.table === 'links' ||
    end > maxNearbyEnd ||
    isByRole(filter) ||
    hasAuthorClause(filter) ||
    !hasOnly(filter, nearbyMembers)
  )
    return undefined
  const others = fields.filter((_, position) => source.table === 'events' || position !== source.position)
  return {
    source,
    branches,
    bounds,
    isByStart: true,
    mostPerBranch: end - 1,
    first: { rows: rowsPerNearby * end, direction, fields: others },
  }
}

/** The plan by the most selective links, lookups or times of the filter. Its indexes are in order of the start. */
function narrowPlan({ filter, order, sort, isSplit }: PlanInput): PagePlan {
  const index = narrowIndex(filter)
  const source = narrowSource(filter, order, index)
  const isByStart = source.table === 'events' ? index === 'window' || index === 'authored' : !isKeyRange(source)
  const isSorted = (sort.key !== 'startLocal' || !isByStart) && (isOfList(filter) || index === 'lookup')
  return toPlan(source, narrowSplits(filter, source, index), { isSplit, isSorted })
}

/** The plan for few events that have changed since a time: it reads the index by change and sorts them. */
function changedPlan({ filter, isSplit }: PlanInput): PagePlan {
  return toPlan(tableSource(filter, 'modified'), [splitByClause(filter)], { isSplit, isSorted: true })
}

/** The plan that scans the index of the order, or in a window the index by quarter for that order. */
function planInOrder(input: PlanInput): PagePlan {
  const { filter, sort, isSplit } = input
  return (isSplit ? quarterPlan(filter, sort.key) : undefined) ?? wholePlan(input)
}

function quarterPlan(filter: EventFilter, key: EventSort['key']): PagePlan | undefined {
  const index = quarterIndexInOrder[key]
  if (index === undefined) return undefined
  const [quarters, clauses] = [splitByQuarters(filter), splitByClause(filter)]
  const isWhole = quarters.parts.length === 0 || quarters.parts.length * clauses.parts.length > maxBranches
  if (isWhole) return undefined
  // Long events are sorted, and no engine sorts only as far as needed.
  const isMerged = !hasLongEvents(quarters)
  return { ...toPlan(tableSource(filter, index), [quarters, clauses], { isSplit: true, isSorted: false }), isByQuarters: true, isMerged }
}

function wholePlan({ filter, sort: { key, direction }, isSplit }: PlanInput): PagePlan {
  const times = isOrderedTime(key) ? splitByTimes(filter, key, direction) : splitByRunning(filter, direction)
  return toPlan(tableSource(filter, indexInOrder[key]), [times, splitByClause(filter)], { isSplit, isSorted: false })
}

const hasLongEvents = ({ parts }: Split): boolean => parts.some((part) => part.hasLongEvents === true)

function toPlan(
  source: EventSource,
  splits: readonly Split[],
  { isSplit, isSorted }: Pick<PlanInput, 'isSplit'> & Pick<PagePlan, 'isSorted'>,
): PagePlan {
  return {
    source,
    branches: branchesOf(splits, isSplit),
    isSorted,
    isMerged: false,
    // The split by link comes first, so it is made whenever possible.
    isRepeating: isRepeating(source, isSplit ? maxBranches : 1),
    isByQuarters: false,
  }
}
