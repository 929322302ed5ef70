import type { EventFilter, LinkField } from '@kalends/core/store'
import { sql } from 'kysely'
import { addTotals } from '../engine/read-rows.ts'
import type { Slicing, StoreContext } from '../engine/store-context.ts'
import { allOf, type Condition } from '../query/conditions.ts'
import { isLinked, linkedId, linkFieldOf } from '../query/links.ts'
import { withNearVenues } from './conditions.ts'
import { hiddenValues, isLookup, isOfList, withoutDistinct } from './filter.ts'
import { countSlice, type EventScan, linksInOrder, scanOf, selectiveScan, sliceConditions, slicesOfScan } from './scan.ts'
import type { KeyRange } from './slices.ts'
import { columnsOf, countedOnce, countIndex, linkSource, selectiveSource, tableSource, totalOf } from './sources.ts'

/** Counts events in slices. */

/** The scan that counts events; undefined if one statement has to count them. */
function scanToCount(context: StoreContext, filter: EventFilter): EventScan | undefined {
  if (isOfList(filter)) return selectiveScan(context, filter, countIndex(filter), 'asc')
  // One statement counts links faster than a scan of all events.
  return linkFieldOf(filter) !== undefined ? undefined : scanOf(context, filter, tableSource(filter, 'id'), 'asc')
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

/** A slice of the events that a filter matches. Each event is in one slice. */
export interface CountedSlice {
  /** The scan that it is a part of. */
  readonly scan: EventScan
  /** The filter. */
  readonly some: EventFilter
  /** The range of the keys of the scan. */
  readonly range: KeyRange
  /** Further conditions, so that an event is in no other slice. */
  readonly others: readonly Condition[]
}

/**
 * The slices of all matching events; undefined if one statement has to read them.
 * @param filter a circle in it has many venues; a circle with few was replaced by their ids
 * @param isBySeries whether the caller leaves the condition of `distinct` out, and counts each series once
 */
export function slicesToCount(context: StoreContext, filter: EventFilter, isBySeries = false): AsyncIterable<CountedSlice> | undefined {
  const { slicing } = context
  if (slicing === undefined || isLookup(filter)) return undefined
  const linkField = linkFieldOf(filter)
  // `distinct` compares events, so the linked records have to be those of the whole filter.
  if (linkField !== undefined && isOfList(filter) && (isBySeries || filter.distinct === undefined))
    return slicesOfLinks(context, slicing, linkField, filter)
  const scan = scanToCount(context, filter)
  return scan === undefined ? undefined : slicesOfOne(context, slicing, scan, filter)
}

async function* slicesOfOne(context: StoreContext, slicing: Slicing, scan: EventScan, some: EventFilter): AsyncGenerator<CountedSlice> {
  for await (const range of slicesOfScan(context, slicing, scan)) yield { scan, some, range, others: [] }
}

async function* slicesOfLinks(
  context: StoreContext,
  slicing: Slicing,
  linkField: LinkField,
  filter: EventFilter,
): AsyncGenerator<CountedSlice> {
  for await (const { scan, some, before } of linkScans(context, slicing, linkField, filter[linkField] ?? [], filter)) {
    // An event that links several of the records is counted with the first ones.
    const others =
      before.length === 0 ? [] : [sql<boolean>`not (${isLinked(context, linkField, columnsOf(context, scan.source).id, before)})`]
    for await (const range of slicesOfScan(context, slicing, scan)) yield { scan, some, range, others }
  }
}

/** Counts the matching events in slices; undefined if one statement has to count them. */
export async function countInSlices(context: StoreContext, filter: EventFilter): Promise<number | undefined> {
  // With `distinct` each series counts once: its events need no comparison with each other, unless `afterId` applies to what is left of them.
  const isBySeries = filter.distinct !== undefined && filter.afterId === undefined
  const slices = slicesToCount(context, filter, isBySeries)
  if (slices === undefined) return undefined
  const series = new Set<number>()
  let total = 0
  for await (const { scan, some, range, others } of slices)
    total += await (isBySeries
      ? countSeriesSlice(context, some, scan, range, others, series)
      : countSlice(context, some, scan, range, others))
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

/**
 * The same slices, of the links of some records: each has the links to the events of a slice. The index of links has the start of their
 * events. Undefined if one statement has to read them, or if the filter reads no window of events.
 * @param ids the records, each once
 */
export function slicesByLink(
  context: StoreContext,
  linkField: LinkField,
  ids: readonly number[],
  filter: EventFilter,
): AsyncIterable<CountedSlice> | undefined {
  const slices = slicesToCount(context, filter)
  const source = linkSource({ ...filter, [linkField]: ids }, linkField)
  const wide = selectiveSource(filter, [], countIndex(filter))
  if (slices === undefined || wide.table !== 'events' || wide.index !== 'window') return undefined
  return slicesOfRecords(slices, linksInOrder(context, source), { ...filter, [linkField]: ids })
}

async function* slicesOfRecords(slices: AsyncIterable<CountedSlice>, scan: EventScan, some: EventFilter): AsyncGenerator<CountedSlice> {
  for await (const { range } of slices) yield { scan, some, range, others: [] }
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
    for await (const range of slicesOfScan(context, slicing, scan)) {
      const conditions = allOf(sliceConditions(context, some, scan, range))
      await addTotals(totals, context.db, sql`select ${id} as id, count(*) as total from ${scan.from} where ${conditions} group by ${id}`)
    }
  }
  return totals
}
