import type { EntityId, EventFilter, Taxonomy } from '@kalends/core'
import { type RawBuilder, sql } from 'kysely'
import { allOf, type Column, type Condition, isInteger, isText } from '../conditions.ts'
import { eventTable } from '../events/source.ts'
import { eventConditions } from '../events/where.ts'
import type { StoreContext } from '../store-context.ts'
import { type CountedScope, countedScope } from './scope.ts'

/** Of more planned events than this the links are not looked up: it would take longer than to count all links of the terms. */
const maxPlanned = 2_000

/** The ids of the planned events that a scope leaves out, up to one too many. */
function plannedEvents(context: StoreContext, { planned }: CountedScope): RawBuilder<unknown> {
  const filter: EventFilter = { readable: planned, hidden: false }
  const { from, columns } = eventTable(context, filter, 'publication')
  return sql`select e.id from ${from} where ${allOf(eventConditions(context, filter, { columns }))} limit ${maxPlanned + 1}`
}

/** Their links, called `l`; `cross join` keeps SQLite from beginning with all links of a term. */
const plannedLinks = (context: StoreContext, scope: CountedScope): RawBuilder<unknown> =>
  sql`(${plannedEvents(context, scope)}) as p cross join ${context.parts.event_terms} as l where l.event_id = p.id`

const sumOf = ({ parts }: StoreContext, { statuses }: CountedScope, ofTerm: Condition): RawBuilder<unknown> =>
  sql`${parts.event_counts} as t where ${isText(sql`t.status`, statuses)} and ${ofTerm}`

/** How many events each of the terms has, in one statement; undefined when numbers do not say it. */
export async function countedTerms(
  context: StoreContext,
  taxonomy: Taxonomy,
  ids: readonly EntityId[],
  filter: EventFilter,
): Promise<ReadonlyMap<EntityId, number> | undefined> {
  const scope = countedScope(filter)
  if (scope === undefined) return undefined
  const { db, dialect } = context
  const ofTerm = sql<boolean>`t.kind = ${taxonomy} and ${isInteger(dialect, sql`t.counted_id`, ids)}`
  const linked = isInteger(dialect, dialect.unindexed(sql`l.term_id`), ids)
  const sums = sql`select t.counted_id as id, sum(t.events) as total from ${sumOf(context, scope, ofTerm)} group by t.counted_id`
  const takenOff = sql`
    union all select l.term_id, - count(*) from ${plannedLinks(context, scope)} and l.taxonomy = ${taxonomy} and ${linked} group by l.term_id
    union all select 0, count(*) from (${plannedEvents(context, scope)}) as p`
  const statement = sql<{ id: unknown; total: unknown }>`${scope.planned.length === 0 ? sums : sql`${sums}${takenOff}`}`
  const counts = new Map<EntityId, number>()
  for (const row of (await statement.execute(db)).rows) counts.set(Number(row.id), (counts.get(Number(row.id)) ?? 0) + Number(row.total))
  // No record has the id 0: it says how many planned events there are.
  if ((counts.get(0) ?? 0) > maxPlanned) return undefined
  counts.delete(0)
  return new Map([...counts].filter(([, total]) => total !== 0))
}

/** How many events a term has, in statements over terms, which are called `r`. */
export interface CountedTermColumn {
  /** The number. */
  readonly column: Column
  /** What the terms are joined with for it. */
  readonly join?: RawBuilder<unknown>
}

/** How many events each term has, for the order of terms; undefined when numbers do not say it. At most one statement. */
export async function countedTermColumn(context: StoreContext, filter: EventFilter): Promise<CountedTermColumn | undefined> {
  const scope = countedScope(filter)
  if (scope === undefined) return undefined
  const sum = sql`coalesce((select sum(t.events) from ${sumOf(context, scope, sql`t.kind = r.taxonomy and t.counted_id = r.id`)}), 0)`
  if (scope.planned.length === 0) return { column: sum }
  const { rows } = await sql`${plannedEvents(context, scope)} offset ${maxPlanned}`.execute(context.db)
  if (rows.length > 0) return undefined
  return {
    join: sql`left join (select l.taxonomy, l.term_id, count(*) as events from ${plannedLinks(context, scope)} group by l.taxonomy, l.term_id) as n
      on n.taxonomy = r.taxonomy and n.term_id = r.id`,
    column: sql`${sum} - coalesce(n.events, 0)`,
  }
}
