import type { Direction } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { Slicing } from '../engine/scans/slices.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { allOf, type Column, type Condition } from './conditions.ts'
import { isInKeyRange, type KeyRange, type Position } from './key-range.ts'

/** A scan of one or more ranges of an index, in the order of the same keys. The ranges contain all rows that the scan can find. */
export interface IndexScan {
  /** The keys; the last one is the record's id. */
  readonly keys: readonly Column[]
  /** The direction, the same for all keys. */
  readonly direction: Direction
  /** The ranges, without conditions for which the engine would have to skip rows. */
  readonly ranges: readonly IndexRange[]
}

/** A range of an index. */
export interface IndexRange {
  /** The table. */
  readonly from: RawBuilder<unknown>
  /** The conditions that define the range. */
  readonly conditions: readonly Condition[]
}

/** The names of the keys in a statement: indexes are in order of one key and the id, or of the id alone. */
const names = [sql`k0`, sql`k1`] as const

const directions = { asc: sql`asc`, desc: sql`desc` } as const

/** The last position of a slice with this number of rows; undefined if fewer rows are left. */
async function endOfSlice(
  { db }: StoreContext,
  { keys, direction, ranges }: IndexScan,
  after: Position | undefined,
  rows: number,
): Promise<Position | undefined> {
  const named = keys.flatMap((key, index) => {
    const name = names[index]
    return name === undefined ? [] : [{ key, name }]
  })
  const columns = sql.join(named.map(({ key, name }) => sql`${key} as ${name}`))
  const order = sql.join(named.map(({ name }) => sql`${name} ${directions[direction]}`))
  const offset = Math.max(1, Math.floor(rows / Math.max(1, ranges.length))) - 1
  const ends = ranges.map(({ from, conditions }) => {
    // The position comes first: SQLite reads from the first bound of a column.
    const behind = allOf([...isInKeyRange(keys, direction, { after }), ...conditions])
    return sql`select * from (select ${columns} from ${from} where ${behind} order by ${order} limit 1 offset ${offset}) as t`
  })
  const statement = sql<
    Readonly<Record<string, string | number>>
  >`select * from (${sql.join(ends, sql` union all `)}) as u order by ${order} limit 1`
  const [row] = (await statement.execute(db)).rows
  return row === undefined ? undefined : keys.map((_, index) => row[`k${index}`] ?? null)
}

/** Yields the slices of a scan as ranges of its keys, at least one. */
export async function* slicesOf(context: StoreContext, slicing: Slicing, indexScan: IndexScan): AsyncGenerator<KeyRange, void, undefined> {
  let after: Position | undefined
  for (;;) {
    const upTo = await endOfSlice(context, indexScan, after, slicing.rows)
    if (upTo !== undefined && after === undefined) await slicing.begin()
    yield { after, upTo }
    if (upTo === undefined) return
    after = upTo
    await slicing.next()
  }
}

/** Yields the slices of a table as ranges of ids, at least one. They are computed, not read from an index. */
export async function* slicesById(
  context: StoreContext,
  slicing: Slicing,
  table: RawBuilder<unknown>,
): AsyncGenerator<KeyRange, void, undefined> {
  const ends = sql<{
    first: unknown
    last: unknown
  }>`select (select min(id) from ${table}) as first, (select max(id) from ${table}) as last`
  const [row] = (await ends.execute(context.db)).rows
  const last = Number(row?.last ?? 0)
  // The first rows of a table that is old may be gone.
  for (let [after, upTo] = [0, Number(row?.first ?? 0) + slicing.rows]; ; upTo += slicing.rows) {
    const isLast = upTo >= last
    if (after === 0 && !isLast) await slicing.begin()
    yield { ...(after > 0 && { after: [after] }), ...(!isLast && { upTo: [upTo] }) }
    if (isLast) return
    after = upTo
    await slicing.next()
  }
}
