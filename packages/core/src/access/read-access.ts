import { clauseLinks, namesLinks } from '../store/filters.ts'
import type { EntityId } from '../store/records.ts'
import { type AskingViewer, mayDo, readScope, type Viewer } from './decision.ts'
import { type AccessPolicy, type AccessScope, readScopes } from './policy.ts'
import { validScope } from './questions.ts'
import { isThenable } from './time-limit.ts'

/** The resolved read scopes of a viewer: the policy is asked once for each. */
export interface ReadAccess {
  /** The viewer; its policy returns the resolved scopes from now on. */
  readonly viewer: AskingViewer
  /** Part of the cache key: viewers with equal read access have equal texts. */
  readonly text: string
  /** The same without the answers about terms. */
  readonly scopesText: string
  /** The policy's answers whether the viewer may create terms; absent unless terms are read. */
  readonly known?: readonly KnownAnswer[]
  /**
   * Whether the read access depends on what events link: it then also changes with a move in the tree of categories, and with the deletion of a
   * linked record.
   */
  readonly isByLinks: boolean
}

/**
 * Asks the viewer's policy for the read scope of every kind.
 * @param terms the kind of terms that are read, if any: then the policy is also asked whether the viewer may create them
 */
export async function resolveReadAccess(viewer: AskingViewer, terms?: TermKinds): Promise<ReadAccess> {
  const { policy } = viewer
  if (policy === null) return { viewer, text: '', scopesText: '', isByLinks: false }
  // A slow policy considers all questions concurrently.
  const [known, ...scopes] = await Promise.all([
    terms === undefined ? undefined : askAboutTerms(viewer, terms),
    readScope(viewer, 'event'),
    readScope(viewer, 'venue'),
    readScope(viewer, 'organizer'),
  ])
  const [event, venue, organizer] = [fixScope(scopes[0]), fixScope(scopes[1]), fixScope(scopes[2])]
  const fixed = { event, venue, organizer }
  const scopesText = `${event.text}\n${venue.text}\n${organizer.text}`
  return {
    viewer: { ...viewer, policy: { readable: (_, kind) => fixed[kind].scope, may: (question) => policy.may(question) } },
    text: withAnswers(scopesText, known),
    scopesText,
    isByLinks: event.scope.some(namesLinks),
    ...(known !== undefined && { known }),
  }
}

/**
 * The text of a viewer's read access, if its policy answers without a promise and without an exception; undefined otherwise.
 * @param onWait called when the policy returned a promise
 */
export function textOfReadAccess({ actor, policy }: Viewer, terms: TermKinds | undefined, onWait: () => void): string | undefined {
  if (policy === null) return ''
  try {
    const known: KnownAnswer[] = []
    for (const kind of terms === undefined ? none : kindsOf(terms)) {
      const mayCreate = unlessPromise(policy.may({ actor, action: 'create', kind }), onWait)
      if (typeof mayCreate !== 'boolean') return undefined
      known.push({ kind, mayCreate })
    }
    const texts: string[] = []
    for (const kind of ['event', 'venue', 'organizer'] as const) {
      const scope = unlessPromise(policy.readable(actor, kind), onWait)
      if (!Array.isArray(scope)) return undefined
      texts.push(fixScope(validScope(scope)).text)
    }
    return withAnswers(texts.join('\n'), known)
  } catch {
    // The caller asks again, and handles the exception then.
    return undefined
  }
}

/**
 * The answer; undefined for a promise. Rejections of the promise are ignored, because the caller then asks again and awaits the answer.
 */
function unlessPromise<T>(answer: T | Promise<T>, onWait: () => void): T | undefined {
  if (!isThenable(answer)) return answer
  onWait()
  answer.then(undefined, () => undefined)
  return undefined
}

/** JSON text has no line breaks between its tokens and escapes those inside strings, so a line feed separates the parts. */
const withAnswers = (scopesText: string, known: readonly KnownAnswer[] = none): string =>
  known.reduce((text, { kind, mayCreate }) => `${text}\n${kind} ${mayCreate}`, scopesText)

/** An immutable scope and its text. */
interface FixedScope {
  readonly scope: AccessScope
  readonly text: string
}

const fixScope = (scope: AccessScope): FixedScope => presets.get(scope) ?? copyScope(scope)

function copyScope(given: AccessScope): FixedScope {
  const scope = copyClauses(given)
  return { scope, text: JSON.stringify(scope, toDistinct) }
}

/** A clause may throw when it is read: then the scope shows nothing, like a policy that throws. */
function copyClauses(scope: AccessScope): AccessScope {
  try {
    return scope.map(copyClause)
  } catch {
    return []
  }
}

/** Copies a clause, so that the host cannot change it later: the cache key must match the queries. */
function copyClause(clause: AccessScope[number]): AccessScope[number] {
  const { status, authorIds, publishedMs, statusBeforeTrash } = clause
  const links: Partial<Record<(typeof clauseLinks)[number], readonly EntityId[]>> = {}
  for (const member of clauseLinks) {
    const ids = clause[member]
    if (ids !== undefined) links[member] = [...ids]
  }
  return {
    status,
    ...(authorIds !== undefined && { authorIds: [...authorIds] }),
    ...(publishedMs !== undefined && { publishedMs: { ...publishedMs } }),
    ...(statusBeforeTrash !== undefined && { statusBeforeTrash }),
    ...links,
  }
}

/** JSON has one text for NaN and both infinities, and none for the bigints that some drivers return as ids. */
const toDistinct = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value

/** Most viewers have one of these presets. They are deeply frozen, so they need no copy and keep their text. */
const presets: ReadonlyMap<AccessScope, FixedScope> = new Map(
  [readScopes.all, readScopes.published].map((scope) => [scope, copyScope(scope)]),
)

/** The kinds of terms. */
export type TermKind = 'category' | 'tag'

/** One kind of terms, or both. */
export type TermKinds = TermKind | 'both'

const none: readonly never[] = []

const kindsOf = (terms: TermKinds): readonly TermKind[] => (terms === 'both' ? ['category', 'tag'] : [terms])

/** Asks a policy whether a viewer may create terms. */
const askAboutTerms = (viewer: AskingViewer, terms: TermKinds): Promise<readonly KnownAnswer[]> =>
  Promise.all(kindsOf(terms).map(async (kind) => ({ kind, mayCreate: await mayDo(viewer, { action: 'create', kind }) })))

/** The policy's answer whether a viewer may create terms of one kind. It is part of the cache key. */
export interface KnownAnswer {
  /** The kind of terms. */
  readonly kind: TermKind
  /** Whether the viewer may create them. */
  readonly mayCreate: boolean
}

/**
 * Wraps a viewer's policy: calls `onMay` for each question whether an action is allowed.
 * @param known answers that are known already: their questions reach neither `onMay` nor the policy
 */
export function noticeMay(viewer: AskingViewer, onMay: () => void, known: readonly KnownAnswer[] = none): AskingViewer {
  const { policy } = viewer
  if (policy === null) return viewer
  const may: AccessPolicy['may'] = (question) => {
    const { action, kind, record, next } = question
    const answer = action === 'create' && record === undefined && next === undefined ? known.find((one) => one.kind === kind) : undefined
    if (answer !== undefined) return answer.mayCreate
    onMay()
    return policy.may(question)
  }
  return { ...viewer, policy: { readable: policy.readable.bind(policy), may } }
}
