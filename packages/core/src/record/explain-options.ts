import type { Viewer } from '../access/decision.ts'
import type { AccessPolicy, Actor } from '../access/policy.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import type { ListReason } from '../errors/list-reasons.ts'
import { actorIdReason, toStoredAuthor } from './author-ids.ts'
import type { CalendarContext } from './context.ts'
import { type ReadOptions, readingIn } from './list-options.ts'

/** Whose list is explained. */
export interface ListViewer {
  /** The actor; null for anonymous callers. */
  readonly actor: Actor | null
  /** The access policy. @default that of the calendar */
  readonly access?: AccessPolicy | undefined
}

/** The options of `explain`. */
export interface ExplainOptions extends ReadOptions {
  /** Whose list is explained. @default the viewer of the calendar */
  readonly viewer?: ListViewer | undefined
}

/** Whether a list has a record, and where, or why it lacks it. */
export interface Explanation {
  /** Whether one of the pages of the list has the record. */
  readonly listed: boolean
  /**
   * The number of the page that has it, from 1, whatever page the input asks for. Absent if no page has it, after the first 10,000 records
   * of the list, and where terms are sorted by `ids`.
   */
  readonly page?: number
  /** Why the list lacks it: visibility first, then the filters; empty if the list has it. */
  readonly reasons: readonly ListReason[]
}

const ofExplain = { signal: true, viewer: true } as const

/**
 * The contexts of the caller, and of the viewer whose list is explained.
 * @throws TypeError an option is unknown or invalid, or the viewer has no policy
 */
export function explainingIn<C extends CalendarContext>(context: C, options: ExplainOptions): { readonly caller: C; readonly viewer: C } {
  const caller = readingIn(context, 'explain', options, ofExplain)
  return { caller, viewer: options.viewer === undefined ? caller : { ...caller, ...viewedBy(toViewer(context.viewer, options.viewer)) } }
}

/** The members of a context that depend on its viewer. */
const viewedBy = (viewer: Viewer): Pick<CalendarContext, 'viewer' | 'visibleFields'> => ({ viewer, visibleFields: null })

function toViewer({ policy }: Viewer, given: ListViewer): Viewer {
  requireKnownOptions('viewer', given, { actor: true, access: true })
  const { actor, access = policy } = given
  if (typeof access?.readable !== 'function' || typeof access.may !== 'function')
    throw new TypeError('viewer.access must be an access policy: this calendar has none of its own')
  if (actor !== null && !toStoredAuthor(actor?.id)) throw new TypeError(`viewer.actor.id must be ${actorIdReason}`)
  return { actor, policy: access }
}
