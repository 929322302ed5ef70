import type { CalendarStore, Collection, Draft, EntityId, LinkField, SortKey, StoredRecord } from '@kalends/core/store'
import { assertEqual } from '../assert.ts'
import type { DraftCounter } from '../factories/drafts.ts'

/** Ascending by id, the simplest order. */
export const byId: readonly SortKey<'id'>[] = [{ key: 'id', direction: 'asc' }]

/** Ascending by a key, then by id, as the core orders. */
export const upBy = <Key extends string>(key: Key): readonly SortKey<Key | 'id'>[] => [
  { key, direction: 'asc' },
  { key: 'id', direction: 'asc' },
]

/** Descending by a key, then by id. */
export const downBy = <Key extends string>(key: Key): readonly SortKey<Key | 'id'>[] => [
  { key, direction: 'desc' },
  { key: 'id', direction: 'desc' },
]

/** A collection that can be ordered by id. */
type ById<R extends StoredRecord, F> = Collection<R, F, SortKey<'id'>>

/** All matching records, by id. */
export function findAll<R extends StoredRecord, F>(collection: ById<R, F>, filter: F): Promise<readonly R[]> {
  return collection.find({ filter, order: byId, offset: 0, limit: 10_000 })
}

/** The slugs of records, in their order. */
export const slugsOf = (records: readonly StoredRecord[]): string[] => records.map(({ slug }) => slug)

/** Checks that a filter finds exactly the records with these slugs, in the order of their ids, and that the count agrees. */
export async function assertFinds<R extends StoredRecord, F>(
  collection: ById<R, F>,
  filter: F,
  expected: readonly string[],
  what = 'found',
): Promise<void> {
  assertEqual(slugsOf(await findAll(collection, filter)), expected, what)
  assertEqual(await collection.count(filter), expected.length, `${what}, counted`)
}

/** Inserts drafts one by one, so that their ids ascend. */
export async function insertAll<R extends StoredRecord>(
  collection: Pick<Collection<R, never, never>, 'insert'>,
  drafts: readonly Draft<R>[],
): Promise<R[]> {
  const records: R[] = []
  for (const draft of drafts) records.push(await collection.insert(draft))
  return records
}

/** Inserts four records of each kind that events link. @returns their ids, ascending */
export async function insertLinked(
  { venues, organizers, terms }: CalendarStore,
  draft: DraftCounter,
): Promise<Readonly<Record<LinkField, readonly EntityId[]>>> {
  const idsOf = async <R extends StoredRecord>(
    collection: Pick<Collection<R, never, never>, 'insert'>,
    build: () => Draft<R>,
  ): Promise<readonly EntityId[]> => (await insertAll(collection, Array.from({ length: 4 }, build))).map(({ id }) => id)
  return {
    venueIds: await idsOf(venues, () => draft.venue()),
    organizerIds: await idsOf(organizers, () => draft.organizer()),
    categoryIds: await idsOf(terms, () => draft.term()),
    tagIds: await idsOf(terms, () => draft.term({ taxonomy: 'tag' })),
  }
}

/** The record with that id. */
export async function getOne<R extends StoredRecord>(collection: Pick<Collection<R, never, never>, 'getMany'>, id: EntityId): Promise<R> {
  const [record, ...others] = await collection.getMany([id])
  if (record === undefined || others.length > 0) throw new Error(`expected one record with id ${id}, got ${record ? others.length + 1 : 0}`)
  return record
}
