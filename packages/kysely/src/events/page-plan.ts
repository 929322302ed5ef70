/*
 * How a page of event ids is read. Five filters, the plan of each, and its SQL on SQLite, printed by page-plan-examples.test.ts:
 *
 * a month, by start: inOrder
 *   inOrder: select e.id as id, e.start_wall as k0, e.id as k1 from events as e indexed by events_window where e.status = 'publish'
 *     and e.hidden = 0 and e.start_wall >= 1798761600000 and e.start_wall < 1801440000000 order by k0 asc, k1 asc limit 35 offset 0
 *
 * two categories, by start: inOrder
 *   inOrder: select * from (select * from (select l.event_id as id, l.start_wall as k0, l.event_id as k1 from event_terms as l where
 *     l.term_id = 1 and l.taxonomy = 'category' and l.status = 'publish' and l.hidden = 0 order by k0 asc, k1 asc limit 35) as b union
 *     select * from (select l.event_id as id, l.start_wall as k0, l.event_id as k1 from event_terms as l where l.term_id = 2 and
 *     l.taxonomy = 'category' and l.status = 'publish' and l.hidden = 0 order by k0 asc, k1 asc limit 35) as b) as u order by k0 asc, k1
 *     asc limit 35 offset 0
 *
 * two ids, by title: sorted
 *   sorted: select e.id as id, +e.title_key as k0, +e.id as k1 from events as e where +e.status = 'publish' and +e.hidden = 0 and e.id
 *     in (1, 2) order by k0 asc, k1 asc limit 35 offset 0
 *
 * a month, by title: firstOf
 *   limit: select * from (select 1 as n from events as e indexed by events_window where e.status = 'publish' and e.hidden = 0 and
 *     e.start_wall >= 1798761600000 and e.start_wall < 1801440000000 order by e.start_wall limit 1 offset 2000) as b
 *   sorted: select e.id as id, +e.title_key as k0, +e.id as k1 from events as e indexed by events_window where e.status = 'publish'
 *     and e.hidden = 0 and e.start_wall >= 1798761600000 and e.start_wall < 1801440000000 order by k0 asc, k1 asc limit 35 offset 0
 *   inOrder: select e.id as id, e.title_key as k0, e.id as k1 from events as e indexed by events_title where e.status = 'publish' and
 *     e.hidden = 0 and e.start_wall >= 1798761600000 and e.start_wall < 1801440000000 order by k0 asc, k1 asc limit 35 offset 0
 *
 * a range of a field, by start: firstOf
 *   limit: select * from (select 1 as n from event_fields as l where l.name = 'seats' and l.key_text >= 'n1' and l.key_text < 'n2' and
 *     l.status = 'publish' and l.hidden = 0 order by l.key_text limit 1 offset 8000) as b
 *   sorted: select l.event_id as id, +l.start_wall as k0, +l.event_id as k1 from event_fields as l where l.name = 'seats' and
 *     l.key_text >= 'n1' and l.key_text < 'n2' and l.status = 'publish' and l.hidden = 0 and (l.position = 0 or not (exists (select 1
 *     from event_fields as f where f.event_id = l.event_id and f.name = l.name and f.key_text < l.key_text and f.key_text >= 'n1')))
 *     order by k0 asc, k1 asc limit 35 offset 0
 *   inOrder: select e.id as id, e.start_wall as k0, e.id as k1 from events as e indexed by events_window where e.status = 'publish'
 *     and e.hidden = 0 and exists (select 1 from event_fields as f where f.event_id = e.id and f.name = 'seats' and f.key_text >= 'n1'
 *     and f.key_text < 'n2') order by k0 asc, k1 asc limit 35 offset 0
 */

import type { EventFilter, EventSort, FindQuery } from '@kalends/core/store'
import { indexInOrder, isOfList, narrowIndex } from '../event-filter/index-choice.ts'
import { type EventSource, isKeyRange, type NarrowField, narrowFields, narrowSource, tableSource } from '../event-filter/source.ts'
import { branchesOf, maxBranches, type Split, splitByClause, type UnionBranch } from './branches.ts'
import { splitByRunning } from './long-events.ts'
import { quarterIndexInOrder, splitByQuarters } from './quarters.ts'
import { changedRows, narrowRows, narrowSplits, type RowLimit } from './row-limit.ts'
import { type OrderedTime, splitByTimes } from './split-by-times.ts'

/** The rows that a page reads in one statement. */
interface PageRows {
  /** The rows to read: events through an index, links, or keys of a field. */
  readonly source: EventSource
  /** The branches of the union, at least one. */
  readonly branches: readonly UnionBranch[]
}

/** All matches are read and sorted. */
export interface SortedPlan extends PageRows {
  /** Its shape. */
  readonly shape: 'sorted'
}

/** The index of the source gives the matches in order, and reading stops at the end of the page. */
export interface InOrderPlan extends PageRows {
  /** Its shape. */
  readonly shape: 'inOrder'
}

/** Two plans, of which a bounded count chooses one. */
export interface FirstOfPlan {
  /** Its shape. */
  readonly shape: 'firstOf'
  /** The limit of the count. */
  readonly limit: RowLimit
  /** The plan if at most that many rows match. */
  readonly few: SortedPlan
  /** The plan if more rows match. */
  readonly many: PagePlan
}

/** A plan of one statement. */
export type StatementPlan = SortedPlan | InOrderPlan

/** How a page of event ids is read, as plain data: `JSON.stringify` prints it, and `renderPage` makes the statement. */
export type PagePlan = StatementPlan | FirstOfPlan

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

/**
 * Plans a page of events.
 * @param query a circle in its filter has many venues; a circle with few was replaced by their ids
 */
export function planPage({ filter, order, offset, limit }: FindQuery<EventFilter, EventSort>): PagePlan {
  const sort = order[0] ?? { key: 'id', direction: 'asc' }
  const input: PlanInput = { filter, order, sort, isSplit: isOfList(filter) && offset + limit <= maxMergedReach }
  const { updatedMs } = filter
  const isWindow = narrowIndex(filter) === 'window' && narrowSource(filter, order, 'window').table === 'events' && isOfList(filter)
  if (!isWindow || updatedMs?.gte === undefined) return listPlan(input)
  if (sort.key === 'updatedMs') return planInOrder(input)
  return firstOf(changedRows(filter, sort.key, updatedMs), changedPlan(input), listPlan(input))
}

/** The plan by the narrowest part of the filter, or along the index of the order if that part matches many events. */
function listPlan(input: PlanInput): PagePlan {
  const { filter, sort } = input
  const narrow = narrowPlan(input)
  const index = narrowIndex(filter)
  if (!isOfList(filter) || (index !== 'window' && index !== 'authored')) return narrow
  if (narrow.shape === 'sorted') return firstOf(narrowRows(filter, sort.key), narrow, planInOrder(input))
  // Of two conditions on fields, the second one may match few events.
  const [, second] = narrow.source.table === 'fields' ? narrowFields(filter) : []
  return second === undefined ? narrow : firstOf(narrowRows(filter, sort.key, second), sortedPlan(input, second), narrow)
}

const firstOf = (limit: RowLimit | undefined, few: SortedPlan, many: PagePlan): PagePlan =>
  limit === undefined ? many : { shape: 'firstOf', limit, few, many }

/** The plan by the most selective links, lookups or times of the filter. Its indexes are in order of the start. */
function narrowPlan({ filter, order, sort, isSplit }: PlanInput): StatementPlan {
  const index = narrowIndex(filter)
  const source = narrowSource(filter, order, index)
  const isByStart = source.table === 'events' ? index === 'window' || index === 'authored' : !isKeyRange(source)
  const isSorted = (sort.key !== 'startLocal' || !isByStart) && (isOfList(filter) || index === 'lookup')
  return { shape: isSorted ? 'sorted' : 'inOrder', source, branches: branchesOf(narrowSplits(filter, source, index), isSplit) }
}

/** The plan that sorts the events of a condition on a field. */
function sortedPlan({ filter, order, isSplit }: PlanInput, field: NarrowField): SortedPlan {
  const source = narrowSource(filter, order, 'window', field)
  return { shape: 'sorted', source, branches: branchesOf(narrowSplits(filter, source, 'window'), isSplit) }
}

/** The plan for few events that have changed since a time: it reads the index by change and sorts them. */
const changedPlan = ({ filter, isSplit }: PlanInput): SortedPlan => ({
  shape: 'sorted',
  source: tableSource(filter, 'modified'),
  branches: branchesOf([splitByClause(filter)], isSplit),
})

/** The plan that scans the index of the order, or in a window the index by quarter for that order. */
function planInOrder({ filter, sort: { key, direction }, isSplit }: PlanInput): InOrderPlan {
  const quarters = isSplit ? quarterPlan(filter, key) : undefined
  if (quarters !== undefined) return quarters
  const times = isOrderedTime(key) ? splitByTimes(filter, key, direction) : splitByRunning(filter, direction)
  return inOrder(tableSource(filter, indexInOrder[key]), [times, splitByClause(filter)], isSplit)
}

function quarterPlan(filter: EventFilter, key: EventSort['key']): InOrderPlan | undefined {
  const index = quarterIndexInOrder[key]
  if (index === undefined) return undefined
  const [quarters, clauses] = [splitByQuarters(filter), splitByClause(filter)]
  const isWhole = quarters.parts.length === 0 || quarters.parts.length * clauses.parts.length > maxBranches
  return isWhole ? undefined : inOrder(tableSource(filter, index), [quarters, clauses], true)
}

const inOrder = (source: EventSource, splits: readonly Split[], isSplit: boolean): InOrderPlan => ({
  shape: 'inOrder',
  source,
  branches: branchesOf(splits, isSplit),
})
