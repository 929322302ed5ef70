import { CalendarError, type EntityId, type EventFilter, type EventRecord, type EventSort } from '@kalends/core'
import { sql } from 'kysely'
import type { RecordKind } from '../collection.ts'
import { isInteger } from '../conditions.ts'
import { deleteLinks, insertLinks, linkColumns } from '../links.ts'
import { orderOfPage } from '../page.ts'
import { rowsById } from '../rows-by-id.ts'
import type { StoreContext } from '../store-context.ts'
import { eventColumns, storedEvent, toEventRecord, toEventRow, toLinkCopies } from './codec.ts'
import { countEvents } from './count.ts'
import { eventPage } from './page.ts'
import { ofEvent } from './where.ts'

/** The rows of events with their links, ready for a condition. */
const rowsOf = (context: StoreContext) =>
  context.db.selectFrom(`${context.tables.events} as e`).select(eventColumns).select(linkColumns(context))

async function getMany(context: StoreContext, ids: readonly EntityId[]): Promise<readonly EventRecord[]> {
  const rows = await rowsById(context, 'events', ids, (some) => rowsOf(context).where(isInteger(context.dialect, ofEvent.id, some)))
  return rows.map(toEventRecord)
}

/** Events, as the store keeps them. */
export const eventKind: RecordKind<EventRecord, EventFilter, EventSort> = {
  table: 'events',
  changedKind: 'event',
  uniqueColumns: ['slug'],
  kindOf: () => 'event',
  toRow: toEventRow,
  stored: storedEvent,
  getMany,
  find: async (context, query) => {
    const { page, keys } = await eventPage(context, query)
    const rows = await rowsOf(context)
      .innerJoin(sql<{ id: number }>`(${page})`.as('p'), (join) => join.onRef('p.id', '=', 'e.id'))
      .orderBy(orderOfPage(keys))
      .execute()
    return rows.map(toEventRecord)
  },
  count: countEvents,
  writeLinks: async (context, written, areNew) => {
    if (!areNew) for (const { id } of written) await deleteLinks(context, id)
    await insertLinks(
      context,
      written.map(({ id, record }) => ({ id, links: record, copies: toLinkCopies(record) })),
    )
  },
  deleteLinks,
  taken: async (_context, { slug }) => new CalendarError('slug_taken', { kind: 'event', slug }),
}
