import { CalendarError } from '../errors/calendar-error.ts'
import { loadBefore } from '../store/open-transactions.ts'
import { callAfter, monotonicMs } from '../time/timer.ts'

/** The time limit of the access policy in one call of the calendar, for all of its answers together. Concurrent answers count once. */
export interface TimeLimit {
  /**
   * Asks the policy and returns its answer; a synchronous answer is returned synchronously.
   * @param ask returns a promise that never rejects, or the answer
   * @throws unavailable no time is left; the policy is then no longer asked
   */
  within<T>(ask: () => T | Promise<T>): T | Promise<T>
}

/** Starts the time limit of one call. It runs only while the policy is asked. @param totalMs in milliseconds */
export function createTimeLimit(totalMs: number): TimeLimit {
  let leftMs = totalMs
  let sinceMs = 0
  let cancel = (): void => undefined
  const waiting = new Set<(error: unknown) => void>()

  const begin = (): void => {
    sinceMs = monotonicMs()
    const expire = (): void => {
      leftMs = 0
      for (const reject of waiting) reject(tooSlow(totalMs))
    }
    cancel = callAfter(Math.max(0, leftMs), expire, { keepsAlive: true })
  }
  const end = (): void => {
    cancel()
    leftMs -= monotonicMs() - sinceMs
  }
  const inTime = async <T>(answer: Promise<T>): Promise<T> => {
    let giveUp: (error: unknown) => void = () => undefined
    const late = new Promise<never>((_, reject) => {
      giveUp = reject
    })
    if (waiting.size === 0) begin()
    waiting.add(giveUp)
    try {
      return await Promise.race([answer, late])
    } finally {
      waiting.delete(giveUp)
      if (waiting.size === 0) end()
    }
  }
  return {
    within(ask) {
      if (leftMs <= 0) throw tooSlow(totalMs)
      // While another answer is awaited, the time is running already.
      const beganMs = waiting.size === 0 ? monotonicMs() : undefined
      const answer = ask()
      if (beganMs !== undefined) leftMs -= monotonicMs() - beganMs
      return answer instanceof Promise ? inTime(answer) : answer
    },
  }
}

/** The error has a message of its own, so that `onError` of a handler receives it. */
const tooSlow = (totalMs: number): CalendarError =>
  new CalendarError(
    'unavailable',
    {},
    { message: `The access policy took longer than the ${totalMs} ms that accessTimeoutMs allows in one call. ${loadBefore}` },
  )
