import { type AccessPolicy, CalendarError } from '@kalends/core'

/** Takes what went wrong in the host's own functions. */
export type Report = (error: unknown) => void

/**
 * What a function of the host gives, if it comes in time.
 * @param name what to call the function in the report
 * @throws unavailable it did not
 */
export async function inTime<T>(name: string, timeoutMs: number, report: Report, ask: () => T | Promise<T>): Promise<T> {
  const answer = ask()
  // Most answers are there at once, and need no timer.
  if (!isPromise(answer)) return answer
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

const isPromise = (value: unknown): boolean => typeof value === 'object' && value !== null && 'then' in value

/**
 * The same policy, whose answers have to come in time: what waits for one may hold a transaction open.
 * Its failures are reported; to the caller they are a no, as the core has it.
 */
export function boundPolicy(policy: AccessPolicy, timeoutMs: number, report: Report): AccessPolicy {
  const bound = async <T>(name: string, ask: () => T | Promise<T>): Promise<T> => {
    try {
      return await inTime(`access.${name}`, timeoutMs, report, ask)
    } catch (error) {
      report(error)
      throw error
    }
  }
  return {
    readable: (actor, kind) => bound('readable', () => policy.readable(actor, kind)),
    may: (question) => bound('may', () => policy.may(question)),
  }
}
