import type { ReadClause, ReadScope } from '../store/filters.ts'
import { readScope, type Viewer } from './decision.ts'
import type { Status } from './policy.ts'

/** What a viewer may read, asked once and held on to. */
export interface Sight {
  /** The viewer, whose policy is not asked again what may be read. */
  readonly viewer: Viewer
  /** The same text for viewers who may read the same. */
  readonly text: string
}

/** Asks the viewer's policy what may be read of every kind. */
export async function fixSight(viewer: Viewer): Promise<Sight> {
  const { policy } = viewer
  if (policy === null) return { viewer, text: '' }
  const [event, venue, organizer] = await Promise.all([fixScope(viewer, 'event'), fixScope(viewer, 'venue'), fixScope(viewer, 'organizer')])
  const scopes = { event, venue, organizer }
  return {
    viewer: { ...viewer, policy: { readable: (_, kind) => scopes[kind], may: (question) => policy.may(question) } },
    text: JSON.stringify(scopes, toDistinct),
  }
}

/** Clauses that are none show nothing, like a policy that throws. */
async function fixScope(viewer: Viewer, kind: 'event' | 'venue' | 'organizer'): Promise<ReadScope<Status>> {
  const scope = await readScope(viewer, kind)
  try {
    return scope.map(copyClause)
  } catch {
    return []
  }
}

/** All of a clause that counts, and nothing that its owner could still change: the text must say what the queries do. */
const copyClause = ({ status, authorIds, publishedMs }: ReadClause<Status>): ReadClause<Status> => ({
  status,
  ...(authorIds !== undefined && { authorIds: [...authorIds] }),
  ...(publishedMs !== undefined && { publishedMs: { ...publishedMs } }),
})

/** JSON has one text for all numbers without end, and none for the integers that some drivers give as ids. */
const toDistinct = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value
