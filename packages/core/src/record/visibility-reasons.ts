import type { Status } from '../access/policy.ts'
import type { ListReasonCode, UnwordedReason } from '../errors/list-reasons.ts'
import { isReadable } from '../store/matching.ts'
import type { PublishedRecord } from '../store/records.ts'
import type { Operation, PublishedKindName } from './context.ts'
import { toWireTime } from './publication.ts'
import { toStoredScope, wantedStatuses } from './scope.ts'
import { statusOf } from './status.ts'

const statusCodes = {
  publish: 'published',
  future: 'scheduled',
  draft: 'draft',
  pending: 'pending',
  private: 'private',
  trash: 'in_trash',
} as const satisfies Readonly<Record<Status, ListReasonCode>>

/**
 * Why a list lacks a record because of its status: the list asks for others, the viewer may not read it, or both.
 * @param asked the statuses that the list asks for
 */
export async function statusReasons(
  op: Operation,
  kind: PublishedKindName,
  record: PublishedRecord,
  asked: readonly (Status | 'any')[] | undefined,
): Promise<readonly UnwordedReason[]> {
  const status = statusOf(record, op.nowMs)
  const wanted = wantedStatuses(asked)
  const scope = await op.scope(kind)
  const reasons: UnwordedReason[] = []
  if (!wanted.has(status)) {
    const value = status === 'future' ? toWireTime(record.publishedLocal) : status
    reasons.push({ filter: 'status', code: statusCodes[status], value, wanted: [...wanted], suggestion: { status } })
  }
  if (!isReadable(toStoredScope(scope, new Set([status]), op.nowMs), record))
    reasons.push({ filter: 'access', code: 'not_readable', value: status, wanted: [...new Set(scope.map((clause) => clause.status))] })
  return reasons
}
