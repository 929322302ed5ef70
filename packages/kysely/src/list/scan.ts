import type { Direction, EventFilter, EventSort, FindQuery, LinkField, Range } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { addTotals, readTotal } from '../engine/read-rows.ts'
import type { Slicing, StoreContext } from '../engine/store-context.ts'
import { allOf, type Condition, isBetween, isOneOf } from '../query/conditions.ts'
import { isLinked, linkedId, linkFieldOf } from '../query/links.ts'
import { maxBranches, splitByAuthor, splitByLink, type UnionBranch } from './branches.ts'
import { eventConditions, withNearVenues } from './conditions.ts'
import { hiddenValues, isLookup, isOfList, wallRange, withoutDistinct } from './filter.ts'
import { keysOf, type PageKey, pageOf } from './order.ts'
import { type RenderedPage, renderBranch, sortColumns } from './render.ts'
import { type IndexRange, isInKeyRange, type KeyRange, slicesById, slicesOf } from './slices.ts'
import {
  columnsOf,
  countedOnce,
  countIndex,
  type EventSource,
  fromOf,
  type IndexChoice,
  indexInOrder,
  isByAuthor,
  isKeyRange,
  isOfSource,
  isRepeating,
  linkSource,
  readPart,
  selectiveSource,
  tableOf,
  tableSource,
  totalOf,
} from './sources.ts'

/** Reads events in slices: each is a statement of its own over a range of one index, with all conditions of the filter. */

/** A scan of events: the tables, and the index order that cuts it into slices. */
interface EventScan {
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
function scanOf(context: StoreContext, filter: EventFilter, source: EventSource, direction: Direction): EventScan | undefined {
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

/** The scan by links or keys if these are in order of the start, and few; otherwise by an index of events. */
function selectiveScan(context: StoreContext, filter: EventFilter, index: IndexChoice, direction: Direction): EventScan | undefined {
  const source = selectiveSource(filter, [], index)
  const selective = source.table === 'events' || isKeyRange(source) ? undefined : scanOf(context, filter, source, direction)
  return selective ?? scanOf(context, filter, tableSource(filter, index), direction)
}

/** All conditions of a slice. The range of the index comes first: SQLite reads from the first bound of a column. */
function sliceConditions(context: StoreContext, filter: EventFilter, { source, keys }: EventScan, range: KeyRange): readonly Condition[] {
  const columns = columnsOf(context, source)
  const withoutAuthors = isByAuthor(source)
  return [
    ...isInKeyRange(keys, range),
    ...isOfSource(context, source),
    ...(withoutAuthors ? [isOneOf(context.dialect, columns.authorId, filter.authorIds ?? [])] : []),
    ...eventConditions(context, filter, { columns, ...readPart(source), withoutAuthors }),
  ]
}

/** The scan that counts events; undefined if one statement has to count them. */
function scanToCount(context: StoreContext, filter: EventFilter): EventScan | undefined {
  if (isOfList(filter)) return selectiveScan(context, filter, countIndex(filter), 'asc')
  // One statement counts links faster than a scan of all events.
  return linkFieldOf(filter) !== undefined ? undefined : scanOf(context, filter, tableSource(filter, 'id'), 'asc')
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

const slices = (context: StoreContext, slicing: Slicing, { ranges, keys }: EventScan) =>
  ranges === undefined ? slicesById(context, slicing, context.parts.events) : slicesOf(context, slicing, { ranges, keys })

/** Counts the matching events of a range. */
function countSlice(
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
 * Counts the matching single events of a range, and the series of its matching occurrences that no range before has.
 * @param known the series of the ranges before; those of this range are added
 */
async function countSeriesSlice(
  context: StoreContext,
  filter: EventFilter,
  scan: EventScan,
  range: KeyRange,
  others: readonly Condition[],
  known: Set<number>,
): Promise<number> {
  const { seriesId } = columnsOf(context, scan.source)
  const conditions = allOf([
    ...sliceConditions(context, withoutDistinct(filter), scan, range),
    ...countedOnce(context, scan.source),
    ...others,
  ])
  const totals = new Map<number, number>()
  const id = sql`coalesce(${seriesId}, 0)`
  await addTotals(
    totals,
    context.db,
    sql`select ${id} as id, ${totalOf(scan.source)} as total from ${scan.from} where ${conditions} group by ${id}`,
  )
  const singles = totals.get(0) ?? 0
  totals.delete(0)
  const before = known.size
  for (const series of totals.keys()) known.add(series)
  return singles + known.size - before
}

/**
 * Counts the matching events in slices; undefined if one statement has to count them.
 * @param filter a circle in it has many venues; a circle with few was replaced by their ids
 */
export async function countInSlices(context: StoreContext, filter: EventFilter): Promise<number | undefined> {
  const { slicing } = context
  if (slicing === undefined || isLookup(filter)) return undefined
  const linkField = linkFieldOf(filter)
  // With `distinct` each series counts once: its events need no comparison with each other, unless `afterId` applies to what is left of them.
  const series = new Set<number>()
  const isBySeries = filter.distinct !== undefined && filter.afterId === undefined
  const countRange = (some: EventFilter, scan: EventScan, range: KeyRange, others: readonly Condition[] = []): Promise<number> =>
    isBySeries ? countSeriesSlice(context, some, scan, range, others, series) : countSlice(context, some, scan, range, others)
  let total = 0
  if (linkField !== undefined && isOfList(filter)) {
    for await (const { scan, some, before } of linkScans(context, slicing, linkField, filter[linkField] ?? [], filter)) {
      // An event that links several of the records is counted with the first ones.
      const others =
        before.length === 0 ? [] : [sql<boolean>`not (${isLinked(context, linkField, columnsOf(context, scan.source).id, before)})`]
      for await (const range of slices(context, slicing, scan)) total += await countRange(some, scan, range, others)
    }
    return total
  }
  const scan = scanToCount(context, filter)
  if (scan === undefined) return undefined
  for await (const range of slices(context, slicing, scan)) total += await countRange(filter, scan, range)
  return total
}

/**
 * The maximum number of ranges of links that a count scans in parallel. A slice ends where the range with the most events has its share of
 * the rows, so that of many ranges, most of them short, it has few rows: 64 venues among a million events took 1,800 statements.
 */
const rangesAtOnce = 16

/** A scan of the links of some records. */
interface LinkScan {
  readonly scan: EventScan
  /** The filter with these records. */
  readonly some: EventFilter
  /** The records of the scans before. */
  readonly before: readonly number[]
}

/** Scans the links of some records at a time. */
async function* linkScans(
  context: StoreContext,
  slicing: Slicing,
  linkField: LinkField,
  given: readonly number[],
  filter: EventFilter,
): AsyncGenerator<LinkScan, void, undefined> {
  const ids = [...new Set(given)]
  const rangesOfRecord = new Set(filter.readable?.map(({ status }) => status)).size * hiddenValues(filter).length
  const atOnce = Math.max(1, Math.floor(rangesAtOnce / Math.max(1, rangesOfRecord)))
  for (let from = 0; from < ids.length; from += atOnce) {
    if (from > 0) await slicing.next()
    const some = { ...filter, [linkField]: ids.slice(from, from + atOnce) }
    const scan = scanOf(context, some, linkSource(some, linkField), 'asc')
    if (scan !== undefined) yield { scan, some, before: ids.slice(0, from) }
  }
}

/** Counts the matching events of each linked record in slices; undefined if one statement has to count them. */
export async function countByLinkInSlices(
  context: StoreContext,
  linkField: LinkField,
  ids: readonly number[],
  given: EventFilter,
): Promise<ReadonlyMap<number, number> | undefined> {
  const { slicing } = context
  if (slicing === undefined || given[linkField] !== undefined || !isOfList(given) || isLookup(given)) return undefined
  // The links of counted venues are read, so a circle is a condition on the venues of each event.
  const filter = linkField === 'venueIds' ? given : await withNearVenues(context, given)
  const totals = new Map<number, number>()
  const id = linkedId(linkField)
  for await (const { scan, some } of linkScans(context, slicing, linkField, ids, filter)) {
    for await (const range of slices(context, slicing, scan)) {
      const conditions = allOf(sliceConditions(context, some, scan, range))
      await addTotals(totals, context.db, sql`select ${id} as id, count(*) as total from ${scan.from} where ${conditions} group by ${id}`)
    }
  }
  return totals
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
  for await (const range of slices(context, slicing, scan)) {
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
