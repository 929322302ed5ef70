import { monitorEventLoopDelay } from 'node:perf_hooks'

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Watches the turns of the event loop. @returns a function that ends the watch, and returns the longest turn in milliseconds */
export async function watchTurns(): Promise<() => Promise<number>> {
  const resolution = 1
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  // The histogram compares each of its timers with the previous one: one must fire before the work begins, and one after it.
  await sleep(3 * resolution)
  return async () => {
    await sleep(3 * resolution)
    histogram.disable()
    return Math.max(0, histogram.max / 1_000_000 - resolution)
  }
}
