import { mayDo } from '../access/decision.ts'
import { statuses } from '../access/policy.ts'
import type { TermFilter } from '../store/filters.ts'
import type { Taxonomy } from '../store/records.ts'
import type { Operation } from './context.ts'
import { listedRoles, toStoredScope } from './scope.ts'

/**
 * A filter for the terms that the viewer may know. Viewers with permission to create terms or to read every event know all terms. Other
 * viewers know the terms that a call of their own has made or changed, those of events that they may read, and the ancestors of both: the
 * name of a term that was made with a hidden event would reveal this event.
 */
export async function knownTerms(op: Operation, taxonomy: Taxonomy): Promise<Pick<TermFilter, 'shownBy'>> {
  if (op.viewer.policy === null) return {}
  const scope = await op.scope('event')
  const readsAll = statuses.every((status) => scope.some((clause) => clause.status === status && Object.keys(clause).length === 1))
  if (readsAll || (await mayDo(op.viewer, { action: 'create', kind: taxonomy }))) return {}
  return { shownBy: { readable: toStoredScope(scope, new Set(statuses), op.nowMs), roles: listedRoles } }
}
