import { CalendarError } from '@kalends/core'
import type { Draft, EntityId, PublishedRecord } from '@kalends/core/store'
import { anyTables, type StoreContext } from '../engine/store-context.ts'

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
