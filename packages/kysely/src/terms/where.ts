import type { EventCountSort, EventFilter, FindQuery, TermFilter, TermSort } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { type EventLink, hasEvents } from '../list/linked-events.ts'
import { countRecords, recordConditions, recordId, recordPage } from '../list/records.ts'
import { type Column, type Condition, isOneOf, someOf } from '../query/conditions.ts'

/** One table holds the links of categories and of tags; the term's own taxonomy distinguishes them. */
const eventLink: EventLink = { linkField: 'categoryIds', id: recordId, also: [sql`l.taxonomy = r.taxonomy`] }

function termConditions(context: StoreContext, filter: TermFilter): readonly Condition[] {
  const { dialect, parts } = context
  const { taxonomy, parentIds, withinIds, events, shownBy } = filter
  return [
    ...(taxonomy === undefined ? [] : [sql<SqlBool>`r.taxonomy = ${taxonomy}`]),
    ...recordConditions(context, 'term_fields', filter),
    ...(parentIds === undefined ? [] : [isOneOf(dialect, sql`r.parent_id`, parentIds)]),
    ...(withinIds === undefined
      ? []
      : [
          sql<SqlBool>`(${isOneOf(dialect, recordId, withinIds)} or ${recordId} in
            (select a.term_id from ${parts.term_ancestors} as a where ${isOneOf(dialect, sql`a.ancestor_id`, withinIds)}))`,
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

const memberColumns: Readonly<Record<Exclude<TermSort['key'], 'eventCount'>, Column>> = {
  id: recordId,
  nameKey: sql`r.name_key`,
  slug: sql`r.slug`,
  description: sql`r.description`,
}

/** A query for terms in an order of their own members. */
export type TermQuery = FindQuery<TermFilter, Exclude<TermSort, EventCountSort>>

/** The end of a statement that reads a page of terms. */
export const pageOfTerms = (context: StoreContext, query: TermQuery): RawBuilder<unknown> =>
  recordPage(context.parts.terms, termConditions(context, query.filter), query, ({ key }) => memberColumns[key]).end

/** Counts the matching terms. */
export const countTerms = (context: StoreContext, filter: TermFilter): Promise<number> =>
  countRecords(context, context.parts.terms, termConditions(context, filter))
