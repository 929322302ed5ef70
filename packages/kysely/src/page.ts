import type { Direction, SortKey } from '@kalends/core'
import { type RawBuilder, sql } from 'kysely'
import { allOf, type Column, type Condition } from './conditions.ts'

/**
 * Pages are read in two steps within one statement: first the ids in order, from an index alone, then the rows of those ids.
 * Left to themselves, engines sort whole rows, and MariaDB reads every row of the past.
 */

/** A key of an order, as a column. */
export interface PageKey {
  /** What is compared. */
  readonly column: Column
  /** Up or down. */
  readonly direction: Direction
}

/** What a page of ids is read from. */
export interface PageSource {
  /** The tables, with their aliases. */
  readonly from: RawBuilder<unknown>
  /** The record's id. */
  readonly id: Column
  /** What holds of each record. */
  readonly conditions: readonly Condition[]
  /** The order, as its columns are called here. */
  readonly keys: readonly PageKey[]
  /** Whether a record may come more than once. */
  readonly repeats?: boolean
}

/** Which part of the order is wanted. */
export interface PageWindow {
  /** How many to pass over. */
  readonly offset: number
  /** How many at most. */
  readonly limit: number
}

/** A page of ids: a query with the columns `id`, `k0`, `k1` and so on, one for each key. */
export type PageQuery = RawBuilder<{ id: number }>

/** The keys' names within a page, where it is called `p`, and where it stands alone; no record has more members to order by. */
const keyNames = [
  { plain: sql`k0`, ofPage: sql`p.k0` },
  { plain: sql`k1`, ofPage: sql`p.k1` },
  { plain: sql`k2`, ofPage: sql`p.k2` },
  { plain: sql`k3`, ofPage: sql`p.k3` },
  { plain: sql`k4`, ofPage: sql`p.k4` },
  { plain: sql`k5`, ofPage: sql`p.k5` },
  { plain: sql`k6`, ofPage: sql`p.k6` },
  { plain: sql`k7`, ofPage: sql`p.k7` },
] as const

const directions: Readonly<Record<Direction, RawBuilder<unknown>>> = { asc: sql`asc`, desc: sql`desc` }

/** What follows `order by`: the keys by the names that they have in the statement. */
function orderOf(keys: readonly PageKey[], naming: 'plain' | 'ofPage'): RawBuilder<unknown> {
  return sql.join(
    keys.flatMap(({ direction }, index) => {
      const name = keyNames[index]
      return name === undefined ? [] : [sql`${name[naming]} ${directions[direction]}`]
    }),
  )
}

/** The columns of an order, each once: a key that comes again decides nothing. */
export function keysOf<S extends SortKey<string>>(order: readonly S[], columnOf: (sort: S) => Column): readonly PageKey[] {
  const known = new Set<string>()
  return order.flatMap((sort) => {
    if (known.has(sort.key)) return []
    known.add(sort.key)
    return [{ column: columnOf(sort), direction: sort.direction }]
  })
}

/** The order of the rows of a page called `p`: a join does not keep the page's own. */
export const orderOfPage = (keys: readonly PageKey[]): RawBuilder<unknown> => orderOf(keys, 'ofPage')

function selectFrom({ from, id, conditions, keys, repeats = false }: PageSource): RawBuilder<unknown> {
  const columns = keys.flatMap(({ column }, index) => {
    const name = keyNames[index]
    return name === undefined ? [] : [sql`${column} as ${name.plain}`]
  })
  const distinct = repeats ? sql` distinct` : sql``
  return sql`select${distinct} ${sql.join([sql`${id} as id`, ...columns])} from ${from} where ${allOf(conditions)}`
}

/** The ids from one source. */
export function pageOf(source: PageSource, { offset, limit }: PageWindow): PageQuery {
  return sql`${selectFrom(source)} order by ${orderOf(source.keys, 'plain')} limit ${limit} offset ${offset}`
}

/**
 * The ids from several sources, each of which its index gives in order: every source is read no further than the page reaches.
 * A record that several sources give counts once.
 * @param isMerged whether the engine reads them only so far by itself
 */
export function mergedPageOf(sources: readonly PageSource[], { offset, limit }: PageWindow, isMerged: boolean): PageQuery {
  const [first] = sources
  if (first === undefined) throw new TypeError('A page is read from one source at least.')
  if (sources.length === 1) return pageOf(first, { offset, limit })
  const order = orderOf(first.keys, 'plain')
  if (isMerged) return sql`${sql.join(sources.map(selectFrom), sql` union `)} order by ${order} limit ${limit} offset ${offset}`
  // SQLite takes an order within a union only in a query of its own.
  const branches = sources.map((source) => sql`select * from (${selectFrom(source)} order by ${order} limit ${offset + limit}) as b`)
  return sql`select * from (${sql.join(branches, sql` union `)}) as u order by ${order} limit ${limit} offset ${offset}`
}
