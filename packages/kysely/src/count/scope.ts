import { type EventFilter, namesLinks, type ReadClause } from '@kalends/core/store'
import { hiddenValues, isByRole } from '../list/filter.ts'
import { mergeClauses } from '../query/conditions.ts'

/** The events of a list that the counts suffice for: all events of some statuses, minus scheduled ones. */
export interface CountScope {
  /** The statuses. */
  readonly statuses: readonly string[]
  /** The scheduled events to subtract: of a status, published at some time or later. */
  readonly scheduled: readonly ReadClause[]
}

/**
 * The scope of a filter, if the counts suffice for it: the filter has no condition but the read scope, and leaves out hidden events and
 * series. Otherwise undefined.
 */
export function toCountScope(filter: EventFilter): CountScope | undefined {
  const { readable, hidden: _hidden, roles: _roles, ...others } = filter
  const isOfLists = hiddenValues(filter).join() === '0' && !isByRole(filter)
  if (readable === undefined || !isOfLists || Object.values(others).some((member) => member !== undefined)) return undefined
  const clauses = mergeClauses(readable)
  const statuses = new Set(clauses.map(({ status }) => status))
  // The counts would include an event twice if two clauses matched it.
  if (clauses.length === 0 || statuses.size < clauses.length) return undefined
  const isCounted = (clause: ReadClause): boolean =>
    clause.authorIds === undefined && clause.publishedMs?.gte === undefined && clause.statusBeforeTrash === undefined && !namesLinks(clause)
  if (!clauses.every(isCounted)) return undefined
  const scheduled = clauses.flatMap(({ status, publishedMs }): readonly ReadClause[] =>
    publishedMs?.lt === undefined ? [] : [{ status, publishedMs: { gte: publishedMs.lt } }],
  )
  return { statuses: [...statuses], scheduled }
}
