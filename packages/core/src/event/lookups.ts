import type { Operation } from '../record/context.ts'
import { createLoader, type Loader, loadById } from '../record/loader.ts'
import { visibleScope } from '../record/scope.ts'
import type { Collection } from '../store/contract.ts'
import type { ProfileFilter, ProfileSort } from '../store/filters.ts'
import { isReadable } from '../store/matching.ts'
import type { EntityId, EventRecord, OrganizerRecord, Taxonomy, TermRecord, VenueRecord } from '../store/records.ts'
import { type TermLookup, termLookup } from '../term/relations.ts'

/** Lookups of venues or organizers that events name. */
export interface ProfileLookup<R> {
  /** By id, including records that the viewer may not see. */
  readonly byId: Loader<EntityId, R>
  /** By folded name: the visible record with the lowest id. */
  readonly byName: Loader<string, R>
  /** Adds a record that the write has created. */
  prime(record: R): Promise<void>
}

/** The lookups of one write for the records that events link. */
export interface EventLookups {
  /** Parents by id, including those that the viewer may not see. */
  readonly parent: Loader<EntityId, EventRecord>
  /** Venues. */
  readonly venue: ProfileLookup<VenueRecord>
  /** Organizers. */
  readonly organizer: ProfileLookup<OrganizerRecord>
  /** Terms. */
  readonly term: Readonly<Record<Taxonomy, TermLookup>>
}

const lookupsOfOperations = new WeakMap<Operation, EventLookups>()

/** The lookups of a write, shared by all the events that it creates. */
export function lookupsOf(op: Operation): EventLookups {
  const known = lookupsOfOperations.get(op) ?? createLookups(op)
  lookupsOfOperations.set(op, known)
  return known
}

/** Finds records by id. */
type Load<R> = (ids: readonly EntityId[]) => Promise<ReadonlyMap<EntityId, R>>

/** Loads linked records, including those that the viewer may not see. */
export interface LinkLoaders {
  /** Parents. */
  readonly parent: Load<EventRecord>
  /** Venues. */
  readonly venue: Load<VenueRecord>
  /** Organizers. */
  readonly organizer: Load<OrganizerRecord>
  /** Terms of both taxonomies. */
  readonly term: Load<TermRecord>
}

/** Loads linked records. Reuses the lookups of the write when its response is built. */
export function linkLoaders(op: Operation): LinkLoaders {
  const known = lookupsOfOperations.get(op)
  const { events, venues, organizers, terms } = op.store
  return {
    parent: known?.parent.loadMany ?? loadById(events),
    venue: known?.venue.byId.loadMany ?? loadById(venues),
    organizer: known?.organizer.byId.loadMany ?? loadById(organizers),
    term: known?.term.category.byId.loadMany ?? loadById(terms),
  }
}

function createLookups(op: Operation): EventLookups {
  const { store } = op
  const termById = createLoader(loadById(store.terms))
  return {
    parent: createLoader(loadById(store.events)),
    venue: profileLookup(op, 'venue', store.venues),
    organizer: profileLookup(op, 'organizer', store.organizers),
    term: { category: termLookup(op, 'category', termById), tag: termLookup(op, 'tag', termById) },
  }
}

function profileLookup<R extends VenueRecord | OrganizerRecord>(
  op: Operation,
  kind: 'venue' | 'organizer',
  collection: Collection<R, ProfileFilter, ProfileSort>,
): ProfileLookup<R> {
  const byId = createLoader(loadById(collection))
  const byName = createLoader(async (nameKeys: readonly string[]) => {
    const found = await firstByName(op, kind, collection, nameKeys)
    const missing = nameKeys.filter((nameKey) => !found.has(nameKey))
    if (missing.length === 0) return found
    // The write will create them, unless a concurrent one does so first.
    await op.store.lockNames(kind, missing)
    return new Map([...found, ...(await firstByName(op, kind, collection, missing))])
  })
  return {
    byId,
    byName,
    async prime(record) {
      byId.prime(record.id, record)
      if (isReadable(await visibleScope(op, kind), record)) byName.prime(record.nameKey, record)
    },
  }
}

/** For each name the first record that the viewer may see; several records can have one name. */
async function firstByName<R extends VenueRecord | OrganizerRecord>(
  op: Operation,
  kind: 'venue' | 'organizer',
  collection: Collection<R, ProfileFilter, ProfileSort>,
  nameKeys: readonly string[],
): Promise<ReadonlyMap<string, R>> {
  const readable = await visibleScope(op, kind)
  const first = new Map<string, R>()
  for (;;) {
    const missing = nameKeys.filter((nameKey) => !first.has(nameKey))
    const limit = missing.length
    if (limit === 0) return first
    const filter: ProfileFilter = { nameKeys: missing, readable }
    const found = await collection.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit })
    // Ascending by id, so the first record with a name has the lowest id.
    for (const record of found) if (!first.has(record.nameKey)) first.set(record.nameKey, record)
    if (found.length < limit) return first
  }
}
