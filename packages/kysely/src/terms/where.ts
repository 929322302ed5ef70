import type { EventCountSort, EventFilter, FindQuery, TermFilter, TermSort } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { termCountColumn } from '../counts/terms.ts'
import type { Slicing } from '../engine/scans/slices.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { type EventLink, eventCount, hasEvents } from '../event-filter/linked-events.ts'
import { type Column, type Condition, isOneOfIntegers, someOf } from '../query/conditions.ts'
import { isInKeyRange } from '../query/key-range.ts'
import { keysOf, type PageKey, type PageQuery, pageOf } from '../query/page.ts'
import { countRecords, recordConditions, recordId } from '../query/record-where.ts'
import { countByIds, type OrderedRow, pageOfIds } from '../query/sliced-records.ts'

/** One table holds the links of categories and of tags; the term's own taxonomy distinguishes them. */
const eventLink: EventLink = { linkField: 'categoryIds', id: recordId, also: [sql`l.taxonomy = r.taxonomy`] }

function termConditions(context: StoreContext, filter: TermFilter): readonly Condition[] {
  const { dialect, parts } = context
  const { taxonomy, parentIds, withinIds, events, shownBy } = filter
  return [
    ...(taxonomy === undefined ? [] : [sql<SqlBool>`r.taxonomy = ${taxonomy}`]),
    ...recordConditions(context, 'term_fields', filter),
    ...(parentIds === undefined ? [] : [isOneOfIntegers(dialect, sql`r.parent_id`, parentIds)]),
    ...(withinIds === undefined
      ? []
      : [
          sql<SqlBool>`(${isOneOfIntegers(dialect, recordId, withinIds)} or ${recordId} in
            (select a.term_id from ${parts.term_ancestors} as a where ${isOneOfIntegers(dialect, sql`a.ancestor_id`, withinIds)}))`,
        ]),
    ...(events === undefined ? [] : [hasEvents(context, eventLink, events)]),
    ...(shownBy === undefined ? [] : [isShown(context, shownBy)]),
  ]
}

/** The term or one of its descendants is known to everybody, or linked by a matching event. */
function isShown(context: StoreContext, filter: EventFilter): Condition {
  const { dialect, parts } = context
  const isKnown = (known: Column, id: Column): Condition =>
    someOf([sql<SqlBool>`${known} = 1`, hasEvents(context, { ...eventLink, id }, { some: true, filter })])
  const below = sql`select 1 from ${parts.term_ancestors} as a inner join ${parts.terms} as t on t.id = a.term_id
    where a.ancestor_id = r.id and ${isKnown(sql`t.known`, sql`t.id`)}`
  return someOf([isKnown(sql`r.known`, recordId), dialect.hasRow(below)])
}

/** A column that terms are sorted by, and the join that it needs. */
interface SortColumn {
  readonly column: Column
  readonly join?: RawBuilder<unknown>
}

const memberColumns: Readonly<Record<Exclude<TermSort['key'], 'eventCount'>, Column>> = {
  id: recordId,
  nameKey: sql`r.name_key`,
  slug: sql`r.slug`,
  description: sql`r.description`,
}

async function sortColumn(context: StoreContext, sort: TermSort): Promise<SortColumn> {
  if (sort.key !== 'eventCount') return { column: memberColumns[sort.key] }
  return (await termCountColumn(context, sort.filter)) ?? { column: eventCount(context, eventLink, sort.filter) }
}

/** The ids of a page of terms, and the keys of its order. */
export async function termPage(
  context: StoreContext,
  query: FindQuery<TermFilter, TermSort>,
): Promise<{ readonly page: PageQuery; readonly keys: readonly PageKey[] }> {
  const columns = new Map<string, SortColumn>()
  // A repeated key has no effect, and would cause a second join.
  for (const sort of query.order) if (!columns.has(sort.key)) columns.set(sort.key, await sortColumn(context, sort))
  const keys = keysOf(query.order, ({ key }) => columns.get(key)?.column ?? recordId)
  const joins = [...columns.values()].flatMap(({ join }) => join ?? [])
  const from = sql.join([sql`${context.parts.terms} as r`, ...joins], sql` `)
  return { page: pageOf({ from, id: recordId, conditions: termConditions(context, query.filter), keys }, query), keys }
}

/** The ids of a page of terms in an order of their own members, read in slices. */
export function termIdsInSlices(
  context: StoreContext,
  slicing: Slicing,
  { filter, order, offset, limit }: FindQuery<TermFilter, Exclude<TermSort, EventCountSort>>,
): Promise<readonly number[]> {
  const { terms } = context.parts
  const keys = keysOf(order, ({ key }) => memberColumns[key])
  const conditions = termConditions(context, filter)
  const directions = keys.map(({ direction }) => direction)
  return pageOfIds(context, slicing, terms, { directions, offset, limit }, async (range, most) => {
    const source = { from: sql`${terms} as r`, id: recordId, conditions: [...isInKeyRange([recordId], 'asc', range), ...conditions], keys }
    // A page of ids has the keys of its order as columns.
    return (await pageOf(source, { offset: 0, limit: most }).execute(context.db)).rows as readonly OrderedRow[]
  })
}

/** Counts the matching terms in slices. */
export function countTermsInSlices(context: StoreContext, slicing: Slicing, filter: TermFilter): Promise<number> {
  const conditions = termConditions(context, filter)
  const { terms } = context.parts
  return countByIds(context, slicing, terms, (range) =>
    countRecords(context, sql`${terms} as r`, [...isInKeyRange([recordId], 'asc', range), ...conditions]),
  )
}

/** Counts the matching terms. */
export const countTerms = (context: StoreContext, filter: TermFilter): Promise<number> =>
  countRecords(context, sql`${context.parts.terms} as r`, termConditions(context, filter))
