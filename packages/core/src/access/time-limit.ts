import { CalendarError } from '../errors/calendar-error.ts'
import { loadBefore, openTransactions, usedInPolicy } from '../store/open-transactions.ts'
import { callAfter, monotonicMs } from '../time/timer.ts'

/** How a calendar asks its policies. All calendars that are derived from one share it. */
export interface PolicyTiming {
  /** The time limit of the policy in one call, in milliseconds. */
  readonly timeoutMs: number
  /** Whether an answer of a policy was a promise, or certainly will be one. */
  hasWaited: boolean
}

/** The time limit of the access policy in one call of the calendar, for all of its answers together. Concurrent answers count once. */
export interface TimeLimit {
  /**
   * Asks the policy; synchronous where the policy is synchronous.
   * @param read reads its answer: hosts without types can return anything
   * @param denial the answer in place of a throw or a rejection
   * @throws unavailable no time is left; the policy is then no longer asked
   */
  ask<T>(call: () => unknown, read: (answer: unknown) => T, denial: T): T | Promise<T>
}

/** Starts the time limit of one call. It runs only while the policy is asked. */
export function createTimeLimit(timing: PolicyTiming): TimeLimit {
  const { timeoutMs } = timing
  const transactions = openTransactions()
  let leftMs = timeoutMs
  let sinceMs = 0
  let cancel = (): void => undefined
  const waiting = new Set<(error: unknown) => void>()

  const inTime = async <T>(answer: PromiseLike<unknown>, read: (answer: unknown) => T, denial: T): Promise<T> => {
    let giveUp: (error: unknown) => void = () => undefined
    const late = new Promise<never>((_, reject) => {
      giveUp = reject
    })
    if (waiting.size === 0) {
      sinceMs = monotonicMs()
      const expire = (): void => {
        leftMs = 0
        for (const reject of waiting) reject(tooSlow(timeoutMs))
      }
      cancel = callAfter(Math.max(0, leftMs), expire, { keepsAlive: true })
    }
    waiting.add(giveUp)
    try {
      return await Promise.race([readLater(answer, read, denial), late])
    } finally {
      waiting.delete(giveUp)
      if (waiting.size === 0) {
        cancel()
        leftMs -= monotonicMs() - sinceMs
      }
    }
  }
  return {
    ask(call, read, denial) {
      if (leftMs <= 0) throw tooSlow(timeoutMs)
      // While another answer is awaited, the time is running already.
      const beganMs = waiting.size === 0 ? monotonicMs() : undefined
      try {
        const answer = transactions.asPolicy(call)
        if (beganMs !== undefined) leftMs -= monotonicMs() - beganMs
        if (!isThenable(answer)) return read(answer)
        timing.hasWaited = true
        const inside = inTime(answer, read, denial)
        // A call asks several questions before it awaits the first answer, and ends without the others if that one is late.
        inside.catch(() => undefined)
        return inside
      } catch (error) {
        return unlessMisused(error, denial)
      }
    },
  }
}

async function readLater<T>(answer: PromiseLike<unknown>, read: (answer: unknown) => T, denial: T): Promise<T> {
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

/** The error has a message of its own, so that `onError` of a handler receives it. */
const tooSlow = (timeoutMs: number): CalendarError =>
  new CalendarError(
    'unavailable',
    {},
    { message: `The access policy took longer than the ${timeoutMs} ms that accessTimeoutMs allows in one call. ${loadBefore}` },
  )
