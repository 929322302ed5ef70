import { type AbortSignalLike, CalendarError } from '@kalends/core'

/** What one scan may take. */
export interface ScanAllowance {
  /** When it has to be done, in milliseconds of `performance.now()`. */
  readonly deadlineAt: number
  /** Says that its caller has gone away. */
  readonly signal: AbortSignalLike | undefined
}

/** Lets so many scans run at a time; the others wait in their order. */
export interface ScanQueue {
  /**
   * Waits for a place.
   * @returns gives the place to the next one
   * @throws unavailable the queue is full, or the deadline has passed
   * @throws signal.reason the caller has gone away
   */
  enter(allowance: ScanAllowance): Promise<() => void>
  /** Whether somebody waits for a place. */
  isCrowded(): boolean
}

/** So many scans wait at most; the next one is told to come again. */
const maxWaiting = 64

/** A scan that waits. */
interface Waiting {
  readonly signal: AbortSignalLike | undefined
  /** Lets it in. */
  readonly admit: (leave: () => void) => void
  /** Sends it away. */
  readonly refuse: (error: unknown) => void
}

/** The error for a scan that has no place or no time left. */
export const tooBusy = (retryAfterSeconds: number, cause?: unknown): CalendarError<'unavailable'> =>
  new CalendarError('unavailable', { retryAfterSeconds }, cause === undefined ? undefined : { cause })

/**
 * Passes if a scan may go on.
 * @throws unavailable its deadline has passed
 * @throws signal.reason its caller has gone away
 */
export function ensureAllowed({ deadlineAt, signal }: ScanAllowance): void {
  if (signal?.aborted) throw signal.reason
  if (performance.now() >= deadlineAt) throw tooBusy(1)
}

/** A queue in front of so many places. */
export function createScanQueue(atOnce: number): ScanQueue {
  // A set gives its entries in the order in which they came, and lets go of any of them at once.
  const waiting = new Set<Waiting>()
  let running = 0

  /** Those whose callers have gone away make room for others. */
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
