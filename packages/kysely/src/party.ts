import type { Edge, FindQuery, PartyFilter, PartySort } from '@kalends/core'
import { sql } from 'kysely'
import { type Column, type Condition, isBetween, isInteger, isReadable, type ReadColumns } from './conditions.ts'
import { hasEvents } from './linked-events.ts'
import { keysOf, type PageKey, type PageQuery, pageOf } from './page.ts'
import { countRecords, recordConditions, recordId } from './record-where.ts'
import type { StoreContext } from './store-context.ts'

/** What venues and organizers have in common: both are linked by events, and found in the same ways. */
export interface PartyTable {
  /** Their table, called `r` in statements. */
  readonly table: 'venues' | 'organizers'
  /** The links to them. */
  readonly edge: Edge
}

/** In statements over venues and organizers, which are called `r`. */
export const readColumns: ReadColumns = {
  status: sql`r.status`,
  authorId: sql`r.author_id`,
  publishedMs: sql`r.published_ms`,
  statusBeforeTrash: sql`r.status_before_trash`,
}

const sortColumns: Readonly<Record<PartySort['key'], Column>> = {
  id: recordId,
  nameKey: sql`r.name_key`,
  publishedMs: sql`r.published_ms`,
  updatedMs: sql`r.updated_ms`,
}

function partyConditions(context: StoreContext, { edge }: PartyTable, filter: PartyFilter): readonly Condition[] {
  const { dialect } = context
  const isLookup = filter.ids !== undefined || filter.slugs !== undefined
  const columns = isLookup ? { ...readColumns, status: dialect.unindexed(readColumns.status) } : readColumns
  return [
    ...isReadable(dialect, columns, filter.readable),
    ...(filter.authorIds === undefined ? [] : [isInteger(dialect, columns.authorId, filter.authorIds)]),
    ...isBetween(sortColumns.updatedMs, filter.updatedMs),
    ...recordConditions(context, filter),
    ...(filter.events === undefined ? [] : [hasEvents(context, { edge, id: recordId, also: [] }, filter.events)]),
  ]
}

/** The ids of a page, and the keys of its order. */
export function partyPage(
  context: StoreContext,
  party: PartyTable,
  query: FindQuery<PartyFilter, PartySort>,
): { readonly page: PageQuery; readonly keys: readonly PageKey[] } {
  const keys = keysOf(query.order, ({ key }) => sortColumns[key])
  const from = sql`${context.parts[party.table]} as r`
  return { page: pageOf({ from, id: recordId, conditions: partyConditions(context, party, query.filter), keys }, query), keys }
}

/** How many match. */
export const countParties = (context: StoreContext, party: PartyTable, filter: PartyFilter): Promise<number> =>
  countRecords(context, sql`${context.parts[party.table]} as r`, partyConditions(context, party, filter))
