import type { EntityId, EventFilter, EventRecord, EventSort, FindQuery } from '@kalends/core/store'
import { sql } from 'kysely'
import { areCountedAlike, countKeysOf, recordCounts } from '../counts/count-key.ts'
import { onCheckedTables } from '../engine/checked-tables.ts'
import { runRead } from '../engine/scans/run-scan.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { ofEvent } from '../event-filter/columns.ts'
import { hasEmptyList, hasSlowConditions } from '../event-filter/where.ts'
import { linkColumns } from '../query/links.ts'
import { orderOfPage } from '../query/page.ts'
import { rowOf, toLookup } from '../query/rows-by-id.ts'
import { withFoundEvents } from '../search/found-events.ts'
import { deleteEventFields, fieldColumns, maintainedFields, writeEventFields } from '../write/event-fields.ts'
import { copiedColumns, deleteLinks, type EventLinks, toLinkCopies, toStoredLinks, writeLinks } from '../write/event-links.ts'
import { logUnlinked } from '../write/log-rows.ts'
import { type RecordKind, type StoredRows, toKeyedRows } from '../write/record-kind.ts'
import { takenEventKey, takenEventKeyIn } from '../write/taken-key.ts'
import { isBoundedEventPage } from './bounded.ts'
import { storedEvent, toEventRecord, toEventRow } from './codec.ts'
import { countEvents } from './count.ts'
import { eventPage } from './page.ts'
import { eventsById, noJoin, recordsReader, selectEvents } from './read-records.ts'
import type { RenderedPage } from './render-page.ts'
import { findInSlices } from './sliced.ts'

type EventQuery = FindQuery<EventFilter, EventSort>

/** Reads the rows of a page. */
type ReadRows<R> = (context: StoreContext, page: RenderedPage) => Promise<readonly R[]>

const readIds: ReadRows<EntityId> = async (context, { page, keys }) => {
  const statement = sql<{ id: unknown }>`select p.id from (${page}) as p order by ${orderOfPage(keys)}`
  return (await statement.execute(context.db)).rows.map(({ id }) => Number(id))
}

function findEvents(context: StoreContext, query: EventQuery): Promise<readonly EventRecord[]> {
  const lookup = toLookup(query)
  if (lookup === undefined) return findPage(context, query, recordsReader(query))
  return onCheckedTables(context, async (inside) => {
    const rows = await rowOf(inside, 'event', lookup, lookupColumns, (condition) => selectEvents(inside, noJoin, sql`where ${condition}`))
    return rows.map(toEventRecord)
  })
}

/** The ids of a page: the first part of the statement of {@link findEvents}. */
export const findEventIds = (context: StoreContext, query: EventQuery): Promise<readonly EntityId[]> => findPage(context, query, readIds)

/** Reads a page: as a scan unless its filter bounds it. */
const findPage = <R>(context: StoreContext, query: EventQuery, read: ReadRows<R>): Promise<readonly R[]> =>
  runRead(context, isBoundedEventPage(query), (inside) => readPage(inside, query, read))

/** Plans a page and reads it, in slices where it is long. */
async function readPage<R>(context: StoreContext, given: EventQuery, read: ReadRows<R>): Promise<readonly R[]> {
  const query = { ...given, filter: await withFoundEvents(context, given.filter) }
  const { slicing } = context
  const { plan, near, ...page } = await eventPage(context, query)
  if (hasEmptyList(near.filter)) return []
  const isByQuarters = plan.branches.some(({ startQuarter }) => startQuarter !== undefined)
  // A page of few rows is short, unless the filter checks texts or places.
  const isShort = (plan.shape === 'sorted' && !hasSlowConditions(near.filter)) || isBoundedEventPage(near, isByQuarters)
  const readPart = (part: RenderedPage) => read(context, part)
  return slicing === undefined || isShort ? readPart(page) : ((await findInSlices(context, slicing, near, readPart)) ?? readPart(page))
}

const storedLinks = (ids: readonly EntityId[], stored: StoredRows | undefined): readonly EventLinks[] =>
  ids.flatMap((id) => {
    const row = stored?.get(id)
    return row === undefined ? [] : [toStoredLinks(id, row)]
  })

const lookupColumns = { ...ofEvent, slug: sql`e.slug` }

/** Events in the store. */
export const eventKind: RecordKind<EventRecord, EventFilter, EventSort> = {
  table: 'events',
  loggedColumns: ['status_before_trash', 'updated_ms', 'series_id'],
  uniqueKeys: [['series_id', 'key_wall'], ['uid'], ['slug']],
  exchanged: 'key_wall',
  kind: 'event',
  kindOf: () => 'event',
  toRow: toEventRow,
  stored: storedEvent,
  getMany: eventsById,
  find: findEvents,
  count: countEvents,
  linked: { copied: [...copiedColumns, ...fieldColumns], columns: linkColumns },
  termsOf: ({ categoryIds, tagIds }) => ({ categoryIds, tagIds }),
  maintained: maintainedFields,
  writeFieldKeys: writeEventFields,
  writeLinks: async (context, written, stored) => {
    const before = storedLinks(
      written.map(({ id }) => id),
      stored,
    )
    const events = written.map(({ id, record, row }) => ({ id, links: record, copies: toLinkCopies(row) }))
    const storedById = new Map(before.map((event) => [event.id, event]))
    await writeLinks(context, events, storedById)
    await writeEventFields(context, toKeyedRows(written), stored)
    const counted = events.filter((event) => {
      const same = storedById.get(event.id)
      return same === undefined || !areCountedAlike(same, event)
    })
    const uncounted = counted.flatMap(({ id }) => storedById.get(id) ?? [])
    await recordCounts(context, uncounted.flatMap(countKeysOf), counted.flatMap(countKeysOf))
  },
  logUnlinked: async (context, ids, _stored, atMs) => {
    const children = { table: context.parts.events, eventId: sql`id`, linkedId: sql`parent_id` }
    await logUnlinked(context, children, ids, atMs)
    return undefined
  },
  deleteLinks: async (context, ids, stored) => {
    const before = storedLinks(ids, stored)
    await deleteLinks(context, before)
    await deleteEventFields(context, ids, stored)
    const { db, tables } = context
    await db.updateTable(tables.events).set({ parent_id: 0 }).where('parent_id', 'in', ids).execute()
    await recordCounts(context, before.flatMap(countKeysOf), [])
  },
  takenIn: takenEventKeyIn,
  taken: takenEventKey,
}
