import { mayDo } from '../access/decision.ts'
import { statuses } from '../access/policy.ts'
import type { Operation } from '../record/context.ts'
import { toStoredScope } from '../record/scope.ts'
import type { TermFilter } from '../store/filters.ts'
import type { Taxonomy } from '../store/records.ts'

/**
 * Which terms the viewer may know of. Whoever may make terms, or may read every event, knows all. Everybody else knows those of
 * events that they may read, those that no event has, and the categories above both: the name of a term that only hidden events
 * have would tell of these events.
 */
export async function knownTerms(op: Operation, taxonomy: Taxonomy): Promise<Pick<TermFilter, 'shownBy'>> {
  if (op.viewer.policy === null) return {}
  const scope = await op.scope('event')
  const readsAll = statuses.every((status) => scope.some((clause) => clause.status === status && Object.keys(clause).length === 1))
  if (readsAll || (await mayDo(op.viewer, { action: 'create', kind: taxonomy }))) return {}
  return { shownBy: { readable: toStoredScope(scope, new Set(statuses), op.nowMs) } }
}
