import type { EntityId, FindQuery, LinkField, ProfileFilter, ProfileSort, PublishedRecord } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import { runRead } from '../engine/scan/deadline.ts'
import { type StoreContext, selecting } from '../engine/store-context.ts'
import { isBoundedProfilePage, isBoundedProfileTotal } from '../list/bounded.ts'
import { hasEvents } from '../list/linked-events.ts'
import { countRecords, matchingIds, matchingInSlices, recordConditions, recordId, recordPage } from '../list/records.ts'
import { organizerColumns, toOrganizerRecord, toOrganizerRow } from '../organizers/codec.ts'
import { type Column, type Condition, isBetween, isOneOf, isReadable, type ReadColumns } from '../query/conditions.ts'
import { linkTables } from '../query/links.ts'
import { rowOf, rowsById, toLookup } from '../query/rows-by-id.ts'
import { toVenueRecord, toVenueRow, venueColumns } from '../venues/codec.ts'
import { accessColumns } from '../write/log-rows.ts'
import { logUnlinked } from '../write/log-unlinked.ts'
import { deleteRecordFields, writeRecordFields } from '../write/record-fields.ts'
import type { RecordKind, WrittenKind } from '../write/record-kind.ts'
import { takenKey, takenKeyIn } from '../write/taken-key.ts'

/** The tables of venues or of organizers; both have the same filters, and events link both. */
interface ProfileTable {
  /** Their table, called `r` in statements. */
  readonly table: 'venues' | 'organizers'
  /** The link field of events. */
  readonly linkField: LinkField
  /** The table of the keys of their fields. */
  readonly fieldTable: 'venue_fields' | 'organizer_fields'
}

/** The columns of the read scope, in statements over venues and organizers, which are called `r`. */
const readColumns: ReadColumns = {
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

function profileConditions(context: StoreContext, profile: ProfileTable, filter: ProfileFilter): readonly Condition[] {
  const { dialect } = context
  const isLookup = (filter.ids ?? filter.slugs ?? filter.alias ?? filter.uids) !== undefined
  const columns = isLookup ? { ...readColumns, status: dialect.withoutIndex(readColumns.status) } : readColumns
  return [
    ...isReadable(dialect, columns, filter.readable),
    ...(filter.authorIds === undefined ? [] : [isOneOf(dialect, columns.authorId, filter.authorIds)]),
    ...isBetween(sortColumns.updatedMs, filter.updatedMs),
    ...recordConditions(context, profile, filter),
    ...(filter.uids === undefined ? [] : [isOneOf(dialect, sql`r.uid`, filter.uids)]),
    ...(filter.events === undefined ? [] : [hasEvents(context, { linkField: profile.linkField, id: recordId, also: [] }, filter.events)]),
  ]
}

/** A page of records. */
const profilePage = (context: StoreContext, profile: ProfileTable, query: FindQuery<ProfileFilter, ProfileSort>) =>
  recordPage(context.parts[profile.table], profileConditions(context, profile, query.filter), query, ({ key }) => sortColumns[key])

/** The number of records at the beginning of an order to check first: most filters match most of them. */
const firstChecked = 200

/**
 * The ids of the matching records, read in slices: of some records at the beginning of the order, and of all if these do not fill the page.
 */
async function matchingProfiles(
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

/** The definition of one kind of profile: venues or organizers. */
interface ProfileDefinition<R extends PublishedRecord, Row> extends ProfileTable, Pick<WrittenKind<R>, 'toRow' | 'stored'> {
  /** The name of the kind, in errors and changes. */
  readonly kind: 'venue' | 'organizer'
  /** The columns of a row in a `select`. */
  columns(dialect: SqlDialect): RawBuilder<unknown>
  /** The column of their id in the table of links. */
  readonly linkedId: Column
  /** Converts a row to a record. */
  toRecord(row: Row): R
}

const lookupColumns = { ...readColumns, id: recordId, slug: sql`r.slug` }

/** Venues or organizers in the store. */
function profileKind<R extends PublishedRecord, Row>(profile: ProfileDefinition<R, Row>): RecordKind<R, ProfileFilter, ProfileSort> {
  const { table, linkField, fieldTable, kind, columns, linkedId, toRow, stored, toRecord } = profile
  const selectProfiles = (context: StoreContext, end: RawBuilder<unknown>) =>
    sql<Row>`${selecting(context)} ${columns(context.dialect)} from ${context.parts[table]} as r ${end}`
  const getMany = async (context: StoreContext, ids: readonly EntityId[]): Promise<readonly R[]> => {
    const rows = await rowsById(context, table, ids, (some) =>
      selectProfiles(context, sql`where ${isOneOf(context.dialect, recordId, some)}`),
    )
    return rows.map(toRecord)
  }
  const find = async (context: StoreContext, query: FindQuery<ProfileFilter, ProfileSort>): Promise<readonly R[]> => {
    const lookup = toLookup(query)
    if (lookup !== undefined) {
      const rows = await rowOf(context, kind, lookup, lookupColumns, (condition) => selectProfiles(context, sql`where ${condition}`))
      return rows.map(toRecord)
    }
    const { readable } = query.filter
    const filter =
      context.slicing === undefined
        ? query.filter
        : { ids: await matchingProfiles(context, profile, query), ...(readable !== undefined && { readable }) }
    const { end } = profilePage(context, profile, { ...query, filter })
    return (await selectProfiles(context, end).execute(context.db)).rows.map(toRecord)
  }
  return {
    table,
    loggedColumns: accessColumns,
    uniqueKeys: [['uid'], ['slug']],
    kind,
    kindOf: () => kind,
    toRow,
    stored,
    getMany,
    find: (context, query) => runRead(context, isBoundedProfilePage(query), (inside) => find(inside, query)),
    count: (context, filter) =>
      runRead(context, isBoundedProfileTotal(filter), (inside) =>
        countRecords(inside, inside.parts[table], profileConditions(inside, profile, filter)),
      ),
    writeFieldKeys: (context, written, before) => writeRecordFields(context, fieldTable, written, before),
    writeLinks: (context, written, before) => writeRecordFields(context, fieldTable, written, before),
    logUnlinked: async (context, ids, _stored, atMs) => {
      const links = { table: context.parts[linkTables[linkField].table], eventId: sql`u.event_id`, linkedId: sql`u.${linkedId}` }
      await logUnlinked(context, links, ids, atMs)
      return undefined
    },
    deleteLinks: async (context, ids, before) => {
      const { db, parts } = context
      await deleteRecordFields(context, fieldTable, ids, before)
      await sql`delete from ${parts[linkTables[linkField].table]} where ${linkedId} in (${sql.join(ids)})`.execute(db)
    },
    takenIn: (record, columns) => takenKeyIn(kind, record, columns),
    taken: (context, record, id) => takenKey(context, table, kind, record, id),
  }
}

/** Venues in the store. */
export const venueKind = profileKind({
  table: 'venues',
  linkField: 'venueIds',
  fieldTable: 'venue_fields',
  kind: 'venue',
  columns: venueColumns,
  linkedId: sql`venue_id`,
  toRow: toVenueRow,
  toRecord: toVenueRecord,
  stored: (draft, id, version) => toVenueRecord({ ...toVenueRow(draft), id, version }),
})

/** Organizers in the store. */
export const organizerKind = profileKind({
  table: 'organizers',
  linkField: 'organizerIds',
  fieldTable: 'organizer_fields',
  kind: 'organizer',
  columns: () => organizerColumns,
  linkedId: sql`organizer_id`,
  toRow: toOrganizerRow,
  toRecord: toOrganizerRecord,
  stored: (draft, id, version) => toOrganizerRecord({ ...toOrganizerRow(draft), id, version }),
})
