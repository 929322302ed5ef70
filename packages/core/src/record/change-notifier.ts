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

/** Notifies the callers of one calendar, and of all that are derived from it, that wait for changes. */
export interface ChangeNotifier {
  /** Looks for changes now, because this process has committed some. */
  noteCommit(): void
  /** Waits for a change. @returns whether there may be one; false after the time, or once the signal is aborted */
  wait(request: WaitRequest): Promise<boolean>
  /**
   * Waits for a change, and then for a turn to read it: one write notifies all callers, and other calls must not wait until all have read. Callers
   * that began to wait first read first.
   * @returns what was read; undefined if the time ends or the signal is aborted before the turn has come
   */
  waitAndRead<T>(request: WaitRequest, read: () => Promise<T>): Promise<T | undefined>
}
