import type { EntityId, RecordFilter, SortKey, StoredRecord } from '@kalends/core'
import type { NameIndex } from './indexes.ts'
import { comparer, type SortValue } from './ordering.ts'
import type { TableView } from './tables.ts'

/** What a filter finds. */
export interface Search<R, S> {
  /** A page of it. */
  page(order: readonly S[], offset: number, limit: number): readonly R[]
  /** How much it is. */
  total(): number
}

/** A page of records, put in order. */
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
 * The records that a filter names by id or slug; undefined when it names none, and all have to be looked at.
 * @param slugKeys the keys under which a slug may be known
 */
export function namedRecords<R extends StoredRecord>(
  { records, slugs }: TableView<R>,
  filter: RecordFilter,
  slugKeys: (slug: string) => readonly string[],
): R[] | undefined {
  const ids = filter.ids ?? filter.slugs?.flatMap((slug) => slugKeys(slug).flatMap((key) => slugs.get(key) ?? []))
  return ids && [...new Set<EntityId>(ids)].flatMap((id) => records.get(id) ?? [])
}

/** The records that a filter may find: those that it names by id, slug or name, else all. */
export function candidates<R extends StoredRecord>(
  table: TableView<R, NameIndex<R>>,
  filter: RecordFilter & { readonly nameKeys?: readonly string[] },
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
