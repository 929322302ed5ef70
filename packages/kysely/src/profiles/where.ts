import type { FindQuery, LinkField, ProfileFilter, ProfileSort } from '@kalends/core/store'
import { sql } from 'kysely'
import type { Slicing } from '../engine/scans/slices.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { hasEvents } from '../event-filter/linked-events.ts'
import { type Column, type Condition, isBetween, isOneOfAuthors, isOneOfTexts, isReadable, type ReadColumns } from '../query/conditions.ts'
import { isInKeyRange } from '../query/key-range.ts'
import { keysOf, type PageKey, type PageQuery, pageOf } from '../query/page.ts'
import { countRecords, recordConditions, recordId } from '../query/record-where.ts'
import { countByIds, type OrderedRow, pageOfIds } from '../query/sliced-records.ts'

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
    ...(filter.authorIds === undefined ? [] : [isOneOfAuthors(dialect, columns.authorId, filter.authorIds)]),
    ...isBetween(sortColumns.updatedMs, filter.updatedMs),
    ...recordConditions(context, fieldTable, filter),
    ...(filter.uids === undefined ? [] : [isOneOfTexts(sql`r.uid`, filter.uids)]),
    ...(filter.events === undefined ? [] : [hasEvents(context, { linkField, id: recordId, also: [] }, filter.events)]),
  ]
}

/** The ids of a page, and the keys of its order. */
export function profilePage(
  context: StoreContext,
  profile: ProfileTable,
  query: FindQuery<ProfileFilter, ProfileSort>,
): { readonly page: PageQuery; readonly keys: readonly PageKey[] } {
  const keys = keysOf(query.order, ({ key }) => sortColumns[key])
  const from = sql`${context.parts[profile.table]} as r`
  return { page: pageOf({ from, id: recordId, conditions: profileConditions(context, profile, query.filter), keys }, query), keys }
}

/** The ids of a page, read in slices: from some records at the beginning of the order, and from all if these do not fill the page. */
export async function profileIdsInSlices(
  context: StoreContext,
  slicing: Slicing,
  profile: ProfileTable,
  query: FindQuery<ProfileFilter, ProfileSort>,
): Promise<readonly number[]> {
  const table = context.parts[profile.table]
  const keys = keysOf(query.order, ({ key }) => sortColumns[key])
  const conditions = profileConditions(context, profile, query.filter)
  const from = sql`${table} as r`
  const read = async (more: readonly Condition[], limit: number): Promise<readonly OrderedRow[]> => {
    const page = pageOf({ from, id: recordId, conditions: [...more, ...conditions], keys }, { offset: 0, limit })
    // A page of ids has the keys of its order as columns.
    return (await page.execute(context.db)).rows as readonly OrderedRow[]
  }
  const { offset, limit } = query
  const reach = offset + limit
  if (query.order[0]?.key !== 'updatedMs' && reach <= firstChecked) {
    const scope = isReadable(context.dialect, readColumns, query.filter.readable)
    const begin = pageOf({ from, id: recordId, conditions: scope, keys }, { offset: 0, limit: firstChecked })
    const rows = await read([sql`r.id in (select id from (${begin}) as b)`], reach)
    if (rows.length === reach) return rows.slice(offset).map(({ id }) => Number(id))
    await slicing.next()
  }
  const directions = keys.map(({ direction }) => direction)
  return pageOfIds(context, slicing, table, { directions, offset, limit }, (range, most) =>
    read(isInKeyRange([recordId], 'asc', range), most),
  )
}

/** The number of records at the beginning of an order to check first: most filters match most of them. */
const firstChecked = 200

/** Counts the matching records in slices. */
export function countProfilesInSlices(
  context: StoreContext,
  slicing: Slicing,
  profile: ProfileTable,
  filter: ProfileFilter,
): Promise<number> {
  const conditions = profileConditions(context, profile, filter)
  const table = context.parts[profile.table]
  return countByIds(context, slicing, table, (range) =>
    countRecords(context, sql`${table} as r`, [...isInKeyRange([recordId], 'asc', range), ...conditions]),
  )
}

/** Counts the matching records. */
export const countProfiles = (context: StoreContext, profile: ProfileTable, filter: ProfileFilter): Promise<number> =>
  countRecords(context, sql`${context.parts[profile.table]} as r`, profileConditions(context, profile, filter))
