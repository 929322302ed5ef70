import type { Operation, PublishedKindName } from '../../record/context.ts'
import { loadById } from '../../record/loader.ts'
import { visibleScope } from '../../record/scope.ts'
import { isReadable } from '../../store/matching.ts'
import type { EntityId, EventRecord, PublishedRecord, TermRecord } from '../../store/records.ts'
import { type Organizer, toOrganizer } from '../organizer/view.ts'
import { type EmbeddedTerm, toEmbeddedTerm } from '../term/view.ts'
import { toVenue, type Venue } from '../venue/view.ts'

/** A term with its sort key. */
export interface RelatedTerm extends Pick<TermRecord, 'id' | 'nameKey'> {
  /** The term as events return it. */
  readonly view: EmbeddedTerm
}

/** The visible linked records of a page of events, by id. Events that link the same record share one view of it. */
export interface EventRelations {
  /** Venues. */
  readonly venues: ReadonlyMap<EntityId, Venue>
  /** Organizers. */
  readonly organizers: ReadonlyMap<EntityId, Organizer>
  /** Categories and tags. */
  readonly terms: ReadonlyMap<EntityId, RelatedTerm>
  /** Parents that the viewer may see. */
  readonly parentIds: ReadonlySet<EntityId>
}

/** Loads linked records, including those that the viewer may not see. A write has loaders, which have most of the records already. */
function linkLoads({ loaders, store }: Operation) {
  if (loaders !== null) {
    const { event, venue, organizer, category } = loaders
    return { parent: event.loadMany, venue: venue.byId.loadMany, organizer: organizer.byId.loadMany, term: category.byId.loadMany }
  }
  const { events, venues, organizers, terms } = store
  return { parent: loadById(events), venue: loadById(venues), organizer: loadById(organizers), term: loadById(terms) }
}

/** Loads the linked records of a page of events: one batch per kind, regardless of the size of the page. */
export async function loadRelations(op: Operation, events: readonly EventRecord[]): Promise<EventRelations> {
  const load = linkLoads(op)
  const [venueIds, organizerIds, termIds] = [new Set<EntityId>(), new Set<EntityId>(), new Set<EntityId>()]
  for (const event of events) {
    for (const id of event.venueIds) venueIds.add(id)
    for (const id of event.organizerIds) organizerIds.add(id)
    for (const id of event.categoryIds) termIds.add(id)
    for (const id of event.tagIds) termIds.add(id)
  }
  const [venues, organizers, terms] = [new Map<EntityId, Venue>(), new Map<EntityId, Organizer>(), new Map<EntityId, RelatedTerm>()]
  if (venueIds.size > 0)
    for (const venue of await visibleOf(op, 'venue', await load.venue([...venueIds]))) venues.set(venue.id, toVenue(venue, op))
  if (organizerIds.size > 0)
    for (const organizer of await visibleOf(op, 'organizer', await load.organizer([...organizerIds])))
      organizers.set(organizer.id, toOrganizer(organizer, op))
  if (termIds.size > 0)
    for (const [id, term] of await load.term([...termIds])) terms.set(id, { id, nameKey: term.nameKey, view: toEmbeddedTerm(term) })
  return { venues, organizers, terms, parentIds: await parentIdsOf(op, load, events) }
}

/**
 * The visible parents of events; those in the trash are invisible to everyone. A page often has a parent itself, such as a festival with its
 * concerts: such a parent is not loaded again.
 */
async function parentIdsOf(
  op: Operation,
  load: ReturnType<typeof linkLoads>,
  events: readonly EventRecord[],
): Promise<ReadonlySet<EntityId>> {
  const ids = new Set<EntityId>()
  for (const { parentId } of events) if (parentId !== 0) ids.add(parentId)
  if (ids.size === 0) return ids
  const parents = new Map<EntityId, EventRecord>()
  for (const event of events) if (ids.delete(event.id)) parents.set(event.id, event)
  if (ids.size > 0) for (const [id, parent] of await load.parent([...ids])) parents.set(id, parent)
  return new Set((await visibleOf(op, 'event', parents)).map(({ id }) => id))
}

/** The records that the viewer may see. */
async function visibleOf<R extends PublishedRecord>(
  op: Operation,
  kind: PublishedKindName,
  records: ReadonlyMap<EntityId, R>,
): Promise<readonly R[]> {
  const scope = await visibleScope(op, kind)
  return [...records.values()].filter((record) => isReadable(scope, record))
}
