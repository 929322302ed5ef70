import type { AccessPolicy, Actor } from '@kalends/core'
import { isPromise } from './is-promise.ts'

/** Takes failures of the host's own functions. */
export type Report = (error: unknown) => void

/**
 * The policy of one request: it is asked once for each kind which records the caller may read. Failures are reported; for the caller they are
 * a denial, as in the core.
 */
export function reportFailures(policy: AccessPolicy, report: Report, caller: Actor | null): AccessPolicy {
  const failed = (error: unknown): never => {
    report(error)
    throw error
  }
  const watched = <T>(answer: T | Promise<T>): T | Promise<T> => (isPromise(answer) ? answer.catch(failed) : answer)
  const scopes: Partial<Record<'event' | 'venue' | 'organizer', ReturnType<AccessPolicy['readable']>>> = {}
  return {
    readable: (actor, kind) => {
      try {
        // An explanation asks for strangers, too.
        if (actor !== caller) return watched(policy.readable(actor, kind))
        scopes[kind] ??= watched(policy.readable(actor, kind))
        return scopes[kind]
      } catch (error) {
        return failed(error)
      }
    },
    may: (question) => {
      try {
        return watched(policy.may(question))
      } catch (error) {
        return failed(error)
      }
    },
  }
}
