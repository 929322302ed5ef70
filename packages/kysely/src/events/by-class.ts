import type { Direction, EventFilter, Range } from '@kalends/core'
import { type SqlBool, sql } from 'kysely'
import { type Column, type Condition, isBetween } from '../conditions.ts'
import type { StoreContext } from '../store-context.ts'
import { openEnd, shortMs } from './ranges.ts'
import type { Branch, EventSource, Way } from './source.ts'
import { irregularClass, spanBoundsMs } from './span-class.ts'
import { ofEvent } from './where.ts'

/** Events by the class of how long they last (span-class.ts): those that may still run at a time are found without a look at the others. */

const isOfClass = (spanClass: number): Condition => sql<SqlBool>`e.span_class = ${spanClass}`

/**
 * By the class of their length, for events that end after a time (span-class.ts).
 * @param firstMs when they start at the earliest, where that is known: of two bounds of one column, SQLite reads from the first
 */
export function classesFrom(
  endMs: number | undefined,
  startWall: Column,
  firstMs = Number.NEGATIVE_INFINITY,
): readonly (readonly Condition[])[] {
  if (endMs === undefined) return [[]]
  return [...spanBoundsMs, undefined].map((boundMs, index) =>
    boundMs === undefined ? [isOfClass(index)] : [isOfClass(index), ...isBetween(startWall, { gte: Math.max(endMs - boundMs, firstMs) })],
  )
}

/** How many classes are read along with each other by an index that does not know them; their events last at most {@link shortMs}. */
const shortClasses = 1

/**
 * Branches apart from an index: events that began too early before a time for one of a short class, and may last beyond it, and events
 * whose times do not hang together. Both are few.
 */
export function apartAt(context: StoreContext, endMs: number | undefined): readonly Branch[] {
  const { dialect, indexes, parts } = context
  const sortedFrom = sql`${parts.events} as e${dialect.indexHint([indexes.span])}`
  const irregular = { conditions: [isOfClass(irregularClass)], sortedFrom }
  if (endMs === undefined) return [irregular]
  const long = [...spanBoundsMs.slice(shortClasses), undefined].map((boundMs, index) => {
    const began = { ...(boundMs !== undefined && { gte: endMs - boundMs }), lt: endMs - shortMs }
    return { conditions: [isOfClass(shortClasses + index), ...isBetween(ofEvent.startWall, began)], sortedFrom }
  })
  return [...long, irregular]
}

/** Events that end after a time, in an order that has little to do with their times. */
export interface Running {
  /** When those of a short class start. */
  readonly short: Range<number>
  /** The others, few. */
  readonly apart: readonly Branch[]
}

/** How running events are told from those of the past without a look at their end; by nothing where their start is bounded, or no end is. */
export function runningOf(context: StoreContext, filter: EventFilter): Running {
  const endMs = openEnd(filter)
  return endMs === undefined ? { short: {}, apart: [] } : { short: { gte: endMs - shortMs }, apart: apartAt(context, endMs) }
}

/** The same, in the order of an index that knows the start but no end; latest first, it is left before it gets to the past. */
export function byRunning(context: StoreContext, filter: EventFilter, { columns }: EventSource, direction: Direction): Way {
  const { short, apart } = runningOf(context, filter)
  const isTold = direction === 'asc' && apart.length > 0
  return { whole: [], parts: isTold ? [{ conditions: isBetween(columns.startWall, short) }, ...apart] : [] }
}
