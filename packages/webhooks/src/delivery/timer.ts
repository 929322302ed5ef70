import { internals } from '@kalends/core/internal'
import type { AbortSignalLike } from '@kalends/core/store'
import { endOfLog } from '../end-of-log.ts'
import { reportSafely, type Settings } from '../options.ts'
import { deliver } from './deliver.ts'

/** The longest wait between two deliveries, in milliseconds. */
const maxWaitMs = 60_000

/** The wait after an error, in milliseconds. */
const errorWaitMs = 5_000

/** Delivers until it is stopped: after each change, each publication, and when an attempt is due. */
export function startTimer(settings: Settings): () => Promise<void> {
  const signal = { aborted: false, reason: undefined }
  const ended = run(settings, signal)
  return () => {
    signal.aborted = true
    return ended
  }
}

async function run(settings: Settings, signal: AbortSignalLike): Promise<void> {
  const { calendar, clock, onError } = settings
  while (!signal.aborted) {
    // After an error any change would start the delivery at once, and the error may last.
    let from = Number.POSITIVE_INFINITY
    let timeoutMs = errorWaitMs
    try {
      const end = await endOfLog(calendar)
      const { nextAtMs } = await deliver(settings, { maxMs: maxWaitMs, signal })
      timeoutMs = Math.min(Math.max((nextAtMs ?? Number.POSITIVE_INFINITY) - clock.nowMs(), 0), maxWaitMs)
      from = end
    } catch (error) {
      reportSafely(onError, error)
    }
    // Its timers do not keep the process alive.
    if (!signal.aborted) await internals(calendar).log.wait(from, { timeoutMs, signal })
  }
}
