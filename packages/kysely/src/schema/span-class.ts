import { dayMs } from './wall-time.ts'

/**
 * Events that are running at some time cannot be read in order of their start, because any past event could be among them. The length class
 * of an event bounds its length, and thereby the earliest start of a running event of that class.
 */

/** The maximum lengths of the classes, by wall clock; one more class has no bound. */
export const spanBoundsMs = [dayMs, 8 * dayMs, 64 * dayMs, 512 * dayMs] as const

/**
 * The class of events with irregular times, which imply nothing about each other. The calendar writes none, but a store keeps what it is
 * given.
 */
export const irregularClass = spanBoundsMs.length + 1

/** The maximum distance between the times of all other events: of the wall clock from the instant, and of an end from a start behind it. */
export const regularGapMs = dayMs

/** The times of an event, with the wall times as if they were UTC. */
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
