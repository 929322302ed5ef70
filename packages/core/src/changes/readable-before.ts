import { statuses } from '../access/policy.ts'
import type { Operation } from '../record/context.ts'
import { knownTerms } from '../record/known-terms.ts'
import { toStoredScope } from '../record/scope.ts'
import type { LoggedChange } from '../store/log.ts'
import { isReadable } from '../store/matching.ts'

const anyStatus = new Set(statuses)

/**
 * Whether the viewer could read the record just before the write: only then it may learn that the record is gone. A publication date that
 * had not come at that moment did not count yet.
 */
export async function wasReadable(op: Operation, { kind, was, atMs }: LoggedChange): Promise<boolean> {
  if (was === null || was.status === 'deleted') return false
  const isTerm = kind === 'category' || kind === 'tag'
  if (isTerm ? (await knownTerms(op, kind)).shownBy === undefined : op.viewer.policy === null) return true
  // A term that everybody knew was of no author and linked nothing: clauses for events by these would hide it.
  if (isTerm && was.status === 'publish' && was.publishedMs === 0) return true
  return isReadable(toStoredScope(await op.scope(isTerm ? 'event' : kind), anyStatus, atMs), was)
}
