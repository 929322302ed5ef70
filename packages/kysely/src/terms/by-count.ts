import {
  compareCodePoints,
  type EntityId,
  type EventFilter,
  type FindQuery,
  type TermFilter,
  type TermRecord,
  type TermSort,
} from '@kalends/core/store'
import { countByLinkInScan } from '../count/by-link.ts'
import type { StoreContext } from '../engine/store-context.ts'

/** Adding up the stored counts of this many terms takes a few milliseconds. */
const termsAtOnce = 250

const taxonomies = ['category', 'tag'] as const

/** Compares numbers as numbers and texts by code point, as the engines do. */
const compareKeys = (a: number | string, b: number | string): number =>
  typeof a === 'string' && typeof b === 'string' ? compareCodePoints(a, b) : Number(a) - Number(b)

/** Counts the events of each term. */
async function countsOf(context: StoreContext, terms: readonly TermRecord[], filter: EventFilter): Promise<ReadonlyMap<EntityId, number>> {
  const counts = new Map<EntityId, number>()
  for (const taxonomy of taxonomies) {
    const ids = terms.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id)
    for (let from = 0; from < ids.length; from += termsAtOnce) {
      const some = await countByLinkInScan(context, taxonomy, ids.slice(from, from + termsAtOnce), filter)
      for (const [id, count] of some) counts.set(id, count)
      await context.slicing?.next()
    }
  }
  return counts
}

/** A page of terms in an order with event counts. Counts the events in groups of terms, so that no statement reads the links of all terms. */
export async function pageByCount(
  context: StoreContext,
  { order, offset, limit }: Omit<FindQuery<TermFilter, TermSort>, 'filter'>,
  terms: readonly TermRecord[],
): Promise<readonly TermRecord[]> {
  const counts = new Map<TermSort, ReadonlyMap<EntityId, number>>()
  for (const sort of order) if (sort.key === 'eventCount') counts.set(sort, await countsOf(context, terms, sort.filter))
  const keyOf = (term: TermRecord, sort: TermSort): number | string =>
    sort.key === 'eventCount' ? (counts.get(sort)?.get(term.id) ?? 0) : term[sort.key]
  const compare = (a: TermRecord, b: TermRecord): number => {
    for (const sort of order) {
      const upwards = compareKeys(keyOf(a, sort), keyOf(b, sort))
      if (upwards !== 0) return sort.direction === 'asc' ? upwards : -upwards
    }
    return 0
  }
  return [...terms].sort(compare).slice(offset, offset + limit)
}
