import type { EventFilter, LinkedEvents, LinkField } from '@kalends/core'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, type Column, type Condition } from './conditions.ts'
import { eventConditions, needsEvents, ofLink } from './events/where.ts'
import { linkedId, linkTables } from './links.ts'
import type { StoreContext } from './store-context.ts'

/** How a statement over records reaches their events. */
export interface EventLink {
  /** The linkField; for terms either of the two, because both are kept in one table. */
  readonly linkField: LinkField
  /** The record's id. */
  readonly id: Column
  /** What else ties a link, in a table called `l`, to the record: a term's taxonomy. */
  readonly also: readonly Condition[]
}

/** The links of an linkField as `l`, with the events as `e` where the filter looks beyond what links copy. */
export function linksFor({ parts }: StoreContext, linkField: LinkField, filter: EventFilter): RawBuilder<unknown> {
  const links = sql`${parts[linkTables[linkField].table]} as l`
  return needsEvents(filter) ? sql`${links} inner join ${parts.events} as e on e.id = l.event_id` : links
}

/** That an event which matches links the record, or that none does. */
export function hasEvents(context: StoreContext, { linkField, id, also }: EventLink, { some, filter }: LinkedEvents): Condition {
  const links = linksFor(context, linkField, filter)
  const linked = linkedId(linkField)
  const conditions = [...also, ...eventConditions(context, filter, { columns: ofLink })]
  // Of a few known events, their records are read once; of any event, each record is asked whether it has one.
  const found =
    filter.ids === undefined || also.length > 0
      ? context.dialect.hasRow(sql`select 1 from ${links} where ${linked} = ${id} and ${allOf(conditions)}`)
      : sql<SqlBool>`${id} in (select ${linked} from ${links} where ${allOf(conditions)})`
  return some ? found : sql`not (${found})`
}

/** How many events that match link the record. */
export function eventCount(context: StoreContext, { linkField, id, also }: EventLink, filter: EventFilter): Column {
  const conditions = [sql<SqlBool>`${linkedId(linkField)} = ${id}`, ...also, ...eventConditions(context, filter, { columns: ofLink })]
  return sql`(select count(*) from ${linksFor(context, linkField, filter)} where ${allOf(conditions)})`
}
