/** A timer that is set. In Node it has a method by which it does not keep the process alive. */
interface Timer {
  unref?(): unknown
}

/** Read at load time, so that fake timers of a test cannot stop the calendar. */
const { setTimeout, clearTimeout, performance } =
  // The only timers of the core: every runtime has them, but the types of this build do not.
  globalThis as unknown as {
    readonly setTimeout: (callback: () => void, ms: number) => Timer
    readonly clearTimeout: (timer: Timer) => void
    readonly performance: { now(): number }
  }

/** Lets timers, signals and other requests run. Awaiting a settled promise does not. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))

/**
 * Calls back once after some milliseconds.
 * @param keepsAlive whether a process that has nothing else to do waits for it
 * @returns a function that cancels the call
 */
export function callAfter(ms: number, callback: () => void, { keepsAlive = false } = {}): () => void {
  const timer = setTimeout(callback, ms)
  // A number in browsers.
  if (typeof timer === 'object' && !keepsAlive) timer.unref?.()
  return () => clearTimeout(timer)
}

/** Milliseconds since some moment; unlike the clock of a calendar, no setting of the machine changes it. */
export const monotonicMs: () => number = performance.now.bind(performance)
