import type { EventFilter, EventSort, FindQuery, LinkField } from '@kalends/core/store'
import { sql } from 'kysely'
import type { Slicing } from '../engine/scans/slices.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { ofEvent } from '../event-filter/columns.ts'
import { hiddenValues } from '../event-filter/hidden.ts'
import { isOfList } from '../event-filter/index-choice.ts'
import { withNearVenues } from '../event-filter/place.ts'
import { columnsOf, countedOnce, isRepeating, linkSource, totalOf } from '../event-filter/source.ts'
import { isLookup } from '../event-filter/where.ts'
import { allOf, type Condition } from '../query/conditions.ts'
import { slicesById, slicesOf } from '../query/index-scan.ts'
import type { KeyRange } from '../query/key-range.ts'
import { isLinked, linkedId, linkFields } from '../query/links.ts'
import { keysOf, pageOf } from '../query/page.ts'
import { conditionsOf, type EventScan, scanInOrder, scanOf, scanToCount } from './event-scan.ts'
import type { RenderedPage } from './render-page.ts'

/** Reads events in slices. Each slice is a statement of its own over a range of one index, with all conditions of the filter. */

const slices = (context: StoreContext, slicing: Slicing, { ranges, keys, direction }: EventScan) =>
  ranges === undefined ? slicesById(context, slicing, context.parts.events) : slicesOf(context, slicing, { ranges, keys, direction })

/** Counts the matching events of a range. */
async function countSlice(
  context: StoreContext,
  filter: EventFilter,
  scan: EventScan,
  range: KeyRange,
  others: readonly Condition[] = [],
): Promise<number> {
  const conditions = allOf([...conditionsOf(context, filter, scan, range), ...countedOnce(context, scan.source), ...others])
  const statement = sql<{ total: unknown }>`select ${totalOf(scan.source)} as total from ${scan.from} where ${conditions}`
  return Number((await statement.execute(context.db)).rows[0]?.total)
}

/**
 * Counts the matching events in slices; undefined if one statement has to count them.
 * @param filter a circle in it has many venues; a circle with few was replaced by their ids
 */
export async function countInSlices(context: StoreContext, filter: EventFilter): Promise<number | undefined> {
  const { slicing } = context
  if (slicing === undefined || isLookup(filter)) return undefined
  const linkField = linkFields.find((name) => filter[name] !== undefined)
  let total = 0
  if (linkField !== undefined && isOfList(filter)) {
    for await (const { scan, some, before } of linkScans(context, slicing, linkField, filter[linkField] ?? [], filter)) {
      // An event that links several of the records is counted with the first ones.
      const others =
        before.length === 0 ? [] : [sql<boolean>`not (${isLinked(context, linkField, columnsOf(context, scan.source).id, before)})`]
      for await (const range of slices(context, slicing, scan)) total += await countSlice(context, some, scan, range, others)
    }
    return total
  }
  const scan = scanToCount(context, filter)
  if (scan === undefined) return undefined
  for await (const range of slices(context, slicing, scan)) total += await countSlice(context, filter, scan, range)
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
      const conditions = allOf(conditionsOf(context, some, scan, range))
      const { rows } = await sql<{ id: unknown; total: unknown }>`
        select ${id} as id, count(*) as total from ${scan.from} where ${conditions} group by ${id}`.execute(context.db)
      for (const row of rows) totals.set(Number(row.id), (totals.get(Number(row.id)) ?? 0) + Number(row.total))
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
  const keys = keysOf(query.order, ({ key }) => (key === 'id' ? scan.keys.at(-1) : scan.keys[0]) ?? ofEvent.id)
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
    const conditions = conditionsOf(context, filter, scan, range)
    const select = { from: scan.from, id: columnsOf(context, scan.source).id, conditions, keys, repeats: isRepeating(scan.source) }
    found.push(...(await read({ page: pageOf(select, { offset, limit: query.limit - found.length }), keys })))
    offset = 0
    if (found.length >= query.limit) return found
  }
  return found
}
