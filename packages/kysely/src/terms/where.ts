import type { FindQuery, TermFilter, TermSort } from '@kalends/core'
import { type SqlBool, sql } from 'kysely'
import { type Column, type Condition, isInteger } from '../conditions.ts'
import { type EventLink, eventCount, hasEvents } from '../linked-events.ts'
import { keysOf, type PageKey, type PageQuery, pageOf } from '../page.ts'
import { countRecords, recordConditions, recordId } from '../record-where.ts'
import type { StoreContext } from '../store-context.ts'

/** Links of categories and of tags are kept in one table, and told apart by the term's own taxonomy. */
const eventLink: EventLink = { edge: 'categoryIds', id: recordId, also: [sql`l.taxonomy = r.taxonomy`] }

function termConditions(context: StoreContext, filter: TermFilter): readonly Condition[] {
  const { dialect, parts } = context
  const { taxonomy, parentIds, withinIds, events } = filter
  return [
    ...(taxonomy === undefined ? [] : [sql<SqlBool>`r.taxonomy = ${taxonomy}`]),
    ...recordConditions(context, filter),
    ...(parentIds === undefined ? [] : [isInteger(dialect, sql`r.parent_id`, parentIds)]),
    ...(withinIds === undefined
      ? []
      : [
          sql<SqlBool>`(${isInteger(dialect, recordId, withinIds)} or ${recordId} in
            (select a.term_id from ${parts.term_ancestors} as a where ${isInteger(dialect, sql`a.ancestor_id`, withinIds)}))`,
        ]),
    ...(events === undefined ? [] : [hasEvents(context, eventLink, events)]),
  ]
}

function sortColumn(context: StoreContext, sort: TermSort): Column {
  switch (sort.key) {
    case 'id':
      return recordId
    case 'nameKey':
      return sql`r.name_key`
    case 'slug':
      return sql`r.slug`
    case 'description':
      return sql`r.description`
    case 'eventCount':
      return eventCount(context, eventLink, sort.filter)
  }
}

/** The ids of a page of terms, and the keys of its order. */
export function termPage(
  context: StoreContext,
  query: FindQuery<TermFilter, TermSort>,
): { readonly page: PageQuery; readonly keys: readonly PageKey[] } {
  const keys = keysOf(query.order, (sort) => sortColumn(context, sort))
  const from = sql`${context.parts.terms} as r`
  return { page: pageOf({ from, id: recordId, conditions: termConditions(context, query.filter), keys }, query), keys }
}

/** How many terms match. */
export const countTerms = (context: StoreContext, filter: TermFilter): Promise<number> =>
  countRecords(context, sql`${context.parts.terms} as r`, termConditions(context, filter))
