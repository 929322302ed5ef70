import type { Kind } from '../errors/codes.ts'
import type { CalendarStore, Collection, FindQuery } from '../store/contract.ts'
import type { EventFilter, RecordFilter, SortKey, TermFilter } from '../store/filters.ts'
import type { StoredRecord } from '../store/records.ts'
import { yieldToEventLoop } from '../time/timer.ts'
import type { AnyCollection } from './lookup.ts'

/** The maximum number of records in one read, and in one call that replaces keys. */
const batchSize = 500

const byId: readonly SortKey<'id'>[] = [{ key: 'id', direction: 'asc' }]

/** The collection of a kind, for calls that name records by id; categories and tags share one. */
export const collectionOf = ({ events, venues, organizers, terms }: CalendarStore, kind: Kind): AnyCollection<StoredRecord> => {
  const collections: Readonly<Record<Kind, unknown>> = { event: events, venue: venues, organizer: organizers, category: terms, tag: terms }
  // Each collection has records with the members of all kinds, and the callers write none of them.
  return collections[kind] as AnyCollection<StoredRecord>
}

/** Every stored record of a kind whose fields are its own, in batches of at most 500. An occurrence may have those of its series. */
export async function* recordsWithFields(store: CalendarStore, kind: Kind): AsyncGenerator<readonly StoredRecord[], void, undefined> {
  if (kind === 'event') {
    yield* batchesOf<EventFilter>(store.events, { roles: ['single', 'series'] })
    for await (const batch of batchesOf<EventFilter>(store.events, { changed: true }))
      yield batch.filter((record) => 'overridden' in record && Array.isArray(record.overridden) && record.overridden.includes('fields'))
  } else if (kind === 'venue') yield* batchesOf<RecordFilter>(store.venues, {})
  else if (kind === 'organizer') yield* batchesOf<RecordFilter>(store.organizers, {})
  else yield* batchesOf<TermFilter>(store.terms, { taxonomy: kind })
}

/** Every matching record in the order of the ids, in batches of at most 500. */
export async function* batchesOf<F extends RecordFilter, R extends StoredRecord = StoredRecord>(
  collection: Pick<Collection<R, F, SortKey<'id'>>, 'find'>,
  filter: F,
  options: Pick<FindQuery<F, SortKey<'id'>>, 'withoutInherited' | 'signal'> = {},
): AsyncGenerator<readonly R[], void, undefined> {
  for (let { afterId = 0 } = filter; ; await yieldToEventLoop()) {
    const batch = await collection.find({ filter: { ...filter, afterId }, order: byId, offset: 0, limit: batchSize, ...options })
    yield batch
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return
    afterId = last.id
  }
}
