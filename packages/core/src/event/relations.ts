import type { Operation } from '../record/context.ts'
import { visibleScope } from '../record/scope.ts'
import { isReadable } from '../store/matching.ts'
import type { EntityId, EventRecord, OrganizerRecord, PublishedRecord, TermRecord, VenueRecord } from '../store/records.ts'

/** The records that a page of events links, by id: those that the viewer may see. */
export interface EventRelations {
  /** Venues. */
  readonly venues: ReadonlyMap<EntityId, VenueRecord>
  /** Organizers. */
  readonly organizers: ReadonlyMap<EntityId, OrganizerRecord>
  /** Categories and tags. */
  readonly terms: ReadonlyMap<EntityId, TermRecord>
  /** Parents that the viewer may see. */
  readonly parentIds: ReadonlySet<EntityId>
}

/** Loads what a page of events links, one batch for each kind, whatever the size of the page. */
export async function loadRelations(op: Operation, events: readonly EventRecord[]): Promise<EventRelations> {
  const collect = (pick: (event: EventRecord) => readonly EntityId[]): readonly EntityId[] => [...new Set(events.flatMap(pick))]
  const [venues, organizers, terms, parentIds] = [
    await visible(
      op,
      'venue',
      await batch(
        op.store.venues,
        collect((event) => event.venueIds),
      ),
    ),
    await visible(
      op,
      'organizer',
      await batch(
        op.store.organizers,
        collect((event) => event.organizerIds),
      ),
    ),
    await batch(
      op.store.terms,
      collect((event) => [...event.categoryIds, ...event.tagIds]),
    ),
    await visibleParents(
      op,
      collect((event) => (event.parentId === 0 ? [] : [event.parentId])),
    ),
  ]
  return { venues: byId(venues), organizers: byId(organizers), terms: byId(terms), parentIds }
}

async function batch<R>(
  collection: { getMany(ids: readonly EntityId[]): Promise<readonly R[]> },
  ids: readonly EntityId[],
): Promise<readonly R[]> {
  return ids.length === 0 ? [] : collection.getMany(ids)
}

async function visible<R extends PublishedRecord>(
  op: Operation,
  kind: 'venue' | 'organizer',
  records: readonly R[],
): Promise<readonly R[]> {
  if (records.length === 0) return records
  const scope = await visibleScope(op, kind)
  return records.filter((record) => isReadable(scope, record))
}

/** Parents in the trash are none for anybody, like everything else there. */
async function visibleParents(op: Operation, ids: readonly EntityId[]): Promise<ReadonlySet<EntityId>> {
  if (ids.length === 0) return new Set()
  const scope = await visibleScope(op, 'event')
  return new Set((await op.store.events.getMany(ids)).filter((event) => isReadable(scope, event)).map((event) => event.id))
}

const byId = <R extends { readonly id: EntityId }>(records: readonly R[]): ReadonlyMap<EntityId, R> =>
  new Map(records.map((record) => [record.id, record]))
