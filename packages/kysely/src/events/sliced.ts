import type { EventFilter, EventSort, FindQuery, LinkField } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Slicing } from '../engine/scans/slices.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { ofEvent } from '../event-filter/columns.ts'
import { hiddenValues } from '../event-filter/hidden.ts'
import { isOfList } from '../event-filter/index-choice.ts'
import { withNearVenues } from '../event-filter/place.ts'
import { columnsOf, isRepeating } from '../event-filter/source.ts'
import { hasSlowConditions, isLookup } from '../event-filter/where.ts'
import { allOf, type Condition } from '../query/conditions.ts'
import { slicesById, slicesOf } from '../query/index-scan.ts'
import type { KeyRange } from '../query/key-range.ts'
import { isLinked, linkedId, linkFields } from '../query/links.ts'
import { keysOf, pageOf } from '../query/page.ts'
import { maxBranches } from './branches.ts'
import { countedOnce, totalOf } from './counted-once.ts'
import { alongLinks, conditionsOf, type EventScan, maxRanges, scanInOrder, scanToCount } from './event-scan.ts'
import type { RenderedPage } from './render-page.ts'

/** Reads events in slices. Each slice is a statement of its own over a range of one index, with all conditions of the filter. */

/** The maximum number of rows of a slice whose conditions read the text or the place of each event. */
const mostOfSlow = 2_000

const slices = (context: StoreContext, slicing: Slicing, filter: EventFilter, { indexScan }: EventScan) =>
  indexScan === undefined
    ? slicesById(context, slicing, context.parts.events)
    : slicesOf(context, slicing, indexScan, hasSlowConditions(filter) ? mostOfSlow : undefined)

/**
 * The maximum number of linked records whose ranges are scanned in parallel by a count. A slice ends where the range with the most events
 * has its share of the rows, so that of many ranges, most of them short, it has few rows: 64 venues among a million events took 1,800
 * statements.
 */
const linksAtOnce = 16

/** What a count depends on besides its filter. */
interface CountedWith {
  /** What to add up of each event, instead of 1. */
  readonly summed?: RawBuilder<unknown> | undefined
  /** More conditions. */
  readonly others?: readonly Condition[] | undefined
}

/** Counts the matching events of a range. */
async function countSlice(
  context: StoreContext,
  filter: EventFilter,
  scan: EventScan,
  range: KeyRange,
  { summed, others = [] }: CountedWith = {},
): Promise<number> {
  const conditions = allOf([...conditionsOf(context, filter, scan, range), ...countedOnce(context, scan.source), ...others])
  const { rows } = await sql<{
    total: unknown
  }>`select ${totalOf(scan.source, summed)} as total from ${scan.from} where ${conditions}`.execute(context.db)
  return Number(rows[0]?.total)
}

/**
 * Counts the matching events in slices; undefined if one statement has to count them.
 * @param summed what to add up of each event, instead of 1
 */
export async function countInSlices(
  context: StoreContext,
  slicing: Slicing,
  given: EventFilter,
  summed?: RawBuilder<unknown>,
): Promise<number | undefined> {
  if (isLookup(given)) return undefined
  const filter = await withNearVenues(context, given, maxBranches)
  const linkField = linkFields.find((name) => filter[name] !== undefined)
  if (linkField !== undefined && summed === undefined && isOfList(filter)) return countLinked(context, slicing, filter, linkField)
  const scan = scanToCount(context, filter)
  if (scan === undefined) return undefined
  if (scan.indexScan?.ranges.length === 0) return 0
  let total = 0
  for await (const range of slices(context, slicing, filter, scan)) total += await countSlice(context, filter, scan, range, { summed })
  return total
}

/** Counts the matching events that link one of some records, some records at a time; undefined if one statement has to count them. */
async function countLinked(
  context: StoreContext,
  slicing: Slicing,
  filter: EventFilter,
  linkField: LinkField,
): Promise<number | undefined> {
  const ids = [...new Set(filter[linkField])]
  let total = 0
  for (let from = 0; from < ids.length; from += linksAtOnce) {
    if (from > 0) await slicing.next()
    const some = { ...filter, [linkField]: ids.slice(from, from + linksAtOnce) }
    const scan = alongLinks(context, some, [], 'asc', linkField)
    if (scan === undefined) return undefined
    if (scan.indexScan?.ranges.length === 0) return 0
    // An event that links several of the records is counted with the first ones.
    const isCounted = isLinked(context, linkField, columnsOf(context, scan.source).id, ids.slice(0, from))
    const others = from === 0 ? [] : [sql<SqlBool>`not (${isCounted})`]
    for await (const range of slices(context, slicing, some, scan)) total += await countSlice(context, some, scan, range, { others })
  }
  return total
}

/** Counts the matching events of each linked record in slices; undefined if one statement has to count them. */
export async function countByLinkInSlices(
  context: StoreContext,
  slicing: Slicing,
  linkField: LinkField,
  ids: readonly number[],
  given: EventFilter,
): Promise<ReadonlyMap<number, number> | undefined> {
  if (given[linkField] !== undefined || !isOfList(given) || isLookup(given)) return undefined
  const totals = new Map<number, number>()
  const statuses = new Set(given.readable?.map(({ status }) => status)).size
  const atOnce = Math.max(1, Math.floor(maxRanges / Math.max(1, statuses) / Math.max(1, hiddenValues(given).length)))
  for (let from = 0; from < ids.length; from += atOnce) {
    const filter = await withNearVenues(context, { ...given, [linkField]: ids.slice(from, from + atOnce) }, maxBranches)
    const scan = alongLinks(context, filter, [], 'asc', linkField)
    if (scan === undefined) return undefined
    if (scan.indexScan?.ranges.length === 0) return totals
    for await (const range of slices(context, slicing, filter, scan)) await addCounts(context, filter, scan, range, linkField, totals)
    if (from + atOnce < ids.length) await slicing.next()
  }
  return totals
}

/** Adds the counts of a range. */
async function addCounts(
  context: StoreContext,
  filter: EventFilter,
  scan: EventScan,
  range: KeyRange,
  linkField: LinkField,
  totals: Map<number, number>,
) {
  const id = linkedId(linkField)
  const conditions = allOf(conditionsOf(context, filter, scan, range))
  const { rows } = await sql<{ id: unknown; total: unknown }>`
    select ${id} as id, count(*) as total from ${scan.from} where ${conditions} group by ${id}`.execute(context.db)
  for (const row of rows) totals.set(Number(row.id), (totals.get(Number(row.id)) ?? 0) + Number(row.total))
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
  if (scan.indexScan?.ranges.length === 0) return []
  const keys = keysOf(query.order, ({ key }) => (key === 'id' ? (scan.keys.at(-1) ?? ofEvent.id) : (scan.keys[0] ?? ofEvent.id)))
  const found: R[] = []
  let { offset } = query
  for await (const range of slices(context, slicing, filter, scan)) {
    if (offset > 0) {
      // A range before the page is counted instead of read.
      const skipped = await countSlice(context, filter, scan, range)
      if (skipped <= offset) {
        offset -= skipped
        continue
      }
    }
    const select = {
      from: scan.from,
      id: columnsOf(context, scan.source).id,
      conditions: conditionsOf(context, filter, scan, range),
      keys,
      repeats: isRepeating(scan.source),
    }
    found.push(...(await read({ page: pageOf(select, { offset, limit: query.limit - found.length }), keys })))
    offset = 0
    if (found.length >= query.limit) return found
  }
  return found
}
