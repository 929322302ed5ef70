import { compareCodePoints, type Direction } from '@kalends/core/store'
import type { RawBuilder } from 'kysely'
import type { Slicing } from '../engine/scans/slices.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { slicesById } from './index-scan.ts'
import type { KeyRange } from './key-range.ts'

/** Reads venues, organizers and terms in slices: ranges of their ids, whatever the order. */

/** A record in an order: its id, and the keys of the order as `k0`, `k1` and so on. */
export interface OrderedRow {
  /** The record's id. */
  readonly id: number
  readonly [key: `k${number}`]: unknown
}

/** A pair of key values of two rows or records. */
type Compared = readonly [value: unknown, other: unknown, direction: Direction]

/** Compares numbers as numbers and texts by code point, as the engines do. */
export function compareKeys(keys: Iterable<Compared>): number {
  for (const [value, other, direction] of keys) {
    const upwards = typeof value === 'string' && typeof other === 'string' ? compareCodePoints(value, other) : Number(value) - Number(other)
    if (upwards !== 0) return direction === 'asc' ? upwards : -upwards
  }
  return 0
}

/** Counts the matching records, range by range. */
export async function countByIds(
  context: StoreContext,
  slicing: Slicing,
  table: RawBuilder<unknown>,
  count: (range: KeyRange) => Promise<number>,
): Promise<number> {
  let total = 0
  for await (const range of slicesById(context, slicing, table)) total += await count(range)
  return total
}

/** The requested page. */
export interface OrderedPage {
  /** The directions of its keys. */
  readonly directions: readonly Direction[]
  /** How many records to skip. */
  readonly offset: number
  /** The maximum number of records. */
  readonly limit: number
}

/**
 * The ids of a page. Reads the first rows of each range, and keeps the first rows of all ranges so far.
 * @param read reads the first rows of a range, in the order of the page
 */
export async function pageOfIds(
  context: StoreContext,
  slicing: Slicing,
  table: RawBuilder<unknown>,
  { directions, offset, limit }: OrderedPage,
  read: (range: KeyRange, limit: number) => Promise<readonly OrderedRow[]>,
): Promise<readonly number[]> {
  const reach = offset + limit
  const compare = (a: OrderedRow, b: OrderedRow): number =>
    compareKeys(directions.map((direction, index): Compared => [a[`k${index}`], b[`k${index}`], direction]))
  let first: readonly OrderedRow[] = []
  for await (const range of slicesById(context, slicing, table)) {
    first = [...first, ...(await read(range, reach))].sort(compare).slice(0, reach)
  }
  return first.slice(offset).map(({ id }) => Number(id))
}
