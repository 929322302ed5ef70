import type { AbortSignalLike } from '@kalends/core/store'

// Read at import, before a test can install fake timers.
const { clearTimeout: stopTimer, setTimeout: startTimer } = globalThis

/** How often a signal is polled, in milliseconds: `AbortSignalLike` has no events. */
const pollMs = 20

/**
 * Polls a signal, and calls back once after it is aborted.
 * @returns a function that stops polling
 */
export function watchSignal(signal: AbortSignalLike, onAbort: () => void): () => void {
  const poll = (): void => {
    if (signal.aborted) onAbort()
    else timer = startTimer(poll, pollMs)
  }
  let timer = startTimer(poll, pollMs)
  return () => stopTimer(timer)
}

/**
 * Waits for work until its caller aborts. The work itself continues, and its result is dropped.
 * @throws signal.reason the caller has aborted
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignalLike | undefined): Promise<T> {
  if (signal === undefined) return work
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = watchSignal(signal, () => reject(signal.reason))
  })
  try {
    return await Promise.race([work, aborted])
  } catch (error) {
    // The work may have failed because it was cancelled.
    throw signal.aborted ? signal.reason : error
  } finally {
    stop()
  }
}
