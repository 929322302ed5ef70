import type { Status } from '../access/policy.ts'
import type { Range, ReadClause, ReadScope } from '../store/filters.ts'
import type { EventRole } from '../store/records.ts'
import type { Operation, PublishedKindName } from './context.ts'

/** The roles of the events in lists and counts: a series appears as its occurrences. */
export const listedRoles: readonly EventRole[] = Object.freeze(['single', 'occurrence'])

/** Limits a scope to the requested statuses and translates it for the store: `future` becomes published with a later date. */
export function toStoredScope(scope: ReadScope<Status>, wanted: ReadonlySet<Status>, nowMs: number): ReadScope {
  const stored: ReadClause[] = []
  for (const { status, publishedMs, ...rest } of scope) {
    if (!wanted.has(status)) continue
    if (status === 'publish' || status === 'future') {
      const due: Range<number> = status === 'publish' ? { lt: nowMs + 1 } : { gte: nowMs + 1 }
      stored.push({ ...rest, status: 'publish', publishedMs: publishedMs === undefined ? due : intersect(due, publishedMs) })
    } else stored.push({ ...rest, status, ...(publishedMs && { publishedMs }) })
  }
  return stored
}

function intersect(a: Range<number>, b: Range<number>): Range<number> {
  const gte = Math.max(a.gte ?? Number.NEGATIVE_INFINITY, b.gte ?? Number.NEGATIVE_INFINITY)
  const lt = Math.min(a.lt ?? Number.POSITIVE_INFINITY, b.lt ?? Number.POSITIVE_INFINITY)
  return { ...(gte !== Number.NEGATIVE_INFINITY && { gte }), ...(lt !== Number.POSITIVE_INFINITY && { lt }) }
}

/** The meaning of `status=any`: all except the trash. */
export const anyStatus: ReadonlySet<Status> = new Set<Status>(['publish', 'future', 'draft', 'pending', 'private'])

const publishOnly: ReadonlySet<Status> = new Set<Status>(['publish'])

/** The statuses that a list requests; `publish` by default. */
export function wantedStatuses(asked: readonly (Status | 'any')[] | undefined): ReadonlySet<Status> {
  if (asked === undefined) return publishOnly
  return new Set(asked.flatMap((status) => (status === 'any' ? [...anyStatus] : [status])))
}

/** The read scope of the viewer, limited to the statuses that a list requests. */
export async function listScope(op: Operation, kind: PublishedKindName, asked?: readonly (Status | 'any')[]): Promise<ReadScope> {
  return toStoredScope(await op.scope(kind), wantedStatuses(asked), op.nowMs)
}

/** The read scope of the viewer without the trash: for embedded records and for ids in filters. */
export async function visibleScope(op: Operation, kind: PublishedKindName): Promise<ReadScope> {
  return toStoredScope(await op.scope(kind), anyStatus, op.nowMs)
}
