import type { EventFilter, Range } from '@kalends/core/store'
import { regularGapMs, spanBoundsMs } from '../schema/span-class.ts'
import { wallRange } from './where.ts'

/** The maximum length of events of the first class, which contains nearly all events. */
export const [shortMs] = spanBoundsMs

/**
 * Widens a range by some gaps of one day (`regularGapMs`), by which the times of a regular event may differ.
 * @param side the only end to return; without it both are returned
 */
export function widened(range: Range<number> | undefined, gaps: number, side?: keyof Range<number>): Range<number> {
  const gapMs = gaps * regularGapMs
  return {
    ...(range?.gte !== undefined && side !== 'lt' && { gte: range.gte - gapMs }),
    ...(range?.lt !== undefined && side !== 'gte' && { lt: range.lt + gapMs }),
  }
}

/** The intersection of the ranges. */
export function intersect(ranges: readonly Range<number>[]): Range<number> {
  const lower = ranges.map(({ gte }) => gte).filter((bound) => bound !== undefined)
  const upper = ranges.map(({ lt }) => lt).filter((bound) => bound !== undefined)
  return { ...(lower.length > 0 && { gte: Math.max(...lower) }), ...(upper.length > 0 && { lt: Math.min(...upper) }) }
}

/** The bounds of the first range at the ends where the second range has none. */
export const missingBounds = ({ gte, lt }: Range<number>, given: Range<number> | undefined): Range<number> => ({
  ...(gte !== undefined && given?.gte === undefined && { gte }),
  ...(lt !== undefined && given?.lt === undefined && { lt }),
})

/** The lower bound of the end by wall clock, if it excludes events that the lower bound of the start includes; otherwise undefined. */
export function openEnd(filter: EventFilter): number | undefined {
  const endMs = intersect([wallRange(filter.endLocal), widened(filter.endMs, 1)]).gte
  const startMs = firstStart(filter)
  return endMs === undefined || (startMs !== undefined && startMs >= endMs - shortMs) ? undefined : endMs
}

/** The lower bound of the start by wall clock, from the bounds of the wall clock and of the instant; undefined without either. */
export const firstStart = (filter: EventFilter): number | undefined =>
  intersect([wallRange(filter.startLocal), widened(filter.startMs, 1)]).gte
