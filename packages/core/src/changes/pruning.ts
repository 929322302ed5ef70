import type { CalendarStore } from '../store/contract.ts'
import { prunedRows } from '../store/log.ts'

/** How long rows of the log are kept. */
export interface Retention {
  /** Older rows are deleted, in milliseconds. */
  readonly keptMs: number
  /** The number of rows to keep. */
  readonly keptRows: number
}

/** The number of commits between two searches for old rows. One search deletes more rows than these commits usually add. */
const pruneEvery = 100

/** The most calls of the store that one round makes. */
const maxRounds = 20

/** Returns a function that is called after each commit, and now and then deletes old rows of the log in the background. */
export function createPruning(store: CalendarStore, nowMs: () => number, { keptMs, keptRows }: Retention): () => void {
  let commits = 0
  let isPruning = false
  const prune = async (): Promise<void> => {
    isPruning = true
    try {
      for (let round = 1; round <= maxRounds; round++) {
        if ((await store.log.prune({ beforeMs: nowMs() - keptMs, keptRows })) < prunedRows) break
      }
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
