import type { EntityId, EventFilter, Taxonomy } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { columnsOf, fromOf, tableSource } from '../event-filter/source.ts'
import { eventConditions } from '../event-filter/where.ts'
import { allOf, isOneOf } from '../query/conditions.ts'
import { type CountScope, toCountScope } from './scope.ts'

/** With more scheduled events than this, counting all links of the terms is faster than looking up the links of the scheduled events. */
const maxScheduled = 2_000

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

/** How many events each of the terms has, in one statement; undefined when the counts do not suffice for the filter. */
export async function countedTerms(
  context: StoreContext,
  taxonomy: Taxonomy,
  ids: readonly EntityId[],
  filter: EventFilter,
): Promise<ReadonlyMap<EntityId, number> | undefined> {
  const scope = toCountScope(filter)
  if (scope === undefined) return undefined
  const { db, dialect, parts } = context
  const ofTerms = allOf([
    sql`t.kind = ${taxonomy}`,
    isOneOf(dialect, sql`t.status`, scope.statuses),
    isOneOf(dialect, sql`t.counted_id`, ids),
  ])
  const linked = isOneOf(dialect, dialect.withoutIndex(sql`l.term_id`), ids)
  const sums = sql`select t.counted_id as id, sum(t.events) as total from ${parts.event_counts} as t where ${ofTerms} group by t.counted_id`
  const subtracted = sql`
    union all select l.term_id, - count(*) from ${scheduledLinks(context, scope)} and l.taxonomy = ${taxonomy} and ${linked} group by l.term_id
    union all select 0, count(*) from (${scheduledEvents(context, scope)}) as p`
  const statement = sql<{ id: unknown; total: unknown }>`${scope.scheduled.length === 0 ? sums : sql`${sums}${subtracted}`}`
  const counts = new Map<EntityId, number>()
  for (const row of (await statement.execute(db)).rows) counts.set(Number(row.id), (counts.get(Number(row.id)) ?? 0) + Number(row.total))
  // No record has the id 0, so this entry is the number of scheduled events.
  if ((counts.get(0) ?? 0) > maxScheduled) return undefined
  counts.delete(0)
  return new Map([...counts].filter(([, total]) => total !== 0))
}
