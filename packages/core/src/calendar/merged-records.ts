import type { Kind } from '../errors/codes.ts'
import { type GivenProfile, toNamedProfile } from '../kinds/event/same-profile.ts'
import { findByFormerNames } from '../record/aliases.ts'
import { beginOperation } from '../record/context.ts'
import { knownTerms } from '../record/known-terms.ts'
import type { AnyCollection } from '../record/lookup.ts'
import { visibleScope } from '../record/scope.ts'
import { batchesOf, collectionOf } from '../record/stored-records.ts'
import type { RecordFilter, TermFilter } from '../store/filters.ts'
import type { EntityId, StoredRecord } from '../store/records.ts'
import type { Calendar } from './api.ts'
import { contextOf } from './internals.ts'

/**
 * The records into which others were merged, by the ids of those; the viewer may not be allowed to read them.
 * @param ids of stored records, too: these are left out
 */
export async function findMergedInto(calendar: Calendar, kind: Kind, ids: readonly EntityId[]): Promise<ReadonlyMap<EntityId, EntityId>> {
  const merged = new Map<EntityId, EntityId>()
  if (ids.length === 0) return merged
  const collection = collectionOf(contextOf(calendar).store, kind)
  const filter: RecordFilter = { alias: { of: 'id', texts: ids.map(String) } }
  for await (const batch of batchesOf(collection, filter))
    for (const { id, of, text } of batch.length === 0 ? [] : await collection.getAliases(batch.map((record) => record.id)))
      if (of === 'id') merged.set(Number(text), id)
  return merged
}

/**
 * The ids of the records into which others were merged, by inputs with the names of those: of several, the oldest that the viewer may read and that no
 * member of the input contradicts. An input whose name a readable record has now is left out.
 */
export async function findMergedByName<I extends GivenProfile>(
  calendar: Calendar,
  kind: Exclude<Kind, 'event'>,
  inputs: readonly I[],
): Promise<ReadonlyMap<I, EntityId>> {
  const op = beginOperation(contextOf(calendar))
  // All kinds that can be merged have names.
  const collection = collectionOf(op.store, kind) as AnyCollection<NamedRecord>
  const isTerm = kind === 'category' || kind === 'tag'
  const filter = isTerm ? { taxonomy: kind, ...(await knownTerms(op, kind)) } : { readable: await visibleScope(op, kind) }
  const named = new Map(inputs.map((input) => [input, toNamedProfile(input)]))
  const former = await findByFormerNames(collection, [...new Set([...named.values()].map(({ nameKey }) => nameKey))], filter)
  const nameKeys = [...former].flatMap(([nameKey, records]) => (records.length > 0 ? [nameKey] : []))
  const present = new Set<string>()
  if (nameKeys.length > 0)
    for await (const batch of batchesOf<RecordFilter & Pick<TermFilter, 'nameKeys'>, NamedRecord>(collection, { ...filter, nameKeys }))
      for (const { nameKey } of batch) present.add(nameKey)
  const found = new Map<I, EntityId>()
  for (const [input, { nameKey, fits }] of named) {
    const record = present.has(nameKey) ? undefined : former.get(nameKey)?.find((one) => fits({ ...one, nameKey }))
    if (record !== undefined) found.set(input, record.id)
  }
  return found
}

/** A record of a kind that events link. */
type NamedRecord = StoredRecord & { readonly nameKey: string }
