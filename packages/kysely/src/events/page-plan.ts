import type { EventFilter, EventSort, FieldCondition, FindQuery } from '@kalends/core/store'
import { indexInOrder, isOfList, narrowIndex } from '../event-filter/index-choice.ts'
import {
  type EventSource,
  isKeyRange,
  isRepeating,
  type NarrowField,
  narrowFields,
  narrowSource,
  tableSource,
} from '../event-filter/source.ts'
import { isByRole, withoutFields } from '../event-filter/where.ts'
import { hasAuthorClause, hasOnly } from '../query/bounded.ts'
import { branchesOf, maxBranches, type Split, splitByClause, type UnionBranch } from './branches.ts'
import { splitByRunning } from './long-events.ts'
import { narrowSplits } from './narrow-splits.ts'
import { quarterIndexInOrder, splitByQuarters } from './quarters.ts'
import { changedRows, fewRows, keyRows, narrowRows, type RowLimit } from './row-limit.ts'
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
  /** Only the first rows of the source, in the order of the start, are checked for conditions on other fields; absent: all rows. */
  readonly firstRows?: number
  /** Whether the source is known to have few rows. */
  readonly isOfFew?: true
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

/** A bounded page ends at this row or before it. */
const maxBoundedEnd = 100

/** The number of conditions on fields of a bounded page: each is looked up for each row. */
const maxBoundedFields = 2

/** A bounded page sorts the events of up to this many keys, in its window or not: to count as many takes 0.1 ms on SQLite. */
const maxBoundedKeys = 4_000

/** The number of first rows that a bounded page checks for each row before its end: to check 245 events takes 0.2 ms on SQLite. */
const firstRowsPerRow = 7

/** The filter members of a bounded page: all but those on fields have columns in the indexes of keys and of the window. */
const boundedMembers: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['readable', 'hidden', 'roles', 'startLocal', 'fields'])

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
}

function inputOf({ filter, order, offset, limit }: FindQuery<EventFilter, EventSort>): PlanInput {
  const sort = order[0] ?? { key: 'id', direction: 'asc' }
  return { filter, order, sort, isSplit: isOfList(filter) && offset + limit <= maxMergedReach }
}

/**
 * Plans a page of events.
 * @param query a circle in its filter has many venues; a circle with few was replaced by their ids
 */
export function planPage(query: FindQuery<EventFilter, EventSort>): PagePlan {
  const input = inputOf(query)
  const { filter, order, sort } = input
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

/** How a page by start with several conditions on fields, or with a range, may be read. */
interface FieldPlans {
  /** In order of the start. */
  readonly inOrder: PagePlan
  /** By conditions whose events come in another order. */
  readonly others: readonly NarrowField[]
}

/**
 * The plans of a page by start by its conditions on fields; undefined if one condition on keys is all that matters.
 * @param narrow the plan by the condition with the fewest keys
 */
function fieldPlans(input: PlanInput, narrow: PagePlan): FieldPlans | undefined {
  const { filter, sort } = input
  if (sort.key !== 'startLocal' || narrow.source.table !== 'fields' || narrowIndex(filter) !== 'window' || !isOfList(filter))
    return undefined
  const isRange = isKeyRange(narrow.source)
  const others = narrowFields(filter).slice(isRange ? 0 : 1, maxTriedFields)
  return others.length === 0 ? undefined : { inOrder: isRange ? planInOrder(input) : narrow, others }
}

/** The plan that sorts the events of a condition on a field. */
function sortedPlan({ filter, order, isSplit }: PlanInput, field: NarrowField): PagePlan {
  const source = narrowSource(filter, order, 'window', field)
  return toPlan(source, narrowSplits(filter, source, 'window'), { isSplit, isSorted: true })
}

/** The plan by conditions on fields: in order of the start if the window has few events, otherwise by a condition that few events meet. */
function fieldsPlan(input: PlanInput, narrow: PagePlan): PagePlan | undefined {
  const plans = fieldPlans(input, narrow)
  if (plans === undefined) return undefined
  const { filter } = input
  const { inOrder, others } = plans
  const plan = others.reduceRight((otherwise, field): PagePlan => {
    const limit = narrowRows(filter, 'startLocal', field)
    return limit === undefined ? otherwise : { ...sortedPlan(input, field), ifMany: [{ limit, plan: otherwise }] }
  }, inOrder)
  const limit = fewRows(inOrder.source.table === 'events' ? withoutFields(filter) : filter)
  return limit === undefined ? plan : { ...inOrder, isOfFew: true, ifMany: [{ limit, plan }] }
}

/** A plan that reads few rows, whatever the number of events. It is right if its limit is not exceeded, or with `firstRows` if its page is full. */
export interface BoundedPlan {
  /** The plan. */
  readonly plan: PagePlan
  /** The limit; absent if the plan has `firstRows`. */
  readonly limit?: RowLimit
}

/**
 * The bounded plans of a page by start with several conditions on fields, or with a range, in the order in which they are tried: by the first
 * rows in order of the start, and by the keys of a condition, if they are few. A scan reads the page if no plan is right.
 */
export function planBoundedPage(query: FindQuery<EventFilter, EventSort>): readonly BoundedPlan[] {
  const { filter, offset, limit } = query
  const { fields = [] } = filter
  if (fields.length === 0 || fields.length > maxBoundedFields || offset + limit > maxBoundedEnd || !hasOnly(filter, boundedMembers))
    return []
  if (isByRole(filter) || hasAuthorClause(filter)) return []
  const input = inputOf(query)
  const { inOrder, others: [other] = [] } = fieldPlans(input, narrowPlan(input)) ?? {}
  if (inOrder === undefined || other === undefined || inOrder.branches.length > 1) return []
  const byFirstRows: BoundedPlan = { plan: { ...inOrder, firstRows: firstRowsPerRow * (offset + limit) } }
  const sorted = sortedPlan(input, other)
  const byKeys: BoundedPlan = { plan: sorted, limit: keyRows(sorted.source, maxBoundedKeys) }
  // A range with two ends rather has few keys than one with an open end.
  return isClosed(other.condition) ? [byKeys, byFirstRows] : [byFirstRows, byKeys]
}

/** Whether a condition is a range with two ends. An open end is the type of the keys alone, which is one character. */
const isClosed = ({ range }: FieldCondition): boolean => [range?.gte, range?.lt].every((key = '') => key.length > 1)

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
