import type { AbortSignalLike } from '@kalends/core/store'
import { reportSafely, type Settings } from '../options.ts'
import { deliver } from './deliver.ts'

/** The longest wait between two deliveries, in milliseconds. */
const maxWaitMs = 60_000

/** The wait after an error, in milliseconds. */
const errorWaitMs = 5_000

/** Delivers until it is stopped: after each change, each publication, and when an attempt is due. */
export function startTimer(settings: Settings): () => Promise<void> {
  const stopping: { aborted: boolean; readonly reason: unknown } = { aborted: false, reason: undefined }
  const ended = run(settings, stopping)
  return () => {
    stopping.aborted = true
    return ended
  }
}

async function run(settings: Settings, signal: AbortSignalLike): Promise<void> {
  const { calendar, clock, onError } = settings
  while (!signal.aborted) {
    let from = Number.MAX_SAFE_INTEGER
    let timeoutMs = errorWaitMs
    try {
      from = await endOfLog(calendar)
      const { nextAtMs } = await deliver(settings, { maxMs: maxWaitMs, signal })
      timeoutMs = nextAtMs === null ? maxWaitMs : Math.min(Math.max(nextAtMs - clock.nowMs(), 0), maxWaitMs)
    } catch (error) {
      reportSafely(onError, error)
      // Any change would wake the delivery at once, and the error may last.
      from = Number.MAX_SAFE_INTEGER
    }
    // Its timers do not keep the process alive.
    if (!signal.aborted) await calendar.changes.wait(from, { timeoutMs, signal })
  }
}

/** The highest number of the log: no row comes after the one that is asked for. */
const endOfLog = async ({ changes }: Settings['calendar']): Promise<number> =>
  (await changes.rows({ after: Number.MAX_SAFE_INTEGER - 1, limit: 1 })).head
