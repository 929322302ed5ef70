import type { AccessPolicy } from '@kalends/core'
import { isPromise } from './is-promise.ts'

/** Takes failures of the host's own functions. */
export type Report = (error: unknown) => void

/**
 * The policy of one request: it is asked once for each kind which records may be read. Failures are reported; for the caller they are a
 * denial, as in the core.
 */
export function reportFailures(policy: AccessPolicy, report: Report): AccessPolicy {
  const failed = (error: unknown): never => {
    report(error)
    throw error
  }
  const watched = <T>(answer: T | Promise<T>): T | Promise<T> => (isPromise(answer) ? answer.catch(failed) : answer)
  const scopes: Partial<Record<'event' | 'venue' | 'organizer', ReturnType<AccessPolicy['readable']>>> = {}
  return {
    readable: (actor, kind) => {
      try {
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
