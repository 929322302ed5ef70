import type { EntityId, RecordFilter } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { readIds } from '../engine/search-index.ts'
import { selecting } from '../engine/selecting.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { allOf, type Condition, containsAll, isNoneOfIntegers, isOneOf } from './conditions.ts'
import { type FieldTableName, hasFields } from './field-conditions.ts'
import { slicesById } from './index-scan.ts'
import { isInKeyRange } from './key-range.ts'

/** The id in statements over venues, organizers and terms, whose table is called `r` in all of them. */
export const recordId = sql`r.id`

/** The conditions that filters of venues, organizers and terms share. */
export function recordConditions(
  context: StoreContext,
  fieldTable: FieldTableName,
  filter: RecordFilter & { readonly nameKeys?: readonly string[] },
): readonly Condition[] {
  const { dialect } = context
  const { ids, excludeIds = [], afterId, slugs, nameKeys, textAll } = filter
  return [
    ...(ids === undefined ? [] : [isOneOf(dialect, recordId, ids)]),
    ...isNoneOfIntegers(dialect, recordId, excludeIds),
    ...(afterId === undefined ? [] : [sql<SqlBool>`${recordId} > ${afterId}`]),
    ...(slugs === undefined ? [] : [isOneOf(dialect, sql`r.slug`, slugs)]),
    ...(nameKeys === undefined ? [] : [isOneOf(dialect, sql`r.name_key`, nameKeys)]),
    ...hasFields(context, fieldTable, recordId, filter.fields),
    ...containsAll(dialect, sql`r.search_text`, textAll),
  ]
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
    const statement = sql<{ total: unknown }>`${selecting(context)} count(*) as total from ${table} as r where ${matching}`
    total += Number((await statement.execute(context.db)).rows[0]?.total)
  }
  return total
}

/** The condition of each slice of a table; none if one statement reads the table. */
async function* slicesOfRecords(context: StoreContext, table: RawBuilder<unknown>): AsyncGenerator<readonly Condition[], void, undefined> {
  if (context.slicing === undefined) yield []
  else for await (const range of slicesById(context, context.slicing, table)) yield isInKeyRange([recordId], 'asc', range)
}
