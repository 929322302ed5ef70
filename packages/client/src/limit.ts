import type { ClientSignal } from './options.ts'

/** The part of an `AbortSignal` that reports when it is aborted; objects that are like one may lack it. */
type Listening = ClientSignal & Partial<Pick<AbortSignal, 'addEventListener'>>

/**
 * Runs work until it ends, until its time is over, or until the caller aborts. `AbortSignal.any` and `AbortSignal.timeout` would do the
 * same, but React Native has neither.
 * @param work gets a signal that is aborted once its result is no longer awaited
 * @returns undefined when the time is over
 * @throws the reason of a signal
 */
export async function limit<T>(ms: number, signals: readonly Listening[], work: (stop: AbortSignal) => Promise<T>): Promise<T | undefined> {
  for (const { aborted, reason } of signals) if (aborted) throw reason
  const controller = new AbortController()
  // Timers are numbers in browsers and objects in Node.
  let timer: unknown
  const end = new Promise<undefined>((resolve, reject) => {
    timer = setTimeout(resolve, ms)
    // The controller is aborted below, which removes the listener.
    for (const signal of signals) signal.addEventListener?.('abort', () => reject(signal.reason), { signal: controller.signal })
  })
  try {
    return await Promise.race([work(controller.signal), end])
  } finally {
    clearTimeout(timer as number)
    controller.abort()
  }
}

/** Waits. @throws the reason of a signal */
export const wait = (ms: number, signals: readonly ClientSignal[]): Promise<void> =>
  limit(ms, signals, () => new Promise<void>(() => undefined))
