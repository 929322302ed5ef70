import type { FieldCondition } from '@kalends/core/store'
import { type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { allOf, type Column, type Condition, isOneOf, never } from './conditions.ts'

/** The tables of the keys of declared fields, each with the column of the record's id in a table called `f`. */
const owners = {
  event_fields: sql`f.event_id`,
  venue_fields: sql`f.record_id`,
  organizer_fields: sql`f.record_id`,
  term_fields: sql`f.record_id`,
} as const

/** The name of a table with the keys of declared fields. */
export type FieldTableName = keyof typeof owners

/** For each condition: at least one key of the field of a record meets it. */
export function hasFields(
  { dialect, parts }: StoreContext,
  table: FieldTableName,
  id: Column,
  conditions: readonly FieldCondition[],
): readonly Condition[] {
  return conditions.map((condition) => {
    // No list of keys is empty but that which no record meets, and for it no engine should look up anything.
    if (condition.keys?.length === 0) return never
    const ofKey = keyConditions(dialect, { name: sql`f.name`, keyText: lookupColumn(dialect, condition) }, condition)
    return dialect.hasRow(sql`select 1 from ${parts[table]} as f where ${allOf([sql<SqlBool>`${owners[table]} = ${id}`, ...ofKey])}`)
  })
}

/**
 * The column of the texts of a record's keys. SQLite would look up each of many wanted keys for each record: a list by ten fields with 60
 * keys each takes 1.2 s of the processor among 10,000 events, and 0.16 s where it reads the keys of each record, which are few.
 */
const lookupColumn = ({ withoutIndex }: StoreContext['dialect'], { keys = [] }: FieldCondition): Column =>
  keys.length > fewKeys ? withoutIndex(sql`f.key_text`) : sql`f.key_text`

/** The event of a key in a range, in a table called `l`, has no lower key in that range. */
export function isLowestOfRange({ dialect, parts }: StoreContext, { range }: FieldCondition): Condition {
  const ofEvent = sql<SqlBool>`f.event_id = l.event_id and f.name = l.name and f.key_text < l.key_text`
  const from = range?.gte === undefined ? [] : [sql<SqlBool>`f.key_text >= ${range.gte}`]
  return sql<SqlBool>`not (${dialect.hasRow(sql`select 1 from ${parts.event_fields} as f where ${allOf([ofEvent, ...from])}`)})`
}

/** Up to this many keys are looked up one by one, because the field of a record can have a hundred. */
const fewKeys = 4

/** The columns of a key. */
interface KeyColumns {
  /** The name of the field. */
  readonly name: Column
  /** The text of the key. */
  readonly keyText: Column
}

/** The conditions on one key. */
export function keyConditions(
  dialect: StoreContext['dialect'],
  { name, keyText }: KeyColumns,
  { name: field, keys, range }: FieldCondition,
): readonly Condition[] {
  return [
    sql<SqlBool>`${name} = ${field}`,
    ...(keys === undefined ? [] : [isOneOf(dialect, keyText, keys)]),
    ...(range?.gte === undefined ? [] : [sql<SqlBool>`${keyText} >= ${range.gte}`]),
    ...(range?.lt === undefined ? [] : [sql<SqlBool>`${keyText} < ${range.lt}`]),
  ]
}
