import type { Direction, EventFilter, Range } from '@kalends/core'
import { type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { openEnd, shortMs } from '../event-filter/ranges.ts'
import type { Branch, EventSource, Way } from '../event-filter/source.ts'
import { ofEvent } from '../event-filter/where.ts'
import { type Column, type Condition, isBetween } from '../query/conditions.ts'
import { irregularClass, spanBoundsMs } from '../schema/span-class.ts'

/** Finds running events by their length class (schema/span-class.ts), so that other events are not read. */

const isOfClass = (spanClass: number): Condition => sql<SqlBool>`e.span_class = ${spanClass}`

/**
 * Branches by length class, for events that end after a time (schema/span-class.ts).
 * @param firstMs the earliest start, if known: with two bounds of one column, SQLite reads from the first
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

/** The number of classes that an index without classes covers in one scan; their events last at most {@link shortMs}. */
const shortClasses = 1

/**
 * Branches that are not read from the index of the order. They contain events that may last beyond a time but started too early for a short
 * class, and events with irregular times. Both are few.
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

/** Events that end after a time, in an order that is unrelated to their times. */
export interface Running {
  /** The range of starts of events of a short class. */
  readonly short: Range<number>
  /** Branches with the others, which are few. */
  readonly apart: readonly Branch[]
}

/**
 * Separates running events from past ones without reading their end. Returns no condition if the filter bounds the start, or does not bound
 * the end.
 */
export function runningOf(context: StoreContext, filter: EventFilter): Running {
  const endMs = openEnd(filter)
  return endMs === undefined ? { short: {}, apart: [] } : { short: { gte: endMs - shortMs }, apart: apartAt(context, endMs) }
}

/**
 * The same in the order of an index that contains the start but no end. In descending order the scan stops before it reaches past events.
 */
export function byRunning(context: StoreContext, filter: EventFilter, { columns }: EventSource, direction: Direction): Way {
  const { short, apart } = runningOf(context, filter)
  const isTold = direction === 'asc' && apart.length > 0
  return { whole: [], parts: isTold ? [{ conditions: isBetween(columns.startWall, short) }, ...apart] : [] }
}
