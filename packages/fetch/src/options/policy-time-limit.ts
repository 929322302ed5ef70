import { type AccessPolicy, CalendarError } from '@kalends/core'
import { isPromise } from './is-promise.ts'

/** Takes failures of the host's own functions. */
export type Report = (error: unknown) => void

/** Time limit for all calls of the host's own functions in one request together. Concurrent calls count once. */
export interface TimeBudget {
  /**
   * Calls a function of the host and returns its result; a synchronous result is returned synchronously.
   * @param name the function's name in the report
   * @param isTimed whether the synchronous part of the call counts as well; reading a clock costs more than most short calls
   * @throws unavailable no time is left; the function is then no longer called
   */
  ask<T>(name: string, call: () => T | Promise<T>, isTimed?: boolean): T | Promise<T>
}

/**
 * The time budget of one request; it runs only while a promise is awaited.
 * @param report is called for the first result that came too late
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
      // While another promise is awaited, the time is running already.
      const beganMs = isTimed && waiting.size === 0 ? performance.now() : undefined
      const answer = call()
      if (beganMs !== undefined) leftMs -= performance.now() - beganMs
      return isPromise(answer) ? inTime(name, answer) : answer
    },
  }
}

/**
 * Applies the time budget to a policy, and asks it once for each kind which records may be read. Failures are reported; for the caller they
 * are a denial, as in the core.
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
