import type { EntityId, EventRecord, OrganizerRecord, PublishedRecord, TermRecord, VenueRecord } from '../store/records.ts'

/** The maximum number of keys per lookup. */
const keysPerLookup = 500

/**
 * Batches lookups by key, as DataLoader does: each key is loaded once, and enqueued keys are loaded with the first requested one. Values
 * are those that one write has seen: it does not notice concurrent changes.
 */
export interface Loader<K, V> {
  /** Announces keys that will be requested. */
  enqueue(keys: Iterable<K>): void
  /** Loads the values of keys; missing keys are left out. */
  loadMany(keys: readonly K[]): Promise<ReadonlyMap<K, V>>
  /** Adds a value that the write itself has created, unless the key has one already. */
  prime(key: K, value: V): void
  /** Replaces a value that the write itself has changed. */
  replace(key: K, value: V): void
}

/** Data of a venue or an organizer that an event links by its name. */
export interface NamedProfile<R> {
  /** The folded name. */
  readonly nameKey: string
  /** Whether the data may describe a record with that name. */
  fits(record: R): boolean
}

/** Loads the venues or organizers that events name. */
export interface ProfileLoaders<R> {
  /** By id, including records that the viewer may not see. */
  readonly byId: Loader<EntityId, R>
  /** Announces data that will be looked up, so that their lookups are batched. */
  enqueueNamed(named: readonly NamedProfile<R>[]): void
  /** The visible record with the lowest id that the data may describe. */
  findNamed(named: NamedProfile<R>): Promise<R | undefined>
  /** Adds a record that the write has created. */
  prime(record: R): Promise<void>
  /** Replaces a record that the write has changed. Its name is the same. */
  replace(record: R): void
}

/** Loads the terms of one taxonomy that events name. */
export interface TermLoaders {
  /** By id, including terms that the viewer may not know. Both taxonomies share this loader. */
  readonly byId: Loader<EntityId, TermRecord>
  /** By id: only terms that the viewer may know. The loaders by slug and by name are limited in the same way. */
  readonly known: Loader<EntityId, TermRecord>
  /** By slug. */
  readonly bySlug: Loader<string, TermRecord>
  /** By folded name: the term with the lowest id. */
  readonly byName: Loader<string, TermRecord>
  /** Adds a term that the write has created. */
  prime(term: TermRecord): void
}

/** The members whose values are unique within a kind. */
export type UniqueKey = 'uid' | 'slug'

/** Finds the records that have a uid or a slug, as one write sees them: the stored records with the changes of the write itself. */
export interface UniqueKeys {
  /** Enqueues lookups, so that they are batched. */
  enqueue(key: UniqueKey, texts: readonly string[]): void
  /** The id of the record that has the uid or the slug. */
  find(key: UniqueKey, text: string): Promise<EntityId | undefined>
  /** The stored record with that id, if a lookup has read it and the write has not changed it. */
  record(id: EntityId): PublishedRecord | undefined
  /** Notes a record that the write stored or deleted but does not report as a change: an occurrence that follows its series. */
  note(before: PublishedRecord | null, after: PublishedRecord | null): void
  /** Whether the write itself has given the uid or the slug to a record. */
  isOwn(key: UniqueKey, text: string): boolean
}

/** The records that one attempt of a write has loaded because events link them, by kind. */
export interface Loaders {
  /** Parents by id, including those that the viewer may not see. */
  readonly event: Loader<EntityId, EventRecord>
  /** Venues. */
  readonly venue: ProfileLoaders<VenueRecord>
  /** Organizers. */
  readonly organizer: ProfileLoaders<OrganizerRecord>
  /** Categories. */
  readonly category: TermLoaders
  /** Tags. */
  readonly tag: TermLoaders
  /** The records that have a uid or a slug, by kind. */
  readonly keys: Readonly<Record<'event' | 'venue' | 'organizer', UniqueKeys>>
}

/** Creates an empty loader. @param load returns the values of at most 500 keys */
export function createLoader<K, V>(load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>): Loader<K, V> {
  const known = new Map<K, V | undefined>()
  const queued = new Set<K>()

  return {
    enqueue(keys) {
      for (const key of keys) if (!known.has(key)) queued.add(key)
    },
    async loadMany(keys) {
      const unknown = keys.filter((key) => !known.has(key))
      if (unknown.length > 0) {
        const wanted = [...new Set([...unknown, ...queued])]
        queued.clear()
        for (let from = 0; from < wanted.length; from += keysPerLookup) {
          const chunk = wanted.slice(from, from + keysPerLookup)
          const loaded = await load(chunk)
          for (const key of chunk) known.set(key, loaded.get(key))
        }
      }
      const found = new Map<K, V>()
      for (const key of keys) {
        const value = known.get(key)
        if (value !== undefined) found.set(key, value)
      }
      return found
    },
    prime(key, value) {
      if (known.get(key) === undefined) known.set(key, value)
    },
    replace(key, value) {
      known.set(key, value)
    },
  }
}

/** Loads records by id. */
export const loadById =
  <R extends { readonly id: number }>(collection: { getMany(ids: readonly number[]): Promise<readonly R[]> }) =>
  async (ids: readonly number[]): Promise<ReadonlyMap<number, R>> =>
    new Map((await collection.getMany(ids)).map((record) => [record.id, record]))
