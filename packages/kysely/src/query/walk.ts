import type { Direction } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { Slicing } from '../engine/scans/slices.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { allOf, type Column, type Condition } from './conditions.ts'
import { isInKeyRange, type KeyRange, type Place } from './key-range.ts'

/** The index ranges of a scan, all in the order of the same keys. Every row that the scan can find lies in one of them. */
export interface Walk {
  /** The keys; the last one is the record's id. */
  readonly keys: readonly Column[]
  /** The direction, the same for all keys. */
  readonly direction: Direction
  /** The index ranges, without any condition that would pass rows. */
  readonly tracks: readonly Track[]
  /** The maximum number of rows of a slice, smaller where each row takes long. */
  readonly most: number
}

/** A range of an index. */
export interface Track {
  /** The table. */
  readonly from: RawBuilder<unknown>
  /** The conditions that define the range. */
  readonly conditions: readonly Condition[]
}

/** The names of the keys in a statement: an index is in order of one key and the id, or of the id alone. */
const names = [sql`k0`, sql`k1`] as const

const directions = { asc: sql`asc`, desc: sql`desc` } as const

/** The last position of a slice with that number of rows; undefined if no more rows than that are left. */
async function endOfSlice(
  { db }: StoreContext,
  { keys, direction, tracks }: Walk,
  after: Place | undefined,
  rows: number,
): Promise<Place | undefined> {
  const named = keys.flatMap((key, index) => {
    const name = names[index]
    return name === undefined ? [] : [{ key, name }]
  })
  const columns = sql.join(named.map(({ key, name }) => sql`${key} as ${name}`))
  const order = sql.join(named.map(({ name }) => sql`${name} ${directions[direction]}`))
  const offset = Math.max(1, Math.floor(rows / Math.max(1, tracks.length))) - 1
  const ends = tracks.map(({ from, conditions }) => {
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

/** The ranges of a scan, one after the other, each with as many rows as a slice may have. There is at least one. */
export async function* slicesOf(context: StoreContext, slicing: Slicing, walk: Walk): AsyncGenerator<KeyRange, void, undefined> {
  let after: Place | undefined
  for (;;) {
    const upTo = await endOfSlice(context, walk, after, slicing.rows(walk.most))
    if (upTo !== undefined && after === undefined) await slicing.begin()
    yield { after, upTo }
    if (upTo === undefined) return
    after = upTo
    await slicing.next()
  }
}

/** The maximum number of rows of a slice by id: it reads whole rows, perhaps from the disk. */
const mostByIds = 5_000

/**
 * This many ids take about as long as one row found through an index: many ids no longer exist, and neighbouring rows are stored together.
 */
const idsPerRow = 4

/** The ranges of a table by id: finding them reads no index. */
export async function* slicesById(
  context: StoreContext,
  slicing: Slicing,
  table: RawBuilder<unknown>,
): AsyncGenerator<KeyRange, void, undefined> {
  const { rows } = await sql<{ last: unknown }>`select max(id) as last from ${table}`.execute(context.db)
  const last = Number(rows[0]?.last ?? 0)
  for (let after = 0; ; ) {
    const end = after + idsPerRow * slicing.rows(mostByIds / idsPerRow)
    const isLast = end >= last
    if (after === 0 && !isLast) await slicing.begin()
    yield { ...(after > 0 && { after: [after] }), ...(!isLast && { upTo: [end] }) }
    if (isLast) return
    after = end
    await slicing.next()
  }
}
