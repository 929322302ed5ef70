import type { RecordFilter } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { selecting } from '../engine/selecting.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { allOf, type Condition, containsAll, isNoneOfIntegers, isOneOfIntegers, isOneOfTexts } from './conditions.ts'
import { type FieldTableName, hasFields } from './field-conditions.ts'

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
    ...(ids === undefined ? [] : [isOneOfIntegers(dialect, recordId, ids)]),
    ...isNoneOfIntegers(dialect, recordId, excludeIds),
    ...(afterId === undefined ? [] : [sql<SqlBool>`${recordId} > ${afterId}`]),
    ...(slugs === undefined ? [] : [isOneOfTexts(sql`r.slug`, slugs)]),
    ...(nameKeys === undefined ? [] : [isOneOfTexts(sql`r.name_key`, nameKeys)]),
    ...hasFields(context, fieldTable, recordId, filter.fields),
    ...containsAll(dialect, sql`r.search_text`, textAll),
  ]
}

/** Counts the matching records of a table, called `r`. */
export async function countRecords(context: StoreContext, from: RawBuilder<unknown>, conditions: readonly Condition[]): Promise<number> {
  const statement = sql<{ total: unknown }>`${selecting(context)} count(*) as total from ${from} where ${allOf(conditions)}`
  const { rows } = await statement.execute(context.db)
  return Number(rows[0]?.total)
}
