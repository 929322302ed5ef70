import { type AccessPolicy, CalendarError } from '@kalends/core'
import { isPromise } from './at-once.ts'

/** Takes what went wrong in the host's own functions. */
export type Report = (error: unknown) => void

/** The time that the host's own functions may take in one request, all together. What they do at the same time counts once. */
export interface TimeBudget {
  /**
   * What a function of the host gives. What is there at once is given at once.
   * @param name what to call the function in the report
   * @param isTimed whether the time before the call returns counts as well; reading a clock costs more than most short calls
   * @throws unavailable no time is left; then the function is not called any more
   */
  ask<T>(name: string, call: () => T | Promise<T>, isTimed?: boolean): T | Promise<T>
}

/**
 * The time of one request, which runs only while an answer is awaited.
 * @param report is told of the first answer that came too late
 */
export function createTimeBudget(totalMs: number, report: Report): TimeBudget {
  let leftMs = totalMs
  let sinceMs = 0
  let lateName: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Set<(error: unknown) => void>()

  const late = (name: string): CalendarError => {
    if (lateName === undefined) {
      lateName = name
      report(new Error(`${name} gave no answer within the ${totalMs} ms of the request`))
    }
    return new CalendarError('unavailable', {})
  }
  const begin = (name: string): void => {
    sinceMs = performance.now()
    timer = setTimeout(
      () => {
        leftMs = 0
        const error = late(name)
        for (const reject of waiting) reject(error)
      },
      Math.max(0, leftMs),
    )
  }
  const end = (): void => {
    clearTimeout(timer)
    leftMs -= performance.now() - sinceMs
  }
  const inTime = async <T>(name: string, answer: Promise<T>): Promise<T> => {
    let giveUp: (error: unknown) => void = () => undefined
    const tooLate = new Promise<never>((_, reject) => {
      giveUp = reject
    })
    if (waiting.size === 0) begin(name)
    waiting.add(giveUp)
    try {
      return await Promise.race([answer, tooLate])
    } finally {
      waiting.delete(giveUp)
      if (waiting.size === 0) end()
    }
  }
  return {
    ask(name, call, isTimed = false) {
      if (leftMs <= 0) throw late(name)
      // While something else is awaited, the time runs already.
      const beganMs = isTimed && waiting.size === 0 ? performance.now() : undefined
      const answer = call()
      if (beganMs !== undefined) leftMs -= performance.now() - beganMs
      return isPromise(answer) ? inTime(name, answer) : answer
    },
  }
}

/**
 * The same policy within the time of one request. What may be read is asked once for each kind.
 * Failures are reported; to the caller they are a no, as the core has it.
 */
export function boundPolicy(policy: AccessPolicy, budget: TimeBudget, report: Report): AccessPolicy {
  const failed = (error: unknown): never => {
    report(error)
    throw error
  }
  const bound = <T>(name: string, call: () => T | Promise<T>, isTimed?: boolean): T | Promise<T> => {
    try {
      const answer = budget.ask(name, call, isTimed)
      return isPromise(answer) ? answer.catch(failed) : answer
    } catch (error) {
      return failed(error)
    }
  }
  const scopes: Partial<Record<'event' | 'venue' | 'organizer', ReturnType<AccessPolicy['readable']>>> = {}
  return {
    readable: (actor, kind) => {
      scopes[kind] ??= bound('access.readable', () => policy.readable(actor, kind))
      return scopes[kind]
    },
    may: (question) => bound('access.may', () => policy.may(question), true),
  }
}
