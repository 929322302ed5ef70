import type { EventFilter, ReadClause } from '@kalends/core/store'
import { hiddenValues } from '../event-filter/hidden.ts'
import { isByRole } from '../event-filter/where.ts'
import { joined } from '../query/conditions.ts'

/** A scope that the counts can answer: all events of some statuses, minus scheduled ones. */
export interface CountScope {
  /** The statuses. */
  readonly statuses: readonly string[]
  /** The scheduled events to subtract: of a status, published at some time or later. */
  readonly planned: readonly ReadClause[]
}

/** The scope of a filter that the counts can answer: it has no condition but the read scope, and leaves hidden events and series out. */
export function toCountScope(filter: EventFilter): CountScope | undefined {
  const { readable, hidden: _hidden, roles: _roles, ...others } = filter
  const isOfLists = hiddenValues(filter).join() === '0' && !isByRole(filter)
  if (readable === undefined || !isOfLists || Object.values(others).some((member) => member !== undefined)) return undefined
  const clauses = joined(readable)
  const statuses = new Set(clauses.map(({ status }) => status))
  // The counts would include an event twice if two clauses matched it.
  if (clauses.length === 0 || statuses.size < clauses.length) return undefined
  const isCounted = ({ authorIds, publishedMs, statusBeforeTrash }: ReadClause): boolean =>
    authorIds === undefined && publishedMs?.gte === undefined && statusBeforeTrash === undefined
  if (!clauses.every(isCounted)) return undefined
  const planned = clauses.flatMap(({ status, publishedMs }): readonly ReadClause[] =>
    publishedMs?.lt === undefined ? [] : [{ status, publishedMs: { gte: publishedMs.lt } }],
  )
  return { statuses: [...statuses], planned }
}
