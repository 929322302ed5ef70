import { dayMs } from './wall-time.ts'

/**
 * An index in order of the start does not bound the events that are running at some time: any past event could be long enough. The length
 * class of an event bounds its length, and thereby the earliest start of a running event of that class.
 */

/** The maximum lengths of the classes, by wall clock; one more class has no bound. */
export const spanBoundsMs = [dayMs, 8 * dayMs, 64 * dayMs, 512 * dayMs] as const

/**
 * The class of events with irregular times, which imply nothing about each other. The calendar writes none, but a store keeps what it is
 * given.
 */
export const irregularClass = spanBoundsMs.length + 1

/** The maximum gap between the times of a regular event: between wall clock and instant, and from an end to a later start by wall clock. */
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
