import type { EntityId, FindQuery, ProfileFilter, ProfileSort, PublishedRecord } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import { runRead } from '../engine/scan/deadline.ts'
import { type StoreContext, selecting } from '../engine/store-context.ts'
import { isBoundedProfilePage, isBoundedProfileTotal } from '../list/bounded.ts'
import { recordId } from '../list/records.ts'
import { type Column, isOneOf } from '../query/conditions.ts'
import { linkTables } from '../query/links.ts'
import { rowOf, rowsById, toLookup } from '../query/rows-by-id.ts'
import { accessColumns, logUnlinked } from '../write/log-rows.ts'
import { deleteRecordFields, writeRecordFields } from '../write/record-fields.ts'
import { type RecordKind, toKeyedRows } from '../write/record-kind.ts'
import { takenKey, takenKeyIn } from '../write/taken-key.ts'
import { countProfiles, matchingProfiles, type ProfileTable, profilePage, readColumns } from './where.ts'

/** The definition of one kind of profile: venues or organizers. */
export interface ProfileDefinition<R extends PublishedRecord, Row>
  extends ProfileTable,
    Pick<RecordKind<R, never, never>, 'toRow' | 'stored'> {
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
export function profileKind<R extends PublishedRecord, Row>(profile: ProfileDefinition<R, Row>): RecordKind<R, ProfileFilter, ProfileSort> {
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
    count: (context, filter) => runRead(context, isBoundedProfileTotal(filter), (inside) => countProfiles(inside, profile, filter)),
    writeFieldKeys: (context, written, before) => writeRecordFields(context, fieldTable, written, before),
    writeLinks: (context, written, before) => writeRecordFields(context, fieldTable, toKeyedRows(written), before),
    logUnlinked: async (context, ids, _stored, atMs) => {
      const links = { table: context.parts[linkTables[linkField].table], eventId: sql`event_id`, linkedId }
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
