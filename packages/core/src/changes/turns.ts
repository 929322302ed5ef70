import { yieldToEventLoop } from '../time/timer.ts'

/** Runs work in turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Creates turns: a limited number of calls run at a time, and other work of the process goes on between them.
 * @param atOnce how many run at a time
 */
export function createTurns(atOnce: number): InTurn {
  const queue: (() => void)[] = []
  let running = 0
  const end = (): void => {
    const next = queue.shift()
    if (next === undefined) running--
    else next()
  }
  return async (work) => {
    if (running < atOnce) running++
    else await new Promise<void>((resolve) => void queue.push(resolve))
    try {
      return await work()
    } finally {
      // Reads of a store in memory never leave the queue of promises: without this pause nothing else would run until all have had their turn.
      void yieldToEventLoop().then(end)
    }
  }
}
