import type { Wakes } from '../record/wakes.ts'
import type { ChangeLog } from '../store/log.ts'
import { callAfter } from '../time/timer.ts'
import { createTurns } from './turns.ts'

/** How often the log is read for the writes of other processes while somebody waits, in milliseconds. */
const pollMs = 2_000

/** How often the signals of waiting callers are read, in milliseconds: they have no listeners. */
const signalMs = 250

/** How many of the callers that were woken read at a time. */
const readsAtOnce = 2

/** A caller that waits for the log to grow. */
interface Waiter {
  /** The log has grown if its head is greater. */
  readonly after: number
  /** From this moment on a scheduled publication is a change; null without one. */
  readonly dueMs: number | null
  /** Ends the waiting. */
  wake(): void
}

/** The part of a store that tells whether the log has grown. */
interface Logging {
  readonly log: Pick<ChangeLog, 'number' | 'head'>
}

/**
 * Creates the shared wait: all waiting callers are one read of the log every two seconds, and one after each commit of this process.
 * @param nowMs the calendar's clock
 * @param setTimer the timers of the runtime; a test has its own
 */
export function createWakes(store: Logging, nowMs: () => number, setTimer = callAfter): Wakes {
  const waiters = new Set<Waiter>()
  let cancelPoll = (): void => undefined
  let isLooking = false
  let isDirty = false

  const look = async (): Promise<void> => {
    if (isLooking) {
      isDirty = true
      return
    }
    isLooking = true
    try {
      do {
        isDirty = false
        await store.log.number()
        const head = await store.log.head()
        const now = nowMs()
        for (const waiter of [...waiters]) if (head > waiter.after || (waiter.dueMs !== null && waiter.dueMs <= now)) waiter.wake()
      } while (isDirty)
    } catch {
      // The storage is away: the next look may succeed, and a caller that reads gets the error itself.
    } finally {
      isLooking = false
    }
  }

  const poll = (): void => {
    // A caller that came during the look has set a timer already. Two timers would read the log twice, and each such look adds one.
    cancelPoll()
    cancelPoll = setTimer(pollMs, () => void look().then(() => (waiters.size > 0 ? poll() : undefined)))
  }

  return {
    inTurn: createTurns(readsAtOnce),
    noteCommit: () => (waiters.size > 0 ? void look() : undefined),
    wait: ({ after, dueMs, timeoutMs, signal }) =>
      new Promise((resolve) => {
        let cancelSignal = (): void => undefined
        const end = (hasChanged: boolean): void => {
          waiters.delete(waiter)
          cancelTimeout()
          cancelSignal()
          if (waiters.size === 0) cancelPoll()
          resolve(hasChanged)
        }
        const waiter: Waiter = { after, dueMs, wake: () => end(true) }
        const cancelTimeout = setTimer(timeoutMs, () => end(false))
        const watch = (): void => {
          if (signal?.aborted === true) end(false)
          else if (signal !== undefined) cancelSignal = setTimer(signalMs, watch)
        }
        waiters.add(waiter)
        if (waiters.size === 1) poll()
        watch()
        // A write may have been committed since the caller read the log.
        if (waiters.has(waiter)) void look()
      }),
  }
}
