import type { RecordFilter } from '../store/filters.ts'
import type { EntityId, StoredRecord } from '../store/records.ts'
import { toStoredSlug, untrashedSlug } from '../text/slug.ts'
import type { WriteOperation } from './context.ts'
import { type AnyCollection, canExist, type RecordRef } from './lookup.ts'
import { batchesOf } from './stored-records.ts'

/** A record before and after a write. */
export type Replaced<R extends StoredRecord> = readonly [before: R, after: R]

/** Keeps the slugs that a write has replaced as aliases, so that their addresses lead to the records. The trash suffix is no other slug. */
export async function keepFormerSlugs<R extends StoredRecord>(
  op: WriteOperation,
  collection: AnyCollection<R>,
  replaced: readonly Replaced<R>[],
): Promise<void> {
  const aliases = replaced.flatMap(([before, after]) => {
    const text = untrashedSlug(before.slug)
    return text === untrashedSlug(after.slug) ? [] : [{ id: after.id, of: 'slug' as const, text, atMs: op.nowMs }]
  })
  if (aliases.length > 0) await collection.addAliases(aliases)
}

/**
 * The record that had a slug before: of the matching ones, that which lost it last. The filter is part of the store's query, so that a slug of a
 * hidden record takes no longer than one that no record had.
 * @param filter which records the viewer may know
 */
export async function findByFormerSlug<R extends StoredRecord>(
  collection: AnyCollection<R>,
  ref: RecordRef,
  filter: object,
): Promise<R | undefined> {
  if (typeof ref === 'number' || !canExist(ref)) return undefined
  const text = toStoredSlug(ref)
  const found = new Map<EntityId, R>()
  for await (const batch of batchesOf<RecordFilter, R>(collection, { ...filter, alias: { of: 'slug', texts: [text] } }))
    for (const record of batch) found.set(record.id, record)
  if (found.size < 2) return found.values().next().value
  const aliases = (await collection.getAliases([...found.keys()])).filter((alias) => alias.of === 'slug' && alias.text === text)
  const [newest] = aliases.sort((a, b) => b.atMs - a.atMs || b.id - a.id)
  return newest && found.get(newest.id)
}

/**
 * The matching records into which a record with a folded name was merged, by the name and then by id.
 * @param filter which records the viewer may know
 */
export async function findByFormerNames<R extends StoredRecord>(
  collection: AnyCollection<R>,
  nameKeys: readonly string[],
  filter: object,
): Promise<ReadonlyMap<string, readonly R[]>> {
  const byName = new Map<string, R[]>(nameKeys.map((nameKey) => [nameKey, []]))
  if (nameKeys.length === 0) return byName
  for await (const batch of batchesOf<RecordFilter, R>(collection, { ...filter, alias: { of: 'nameKey', texts: nameKeys } })) {
    const aliases = batch.length === 0 ? [] : await collection.getAliases(batch.map(({ id }) => id))
    for (const record of batch)
      for (const alias of aliases) if (alias.id === record.id && alias.of === 'nameKey') byName.get(alias.text)?.push(record)
  }
  return byName
}
