import type { EventFilter, EventSort } from '@kalends/core/store'
import type { IndexChoice } from '../event-filter/index-choice.ts'
import { intersect } from '../event-filter/ranges.ts'
import { wallRange } from '../event-filter/where.ts'
import { maxBranches, noSplit, type Split, within } from './branches.ts'
import { runningEvents } from './long-events.ts'

/**
 * A list of the events in a window, in order of publication for instance, would scan the index of that order, and read all events outside of
 * the window that come earlier in it. The indexes by quarter begin with the quarter of the start, so nearly all events that a scan reads are
 * in the window.
 */

/**
 * A quarter of 91 days, counted from 1970 as in the column `start_quarter`. In a window of a year or more, only the first and the last
 * quarter are partial.
 */
export const quarterMs = 91 * 86_400_000

/** The quarter of a wall time. */
export const quarterOf = (wallMs: number): number => Math.floor(wallMs / quarterMs)

/** The indexes that give the events of a quarter in an order. */
export const quarterIndexInOrder: Readonly<Partial<Record<EventSort['key'], IndexChoice>>> = {
  publishedMs: 'quarterPublication',
  updatedMs: 'quarterModified',
}

/**
 * Splits by the quarter of the start, with long events in branches of their own where a list begins with running events. Returns no parts
 * if the window is open, or has more quarters than a statement may have branches.
 */
export function splitByQuarters(filter: EventFilter): Split {
  const { short, long } = runningEvents(filter)
  const { gte, lt } = intersect([wallRange(filter.startLocal), short])
  if (gte === undefined || lt === undefined) return noSplit
  const first = quarterOf(gte)
  const length = quarterOf(lt - 1) - first + 1
  if (length < 1 || length > maxBranches) return noSplit
  const quarters = Array.from({ length }, (_, index) => within({ startQuarter: first + index }, 'startWall', short))
  return { unsplit: {}, parts: [...quarters, ...long] }
}
