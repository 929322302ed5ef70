import type { EntityId, FindQuery, LinkField, ProfileFilter, ProfileSort } from '@kalends/core/store'
import { sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { hasEvents } from '../list/linked-events.ts'
import { countRecords, matchingIds, matchingInSlices, recordConditions, recordId, recordPage } from '../list/records.ts'
import { type Column, type Condition, isBetween, isOneOf, isReadable, type ReadColumns } from '../query/conditions.ts'

/** The tables of venues or of organizers; both have the same filters, and events link both. */
export interface ProfileTable {
  /** Their table, called `r` in statements. */
  readonly table: 'venues' | 'organizers'
  /** The link field of events. */
  readonly linkField: LinkField
  /** The table of the keys of their fields. */
  readonly fieldTable: 'venue_fields' | 'organizer_fields'
}

/** The columns of the read scope, in statements over venues and organizers, which are called `r`. */
export const readColumns: ReadColumns = {
  status: sql`r.status`,
  authorId: sql`r.author_id`,
  publishedMs: sql`r.published_ms`,
  statusBeforeTrash: sql`r.status_before_trash`,
}

const sortColumns: Readonly<Record<ProfileSort['key'], Column>> = {
  id: recordId,
  nameKey: sql`r.name_key`,
  publishedMs: sql`r.published_ms`,
  updatedMs: sql`r.updated_ms`,
}

function profileConditions(context: StoreContext, { linkField, fieldTable }: ProfileTable, filter: ProfileFilter): readonly Condition[] {
  const { dialect } = context
  const isLookup = filter.ids !== undefined || filter.slugs !== undefined || filter.uids !== undefined
  const columns = isLookup ? { ...readColumns, status: dialect.withoutIndex(readColumns.status) } : readColumns
  return [
    ...isReadable(dialect, columns, filter.readable),
    ...(filter.authorIds === undefined ? [] : [isOneOf(dialect, columns.authorId, filter.authorIds)]),
    ...isBetween(sortColumns.updatedMs, filter.updatedMs),
    ...recordConditions(context, fieldTable, filter),
    ...(filter.uids === undefined ? [] : [isOneOf(dialect, sql`r.uid`, filter.uids)]),
    ...(filter.events === undefined ? [] : [hasEvents(context, { linkField, id: recordId, also: [] }, filter.events)]),
  ]
}

/** A page of records. */
export const profilePage = (context: StoreContext, profile: ProfileTable, query: FindQuery<ProfileFilter, ProfileSort>) =>
  recordPage(context.parts[profile.table], profileConditions(context, profile, query.filter), query, ({ key }) => sortColumns[key])

/** The number of records at the beginning of an order to check first: most filters match most of them. */
const firstChecked = 200

/**
 * The ids of the matching records, read in slices: of some records at the beginning of the order, and of all if these do not fill the page.
 */
export async function matchingProfiles(
  context: StoreContext,
  profile: ProfileTable,
  { filter, order, offset, limit }: FindQuery<ProfileFilter, ProfileSort>,
): Promise<readonly EntityId[]> {
  const table = context.parts[profile.table]
  const conditions = profileConditions(context, profile, filter)
  if (order[0]?.key !== 'updatedMs' && offset + limit <= firstChecked) {
    const scope = { order, offset: 0, limit: firstChecked, filter: filter.readable === undefined ? {} : { readable: filter.readable } }
    const { ids } = profilePage(context, profile, scope)
    const first = await matchingIds(context, table, [sql`r.id in (select id from (${ids}) as b)`, ...conditions])
    if (first.length >= offset + limit) return first
    await context.slicing?.next()
  }
  return matchingInSlices(context, table, conditions)
}

/** Counts the matching records. */
export const countProfiles = (context: StoreContext, profile: ProfileTable, filter: ProfileFilter): Promise<number> =>
  countRecords(context, context.parts[profile.table], profileConditions(context, profile, filter))
