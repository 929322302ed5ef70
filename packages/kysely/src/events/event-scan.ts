import type { Direction, EventFilter, EventSort, Range } from '@kalends/core/store'
import type { RawBuilder } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { hiddenValues } from '../event-filter/hidden.ts'
import { countIndex, type IndexChoice, indexInOrder, isOfList } from '../event-filter/index-choice.ts'
import {
  columnsOf,
  drivingPart,
  type EventSource,
  fromOf,
  isByAuthor,
  isKeyRange,
  isOfSource,
  narrowSource,
  tableOf,
  tableSource,
} from '../event-filter/source.ts'
import { eventConditions, isLookup, wallRange } from '../event-filter/where.ts'
import { type Column, type Condition, isBetween, isOneOf } from '../query/conditions.ts'
import type { IndexRange } from '../query/index-scan.ts'
import { isInKeyRange, type KeyRange } from '../query/key-range.ts'
import { linkFields } from '../query/links.ts'
import { maxBranches, splitByAuthor, splitByLink, type UnionBranch } from './branches.ts'
import { renderBranch, sortColumns } from './render-page.ts'

/** Chooses the index along which events are read in slices (sliced.ts). */

/** A scan of events: the tables, and the index order that cuts it into slices. */
export interface EventScan {
  /** The rows to read. */
  readonly source: EventSource
  /** The tables, with the index that SQLite has to read. */
  readonly from: RawBuilder<unknown>
  /** The ranges of the index; undefined if events are scanned by id. */
  readonly ranges?: readonly IndexRange[]
  /** The keys of the index; the last one is the event's id. */
  readonly keys: readonly Column[]
  /** The direction of the scan. */
  readonly direction: Direction
}

/** The key by which each index orders the events of a range. */
const orderOfIndex: Readonly<Partial<Record<IndexChoice, EventSort['key']>>> = {
  window: 'startLocal',
  instant: 'startMs',
  end: 'endLocal',
  title: 'titleKey',
  modified: 'updatedMs',
  publication: 'publishedMs',
  authored: 'startLocal',
}

/** The bounds of a filter on a key itself. */
function boundsOf(filter: EventFilter, key: EventSort['key']): Range<number> | undefined {
  if (key === 'startLocal' || key === 'endLocal') return wallRange(filter[key])
  return key === 'startMs' || key === 'updatedMs' ? filter[key] : undefined
}

/** The ranges of an index with equal values in the columns before its key, as branches; none if there are too many. */
function branchesOf(filter: EventFilter, source: EventSource): readonly UnionBranch[] {
  const { parts: starts } = source.table === 'events' ? splitByAuthor(filter, source) : splitByLink(source)
  const statuses = [...new Set((filter.readable ?? []).map(({ status }) => status))]
  // The index by publication continues with the time.
  const hidden = source.table === 'events' && source.index === 'publication' ? [{}] : hiddenValues(filter).map((one) => ({ hidden: [one] }))
  const isSplit = source.table !== 'events' || isByAuthor(source)
  const branches = (isSplit ? starts : [{}]).flatMap((start) =>
    statuses.flatMap((status) => hidden.map((one): UnionBranch => ({ ...start, readable: [{ status }], ...one }))),
  )
  return branches.length > maxBranches ? [] : branches
}

/** The scan of a source along its index; undefined if it has too many ranges. */
export function scanOf(context: StoreContext, filter: EventFilter, source: EventSource, direction: Direction): EventScan | undefined {
  const key = source.table === 'events' ? orderOfIndex[source.index ?? 'id'] : 'startLocal'
  const columns = columnsOf(context, source)
  const from = fromOf(context, source)
  if (key === undefined) return { source, from, keys: [columns.id], direction }
  const column = sortColumns(columns)[key]
  const ranges = branchesOf(filter, source).map((branch): IndexRange => {
    const conditions = [...renderBranch(context, branch, { source, columns, filter: {} }), ...isBetween(column, boundsOf(filter, key))]
    return { from: tableOf(context, source), conditions }
  })
  return ranges.length === 0 ? undefined : { source, from, ranges, keys: [column, columns.id], direction }
}

/** The scan by links or keys if these are in order of the start, and few; otherwise by an index of events. */
function narrowScan(context: StoreContext, filter: EventFilter, index: IndexChoice, direction: Direction): EventScan | undefined {
  const source = narrowSource(filter, [], index)
  const narrow = source.table === 'events' || isKeyRange(source) ? undefined : scanOf(context, filter, source, direction)
  return narrow ?? scanOf(context, filter, tableSource(filter, index), direction)
}

/** All conditions of a slice. The range of the index comes first: SQLite reads from the first bound of a column. */
export function conditionsOf(
  context: StoreContext,
  filter: EventFilter,
  { source, keys, direction }: EventScan,
  range: KeyRange,
): readonly Condition[] {
  const columns = columnsOf(context, source)
  const withoutAuthors = isByAuthor(source)
  return [
    ...isInKeyRange(keys, direction, range),
    ...isOfSource(context, source),
    ...(withoutAuthors ? [isOneOf(context.dialect, columns.authorId, filter.authorIds ?? [])] : []),
    ...eventConditions(context, filter, { columns, ...drivingPart(source), withoutAuthors }),
  ]
}

/** The scan that counts events; undefined if one statement has to count them. */
export function scanToCount(context: StoreContext, filter: EventFilter): EventScan | undefined {
  if (isOfList(filter)) return narrowScan(context, filter, countIndex(filter), 'asc')
  // One statement counts links faster than a scan of all events.
  const hasLinks = linkFields.some((linkField) => filter[linkField] !== undefined)
  return hasLinks ? undefined : scanOf(context, filter, tableSource(filter, 'id'), 'asc')
}

/** The scan that reads events in the order of a page; undefined if one statement has to read the page. */
export function scanInOrder(context: StoreContext, filter: EventFilter, order: readonly EventSort[]): EventScan | undefined {
  const [first, second, ...more] = order
  if (first === undefined || isLookup(filter)) return undefined
  const { key, direction } = first
  // A scan by id is in ascending order.
  if (key === 'id')
    return second === undefined && direction === 'asc' ? scanOf(context, filter, tableSource(filter, 'id'), direction) : undefined
  const isIndexOrder = second?.key === 'id' && second.direction === direction && more.length === 0
  if (!isIndexOrder || !isOfList(filter)) return undefined
  if (key !== 'startLocal') return scanOf(context, filter, tableSource(filter, indexInOrder[key]), direction)
  return narrowScan(context, filter, filter.authorIds === undefined ? 'window' : 'authored', direction)
}
