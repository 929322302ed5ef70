import { clauseLinks } from '../store/filters.ts'
import type { AskingViewer, Viewer } from './decision.ts'
import type { AccessPolicy, AccessQuestion, AccessScope } from './policy.ts'
import { createTimeLimit, type PolicyTiming } from './time-limit.ts'

/**
 * Begins one call of the calendar for a viewer. Each question is asked once, and all of them within one time limit. Two questions are equal if
 * they have the same action, kind, scope and records; a record is identified by the members that the policy sees. New records have no id, so a
 * hundred that differ in none of these are one question.
 *
 * A policy that throws, rejects or returns anything but `true` denies, and shows nothing if it returns anything but a list of clauses.
 */
export function beginAsking(viewer: Viewer, timing: PolicyTiming): AskingViewer {
  if (isAsking(viewer)) return viewer
  const { actor, policy } = viewer
  if (policy === null) return { actor, policy, isAsking: true }
  // A function that is declared as `async` is known to wait before it is called.
  timing.hasWaited ||= Object.prototype.toString.call(policy.may) === '[object AsyncFunction]'
  const limit = createTimeLimit(timing)
  const answers = new Map<string, boolean | Promise<boolean>>()
  const scopes = new Map<string, AccessScope | Promise<AccessScope>>()
  const asking: AccessPolicy = {
    readable: (_, kind) => {
      const scope = scopes.get(kind) ?? limit.ask(() => policy.readable(actor, kind), validScope, noScope)
      scopes.set(kind, scope)
      return scope
    },
    may: (question) => {
      const key = toKey(question)
      const answer = answers.get(key) ?? limit.ask(() => policy.may(question), isTrue, false)
      answers.set(key, answer)
      return answer
    },
  }
  return { actor, policy: asking, isAsking: true }
}

const isAsking = (viewer: Viewer): viewer is AskingViewer => 'isAsking' in viewer

/** All callers name the members of a record in one order. */
const toKey = ({ action, kind, record, next, scope }: AccessQuestion): string => JSON.stringify([action, kind, scope, record, next])

const isTrue = (answer: unknown): boolean => answer === true

const noScope: AccessScope = []

/** The members of clauses that are lists. */
const listsOfClauses = ['authorIds', ...clauseLinks] as const

/**
 * Returns the scope; an empty one if it is no list, or a clause is invalid. Hosts without types can return anything, and an invalid clause would
 * fail in some queries and have another meaning in others.
 */
export function validScope(scope: unknown): AccessScope {
  if (!Array.isArray(scope)) return noScope
  for (const clause of scope) {
    if (typeof clause !== 'object' || clause === null || !('status' in clause)) return noScope
    for (const member of listsOfClauses) if (clause[member] !== undefined && !Array.isArray(clause[member])) return noScope
  }
  return scope
}

/**
 * Asks a viewer without waiting for the answers, so that the policy considers many questions concurrently.
 * @returns `viewer`: until its policy has answered a question, the answer is `true`; `answered` resolves when the policy has answered all
 * questions, and rejects if it has used up its time
 */
export function withoutWaiting(viewer: AskingViewer): { readonly viewer: AskingViewer; answered(): Promise<unknown> } {
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
