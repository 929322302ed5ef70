import type { Direction, EventFilter, EventSort, FindQuery, Range } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { readTotal } from '../engine/read-rows.ts'
import type { Slicing, StoreContext } from '../engine/store-context.ts'
import { allOf, type Condition, isBetween, isOneOf } from '../query/conditions.ts'
import { maxBranches, splitByAuthor, splitByLink, type UnionBranch } from './branches.ts'
import { eventConditions } from './conditions.ts'
import { hiddenValues, isLookup, isOfList, wallRange } from './filter.ts'
import { keysOf, type PageKey, pageOf } from './order.ts'
import { type RenderedPage, renderBranch, sortColumns } from './render.ts'
import { type IndexRange, isInKeyRange, type KeyRange, slicesById, slicesOf } from './slices.ts'
import {
  columnsOf,
  countedOnce,
  type EventSource,
  fromOf,
  type IndexChoice,
  indexInOrder,
  isByAuthor,
  isKeyRange,
  isOfSource,
  isRepeating,
  type LinkSource,
  readPart,
  selectiveSource,
  tableOf,
  tableSource,
  totalOf,
} from './sources.ts'

/** Reads events in slices: each is a statement of its own over a range of one index, with all conditions of the filter. */

/** A scan of events: the tables, and the index order that cuts it into slices. */
export interface EventScan {
  /** The rows to read. */
  readonly source: EventSource
  /** The tables, with the index that SQLite has to read. */
  readonly from: RawBuilder<unknown>
  /** The ranges of the index; undefined if events are scanned by id. */
  readonly ranges?: readonly IndexRange[]
  /** The keys of the index; the last one is the event's id. */
  readonly keys: readonly PageKey[]
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
function rangesOf(filter: EventFilter, source: EventSource): readonly UnionBranch[] {
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
  const key = source.table === 'events' ? (orderOfIndex[source.index ?? 'id'] ?? 'id') : 'startLocal'
  const columns = columnsOf(context, source)
  const columnOf = sortColumns(columns)
  const order = [key, 'id' as const].map((one): EventSort => ({ key: one, direction }))
  const scan = { source, from: fromOf(context, source), keys: keysOf(order, (sort) => columnOf[sort.key]) }
  if (key === 'id') return scan
  const ranges = rangesOf(filter, source).map((branch): IndexRange => {
    const conditions = [
      ...renderBranch(context, branch, { source, columns, filter: {} }),
      ...isBetween(columnOf[key], boundsOf(filter, key)),
    ]
    return { from: tableOf(context, source), conditions }
  })
  return ranges.length === 0 ? undefined : { ...scan, ranges }
}

/** A scan of links by the start of their events, whose slices are those of another scan. */
export function linksInOrder(context: StoreContext, source: LinkSource): EventScan {
  const columnOf = sortColumns(columnsOf(context, source))
  const order = (['startLocal', 'id'] as const).map((key): EventSort => ({ key, direction: 'asc' }))
  return { source, from: fromOf(context, source), keys: keysOf(order, ({ key }) => columnOf[key]) }
}

/** The scan by links or keys if these are in order of the start, and few; otherwise by an index of events. */
export function selectiveScan(context: StoreContext, filter: EventFilter, index: IndexChoice, direction: Direction): EventScan | undefined {
  const source = selectiveSource(filter, [], index)
  const selective = source.table === 'events' || isKeyRange(source) ? undefined : scanOf(context, filter, source, direction)
  return selective ?? scanOf(context, filter, tableSource(filter, index), direction)
}

/** All conditions of a slice. The range of the index comes first: SQLite reads from the first bound of a column. */
export function sliceConditions(
  context: StoreContext,
  filter: EventFilter,
  { source, keys }: EventScan,
  range: KeyRange,
): readonly Condition[] {
  const columns = columnsOf(context, source)
  const withoutAuthors = isByAuthor(source)
  return [
    ...isInKeyRange(keys, range),
    ...isOfSource(context, source),
    ...(withoutAuthors ? [isOneOf(context.dialect, columns.authorId, filter.authorIds ?? [])] : []),
    ...eventConditions(context, filter, { columns, ...readPart(source), withoutAuthors }),
  ]
}

/** The scan that reads events in the order of a page; undefined if one statement has to read the page. */
function scanInOrder(context: StoreContext, filter: EventFilter, order: readonly EventSort[]): EventScan | undefined {
  const [first, second, ...more] = order
  if (first === undefined || isLookup(filter)) return undefined
  const { key, direction } = first
  // A scan by id is in ascending order.
  if (key === 'id')
    return second === undefined && direction === 'asc' ? scanOf(context, filter, tableSource(filter, 'id'), direction) : undefined
  const isIndexOrder = second?.key === 'id' && second.direction === direction && more.length === 0
  if (!isIndexOrder || !isOfList(filter)) return undefined
  if (key !== 'startLocal') return scanOf(context, filter, tableSource(filter, indexInOrder[key]), direction)
  return selectiveScan(context, filter, filter.authorIds === undefined ? 'window' : 'authored', direction)
}

/** Yields the slices of a scan as ranges of its keys, at least one. */
export const slicesOfScan = (context: StoreContext, slicing: Slicing, { ranges, keys }: EventScan) =>
  ranges === undefined ? slicesById(context, slicing, context.parts.events) : slicesOf(context, slicing, { ranges, keys })

/** Counts the matching events of a range. */
export function countSlice(
  context: StoreContext,
  filter: EventFilter,
  scan: EventScan,
  range: KeyRange,
  others: readonly Condition[] = [],
): Promise<number> {
  const conditions = allOf([...sliceConditions(context, filter, scan, range), ...countedOnce(context, scan.source), ...others])
  return readTotal(context.db, sql`select ${totalOf(scan.source)} as total from ${scan.from} where ${conditions}`)
}

/**
 * Reads a page of records in slices; undefined if one statement has to read it.
 * @param query a circle in its filter has many venues; a circle with few was replaced by their ids
 * @param read reads the records of one slice
 */
export async function findInSlices<R>(
  context: StoreContext,
  slicing: Slicing,
  query: FindQuery<EventFilter, EventSort>,
  read: (part: RenderedPage) => Promise<readonly R[]>,
): Promise<readonly R[] | undefined> {
  const { filter } = query
  const scan = scanInOrder(context, filter, query.order)
  if (scan === undefined) return undefined
  const { keys } = scan
  const found: R[] = []
  let { offset } = query
  for await (const range of slicesOfScan(context, slicing, scan)) {
    if (offset > 0) {
      // A range before the page is counted instead of read.
      const skipped = await countSlice(context, filter, scan, range)
      if (skipped <= offset) {
        offset -= skipped
        continue
      }
    }
    const conditions = sliceConditions(context, filter, scan, range)
    const select = { from: scan.from, id: columnsOf(context, scan.source).id, conditions, keys, repeats: isRepeating(scan.source) }
    found.push(...(await read({ page: pageOf(select, { offset, limit: query.limit - found.length }), keys })))
    offset = 0
    if (found.length >= query.limit) return found
  }
  return found
}
