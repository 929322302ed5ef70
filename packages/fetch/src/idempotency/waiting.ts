import { CalendarError } from '@kalends/core'

/** The time that one request waits for others with its key, in total. */
export interface Waiting {
  /**
   * Awaits something that another request may hold up.
   * @throws request_in_progress the time is over
   */
  during<T>(awaited: Promise<T>): Promise<T>
  /** Rejects as soon as the time is over, even if what waits cannot be stopped. */
  readonly isOver: Promise<never>
}

/** Starts with the whole time left. Only the time inside of {@link Waiting.during} counts. */
export function createWaiting(maxWaitMs: number): Waiting {
  let leftMs = maxWaitMs
  let end = (_: unknown): void => undefined
  const isOver = new Promise<never>((_, reject) => {
    end = reject
  })
  // A request that does not wait has no use for it.
  isOver.catch(() => undefined)
  return {
    isOver,
    async during(awaited) {
      const startMs = performance.now()
      const timer = setTimeout(() => end(new CalendarError('request_in_progress', {})), leftMs)
      try {
        return await Promise.race([awaited, isOver])
      } finally {
        clearTimeout(timer)
        leftMs -= performance.now() - startMs
      }
    },
  }
}
