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
  const reported = <T>(ask: () => T | Promise<T>): T | Promise<T> => {
    try {
      const answer = ask()
      return isPromise(answer) ? answer.catch(failed) : answer
    } catch (error) {
      return failed(error)
    }
  }
  const scopes: Partial<Record<'event' | 'venue' | 'organizer', ReturnType<AccessPolicy['readable']>>> = {}
  return {
    readable: (actor, kind) => {
      scopes[kind] ??= reported(() => policy.readable(actor, kind))
      return scopes[kind]
    },
    may: (question) => reported(() => policy.may(question)),
  }
}
