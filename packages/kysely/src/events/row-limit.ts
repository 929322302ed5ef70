import type { EventFilter, EventSort, Range } from '@kalends/core/store'
import { hiddenBounds, isSplitByHidden } from '../event-filter/hidden.ts'
import { type IndexChoice, narrowIndex } from '../event-filter/index-choice.ts'
import { type EventSource, isKeyRange, type NarrowField, narrowFields, narrowSource, tableSource } from '../event-filter/source.ts'
import { hasSlowConditions } from '../event-filter/where.ts'
import { linkFields } from '../query/links.ts'
import { branchesOf, noSplit, type Split, splitByAuthor, splitByClause, splitByLink, type UnionBranch } from './branches.ts'
import { splitByTimes } from './split-by-times.ts'

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

/** The splits of a source that was chosen for the narrowest part of a filter: its links, authors or window. */
export function narrowSplits(filter: EventFilter, source: EventSource, index: IndexChoice): readonly Split[] {
  const times = index === 'window' && source.table === 'events' ? splitByTimes(filter, 'startLocal') : noSplit
  return [splitByLink(source), splitByAuthor(filter, source), times, splitByClause(filter)]
}

/**
 * The limit for events that have changed in a range. Of 33,000 among a million, SQLite sorts a page in 15 ms; it needs 2.4 s to read the window in
 * order, whose index does not contain the time of the change.
 */
const maxChanged = 100_000

/** The bounds of the column `hidden`, which the index contains before its other columns; none if each branch has its own. */
const boundsByHidden = (filter: EventFilter): RowLimit['bounds'] => (isSplitByHidden(filter) ? {} : hiddenBounds(filter))

/** The limit up to which the rows of a filter's links, authors or window are sorted; undefined if no index bounds these rows. */
export function narrowRows(
  filter: EventFilter,
  key: EventSort['key'],
  narrowField: NarrowField | undefined = narrowFields(filter)[0],
): RowLimit | undefined {
  const { readable, startLocal } = filter
  const linkField = linkFields.find((name) => filter[name] !== undefined)
  const field = linkField === undefined ? narrowField : undefined
  const isOfTable = linkField === undefined && field === undefined
  const index = isOfTable ? narrowIndex(filter) : 'window'
  // The read scope stays, because one of its clauses may need the event itself.
  const scope = readable !== undefined && { readable }
  const ofField = field === undefined ? filter : { fields: [field.condition], ...scope }
  const linked = linkField === undefined ? ofField : { [linkField]: filter[linkField], ...scope }
  const source = narrowSource(linked, [], index)
  const splits = narrowSplits(filter, source, index)
  const isUnbounded = startLocal === undefined && splits.every(({ parts }) => parts.length < 2)
  if (isOfTable && index === 'window' && isUnbounded) return undefined
  const branches = branchesOf(splits)
  // Most ranges of keys contain far more rows than the higher limit, and counting up to it takes 5 ms on SQLite.
  const mostInOrder = key === 'titleKey' || key === 'updatedMs' || isKeyRange(source) ? maxSorted : maxSortedByIndex
  const most = source.table === 'fields' && key === 'startLocal' ? maxSortedByKeys : mostInOrder
  return {
    source,
    branches,
    // Keys of a range are in no order of starts: a count of those in the window may read all of them. A page by start is read in order instead.
    bounds: {
      ...boundsByHidden(filter),
      ...(startLocal !== undefined && (key !== 'startLocal' || !isKeyRange(source)) && { startLocal }),
    },
    isByStart: !isKeyRange(source),
    mostPerBranch: Math.floor(most / branches.length),
  }
}

/** The limit up to which the events that have changed in a range are sorted. */
export function changedRows(filter: EventFilter, key: EventSort['key'], updatedMs: Range<number>): RowLimit {
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
