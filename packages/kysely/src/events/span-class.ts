/**
 * Events that still run at some time cannot be read in order of their start: any event of the past could be one of them. By
 * their class, how long they last at most is known, and with it how far back the earliest of the class can have begun.
 */

const dayMs = 86_400_000

/** How long events of a class last at most, by wall clock; the last class has no bound. */
export const spanBoundsMs = [dayMs, 8 * dayMs, 64 * dayMs, 512 * dayMs] as const

/** The class of an event that begins and ends at these wall times. */
export function spanClass(startWall: number, endWall: number): number {
  const index = spanBoundsMs.findIndex((boundMs) => endWall - startWall <= boundMs)
  return index === -1 ? spanBoundsMs.length : index
}
