import type { EntityId, EventFilter, EventRecord, EventSort } from '@kalends/core/store'
import { sql } from 'kysely'
import { areCountedAlike, countKeysOf, recordCounts } from '../count/counts.ts'
import { countEvents } from '../count/total.ts'
import { linkColumns } from '../query/links.ts'
import { deleteEventFields, fieldColumns, maintainedFields, writeEventFields } from '../write/event-fields.ts'
import { copiedColumns, deleteLinks, type EventLinks, toLinkCopies, toStoredLinks, writeLinks } from '../write/event-links.ts'
import { logUnlinked } from '../write/log-unlinked.ts'
import type { RecordKind, StoredRows } from '../write/record-kind.ts'
import { takenEventKey, takenEventKeyIn } from '../write/taken-key.ts'
import { storedEvent, toEventRow } from './codec.ts'
import { eventsById, findEvents } from './find.ts'

const storedLinks = (ids: readonly EntityId[], stored: StoredRows | undefined): readonly EventLinks[] =>
  ids.flatMap((id) => {
    const row = stored?.get(id)
    return row === undefined ? [] : [toStoredLinks(id, row)]
  })

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
  linksOf: ({ venueIds, organizerIds, categoryIds, tagIds }) => ({ venueIds, organizerIds, categoryIds, tagIds }),
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
    await writeEventFields(context, written, stored)
    const counted = events.filter((event) => {
      const same = storedById.get(event.id)
      return same === undefined || !areCountedAlike(same, event)
    })
    const uncounted = counted.flatMap(({ id }) => storedById.get(id) ?? [])
    await recordCounts(context, uncounted.flatMap(countKeysOf), counted.flatMap(countKeysOf))
  },
  logUnlinked: async (context, ids, _stored, atMs) => {
    const children = { table: context.parts.events, eventId: sql`u.id`, linkedId: sql`u.parent_id` }
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
