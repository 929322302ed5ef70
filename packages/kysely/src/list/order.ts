import type { Direction, SortKey } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import { unionOf } from '../engine/union.ts'
import { allOf, type Column, type Condition } from '../query/conditions.ts'

/**
 * One statement reads a page in two steps: first the ids in order, from an index alone, then the rows of those ids. In a single step, engines
 * would sort whole rows, and MariaDB would read the row of every past event.
 */

/** A key of an order, as a column. */
export interface PageKey {
  /** The column to compare. */
  readonly column: Column
  /** Ascending or descending. */
  readonly direction: Direction
  /** Its name in the result of a page. */
  readonly name: Column
}

/** A `select` of ids, with the keys of an order. */
export interface IdSelect {
  /** The tables, with their aliases. */
  readonly from: RawBuilder<unknown>
  /** The record's id. */
  readonly id: Column
  /** The conditions on each record. */
  readonly conditions: readonly Condition[]
  /** The order, with its columns as this statement names them. */
  readonly keys: readonly PageKey[]
  /** Whether it may return a record more than once. */
  readonly repeats?: boolean
}

/** The offset and the limit of a page. */
export interface PageWindow {
  /** How many records to skip. */
  readonly offset: number
  /** The maximum number of records. */
  readonly limit: number
}

/** A page of ids: a query with the columns `id`, `k0`, `k1` and so on, one for each key. */
export type PageQuery = RawBuilder<{ id: number }>

/** The names of the keys; no kind of record has more sort keys. */
const names = [sql`k0`, sql`k1`, sql`k2`, sql`k3`, sql`k4`, sql`k5`, sql`k6`, sql`k7`] as const

const directions: Readonly<Record<Direction, RawBuilder<unknown>>> = { asc: sql`asc`, desc: sql`desc` }

/** The columns of an order, each once: a repeated key has no effect. */
export function keysOf<S extends SortKey<string>>(order: readonly S[], columnOf: (sort: S) => Column): readonly PageKey[] {
  const keys = new Map<string, PageKey>()
  for (const sort of order) {
    const name = names[keys.size]
    if (name !== undefined && !keys.has(sort.key)) keys.set(sort.key, { column: columnOf(sort), direction: sort.direction, name })
  }
  return [...keys.values()]
}

/** The `order by` list of a page. */
export const orderOf = (keys: readonly PageKey[]): RawBuilder<unknown> =>
  sql.join(keys.map(({ name, direction }) => sql`${name} ${directions[direction]}`))

/** The order of the rows of a page called `p`: a join does not preserve the page's own order. */
export const orderOfPage = (keys: readonly PageKey[]): RawBuilder<unknown> =>
  sql.join(keys.map(({ name, direction }) => sql`p.${name} ${directions[direction]}`))

function renderSelect({ from, id, conditions, keys, repeats = false }: IdSelect): RawBuilder<unknown> {
  const columns = sql.join([sql`${id} as id`, ...keys.map(({ column, name }) => sql`${column} as ${name}`)])
  return sql`select${repeats ? sql` distinct` : sql``} ${columns} from ${from} where ${allOf(conditions)}`
}

/** The ids from one `select`. */
export const pageOf = (select: IdSelect, { offset, limit }: PageWindow): PageQuery =>
  sql`${renderSelect(select)} order by ${orderOf(select.keys)} limit ${limit} offset ${offset}`

/**
 * The ids from several selects, each of which comes in order from its index and is read only to the end of the page. The union removes
 * records that several selects return.
 * @param isMerged whether the engine, if it takes that number of selects, stops reading at the end of the page by itself
 */
export function mergedPageOf(
  dialect: SqlDialect,
  selects: readonly IdSelect[],
  { offset, limit }: PageWindow,
  isMerged: boolean,
): PageQuery {
  const [first] = selects
  if (first === undefined) throw new TypeError('A page has one select at least.')
  if (selects.length === 1) return pageOf(first, { offset, limit })
  const order = orderOf(first.keys)
  if (isMerged && selects.length <= dialect.maxCompoundTerms)
    return sql`${unionOf(dialect, selects.map(renderSelect), 'union')} order by ${order} limit ${limit} offset ${offset}`
  // In a union, SQLite accepts an order only within a subquery.
  const branches = selects.map((select) => sql`select * from (${renderSelect(select)} order by ${order} limit ${offset + limit}) as b`)
  return sql`select * from (${unionOf(dialect, branches, 'union')}) as u order by ${order} limit ${limit} offset ${offset}`
}
