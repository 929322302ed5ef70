import type { EntityId, RecordFilter, SortKey, StoredRecord } from '@kalends/core/store'
import { ownersOf } from './aliases.ts'
import type { NameIndex } from './indexes.ts'
import { comparer, type SortValue } from './ordering.ts'
import type { TableView } from './tables.ts'

/** The records that match a filter. */
export interface Search<R, S> {
  /** Returns a page of them. */
  page(order: readonly S[], offset: number, limit: number): readonly R[]
  /** Counts them. */
  total(): number
}

/** Sorts records and returns a page of them. */
export function pageOf<R, S extends SortKey<string>>(
  records: readonly R[],
  order: readonly S[],
  toValue: (sort: S) => SortValue<R>,
  offset: number,
  limit: number,
): R[] {
  return [...records].sort(comparer(order, toValue)).slice(offset, offset + limit)
}

/**
 * The records that a filter names by id, slug, uid or alias; undefined if it names none, and all must be checked.
 * @param slugKeys the possible unique keys of a slug
 */
export function namedRecords<R extends StoredRecord>(
  table: TableView<R>,
  filter: RecordFilter & { readonly uids?: readonly string[] },
  slugKeys: (slug: string) => readonly string[],
): R[] | undefined {
  const { records, slugs, uids } = table
  const bySlug = (slug: string): readonly EntityId[] => slugKeys(slug).flatMap((key) => slugs.get(key) ?? [])
  const byKey = filter.ids ?? filter.slugs?.flatMap(bySlug) ?? filter.uids?.flatMap((uid) => uids.get(uid) ?? [])
  const ids = byKey ?? (filter.alias && ownersOf(table, filter.alias))
  return ids && [...new Set<EntityId>(ids)].flatMap((id) => records.get(id) ?? [])
}

/** The candidates for a filter: the records that it names by id, slug, uid, alias or name, otherwise all. */
export function candidates<R extends StoredRecord>(
  table: TableView<R, NameIndex<R>>,
  filter: RecordFilter & { readonly nameKeys?: readonly string[]; readonly uids?: readonly string[] },
  slugKeys: (slug: string) => readonly string[],
): Iterable<R> {
  const named = namedRecords(table, filter, slugKeys)
  if (named !== undefined) return named
  const { records, index } = table
  if (filter.nameKeys === undefined) return records.values()
  const committed = [...new Set(filter.nameKeys)].flatMap((nameKey) => [...index.named(nameKey)])
  const changed = [...records.changes.values()].filter((record) => record !== undefined)
  return [...committed.filter(({ id }) => !records.changes.has(id)), ...changed]
}
