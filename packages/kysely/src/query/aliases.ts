import type { AliasCondition } from '@kalends/core/store'
import { type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import type { RecordTableName } from '../schema/tables.ts'
import { type Column, type Condition, isOneOf } from './conditions.ts'

/** The record with an id, in a column, has an alias that meets the condition. */
export const hasAlias = ({ dialect, parts }: StoreContext, kind: RecordTableName, id: Column, { of, texts }: AliasCondition): Condition =>
  sql<SqlBool>`${id} in (select a.record_id from ${parts.aliases} as a
    where a.kind = ${kind} and a.of_member = ${of} and ${isOneOf(dialect, sql`a.alias`, texts)})`
