/** A timer that is set. In Node it has a method by which it does not keep the process alive. */
interface Timer {
  unref?(): unknown
}

/** Read at load time, so that fake timers of a test cannot stop the calendar. */
const { setTimeout, clearTimeout } =
  // The only timers of the core: every runtime has them, but the types of this build do not.
  globalThis as unknown as {
    readonly setTimeout: (callback: () => void, ms: number) => Timer
    readonly clearTimeout: (timer: Timer) => void
  }

/** Lets timers, signals and other requests run. Awaiting a settled promise does not. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))

/**
 * Calls back once after some milliseconds. A process ends without waiting for it.
 * @returns a function that cancels the call
 */
export function callAfter(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  // A number in browsers.
  if (typeof timer === 'object') timer.unref?.()
  return () => clearTimeout(timer)
}
