import { openTransactions, usedInPolicy } from '../store/open-transactions.ts'
import type { AskingViewer, Viewer } from './decision.ts'
import type { AccessPolicy, AccessQuestion, AccessScope, AccessSubject } from './policy.ts'
import { createTimeLimit } from './time-limit.ts'

/** How a calendar asks its policies. All calendars that are derived from one share it. */
export interface PolicyTiming {
  /** The time limit of the policy in one call, in milliseconds. */
  readonly timeoutMs: number
  /** Whether an answer of a policy was a promise, or certainly will be one. */
  hasWaited: boolean
}

/**
 * Begins one call of the calendar for a viewer. Each question is asked once, and all of them within one time limit. Two questions are equal if
 * they have the same action, kind, scope and records; a record is identified by its id, author and status. New records have no id, so a hundred
 * of one kind, author and status are one question.
 *
 * A policy that throws, rejects or returns anything but `true` denies, and shows nothing if it returns anything but a list of clauses.
 */
export function beginAsking(viewer: Viewer, timing: PolicyTiming): AskingViewer {
  if (isAsking(viewer)) return viewer
  const { actor, policy } = viewer
  if (policy === null) return { actor, policy, isAsking: true }
  const limit = createTimeLimit(timing.timeoutMs)
  timing.hasWaited ||= isAsync(policy.may)
  const within = <T>(ask: () => T | Promise<T>): T | Promise<T> => {
    const answer = limit.within(ask)
    timing.hasWaited ||= isThenable(answer)
    return answer
  }
  const answers = new Map<string, boolean | Promise<boolean>>()
  const scopes = new Map<string, AccessScope | Promise<AccessScope>>()
  const asking: AccessPolicy = {
    readable: (_, kind) => once(scopes, kind, () => within(() => askScope(policy, actor, kind))),
    may: (question) => once(answers, toKey(question), () => within(() => decide(policy, question))),
  }
  return { actor, policy: asking, isAsking: true }
}

/** Whether a function is declared as `async`: known before it is called. */
const isAsync = (declared: object): boolean => Object.prototype.toString.call(declared) === '[object AsyncFunction]'

const isAsking = (viewer: Viewer): viewer is AskingViewer => 'isAsking' in viewer

function once<T>(known: Map<string, T | Promise<T>>, key: string, ask: () => T | Promise<T>): T | Promise<T> {
  const found = known.get(key)
  if (found !== undefined) return found
  const answer = ask()
  known.set(key, answer)
  // A call asks several questions before it awaits the first answer, and ends without the others if that one is late.
  if (isThenable(answer)) answer.then(undefined, () => undefined)
  return answer
}

const toKey = ({ action, kind, record, next, scope }: AccessQuestion): string =>
  `${action} ${kind} ${scope ?? ''} ${subjectKey(record)} ${subjectKey(next)}`

const subjectKey = (subject: AccessSubject | undefined): string =>
  subject === undefined ? '' : JSON.stringify([subject.id, subject.authorId, subject.status])

/** The decision of the policy, synchronous where the policy is synchronous. */
const decide = (policy: AccessPolicy, question: AccessQuestion): boolean | Promise<boolean> =>
  ask(
    () => policy.may(question),
    (answer) => answer === true,
    false,
  )

const askScope = (policy: AccessPolicy, ...of: Parameters<AccessPolicy['readable']>): AccessScope | Promise<AccessScope> =>
  ask(() => policy.readable(...of), validScope, [])

/**
 * Asks a function of the host; synchronous where that is synchronous.
 * @param read reads its answer: hosts without types can return anything
 * @param denial the answer in place of a throw or a rejection
 */
function ask<T>(call: () => unknown, read: (answer: unknown) => T, denial: T): T | Promise<T> {
  try {
    const answer = openTransactions().asPolicy(call)
    return isThenable(answer) ? askLater(answer, read, denial) : read(answer)
  } catch (error) {
    return unlessMisused(error, denial)
  }
}

async function askLater<T>(answer: PromiseLike<unknown>, read: (answer: unknown) => T, denial: T): Promise<T> {
  try {
    return read(await answer)
  } catch (error) {
    return unlessMisused(error, denial)
  }
}

/** A call of the calendar inside of a transaction is a mistake of the host, which must not look like a missing permission. */
function unlessMisused<T>(error: unknown, denial: T): T {
  if (error instanceof Error && error.message === usedInPolicy) throw error
  return denial
}

/** Recognises promises of other realms and libraries too. */
export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/**
 * Returns the scope; an empty one if it is no list, or a clause is invalid. Hosts without types can return anything, and an invalid clause would
 * fail in some queries and have another meaning in others.
 */
export const validScope = (scope: unknown): AccessScope => (isScope(scope) ? scope : [])

const isScope = (scope: unknown): scope is AccessScope => Array.isArray(scope) && scope.every(isClause)

const isClause = (clause: unknown): boolean =>
  typeof clause === 'object' &&
  clause !== null &&
  'status' in clause &&
  (!('authorIds' in clause) || clause.authorIds === undefined || Array.isArray(clause.authorIds))

/** A viewer that is not waited for. */
export interface Unawaited {
  /** The viewer. Until its policy has answered a question, the answer is `true`. */
  readonly viewer: AskingViewer
  /** Resolves when the policy has answered all questions; rejects if it has used up its time. */
  answered(): Promise<unknown>
}

/** Asks a viewer without waiting for the answers, so that the policy considers many questions concurrently. */
export function withoutWaiting(viewer: AskingViewer): Unawaited {
  const pending: Promise<boolean>[] = []
  const { policy } = viewer
  const may: AccessPolicy['may'] = (question) => {
    const answer = policy === null || policy.may(question)
    if (typeof answer === 'boolean') return answer
    // A rejection is handled when all of them are awaited.
    answer.catch(() => undefined)
    pending.push(answer)
    return true
  }
  return {
    viewer: { ...viewer, policy: policy && { ...policy, may } },
    answered: () => Promise.all(pending),
  }
}
