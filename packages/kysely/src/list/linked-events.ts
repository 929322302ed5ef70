import type { EventFilter, LinkedEvents, LinkField } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { allOf, type Column, type Condition } from '../query/conditions.ts'
import { linkedId, linkTables } from '../query/links.ts'
import { needsEvents, ofLink } from './columns.ts'
import { eventConditions } from './conditions.ts'
import { withoutDistinct } from './filter.ts'

/** The link between events and the records of a statement over venues, organizers or terms. */
export interface EventLink {
  /** The link field; for terms either of the two, because one table holds both. */
  readonly linkField: LinkField
  /** The record's id. */
  readonly id: Column
  /** Further conditions that a link, in a table called `l`, must meet: a term's taxonomy. */
  readonly also: readonly Condition[]
}

/** The links of a link field as `l`, with the events as `e` if the filter needs more than links copy. */
export function linksFor({ parts }: StoreContext, linkField: LinkField, filter: EventFilter): RawBuilder<unknown> {
  const links = sql`${parts[linkTables[linkField].table]} as l`
  return needsEvents(filter) ? sql`${links} inner join ${parts.events} as e on e.id = l.event_id` : links
}

/** The condition that at least one matching event links the record (`some`), or that none does. */
export function hasEvents(context: StoreContext, { linkField, id, also }: EventLink, { some, filter }: LinkedEvents): Condition {
  const plain = withoutDistinct(filter)
  const links = linksFor(context, linkField, plain)
  const linked = linkedId(linkField)
  const conditions = [...also, ...eventConditions(context, plain, { columns: ofLink })]
  // If the filter contains the ids of events, the records that these link are read once; otherwise each record is checked for an event.
  const found =
    filter.ids === undefined || also.length > 0
      ? context.dialect.hasRow(sql`select 1 from ${links} where ${linked} = ${id} and ${allOf(conditions)}`)
      : sql<SqlBool>`${id} in (select ${linked} from ${links} where ${allOf(conditions)})`
  return some ? found : sql`not (${found})`
}
