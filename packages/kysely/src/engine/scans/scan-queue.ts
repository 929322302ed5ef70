import { CalendarError } from '@kalends/core'
import type { AbortSignalLike } from '@kalends/core/store'

/** The limits of one scan. */
export interface ScanAllowance {
  /** Its deadline, in milliseconds of `performance.now()`. */
  readonly deadlineAt: number
  /** Aborted when its caller no longer waits. */
  readonly signal: AbortSignalLike | undefined
}

/** Limits the number of scans that run at a time, each in a place; the others wait in the order in which they came. */
export interface ScanQueue {
  /**
   * Waits for a place.
   * @returns a function that passes the place to the next scan
   * @throws unavailable the queue is full, or the deadline has passed
   * @throws signal.reason the caller has aborted
   */
  enter(allowance: ScanAllowance): Promise<() => void>
  /** Whether a scan waits for a place. */
  isCrowded(): boolean
}

/** The maximum number of waiting scans; a further one fails with `unavailable`. */
const maxWaiting = 64

/** A waiting scan. */
interface Waiting {
  readonly signal: AbortSignalLike | undefined
  /** Admits it. */
  readonly admit: (leave: () => void) => void
  /** Rejects it. */
  readonly refuse: (error: unknown) => void
}

/** The error for a scan that gets no place or exceeds its deadline. */
export const tooBusy = (retryAfterSeconds: number, cause?: unknown): CalendarError<'unavailable'> =>
  new CalendarError('unavailable', { retryAfterSeconds }, cause === undefined ? undefined : { cause })

/**
 * Returns if a scan may continue.
 * @throws unavailable its deadline has passed
 * @throws signal.reason its caller has aborted
 */
export function ensureAllowed({ deadlineAt, signal }: ScanAllowance): void {
  if (signal?.aborted) throw signal.reason
  if (performance.now() >= deadlineAt) throw tooBusy(1)
}

/** Creates a queue that runs `atOnce` scans at a time. */
export function createScanQueue(atOnce: number): ScanQueue {
  // A set iterates in insertion order and deletes any entry in constant time.
  const waiting = new Set<Waiting>()
  let running = 0

  /** Removes aborted scans from the queue, which makes room for others. */
  const dismissAborted = (): void => {
    for (const { signal, refuse } of waiting) if (signal?.aborted) refuse(signal.reason)
  }
  const leaveOnce = (): (() => void) => {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      dismissAborted()
      const [next] = waiting
      if (next === undefined) running--
      else next.admit(leaveOnce())
    }
  }
  return {
    isCrowded: () => waiting.size > 0,
    enter: async (allowance) => {
      ensureAllowed(allowance)
      if (running < atOnce) {
        running++
        return leaveOnce()
      }
      if (waiting.size >= maxWaiting) dismissAborted()
      if (waiting.size >= maxWaiting) throw tooBusy(1)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => entry.refuse(tooBusy(1)), Math.max(0, allowance.deadlineAt - performance.now()))
        const end = (): void => {
          clearTimeout(timer)
          waiting.delete(entry)
        }
        const entry: Waiting = {
          signal: allowance.signal,
          admit: (leave) => {
            end()
            resolve(leave)
          },
          refuse: (error) => {
            end()
            reject(error)
          },
        }
        waiting.add(entry)
      })
    },
  }
}
