import type { AbortSignalLike } from '../store/abort-signal.ts'

/** What a caller waits for. */
export interface WaitRequest {
  /** The number of the last row that the caller knows. */
  readonly after: number
  /** The moment at which results change without a write; null without one. */
  readonly dueMs: number | null
  /** The most milliseconds to wait. */
  readonly timeoutMs: number
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignalLike | undefined
}

/** Wakes the callers of one calendar, and of all that are derived from it, that wait for changes. */
export interface Wakes {
  /** Looks for changes now, because this process has committed some. */
  noteCommit(): void
  /** Runs the read of a caller that was woken: one write wakes all of them, and other calls must not wait until all have read. */
  inTurn<T>(read: () => Promise<T>): Promise<T>
  /** Waits for a change. @returns whether there may be one; false after the time, or once the signal is aborted */
  wait(request: WaitRequest): Promise<boolean>
}
