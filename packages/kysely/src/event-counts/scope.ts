import type { EventFilter, ReadClause } from '@kalends/core'
import { joined } from '../conditions.ts'

/** Events that numbers say: all of some statuses, less planned ones. */
export interface CountedScope {
  /** The statuses. */
  readonly statuses: readonly string[]
  /** The planned ones: of a status, published at some time or later. */
  readonly planned: readonly ReadClause[]
}

/** What a filter counts, if numbers say it: it asks for nothing but what may be seen, and leaves hidden events out. */
export function countedScope({ readable, hidden, ...others }: EventFilter): CountedScope | undefined {
  if (readable === undefined || hidden !== false || Object.values(others).some((member) => member !== undefined)) return undefined
  const clauses = joined(readable)
  const statuses = new Set(clauses.map(({ status }) => status))
  // An event that two clauses mean counts once.
  if (clauses.length === 0 || statuses.size < clauses.length) return undefined
  const isCounted = ({ authorIds, publishedMs, statusBeforeTrash }: ReadClause): boolean =>
    authorIds === undefined && publishedMs?.gte === undefined && statusBeforeTrash === undefined
  if (!clauses.every(isCounted)) return undefined
  const planned = clauses.flatMap(({ status, publishedMs }): readonly ReadClause[] =>
    publishedMs?.lt === undefined ? [] : [{ status, publishedMs: { gte: publishedMs.lt } }],
  )
  return { statuses: [...statuses], planned }
}
