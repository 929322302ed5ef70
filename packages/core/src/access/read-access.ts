import type { ReadClause, ReadScope } from '../store/filters.ts'
import { readScope, type Viewer } from './decision.ts'
import { type AccessPolicy, everything, publishedOnly, type Status } from './policy.ts'
import { decide } from './questions.ts'

/** What a viewer may read, asked once and held on to. */
export interface ReadAccess {
  /** The viewer, whose policy is not asked again what may be read. */
  readonly viewer: Viewer
  /** The same text for viewers who may read the same. */
  readonly text: string
  /** Whether they may make the terms that are read. */
  readonly known?: KnownAnswer
}

/**
 * Asks the viewer's policy what may be read of every kind; at once where it answers at once, as every read begins with this.
 * @param terms the terms that are read, if any: then it is asked as well whether the viewer may make them
 */
export function resolveReadAccess(viewer: Viewer, terms?: TermKind): ReadAccess | Promise<ReadAccess> {
  const { policy } = viewer
  if (policy === null) return { viewer, text: '' }
  const mayMake = terms === undefined ? undefined : decide(policy, { actor: viewer.actor, action: 'create', kind: terms })
  const scopes = [readScope(viewer, 'event'), readScope(viewer, 'venue'), readScope(viewer, 'organizer')] as const
  if (!areThere(scopes) || isPromise(mayMake)) {
    return Promise.all([...scopes, mayMake]).then(([event, venue, organizer, may]) =>
      withTerms(toReadAccess(viewer, policy, [event, venue, organizer]), terms, may),
    )
  }
  return withTerms(toReadAccess(viewer, policy, scopes), terms, mayMake)
}

const isPromise = (answer: boolean | Promise<boolean> | undefined): answer is Promise<boolean> => typeof answer === 'object'

const withTerms = (readAccess: ReadAccess, kind: TermKind | undefined, mayMake: boolean | undefined): ReadAccess =>
  kind === undefined || mayMake === undefined
    ? readAccess
    : { ...readAccess, text: `${readAccess.text}\n${mayMake}`, known: { kind, mayMake } }

/** What may be read of events, of venues and of organizers. */
type Scopes = readonly [ReadScope<Status>, ReadScope<Status>, ReadScope<Status>]

const areThere = (scopes: readonly unknown[]): scopes is Scopes => scopes.every(Array.isArray)

function toReadAccess(viewer: Viewer, policy: AccessPolicy, scopes: Scopes): ReadAccess {
  const [event, venue, organizer] = [fixScope(scopes[0]), fixScope(scopes[1]), fixScope(scopes[2])]
  const fixed = { event, venue, organizer }
  return {
    viewer: { ...viewer, policy: { readable: (_, kind) => fixed[kind].scope, may: (question) => policy.may(question) } },
    // JSON has no line breaks outside of its texts, and says those inside otherwise.
    text: `${event.text}\n${venue.text}\n${organizer.text}`,
  }
}

/** A scope that stays as it is, and its text. */
interface FixedScope {
  readonly scope: ReadScope<Status>
  readonly text: string
}

const fixScope = (scope: ReadScope<Status>): FixedScope => presets.get(scope) ?? copyScope(scope)

/** Clauses that are none show nothing, like a policy that throws. */
function copyScope(given: ReadScope<Status>): FixedScope {
  const scope = copyClauses(given)
  return { scope, text: JSON.stringify(scope, toDistinct) }
}

function copyClauses(scope: ReadScope<Status>): ReadScope<Status> {
  try {
    return scope.map(copyClause)
  } catch {
    return []
  }
}

/** All of a clause that counts, and nothing that its owner could still change: the text must say what the queries do. */
const copyClause = ({ status, authorIds, publishedMs, statusBeforeTrash }: ReadClause<Status>): ReadClause<Status> => ({
  status,
  ...(authorIds !== undefined && { authorIds: [...authorIds] }),
  ...(publishedMs !== undefined && { publishedMs: { ...publishedMs } }),
  ...(statusBeforeTrash !== undefined && { statusBeforeTrash }),
})

/** JSON has one text for all numbers without end, and none for the integers that some drivers give as ids. */
const toDistinct = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value

/** Most callers have one of these, which are frozen to the ground: they need no copy, and their texts are known. */
const presets: ReadonlyMap<ReadScope<Status>, FixedScope> = new Map([everything, publishedOnly].map((scope) => [scope, copyScope(scope)]))

/** The kinds of terms. */
export type TermKind = 'category' | 'tag'

/** What is known of a viewer before they ask. */
export interface KnownAnswer {
  /** The kind of terms. */
  readonly kind: TermKind
  /** Whether they may make them. */
  readonly mayMake: boolean
}

/**
 * The same viewer; each question whether something may be done is noticed.
 * @param known is answered without the policy, and not noticed
 */
export function noticeMay(viewer: Viewer, onMay: () => void, known: KnownAnswer | undefined): Viewer {
  const { policy } = viewer
  if (policy === null) return viewer
  const may: AccessPolicy['may'] = (question) => {
    const { action, kind, record, next } = question
    if (known !== undefined && action === 'create' && kind === known.kind && record === undefined && next === undefined)
      return known.mayMake
    onMay()
    return policy.may(question)
  }
  return { ...viewer, policy: { readable: (actor, kind) => policy.readable(actor, kind), may } }
}
