import type { EntityId, EventRecord, LinkField } from '@kalends/core/store'
import type { Insertable } from 'kysely'
import { insertAll } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import type { LinkColumns } from '../schema/tables.ts'

/** The columns that links copy from their event. */
export type LinkCopies = Omit<Insertable<LinkColumns>, 'event_id'>

/** The links of an event to write. */
export interface EventLinks {
  /** The event's id. */
  readonly id: EntityId
  /** The linked records. */
  readonly links: Pick<EventRecord, LinkField>
  /** The columns that each link copies from the event. */
  readonly copies: LinkCopies
}

/** Writes the links of events that have none yet. */
export async function insertLinks(context: StoreContext, events: readonly EventLinks[]): Promise<void> {
  const { db, tables } = context
  const rowsOf = <Own>(linkField: LinkField, own: (id: EntityId) => Own) =>
    events.flatMap(({ id, links, copies }) =>
      links[linkField].map((linkedId, position) => ({ ...copies, event_id: id, position, ...own(linkedId) })),
    )
  const venues = rowsOf('venueIds', (venue_id) => ({ venue_id }))
  await insertAll(context, 'insert event_venues', venues, (rows) => db.insertInto(tables.event_venues).values(rows))
  const organizers = rowsOf('organizerIds', (organizer_id) => ({ organizer_id }))
  await insertAll(context, 'insert event_organizers', organizers, (rows) => db.insertInto(tables.event_organizers).values(rows))
  const terms = [
    ...rowsOf('categoryIds', (term_id) => ({ term_id, taxonomy: 'category' })),
    ...rowsOf('tagIds', (term_id) => ({ term_id, taxonomy: 'tag' })),
  ]
  await insertAll(context, 'insert event_terms', terms, (rows) => db.insertInto(tables.event_terms).values(rows))
}

/** Removes all links of events. */
export async function deleteLinks({ db, tables }: StoreContext, ids: readonly EntityId[]): Promise<void> {
  await db.deleteFrom(tables.event_venues).where('event_id', 'in', ids).execute()
  await db.deleteFrom(tables.event_organizers).where('event_id', 'in', ids).execute()
  await db.deleteFrom(tables.event_terms).where('event_id', 'in', ids).execute()
}
