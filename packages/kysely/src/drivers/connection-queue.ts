import { CalendarError } from '@kalends/core'

/** The turns of callers on one connection. */
export interface ConnectionQueue {
  /**
   * Waits until the connection is free, and takes it.
   * @throws unavailable the caller has waited for the time limit, and the connection was not released meanwhile
   */
  enter(): Promise<void>
  /** Releases the connection to the caller who waits longest. */
  leave(): void
}

/**
 * Creates the queue of one connection. Kysely's own queue waits for ever for a transaction that waits for its caller, such as one whose work
 * uses the connection from outside of it.
 */
export function createConnectionQueue(timeoutMs: number): ConnectionQueue {
  const waiting: Waiter[] = []
  let isTaken = false
  let takenAt = 0
  const take = (): void => {
    isTaken = true
    takenAt = performance.now()
  }
  const watch = (waiter: Waiter, delayMs: number): void => {
    waiter.timer = setTimeout(() => {
      const leftMs = takenAt + timeoutMs - performance.now()
      if (leftMs > 0) return watch(waiter, leftMs)
      waiting.splice(waiting.indexOf(waiter), 1)
      waiter.reject(
        new CalendarError('unavailable', { retryAfterSeconds: 1 }, { message: `The connection was in use for ${timeoutMs} ms.` }),
      )
    }, delayMs)
  }
  return {
    enter: () => {
      if (isTaken)
        return new Promise((resolve, reject) => {
          const waiter: Waiter = { resolve, reject }
          waiting.push(waiter)
          watch(waiter, timeoutMs)
        })
      take()
      return Promise.resolve()
    },
    leave: () => {
      const next = waiting.shift()
      isTaken = false
      if (next === undefined) return
      clearTimeout(next.timer)
      take()
      next.resolve()
    },
  }
}

/** A caller who waits for the connection. */
interface Waiter {
  /** Gives the connection to the caller. */
  readonly resolve: () => void
  /** Ends the waiting. */
  readonly reject: (error: unknown) => void
  /** The time limit. */
  timer?: ReturnType<typeof setTimeout>
}
