import type { EntityId, EventFilter, LinkField, Taxonomy } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { addTotals } from '../engine/read-rows.ts'
import { runRead, runScan } from '../engine/scan/deadline.ts'
import { type StoreContext, selecting } from '../engine/store-context.ts'
import { ofLink } from '../list/columns.ts'
import { eventConditions } from '../list/conditions.ts'
import { countByLinkInSlices } from '../list/counted-slices.ts'
import { withoutDistinct } from '../list/filter.ts'
import { linksFor } from '../list/linked-events.ts'
import { columnsOf, fromOf, tableSource } from '../list/sources.ts'
import { allOf, isOneOf } from '../query/conditions.ts'
import { isOfLinkField, linkedId, linkTables } from '../query/links.ts'
import { type CountScope, toCountScope } from './scope.ts'

/** Counts the matching events of each linked record; records without any are absent. */
export async function countByLink(
  context: StoreContext,
  linkField: LinkField,
  ids: readonly EntityId[],
  wanted: EventFilter,
): Promise<ReadonlyMap<EntityId, number>> {
  if (ids.length === 0) return new Map()
  const filter = withoutDistinct(wanted)
  const { taxonomy } = linkTables[linkField]
  const counted = taxonomy === undefined ? undefined : await runRead(context, true, (inside) => countedTerms(inside, taxonomy, ids, filter))
  return counted ?? runScan(context, (inside) => countByLinkNow(inside, linkField, ids, filter))
}

/** The same for terms, within a scan that has already waited in the queue. */
export async function countByLinkInScan(
  context: StoreContext,
  taxonomy: Taxonomy,
  ids: readonly EntityId[],
  wanted: EventFilter,
): Promise<ReadonlyMap<EntityId, number>> {
  const filter = withoutDistinct(wanted)
  const counted = await countedTerms(context, taxonomy, ids, filter)
  return counted ?? countByLinkNow(context, taxonomy === 'category' ? 'categoryIds' : 'tagIds', ids, filter)
}

async function countByLinkNow(
  context: StoreContext,
  linkField: LinkField,
  ids: readonly EntityId[],
  filter: EventFilter,
): Promise<ReadonlyMap<EntityId, number>> {
  const sliced = await countByLinkInSlices(context, linkField, ids, filter)
  if (sliced !== undefined) return sliced
  const id = linkedId(linkField)
  const conditions = [
    isOneOf(context.dialect, id, ids),
    ...isOfLinkField(linkField),
    ...eventConditions(context, filter, { columns: ofLink }),
  ]
  const totals = new Map<EntityId, number>()
  const links = linksFor(context, linkField, filter)
  const statement = sql<{
    id: unknown
    total: unknown
  }>`${selecting(context)} ${id} as id, count(*) as total from ${links} where ${allOf(conditions)} group by ${id}`
  await addTotals(totals, context.db, statement)
  return totals
}

/** With more scheduled events than this, counting all links of the terms is faster than looking up the links of the scheduled events. */
export const maxScheduled = 2_000

/** The ids of the scheduled events that a scope leaves out, with at most one more than the limit. */
function scheduledEvents(context: StoreContext, { scheduled }: CountScope): RawBuilder<unknown> {
  const filter: EventFilter = { readable: scheduled, hidden: false, roles: ['single', 'occurrence'] }
  const source = tableSource(filter, 'publication')
  const conditions = eventConditions(context, filter, { columns: columnsOf(context, source) })
  return sql`select e.id from ${fromOf(context, source)} where ${allOf(conditions)} limit ${maxScheduled + 1}`
}

/**
 * The part of a statement after `from` that selects the links of the scheduled events, called `l`. Without `cross join` SQLite would begin
 * with all links of a term.
 */
const scheduledLinks = (context: StoreContext, scope: CountScope): RawBuilder<unknown> =>
  sql`(${scheduledEvents(context, scope)}) as p cross join ${context.parts.event_terms} as l where l.event_id = p.id`

/**
 * How many events each of the terms has, in one statement; undefined when the counts do not suffice for the filter.
 * @param ids the terms; undefined stands for all
 */
export async function countedTerms(
  context: StoreContext,
  taxonomy: Taxonomy,
  ids: readonly EntityId[] | undefined,
  filter: EventFilter,
): Promise<ReadonlyMap<EntityId, number> | undefined> {
  const scope = toCountScope(filter)
  if (scope === undefined) return undefined
  const { db, dialect, parts } = context
  const ofTerms = allOf([
    sql`t.kind = ${taxonomy}`,
    isOneOf(dialect, sql`t.status`, scope.statuses),
    ...(ids === undefined ? [] : [isOneOf(dialect, sql`t.counted_id`, ids)]),
  ])
  const linked = ids === undefined ? sql<boolean>`1 = 1` : isOneOf(dialect, dialect.withoutIndex(sql`l.term_id`), ids)
  const sums = sql<{
    id: unknown
    total: unknown
  }>`select t.counted_id as id, sum(t.events) as total from ${parts.event_counts} as t where ${ofTerms} group by t.counted_id`
  const subtracted = sql`
    union all select l.term_id, - count(*) from ${scheduledLinks(context, scope)} and l.taxonomy = ${taxonomy} and ${linked} group by l.term_id
    union all select 0, count(*) from (${scheduledEvents(context, scope)}) as p`
  const counts = new Map<EntityId, number>()
  await addTotals(counts, db, scope.scheduled.length === 0 ? sums : sql`${sums}${subtracted}`)
  // No record has the id 0, so this entry is the number of scheduled events.
  if ((counts.get(0) ?? 0) > maxScheduled) return undefined
  counts.delete(0)
  return new Map([...counts].filter(([, total]) => total !== 0))
}
