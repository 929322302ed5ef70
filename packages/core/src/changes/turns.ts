import { yieldToEventLoop } from '../time/timer.ts'

/** Waits for a turn. @param begin called once it has come, maybe at once @returns a function that gives up the place, if there is a queue */
export type Queue = (begin: () => void) => (() => void) | undefined

/**
 * Creates turns: a limited number of them runs at a time, in the order of the queue, and other work of the process runs between them.
 * @param atOnce how many run at a time
 * @returns the queue, and what ends a turn that has begun
 */
export function createTurns(atOnce: number): { readonly queue: Queue; readonly end: () => void } {
  const places = new Set<{ readonly begin: () => void }>()
  let running = 0
  const next = (): void => {
    const [place] = places
    if (place === undefined) return void running--
    places.delete(place)
    place.begin()
  }
  return {
    queue: (begin) => {
      const place = { begin }
      places.add(place)
      if (running < atOnce) {
        running++
        next()
      }
      return () => void places.delete(place)
    },
    // Reads of a store in memory never leave the queue of promises: without this pause nothing else would run until all have had their turn.
    end: () => void yieldToEventLoop().then(next),
  }
}
