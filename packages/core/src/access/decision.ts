import { CalendarError } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import type { ReadScope } from '../store/filters.ts'
import type { Actor } from './actor.ts'
import { type AccessPolicy, type AccessQuestion, everything, type Status } from './policy.ts'

/** Through whose eyes a calendar is seen. Without a policy the caller is the host's own, trusted code. */
export interface Viewer {
  /** The actor; null for anonymous callers and for trusted code. */
  readonly actor: Actor | null
  /** The rules; null for trusted code. */
  readonly policy: AccessPolicy | null
}

/** The host's own code: sees and does everything. */
export const trusted: Viewer = Object.freeze({ actor: null, policy: null })

/**
 * What the viewer may read of a kind, at once where the policy answers at once.
 * A policy that throws, rejects or answers no list of clauses shows nothing.
 */
export function readScope(viewer: Viewer, kind: 'event' | 'venue' | 'organizer'): ReadScope<Status> | Promise<ReadScope<Status>> {
  if (viewer.policy === null) return everything
  try {
    const scope = viewer.policy.readable(viewer.actor, kind)
    return Array.isArray(scope) ? scope : awaitScope(scope)
  } catch {
    return []
  }
}

async function awaitScope(answer: unknown): Promise<ReadScope<Status>> {
  try {
    const scope = await answer
    return Array.isArray(scope) ? scope : []
  } catch {
    return []
  }
}

/** Whether the viewer may do it. A policy that throws, rejects or answers anything but `true` denies. */
export async function mayDo(viewer: Viewer, question: Omit<AccessQuestion, 'actor'>): Promise<boolean> {
  if (viewer.policy === null) return true
  try {
    return (await viewer.policy.may({ ...question, actor: viewer.actor })) === true
  } catch {
    return false
  }
}

/**
 * Passes if the viewer may do it.
 * @throws unauthenticated nobody is signed in
 * @throws forbidden somebody is, but may not
 */
export async function demand(viewer: Viewer, question: Omit<AccessQuestion, 'actor'>): Promise<void> {
  if (!(await mayDo(viewer, question))) throw denial(viewer, question.action, question.kind)
}

function denial(viewer: Viewer, action: string, kind: Kind): CalendarError {
  return viewer.actor === null ? new CalendarError('unauthenticated', {}) : new CalendarError('forbidden', { action, kind })
}
