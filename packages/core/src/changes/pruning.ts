import type { CalendarStore } from '../store/contract.ts'
import { type LogLimits, prunedRows } from '../store/log.ts'
import { yieldToEventLoop } from '../time/timer.ts'

/** How long rows of the log are kept. */
export interface Retention {
  /** Older rows are deleted, in milliseconds. */
  readonly keptMs: number
  /** The number of writes to keep. */
  readonly keptRows: number
  /** How long the history is kept, in milliseconds; null for no history. */
  readonly historyMs: number | null
}

/** The number of commits between two searches for old rows. */
const pruneEvery = 100

/** Returns a function that is called after each commit, and now and then deletes old rows of the log in the background. */
export function createPruning(store: CalendarStore, nowMs: () => number, { keptMs, keptRows, historyMs }: Retention): () => void {
  let commits = 0
  let isPruning = false
  const prune = async (): Promise<void> => {
    isPruning = true
    try {
      // All old rows: writes of long series can add more in these commits than any limit. Other calls go on in between.
      const limits = (now: number): LogLimits => ({
        beforeMs: now - keptMs,
        keptRows,
        ...(historyMs !== null && { historyBeforeMs: now - historyMs }),
      })
      while ((await store.log.prune(limits(nowMs()))) === prunedRows) await yieldToEventLoop()
    } catch {
      // A later commit tries again.
    } finally {
      isPruning = false
    }
  }
  return () => {
    commits++
    if (commits % pruneEvery === 0 && !isPruning) void prune()
  }
}
