import type { CalendarStore, EntityId, LinkField } from '@kalends/core/store'
import type { DraftCounter } from '../factories/drafts.ts'

/** A kind of record that events link. */
export type LinkedKind = 'venues' | 'organizers' | 'categories' | 'tags'

/** The kinds of records that events link. */
export const linkedKinds: readonly LinkedKind[] = ['venues', 'organizers', 'categories', 'tags']

/** The field by which events link each kind. */
export const linkFieldOf: Readonly<Record<LinkedKind, LinkField>> = {
  venues: 'venueIds',
  organizers: 'organizerIds',
  categories: 'categoryIds',
  tags: 'tagIds',
}

/** Inserts a record of a linked kind. @returns its id */
export async function insertOfKind(store: CalendarStore, draft: DraftCounter, kind: LinkedKind): Promise<EntityId> {
  if (kind === 'venues') return (await store.venues.insert(draft.venue())).id
  if (kind === 'organizers') return (await store.organizers.insert(draft.organizer())).id
  return (await store.terms.insert(draft.term({ taxonomy: kind === 'tags' ? 'tag' : 'category' }))).id
}

/** The collection with the records of a linked kind. */
export const collectionOfKind = (
  { venues, organizers, terms }: CalendarStore,
  kind: LinkedKind,
): CalendarStore['venues'] | CalendarStore['organizers'] | CalendarStore['terms'] =>
  kind === 'venues' ? venues : kind === 'organizers' ? organizers : terms
