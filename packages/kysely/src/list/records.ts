import type { EntityId, FindQuery, RecordFilter, SortKey } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { readIds, readTotal } from '../engine/read-rows.ts'
import { type StoreContext, selecting } from '../engine/store-context.ts'
import { hasAlias } from '../query/aliases.ts'
import { allOf, type Column, type Condition, containsAll, isNoneOfIntegers, isOneOf } from '../query/conditions.ts'
import { type FieldTableName, hasFields } from '../query/fields.ts'
import type { RecordTableName } from '../schema/tables.ts'
import { keysOf, orderOfPage, type PageQuery, pageOf } from './order.ts'
import { isInKeyRange, slicesById } from './slices.ts'

/** Pages and totals of venues, organizers and terms, whose table is called `r` in all statements. */

/** The id of a record. */
export const recordId = sql`r.id`

/** The conditions that filters of venues, organizers and terms share. */
export function recordConditions(
  context: StoreContext,
  { table, fieldTable }: { readonly table: RecordTableName; readonly fieldTable: FieldTableName },
  filter: RecordFilter & { readonly nameKeys?: readonly string[] },
): readonly Condition[] {
  const { dialect } = context
  const { ids, excludeIds = [], afterId, slugs, alias, nameKeys, fields, textAll } = filter
  return [
    ...(ids === undefined ? [] : [isOneOf(dialect, recordId, ids)]),
    ...isNoneOfIntegers(dialect, recordId, excludeIds),
    ...(afterId === undefined ? [] : [sql<SqlBool>`${recordId} > ${afterId}`]),
    ...(slugs === undefined ? [] : [isOneOf(dialect, sql`r.slug`, slugs)]),
    ...(alias === undefined ? [] : [hasAlias(context, table, recordId, alias)]),
    ...(nameKeys === undefined ? [] : [isOneOf(dialect, sql`r.name_key`, nameKeys)]),
    ...(fields === undefined ? [] : hasFields(context, fieldTable, recordId, fields)),
    ...containsAll(dialect, sql`r.search_text`, textAll),
  ]
}

/** A page of records: its ids, and the end of the statement that reads their rows in order. */
export function recordPage<S extends SortKey<string>>(
  table: RawBuilder<unknown>,
  conditions: readonly Condition[],
  { order, ...window }: Omit<FindQuery<object, S>, 'filter'>,
  columnOf: (sort: S) => Column,
): { readonly ids: PageQuery; readonly end: RawBuilder<unknown> } {
  const keys = keysOf(order, columnOf)
  const ids = pageOf({ from: sql`${table} as r`, id: recordId, conditions, keys }, window)
  return { ids, end: sql`inner join (${ids}) as p on p.id = r.id order by ${orderOfPage(keys)}` }
}

/** The ids of the matching records of a table. */
export const matchingIds = (
  { db }: StoreContext,
  table: RawBuilder<unknown>,
  conditions: readonly Condition[],
): Promise<readonly EntityId[]> => readIds(db, sql`select r.id from ${table} as r where ${allOf(conditions)}`)

/** The ids of the matching records of a table, read in slices. */
export async function matchingInSlices(
  context: StoreContext,
  table: RawBuilder<unknown>,
  conditions: readonly Condition[],
): Promise<readonly EntityId[]> {
  const found: EntityId[] = []
  for await (const slice of slicesOfRecords(context, table)) found.push(...(await matchingIds(context, table, [...slice, ...conditions])))
  return found
}

/** Counts the matching records of a table. */
export async function countRecords(context: StoreContext, table: RawBuilder<unknown>, conditions: readonly Condition[]): Promise<number> {
  let total = 0
  for await (const slice of slicesOfRecords(context, table)) {
    const matching = allOf([...slice, ...conditions])
    total += await readTotal(context.db, sql`${selecting(context)} count(*) as total from ${table} as r where ${matching}`)
  }
  return total
}

const byId = keysOf([{ key: 'id', direction: 'asc' }], () => recordId)

/** The condition of each slice of a table; none if one statement reads the table. */
async function* slicesOfRecords(context: StoreContext, table: RawBuilder<unknown>): AsyncGenerator<readonly Condition[], void, undefined> {
  if (context.slicing === undefined) yield []
  else for await (const range of slicesById(context, context.slicing, table)) yield isInKeyRange(byId, range)
}
