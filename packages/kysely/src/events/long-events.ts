import type { Direction, EventFilter, Range } from '@kalends/core/store'
import { openEnd, shortMs } from '../event-filter/ranges.ts'
import { irregularClass, spanBoundsMs } from '../schema/span-class.ts'
import { type Split, type UnionBranch, within } from './branches.ts'

/** Finds running events by their length class (schema/span-class.ts), so that other events are not read. */

/**
 * Branches by length class, for events that end after a time.
 * @param endMs the time, by wall clock
 * @param firstMs the earliest start, if known; merged into the bound of the class, because SQLite reads from the first of two bounds
 */
export function lengthClasses(endMs: number | undefined, firstMs = Number.NEGATIVE_INFINITY): readonly UnionBranch[] {
  if (endMs === undefined) return [{}]
  return [...spanBoundsMs, undefined].map((boundMs, spanClass) =>
    boundMs === undefined ? { spanClass } : within({ spanClass }, 'startWall', { gte: Math.max(endMs - boundMs, firstMs) }),
  )
}

/** The number of classes of short events, which last at most {@link shortMs}: an index without classes covers them in one range. */
const shortClasses = 1

/**
 * Branches of long events: those that may last beyond a time but started too early for a short class, and those with irregular times.
 * @param endMs the time; undefined for irregular times alone
 */
export function longEvents(endMs: number | undefined): readonly UnionBranch[] {
  const irregular: UnionBranch = { spanClass: irregularClass, hasLongEvents: true }
  if (endMs === undefined) return [irregular]
  const long = [...spanBoundsMs.slice(shortClasses), undefined].map((boundMs, index): UnionBranch => {
    const start = { ...(boundMs !== undefined && { gte: endMs - boundMs }), lt: endMs - shortMs }
    return within({ spanClass: shortClasses + index, hasLongEvents: true }, 'startWall', start)
  })
  return [...long, irregular]
}

/** Conditions for events that end after a time, for lists that are not ordered by a time. */
export interface RunningEvents {
  /** The range of starts of short events. */
  readonly short: Range<number>
  /** Branches of the others, which are few. */
  readonly long: readonly UnionBranch[]
}

/**
 * Separates running events from past ones without reading their end. Returns no condition if the filter does not bound the end, or if its
 * lower bound of the start excludes past events already.
 */
export function runningEvents(filter: EventFilter): RunningEvents {
  const endMs = openEnd(filter)
  return endMs === undefined ? { short: {}, long: [] } : { short: { gte: endMs - shortMs }, long: longEvents(endMs) }
}

/**
 * Splits running events in the order of an index that contains the start but no end. In descending order nothing is split: running events come
 * first, so the page is full before the scan reaches past ones.
 */
export function splitByRunning(filter: EventFilter, direction: Direction): Split {
  const { short, long } = runningEvents(filter)
  return { unsplit: {}, parts: direction === 'asc' && long.length > 0 ? [within({}, 'startWall', short), ...long] : [] }
}
