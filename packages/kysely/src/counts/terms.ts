import type { EntityId, EventFilter, Taxonomy } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { columnsOf, fromOf, tableSource } from '../event-filter/source.ts'
import { eventConditions } from '../event-filter/where.ts'
import { allOf, type Column, type Condition, isOneOfIntegers, isOneOfTexts } from '../query/conditions.ts'
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

/** The part of a statement after `from` that selects the counts of terms, called `t`. */
const countRows = ({ parts }: StoreContext, { statuses }: CountScope, ofTerm: Condition): RawBuilder<unknown> =>
  sql`${parts.event_counts} as t where ${isOneOfTexts(sql`t.status`, statuses)} and ${ofTerm}`

/** The same for the links of the scheduled events, called `l`; without `cross join` SQLite would begin with all links of a term. */
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
  const { db, dialect } = context
  const ofTerm = sql<boolean>`t.kind = ${taxonomy} and ${isOneOfIntegers(dialect, sql`t.counted_id`, ids)}`
  const linked = isOneOfIntegers(dialect, dialect.withoutIndex(sql`l.term_id`), ids)
  const sums = sql`select t.counted_id as id, sum(t.events) as total from ${countRows(context, scope, ofTerm)} group by t.counted_id`
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

/** The number of events of each term, as a column of statements over terms, which are called `r`. */
export interface TermCountColumn {
  /** The number of events. */
  readonly column: Column
  /** The join that it needs. */
  readonly join?: RawBuilder<unknown>
}

/**
 * The column by which terms are sorted by their number of events, after at most one statement; undefined when the counts do not suffice for
 * the filter.
 */
export async function termCountColumn(context: StoreContext, filter: EventFilter): Promise<TermCountColumn | undefined> {
  const scope = toCountScope(filter)
  if (scope === undefined) return undefined
  const sum = sql`coalesce((select sum(t.events) from ${countRows(context, scope, sql`t.kind = r.taxonomy and t.counted_id = r.id`)}), 0)`
  if (scope.scheduled.length === 0) return { column: sum }
  const { rows } = await sql`${scheduledEvents(context, scope)} offset ${maxScheduled}`.execute(context.db)
  if (rows.length > 0) return undefined
  return {
    join: sql`left join (select l.taxonomy, l.term_id, count(*) as events from ${scheduledLinks(context, scope)} group by l.taxonomy, l.term_id) as n
      on n.taxonomy = r.taxonomy and n.term_id = r.id`,
    column: sql`${sum} - coalesce(n.events, 0)`,
  }
}
