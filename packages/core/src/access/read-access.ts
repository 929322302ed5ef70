import { readScope, type Viewer, validScope } from './decision.ts'
import { type AccessPolicy, type AccessScope, everything, publishedOnly } from './policy.ts'
import { decide, isThenable } from './questions.ts'

/** The resolved read scopes of a viewer: the policy is asked once for each. */
export interface ReadAccess {
  /** The viewer; its policy returns the resolved scopes from now on. */
  readonly viewer: Viewer
  /** Part of the cache key: viewers with equal read access have equal texts. */
  readonly text: string
  /** Whether the viewer may create the terms that are read. */
  readonly known?: KnownAnswer
}

/**
 * Asks the viewer's policy for the read scope of every kind.
 * @param terms the kind of terms that are read, if any: then the policy is also asked whether the viewer may create them
 */
export async function resolveReadAccess(viewer: Viewer, terms?: TermKind): Promise<ReadAccess> {
  const { policy } = viewer
  if (policy === null) return { viewer, text: '' }
  const mayMake = terms === undefined ? undefined : decide(policy, { actor: viewer.actor, action: 'create', kind: terms })
  // A slow policy is asked all questions before the first answer is awaited.
  const asked = { event: readScope(viewer, 'event'), venue: readScope(viewer, 'venue'), organizer: readScope(viewer, 'organizer') }
  const event = fixScope(await asked.event)
  const venue = fixScope(await asked.venue)
  const organizer = fixScope(await asked.organizer)
  const fixed = { event, venue, organizer }
  const known = terms === undefined ? undefined : { kind: terms, mayMake: (await mayMake) === true }
  return {
    viewer: { ...viewer, policy: { readable: (_, kind) => fixed[kind].scope, may: (question) => policy.may(question) } },
    text: toText([event.text, venue.text, organizer.text], known?.mayMake),
    ...(known !== undefined && { known }),
  }
}

/**
 * The text of a viewer's read access, if its policy answers without a promise and without an exception; undefined otherwise.
 * @param onWait called when the policy returned a promise
 */
export function textOfReadAccess({ actor, policy }: Viewer, terms: TermKind | undefined, onWait: () => void): string | undefined {
  if (policy === null) return ''
  try {
    const mayMake = terms === undefined ? undefined : unlessPromise(policy.may({ actor, action: 'create', kind: terms }), onWait)
    if (terms !== undefined && typeof mayMake !== 'boolean') return undefined
    const texts: string[] = []
    for (const kind of ['event', 'venue', 'organizer'] as const) {
      const scope = unlessPromise(policy.readable(actor, kind), onWait)
      if (!Array.isArray(scope)) return undefined
      texts.push(fixScope(validScope(scope)).text)
    }
    return toText(texts, mayMake)
  } catch {
    // The caller asks again, and handles the exception then.
    return undefined
  }
}

/** The answer; undefined for a promise. The caller asks again and awaits the answer then, so the promise may fail unnoticed. */
function unlessPromise<T>(answer: T | Promise<T>, onWait: () => void): T | undefined {
  if (!isThenable(answer)) return answer
  onWait()
  answer.then(undefined, () => undefined)
  return undefined
}

/** JSON text has no line breaks between its tokens and escapes those inside strings, so a line feed separates the parts. */
const toText = (scopes: readonly string[], mayMake: boolean | undefined): string =>
  (mayMake === undefined ? scopes : [...scopes, String(mayMake)]).join('\n')

/** An immutable scope and its text. */
interface FixedScope {
  readonly scope: AccessScope
  readonly text: string
}

const fixScope = (scope: AccessScope): FixedScope => presets.get(scope) ?? copyScope(scope)

/** A scope with an invalid clause shows nothing, like a policy that throws. */
function copyScope(given: AccessScope): FixedScope {
  const scope = copyClauses(given)
  return { scope, text: JSON.stringify(scope, toDistinct) }
}

function copyClauses(scope: AccessScope): AccessScope {
  try {
    return scope.map(copyClause)
  } catch {
    return []
  }
}

/** Copies all members of a clause that count, so that its owner cannot change them later: the cache key must match the queries. */
const copyClause = ({ status, authorIds, publishedMs, statusBeforeTrash }: AccessScope[number]): AccessScope[number] => ({
  status,
  ...(authorIds !== undefined && { authorIds: [...authorIds] }),
  ...(publishedMs !== undefined && { publishedMs: { ...publishedMs } }),
  ...(statusBeforeTrash !== undefined && { statusBeforeTrash }),
})

/** JSON has one text for NaN and both infinities, and none for the bigints that some drivers return as ids. */
const toDistinct = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value

/** Most callers have one of these deeply frozen presets: they need no copy, and their texts are known. */
const presets: ReadonlyMap<AccessScope, FixedScope> = new Map([everything, publishedOnly].map((scope) => [scope, copyScope(scope)]))

/** The kinds of terms. */
export type TermKind = 'category' | 'tag'

/** An access decision that is made before the viewer's first question. */
export interface KnownAnswer {
  /** The kind of terms. */
  readonly kind: TermKind
  /** Whether the viewer may create them. */
  readonly mayMake: boolean
}

/**
 * The same viewer; reports each question whether an action is allowed.
 * @param known is answered without the policy, and not reported
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
  return { ...viewer, policy: { readable: policy.readable.bind(policy), may } }
}
