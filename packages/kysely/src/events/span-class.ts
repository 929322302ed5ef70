import { dayMs } from '../wall-time.ts'

/**
 * Events that still run at some time cannot be read in order of their start: any event of the past could be one of them. By
 * their class, how long they last at most is known, and with it how far back the earliest of the class can have begun.
 */

/** How long events of a class last at most, by wall clock; the last one of these classes has no bound. */
export const spanBoundsMs = [dayMs, 8 * dayMs, 64 * dayMs, 512 * dayMs] as const

/**
 * The class of events whose times do not hang together, about which nothing can be concluded. The calendar writes none, but a
 * store keeps what it is given.
 */
export const irregularClass = spanBoundsMs.length + 1

/** How far the times of all other events lie apart at most: the wall clock from the instant, an end from a start behind it. */
export const regularGapMs = dayMs

/** The times of an event, the wall times as if they were UTC. */
export interface EventTimes {
  /** Its start by wall clock. */
  readonly startWall: number
  /** Its end by wall clock. */
  readonly endWall: number
  /** Its start as an instant. */
  readonly startMs: number
  /** Its end as an instant. */
  readonly endMs: number
}

/** The class of an event. */
export function spanClass({ startWall, endWall, startMs, endMs }: EventTimes): number {
  const gaps = [Math.abs(startWall - startMs), Math.abs(endWall - endMs), startWall - endWall]
  if (gaps.some((gapMs) => gapMs > regularGapMs)) return irregularClass
  const index = spanBoundsMs.findIndex((boundMs) => endWall - startWall <= boundMs)
  return index === -1 ? spanBoundsMs.length : index
}
