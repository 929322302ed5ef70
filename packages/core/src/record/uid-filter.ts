import type { EntityId, PublishedRecord } from '../store/records.ts'
import type { PublishedCollection } from './lookup.ts'

/**
 * Resolves the filters `uids` and `ids` to the ids that a list is limited to. The list itself applies the read scope, so these lookups
 * need none.
 * @param refs uids, and ids of records without one
 * @param among the ids that the list is limited to in addition
 * @param hasOwnUid whether a record can have a uid of its own: an occurrence has that of its series
 */
export async function namedIds<R extends PublishedRecord>(
  collection: PublishedCollection<R>,
  refs: readonly (string | EntityId)[],
  among: readonly EntityId[] | undefined,
  hasOwnUid: (record: R) => boolean = () => true,
): Promise<readonly EntityId[]> {
  const uids = refs.filter((ref) => typeof ref === 'string')
  const ids = refs.filter((ref) => typeof ref === 'number')
  const order = [{ key: 'id', direction: 'asc' }] as const
  const byUid = uids.length === 0 ? [] : await collection.find({ filter: { uids }, order, offset: 0, limit: uids.length })
  const byId = ids.length === 0 ? [] : await collection.getMany(ids)
  const found = new Set([...byUid, ...byId.filter((record) => record.uid === '' && hasOwnUid(record))].map(({ id }) => id))
  return among === undefined ? [...found] : among.filter((id) => found.has(id))
}
