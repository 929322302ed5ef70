import type { ReadScope } from '@kalends/core/store'
import { mergeClauses } from './conditions.ts'

/**
 * A read is bounded if an index limits the rows that it reads to about those that it returns. Bounded reads run at once, without a place in
 * the queue and without a time limit. Each kind of record lists the filter members of its bounded reads (`bounded.ts` in its folder). Every
 * other read is a scan, also with a filter member that a later version adds.
 */

/** A bounded page ends at this row or before it: a page reads every row before its end. */
const maxReach = 2_000

/** Whether a filter has no other members than these. */
export function hasOnly<F extends object>(filter: F, members: ReadonlySet<keyof F>): boolean {
  // The keys of a filter are its members.
  for (const [name, value] of Object.entries(filter)) if (value !== undefined && !members.has(name as keyof F)) return false
  return true
}

/** Whether a page ends before {@link maxReach}. */
export const isNearPage = ({ offset, limit }: { readonly offset: number; readonly limit: number }): boolean => offset + limit <= maxReach

/** Whether a filter searches texts; an empty list does not. */
export const isSearch = ({ textAll = [] }: { readonly textAll?: readonly string[] }): boolean => textAll.length > 0

/** Whether the read scope contains only some authors' records, which no index of a list covers. */
export const hasAuthorClause = ({ readable = [] }: { readonly readable?: ReadScope }): boolean =>
  mergeClauses(readable).some(({ authorIds }) => authorIds !== undefined)
