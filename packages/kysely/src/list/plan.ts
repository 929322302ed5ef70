/*
 * How a page of event ids is read. Five filters, the plan of each, and its SQL on SQLite, printed by plan-examples.test.ts:
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

import type { EventFilter, EventSort, FindQuery, Range } from '@kalends/core/store'
import { linkFieldOf } from '../query/links.ts'
import { branchesOf, maxBranches, noSplit, type Split, splitByAuthor, splitByClause, splitByLink, type UnionBranch } from './branches.ts'
import { hasSlowConditions, hiddenBounds, isOfList, isSplitByHidden } from './filter.ts'
import {
  type EventSource,
  type IndexChoice,
  indexInOrder,
  isKeyRange,
  isSplitByRunning,
  type SelectiveField,
  selectiveFields,
  selectiveIndex,
  selectiveSource,
  tableSource,
} from './sources.ts'
import { type OrderedTime, quarterIndexInOrder, splitByQuarters, splitByRunning, splitByTimes } from './times.ts'

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
  /** The most selective index. */
  readonly index: IndexChoice
  /** Whether the page may be read from several branches. */
  readonly isSplit: boolean
}

/**
 * Plans a page of events.
 * @param query a circle in its filter has many venues; a circle with few was replaced by their ids
 */
export function planPage({ filter, order, offset, limit }: FindQuery<EventFilter, EventSort>): PagePlan {
  const sort = order[0] ?? { key: 'id', direction: 'asc' }
  const isSplit = isOfList(filter) && offset + limit <= maxMergedReach
  const input: PlanInput = { filter, order, sort, index: selectiveIndex(filter), isSplit }
  const { updatedMs } = filter
  const isWindow = (): boolean =>
    input.index === 'window' && selectiveSource(filter, order, 'window').table === 'events' && isOfList(filter)
  if (updatedMs?.gte === undefined || !isWindow()) return listPlan(input)
  if (sort.key === 'updatedMs') return planInOrder(input)
  return firstOf(changedRows(filter, sort.key, updatedMs), changedPlan(input), listPlan(input))
}

/** The plan by the most selective part of the filter, or along the index of the order if that part matches many events. */
function listPlan(input: PlanInput): PagePlan {
  const { filter, sort, index } = input
  const selective = selectivePlan(input)
  if (!isOfList(filter) || (index !== 'window' && index !== 'authored')) return selective
  if (selective.shape === 'sorted') return firstOf(selectiveRows(filter, sort.key), selective, planInOrder(input))
  // Of two conditions on fields, the second one may match few events.
  const [, second] = selective.source.table === 'fields' ? selectiveFields(filter) : []
  return second === undefined ? selective : firstOf(selectiveRows(filter, sort.key, second), sortedPlan(input, second), selective)
}

const firstOf = (limit: RowLimit | undefined, few: SortedPlan, many: PagePlan): PagePlan =>
  limit === undefined ? many : { shape: 'firstOf', limit, few, many }

/** The plan by the most selective links, lookups or times of the filter. Its indexes are in order of the start. */
function selectivePlan({ filter, order, sort, index, isSplit }: PlanInput): StatementPlan {
  const source = selectiveSource(filter, order, index)
  const isByStart = source.table === 'events' ? index === 'window' || index === 'authored' : !isKeyRange(source)
  const isSorted = (sort.key !== 'startLocal' || !isByStart) && (isOfList(filter) || index === 'lookup')
  const splits = selectiveSplits(filter, source, index)
  const [short, ...long] = isSplit && isSplitByRunning(filter, source) ? splitByRunning(filter, 'asc').parts : []
  // Long events come from events alone, so that no branch of a linked record repeats them.
  const branches =
    short === undefined
      ? branchesOf(splits, isSplit)
      : [...branchesOf([...splits, { unsplit: short, parts: [] }]), ...branchesOf([{ unsplit: {}, parts: long }, splitByClause(filter)])]
  return { shape: isSorted ? 'sorted' : 'inOrder', source, branches }
}

/** The plan that sorts the events of a condition on a field. */
function sortedPlan({ filter, order, isSplit }: PlanInput, field: SelectiveField): SortedPlan {
  const source = selectiveSource(filter, order, 'window', field)
  return { shape: 'sorted', source, branches: branchesOf(selectiveSplits(filter, source, 'window'), isSplit) }
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
  return inOrder(tableSource(filter, indexInOrder[key]), [times, splitByClause(filter, key === 'startLocal')], isSplit)
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

/** A limited count of rows before a plan is chosen, as plain data: one statement, which reads only indexes and stops at the limit. */
export interface RowLimit {
  /** The rows to read. */
  readonly source: EventSource
  /** The branches of the statement. */
  readonly branches: readonly UnionBranch[]
  /** Further conditions of each branch. */
  readonly bounds: Pick<EventFilter, 'hidden' | 'roles' | 'startLocal' | 'updatedMs'>
  /** Whether the statement orders the rows by start. Without the order, MariaDB scans from the first event of the index, not of the window. */
  readonly isByStart: boolean
  /** The maximum number of rows of each branch. */
  readonly mostPerBranch: number
}

/** Up to this many events are sorted; otherwise the index of the order is scanned until the page is full. */
const maxSorted = 2_000

/**
 * The same limit for orders whose keys the indexes of windows and links contain, so that no event has to be read. A month among a million
 * events has 15,000 of them: SQLite sorts these in 1.2 ms, and needs 21 ms to scan the index of an order that begins with other events.
 */
const maxSortedByIndex = 20_000

/**
 * The limit for keys in a page by start. Among 600,000 keys, a page of 35 takes as long by sorting 8,000 events as by checking the fields of
 * each event in order, of which one in fifty matches.
 */
const maxSortedByKeys = 8_000

/** The splits of a source that was chosen for the most selective part of a filter: its links, authors or window. */
function selectiveSplits(filter: EventFilter, source: EventSource, index: IndexChoice): readonly Split[] {
  const isByStart = index === 'window' && source.table === 'events'
  const times = isByStart ? splitByTimes(filter, 'startLocal') : noSplit
  return [splitByLink(source), splitByAuthor(filter, source), times, splitByClause(filter, isByStart)]
}

/**
 * The limit for events that have changed in a range. Of 33,000 among a million, SQLite sorts a page in 15 ms; it needs 2.4 s to read the
 * window in order, whose index does not contain the time of the change.
 */
const maxChanged = 100_000

/** The bounds of the column `hidden`, which the index contains before its other columns; none if each branch has its own. */
const boundsByHidden = (filter: EventFilter): RowLimit['bounds'] => (isSplitByHidden(filter) ? {} : hiddenBounds(filter))

/** The limit up to which the rows of a filter's links, authors or window are sorted; undefined if no index bounds these rows. */
function selectiveRows(
  filter: EventFilter,
  key: EventSort['key'],
  selectiveField: SelectiveField | undefined = selectiveFields(filter)[0],
): RowLimit | undefined {
  const { readable, startLocal } = filter
  const linkField = linkFieldOf(filter)
  const field = linkField === undefined ? selectiveField : undefined
  const isOfTable = linkField === undefined && field === undefined
  const index = isOfTable ? selectiveIndex(filter) : 'window'
  // The read scope stays, because one of its clauses may need the event itself.
  const scope = readable !== undefined && { readable }
  const ofField = field === undefined ? filter : { fields: [field.condition], ...scope }
  const linked = linkField === undefined ? ofField : { [linkField]: filter[linkField], ...scope }
  const source = selectiveSource(linked, [], index)
  const splits = selectiveSplits(filter, source, index)
  const isUnbounded = startLocal === undefined && splits.every(({ parts }) => parts.length < 2)
  if (isOfTable && index === 'window' && isUnbounded) return undefined
  const branches = branchesOf(splits)
  // Most ranges of keys contain far more rows than the higher limit, and counting up to it takes 5 ms on SQLite.
  const mostInOrder = key === 'titleKey' || key === 'updatedMs' || isKeyRange(source) ? maxSorted : maxSortedByIndex
  const most = source.table === 'fields' && key === 'startLocal' ? maxSortedByKeys : mostInOrder
  return {
    source,
    branches,
    // Keys of a range are in no order of starts: a count of those in the window may read all of them. A page by start is read in order
    // instead.
    bounds: {
      ...boundsByHidden(filter),
      ...(startLocal !== undefined && (key !== 'startLocal' || !isKeyRange(source)) && { startLocal }),
    },
    isByStart: !isKeyRange(source),
    mostPerBranch: Math.floor(most / branches.length),
  }
}

/** The limit up to which the events that have changed in a range are sorted. */
function changedRows(filter: EventFilter, key: EventSort['key'], updatedMs: Range<number>): RowLimit {
  const branches = branchesOf([splitByClause(filter)])
  // The index `modified` contains all sort keys except the title, and the columns that lists filter by.
  const isByIndex = key !== 'titleKey' && !hasSlowConditions(filter)
  const mostPerBranch = Math.floor((isByIndex ? maxChanged : maxSorted) / branches.length)
  return {
    source: tableSource(filter, 'modified'),
    branches,
    bounds: { ...boundsByHidden(filter), updatedMs },
    isByStart: false,
    mostPerBranch,
  }
}
