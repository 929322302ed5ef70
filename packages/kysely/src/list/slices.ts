import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Slicing, StoreContext } from '../engine/store-context.ts'
import { unionOf } from '../engine/union.ts'
import type { Condition } from '../query/conditions.ts'
import type { SqlValue } from '../schema/tables.ts'
import { type IdSelect, orderOf, type PageKey, pageOf } from './order.ts'

/** A scan of one or more ranges of an index, in the order of the same keys. The ranges contain all rows that the scan can find. */
export interface IndexScan {
  /** The keys, all in one direction; the last one is the record's id. */
  readonly keys: readonly PageKey[]
  /** The ranges, without conditions for which the engine would have to skip rows. */
  readonly ranges: readonly IndexRange[]
}

/** A range of an index: its table, and the conditions that define it. */
export type IndexRange = Pick<IdSelect, 'from' | 'conditions'>

/** A position in an order: the values of its keys. */
type Position = readonly SqlValue[]

/** A range of an order: after one position, up to and including another. A missing position leaves that end open. */
export interface KeyRange {
  /** The exclusive start. */
  readonly after?: Position | undefined
  /** The inclusive end. */
  readonly upTo?: Position | undefined
}

const operators = {
  asc: { after: sql`>`, upTo: sql`<=` },
  desc: { after: sql`<`, upTo: sql`>=` },
} as const

/** The keys of a row lie in a range of their order. */
export function isInKeyRange(keys: readonly PageKey[], range: KeyRange): readonly Condition[] {
  const [first] = keys
  if (first === undefined) return []
  const columns = sql.join(keys.map(({ column }) => column))
  return (['after', 'upTo'] as const).flatMap((end): readonly Condition[] => {
    const { [end]: position } = range
    if (position === undefined) return []
    const operator = operators[first.direction][end]
    return [
      keys.length === 1
        ? sql<SqlBool>`${columns} ${operator} ${position[0]}`
        : sql<SqlBool>`(${columns}) ${operator} (${sql.join(position)})`,
    ]
  })
}

/** The last position of a slice with this number of rows; undefined if fewer rows are left. */
async function endOfSlice(
  { db, dialect }: StoreContext,
  { keys, ranges }: IndexScan,
  after: Position | undefined,
  rows: number,
): Promise<Position | undefined> {
  const window = { offset: Math.max(1, Math.floor(rows / Math.max(1, ranges.length))) - 1, limit: 1 }
  // The position comes first: SQLite reads from the first bound of a column.
  const behind = isInKeyRange(keys, { after })
  const ends = ranges.map(({ from, conditions }) => {
    const select = { from, id: sql`1`, conditions: [...behind, ...conditions], keys }
    return sql`select * from (${pageOf(select, window)}) as t`
  })
  const statement = sql<Readonly<Record<string, string | number>>>`
    select * from (${unionOf(dialect, ends, 'union all')}) as u order by ${orderOf(keys)} limit 1`
  const [row] = (await statement.execute(db)).rows
  return row === undefined ? undefined : keys.map((_, index) => row[`k${index}`] ?? null)
}

/** Yields the slices of a scan as ranges of its keys, at least one. */
export async function* slicesOf(context: StoreContext, slicing: Slicing, scan: IndexScan): AsyncGenerator<KeyRange, void, undefined> {
  let after: Position | undefined
  for (;;) {
    const upTo = await endOfSlice(context, scan, after, slicing.rows)
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
  const ends = sql<{ first: unknown; last: unknown }>`
    select (select min(id) from ${table}) as first, (select max(id) from ${table}) as last`
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
