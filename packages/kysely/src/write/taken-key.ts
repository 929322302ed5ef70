import { CalendarError } from '@kalends/core'
import type { Draft, EntityId, EventRecord, PublishedRecord } from '@kalends/core/store'
import { anyTables, type StoreContext } from '../engine/store-context.ts'
import { wallMs } from '../schema/wall-time.ts'

/** The error for an occurrence whose key another occurrence of its series has: another writer has stored it since this one read the series. */
const keyTaken = (seriesId: EntityId): CalendarError => new CalendarError('version_conflict', { kind: 'event', id: seriesId })

/**
 * The error for an event whose key, uid or slug another event has, in this order.
 * @param id the event's own id; undefined for a new one
 * @returns undefined if the other event is gone
 */
export async function takenEventKey(
  context: StoreContext,
  event: Draft<EventRecord>,
  id: EntityId | undefined,
): Promise<CalendarError | undefined> {
  const { role, seriesId, occurrenceKey } = event
  if (role !== 'occurrence') return takenKey(context, 'events', 'event', event, id)
  const other = await context.db
    .selectFrom(context.tables.events)
    .select('id')
    .where('series_id', '=', seriesId)
    .where('key_wall', '=', wallMs(occurrenceKey))
    .where('id', '<>', id ?? 0)
    .executeTakeFirst()
  // An occurrence has no uid of its own.
  return other === undefined ? takenKey(context, 'events', 'event', { ...event, uid: '' }, id) : keyTaken(seriesId)
}

/** The error for an event whose values in the columns of a unique key are taken. */
export const takenEventKeyIn = (event: Draft<EventRecord>, columns: readonly string[]): CalendarError =>
  columns.includes('key_wall') ? keyTaken(event.seriesId) : takenKeyIn('event', event, columns)

/**
 * The error for an event, a venue or an organizer whose uid or slug another record has; the contract checks the uid before the slug.
 * @param id the record's own id; undefined for a new one
 * @returns undefined if the other record is gone
 */
export async function takenKey(
  context: StoreContext,
  table: 'events' | 'venues' | 'organizers',
  kind: 'event' | 'venue' | 'organizer',
  { slug, uid }: Pick<Draft<PublishedRecord>, 'slug' | 'uid'>,
  id: EntityId | undefined,
): Promise<CalendarError | undefined> {
  const slugTaken = new CalendarError('slug_taken', { kind, slug })
  // Without a uid only the slug can be taken, which needs no lookup.
  if (uid === '') return slugTaken
  const others = anyTables(context)
    .selectFrom(context.tables[table])
    .select('id')
    .where('id', '<>', id ?? 0)
  if ((await others.where('uid', '=', uid).executeTakeFirst()) !== undefined) return new CalendarError('uid_taken', { kind, uid })
  return (await others.where('slug', '=', slug).executeTakeFirst()) === undefined ? undefined : slugTaken
}

/** The error for an event, a venue or an organizer whose values in the columns of a unique key are taken. */
export const takenKeyIn = (
  kind: 'event' | 'venue' | 'organizer',
  { slug, uid }: Pick<Draft<PublishedRecord>, 'slug' | 'uid'>,
  columns: readonly string[],
): CalendarError =>
  columns.includes('uid') ? new CalendarError('uid_taken', { kind, uid }) : new CalendarError('slug_taken', { kind, slug })
