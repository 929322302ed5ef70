import type { Operation, PublishedKindName } from '../../record/context.ts'
import { loadById } from '../../record/loader.ts'
import { visibleScope } from '../../record/scope.ts'
import { isReadable } from '../../store/matching.ts'
import type { EntityId, EventRecord, OrganizerRecord, PublishedRecord, TermRecord, VenueRecord } from '../../store/records.ts'
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

/** Finds records by id. */
type Load<R> = (ids: readonly EntityId[]) => Promise<ReadonlyMap<EntityId, R>>

/** Loads linked records, including those that the viewer may not see. */
interface LinkLoads {
  readonly parent: Load<EventRecord>
  readonly venue: Load<VenueRecord>
  readonly organizer: Load<OrganizerRecord>
  readonly term: Load<TermRecord>
}

/** How an operation loads linked records. A write has loaders, which have most of the records already. */
function linkLoads({ loaders, store }: Operation): LinkLoads {
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
  return {
    venues: await viewVisible(op, 'venue', await batch(load.venue, venueIds), (venue) => toVenue(venue, op)),
    organizers: await viewVisible(op, 'organizer', await batch(load.organizer, organizerIds), (organizer) => toOrganizer(organizer, op)),
    terms: toRelated(await batch(load.term, termIds)),
    // Parents in the trash are invisible to everyone, like everything else in the trash.
    parentIds: new Set((await viewVisible(op, 'event', await parentsOf(load, events), ({ id }) => id)).keys()),
  }
}

/** The parents of events. A page often has a parent itself, such as a festival with its concerts: such a parent is not loaded again. */
async function parentsOf(load: LinkLoads, events: readonly EventRecord[]): Promise<ReadonlyMap<EntityId, EventRecord>> {
  const ids = new Set<EntityId>()
  for (const { parentId } of events) if (parentId !== 0) ids.add(parentId)
  const parents = new Map<EntityId, EventRecord>()
  for (const event of events) if (ids.delete(event.id)) parents.set(event.id, event)
  for (const [id, parent] of await batch(load.parent, ids)) parents.set(id, parent)
  return parents
}

const batch = async <R>(load: Load<R>, ids: ReadonlySet<EntityId>): Promise<ReadonlyMap<EntityId, R>> =>
  ids.size === 0 ? new Map() : load([...ids])

/** Converts the records that the viewer may see, and leaves out the others. */
async function viewVisible<R extends PublishedRecord, V>(
  op: Operation,
  kind: PublishedKindName,
  records: ReadonlyMap<EntityId, R>,
  toView: (record: R) => V,
): Promise<ReadonlyMap<EntityId, V>> {
  const views = new Map<EntityId, V>()
  if (records.size === 0) return views
  const scope = await visibleScope(op, kind)
  for (const [id, record] of records) if (isReadable(scope, record)) views.set(id, toView(record))
  return views
}

function toRelated(terms: ReadonlyMap<EntityId, TermRecord>): ReadonlyMap<EntityId, RelatedTerm> {
  const related = new Map<EntityId, RelatedTerm>()
  for (const [id, term] of terms) related.set(id, { id, nameKey: term.nameKey, view: toEmbeddedTerm(term) })
  return related
}
