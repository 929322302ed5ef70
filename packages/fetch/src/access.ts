import { type AccessPolicy, CalendarError } from '@kalends/core'
import { isPromise } from './at-once.ts'

/** Takes what went wrong in the host's own functions. */
export type Report = (error: unknown) => void

/**
 * What a function of the host gives, if it comes in time. What is there at once is given at once.
 * @param name what to call the function in the report
 * @throws unavailable it did not
 */
export function inTime<T>(name: string, timeoutMs: number, report: Report, ask: () => T | Promise<T>): T | Promise<T> {
  const answer = ask()
  return isPromise(answer) ? beforeLate(answer, name, timeoutMs, report) : answer
}

async function beforeLate<T>(answer: Promise<T>, name: string, timeoutMs: number, report: Report): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      report(new Error(`${name} gave no answer within ${timeoutMs} ms`))
      reject(new CalendarError('unavailable', {}))
    }, timeoutMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The same policy, whose answers have to come in time: what waits for one may hold a transaction open.
 * Its failures are reported; to the caller they are a no, as the core has it.
 */
export function boundPolicy(policy: AccessPolicy, timeoutMs: number, report: Report): AccessPolicy {
  const failed = (error: unknown): never => {
    report(error)
    throw error
  }
  const bound = <T>(name: string, ask: () => T | Promise<T>): T | Promise<T> => {
    try {
      const answer = inTime(name, timeoutMs, report, ask)
      return isPromise(answer) ? answer.catch(failed) : answer
    } catch (error) {
      return failed(error)
    }
  }
  return {
    readable: (actor, kind) => bound('access.readable', () => policy.readable(actor, kind)),
    may: (question) => bound('access.may', () => policy.may(question)),
  }
}
