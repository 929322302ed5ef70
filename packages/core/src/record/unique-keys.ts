import type { EntityId, EventRole, PublishedRecord } from '../store/records.ts'
import type { Change } from './change.ts'
import type { PublishedKindName } from './context.ts'
import { createLoader, type Loader, type UniqueKey, type UniqueKeys } from './loader.ts'
import type { PublishedCollection } from './lookup.ts'

/**
 * Creates the lookups by uid and by slug of one kind.
 * @param changes the changes of the write, which grow while it runs
 */
export function createUniqueKeys<R extends PublishedRecord>(
  kind: PublishedKindName,
  collection: PublishedCollection<R>,
  changes: readonly Change[],
): UniqueKeys {
  const read = new Map<EntityId, R>()
  const order = [{ key: 'id', direction: 'asc' }] as const
  const loaders: { [Key in UniqueKey]?: Loader<string, EntityId> } = {}
  const loaderOf = (key: UniqueKey): Loader<string, EntityId> => {
    loaders[key] ??= createLoader(async (texts) => {
      const found = await collection.find({
        filter: key === 'uid' ? { uids: texts } : { slugs: texts },
        order,
        offset: 0,
        limit: texts.length,
      })
      for (const record of found) read.set(record.id, record)
      return new Map(found.map((record) => [record[key], record.id]))
    })
    return loaders[key]
  }
  /** By uid or slug, the id of the record that has it after the changes; null if no record has it any more. */
  const changed = { uid: new Map<string, EntityId | null>(), slug: new Map<string, EntityId | null>() }
  const apply = (before: KeyOwner | null, after: KeyOwner | null): void => {
    if (before) read.delete(before.id)
    for (const key of ['uid', 'slug'] as const) {
      // An occurrence has the uid of its series.
      if (before && (key === 'slug' || before.role !== 'occurrence') && (changed[key].get(before[key]) ?? before.id) === before.id)
        changed[key].set(before[key], null)
      if (after && (key === 'slug' || after.role !== 'occurrence')) changed[key].set(after[key], after.id)
    }
  }
  let seen = 0
  const catchUp = (): void => {
    for (; seen < changes.length; seen++) {
      const { kind: ofKind, before = null, after = null } = changes[seen] ?? {}
      if (ofKind === kind) apply(toOwner(before), toOwner(after))
    }
  }
  return {
    enqueue: (key, texts) => loaderOf(key).enqueue(texts),
    async find(key, text) {
      catchUp()
      const own = changed[key].get(text)
      return own === undefined ? (await loaderOf(key).loadMany([text])).get(text) : (own ?? undefined)
    },
    record(id) {
      catchUp()
      return read.get(id)
    },
    note(before, after) {
      if (seen < changes.length) catchUp()
      apply(before, after)
    },
    isOwn(key, text) {
      catchUp()
      return typeof changed[key].get(text) === 'number'
    },
  }
}

/** A record with the members that may be unique. */
type KeyOwner = Pick<PublishedRecord, 'id' | 'slug' | 'uid'> & { readonly role?: EventRole }

/** Terms have no uid. */
const toOwner = (record: Change['before' | 'after']): KeyOwner | null => (record !== null && 'uid' in record ? record : null)
