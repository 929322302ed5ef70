import type { Collection } from '../store/contract.ts'
import type { ProfileFilter, ProfileSort } from '../store/filters.ts'
import { isReadable } from '../store/matching.ts'
import type { EntityId, OrganizerRecord, Taxonomy, VenueRecord } from '../store/records.ts'
import { findByFormerNames } from './aliases.ts'
import type { Change } from './change.ts'
import type { Operation } from './context.ts'
import { findTerms } from './find-terms.ts'
import { knownTerms } from './known-terms.ts'
import { createLoader, type Loader, type Loaders, loadById, type NamedProfile, type ProfileLoaders, type TermLoaders } from './loader.ts'
import { visibleScope } from './scope.ts'
import { createUniqueKeys } from './unique-keys.ts'

/**
 * Creates the empty loaders of a write.
 * @param changes the changes of the write, which grow while it runs
 */
export function createLoaders(op: Operation, changes: readonly Change[]): Loaders {
  const { store } = op
  const termById = createLoader(loadById(store.terms))
  return {
    event: createLoader(loadById(store.events)),
    venue: createProfileLoaders(op, 'venue', store.venues),
    organizer: createProfileLoaders(op, 'organizer', store.organizers),
    category: createTermLoaders(op, 'category', termById),
    tag: createTermLoaders(op, 'tag', termById),
    keys: {
      event: createUniqueKeys('event', store.events, changes),
      venue: createUniqueKeys('venue', store.venues, changes),
      organizer: createUniqueKeys('organizer', store.organizers, changes),
    },
  }
}

/** Adds records that were found by another key to a loader by id, so that the returned event does not load them again. */
function primed<K, R extends { readonly id: EntityId }>(byId: Loader<EntityId, R>, found: ReadonlyMap<K, R>): ReadonlyMap<K, R> {
  for (const record of found.values()) byId.prime(record.id, record)
  return found
}

function createProfileLoaders<R extends VenueRecord | OrganizerRecord>(
  op: Operation,
  kind: 'venue' | 'organizer',
  collection: Collection<R, ProfileFilter, ProfileSort>,
): ProfileLoaders<R> {
  const byId = createLoader(loadById(collection))
  const wanted = new Map<string, NamedProfile<R>[]>()
  const byName = createLoader(async (nameKeys: readonly string[]): Promise<ReadonlyMap<string, R[]>> => {
    const found = await visibleByName(op, kind, collection, nameKeys)
    const missingIn = (known: ReadonlyMap<string, R[]>, some: readonly string[]): readonly string[] =>
      some.filter((nameKey) => wanted.get(nameKey)?.some((one) => !known.get(nameKey)?.some((record) => mayBe(one, record))))
    const missing = missingIn(found, nameKeys)
    if (missing.length === 0) return found
    // The write will create records with these names. A concurrent write may have created them while this one waited for the locks.
    await op.store.lockNames(kind, missing)
    const now = new Map([...found, ...(await visibleByName(op, kind, collection, missing))])
    const former = await findByFormerNames(collection, missingIn(now, missing), { readable: await visibleScope(op, kind) })
    for (const [nameKey, records] of former) now.get(nameKey)?.push(...records)
    return now
  })
  const recordsNamed = async (nameKey: string): Promise<R[]> => (await byName.loadMany([nameKey])).get(nameKey) ?? []
  return {
    byId,
    enqueueNamed(named) {
      for (const one of named) {
        const others = wanted.get(one.nameKey)
        if (others === undefined) wanted.set(one.nameKey, [one])
        else others.push(one)
        byName.enqueue([one.nameKey])
      }
    },
    async findNamed(named) {
      const record = (await recordsNamed(named.nameKey)).find((one) => mayBe(named, one))
      if (record === undefined) return undefined
      // The returned event does not load it again.
      byId.prime(record.id, record)
      return (await byId.loadMany([record.id])).get(record.id)
    },
    async prime(record) {
      byId.prime(record.id, record)
      if (isReadable(await visibleScope(op, kind), record)) (await recordsNamed(record.nameKey)).push(record)
    },
    replace: (record) => byId.replace(record.id, record),
  }
}

/** Whether data may describe a record that has its name, or had it before. */
const mayBe = <R extends VenueRecord | OrganizerRecord>({ nameKey, fits }: NamedProfile<R>, record: R): boolean =>
  fits(record.nameKey === nameKey ? record : { ...record, nameKey })

/** The maximum number of records in one read. */
const recordsPerRead = 500

/** For each name the records that the viewer may see, by id; several records can have one name. */
async function visibleByName<R extends VenueRecord | OrganizerRecord>(
  op: Operation,
  kind: 'venue' | 'organizer',
  collection: Collection<R, ProfileFilter, ProfileSort>,
  nameKeys: readonly string[],
): Promise<ReadonlyMap<string, R[]>> {
  const filter: ProfileFilter = { nameKeys, readable: await visibleScope(op, kind) }
  const found = new Map<string, R[]>(nameKeys.map((nameKey) => [nameKey, []]))
  for (let after = {}; ; ) {
    const query = { filter: { ...filter, ...after }, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: recordsPerRead } as const
    const batch = await collection.find(query)
    for (const record of batch) found.get(record.nameKey)?.push(record)
    const last = batch.at(-1)
    if (last === undefined || batch.length < recordsPerRead) return found
    after = { afterId: last.id }
  }
}

function createTermLoaders(op: Operation, taxonomy: Taxonomy, byId: TermLoaders['byId']): TermLoaders {
  const { store } = op
  const known = createLoader(async (ids: readonly EntityId[]) => {
    const filter = await knownTerms(op, taxonomy)
    if (filter.shownBy === undefined) return byId.loadMany(ids)
    return new Map((await findTerms(store, { taxonomy, ids, ...filter })).map((term) => [term.id, term]))
  })
  const bySlug = createLoader(async (slugs: readonly string[]) => {
    const terms = await findTerms(store, { taxonomy, slugs, ...(await knownTerms(op, taxonomy)) })
    return primed(byId, new Map(terms.map((term) => [term.slug, term])))
  })
  const byName = createLoader(async (nameKeys: readonly string[]) => {
    const terms = await findTerms(store, { taxonomy, nameKeys, ...(await knownTerms(op, taxonomy)) })
    // Ascending by id, and later map entries win: reversed, the term with the lowest id wins.
    const found = new Map(terms.toReversed().map((term) => [term.nameKey, term]))
    const missing = nameKeys.filter((nameKey) => !found.has(nameKey))
    const former = await findByFormerNames(store.terms, missing, { taxonomy, ...(await knownTerms(op, taxonomy)) })
    for (const [nameKey, [term]] of former) if (term !== undefined) found.set(nameKey, term)
    return primed(byId, found)
  })
  return {
    byId,
    known,
    bySlug,
    byName,
    prime(term) {
      byId.prime(term.id, term)
      known.prime(term.id, term)
      bySlug.prime(term.slug, term)
      byName.prime(term.nameKey, term)
    },
  }
}
