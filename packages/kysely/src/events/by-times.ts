import type { Direction, EventFilter, Range } from '@kalends/core'
import { type SqlBool, sql } from 'kysely'
import { type Column, type Condition, isBetween } from '../conditions.ts'
import type { StoreContext } from '../store-context.ts'
import type { Branch, EventSource, Way } from './source.ts'
import { irregularClass, regularGapMs, spanBoundsMs } from './span-class.ts'
import { ofEvent, wallRange } from './where.ts'

/** The times that an index gives in order. */
export type OrderedTime = 'startLocal' | 'startMs' | 'endLocal'

/** The range, with so many gaps more at both ends, or at one of them. */
function widened(range: Range<number> | undefined, gaps: number, side?: keyof Range<number>): Range<number> {
  const gapMs = gaps * regularGapMs
  return {
    ...(range?.gte !== undefined && side !== 'lt' && { gte: range.gte - gapMs }),
    ...(range?.lt !== undefined && side !== 'gte' && { lt: range.lt + gapMs }),
  }
}

/** What lies in all of the ranges. */
export function common(ranges: readonly Range<number>[]): Range<number> {
  const lower = ranges.map(({ gte }) => gte).filter((bound) => bound !== undefined)
  const upper = ranges.map(({ lt }) => lt).filter((bound) => bound !== undefined)
  return { ...(lower.length > 0 && { gte: Math.max(...lower) }), ...(upper.length > 0 && { lt: Math.min(...upper) }) }
}

/** What the other times of a filter say of one of them: each step from one time to the next may be as long as the gap. */
function impliedRange(filter: EventFilter, time: OrderedTime): Range<number> {
  const { startMs, endMs } = filter
  const [startWall, endWall] = [wallRange(filter.startLocal), wallRange(filter.endLocal)]
  switch (time) {
    case 'startLocal':
      return common([widened(startMs, 1), widened(endWall, 1, 'lt'), widened(endMs, 2, 'lt')])
    case 'startMs':
      return common([widened(startWall, 1), widened(endWall, 2, 'lt'), widened(endMs, 3, 'lt')])
    case 'endLocal':
      return common([widened(endMs, 1), widened(startWall, 1, 'gte'), widened(startMs, 2, 'gte')])
  }
}

/** The ends of a range that another one leaves open. */
const beyond = ({ gte, lt }: Range<number>, given: Range<number> | undefined): Range<number> => ({
  ...(gte !== undefined && given?.gte === undefined && { gte }),
  ...(lt !== undefined && given?.lt === undefined && { lt }),
})

const isOfClass = (spanClass: number): Condition => sql<SqlBool>`e.span_class = ${spanClass}`

/** When events that a list may hold end at the earliest, where nothing says when they start. */
export function openEnd(filter: EventFilter): number | undefined {
  if (filter.startLocal?.gte !== undefined || filter.startMs?.gte !== undefined) return undefined
  return common([wallRange(filter.endLocal), widened(filter.endMs, 1)]).gte
}

/**
 * A time that some events last beyond, and where others are that do not last long, in the order of an index that does not know
 * classes. Nothing where the index is left before it gets there.
 */
function lastingTo(
  filter: EventFilter,
  time: OrderedTime,
  direction: Direction,
): { readonly endMs: number; readonly short: Range<number> } | undefined {
  if (time === 'startLocal' || (time === 'startMs') !== (direction === 'asc')) return undefined
  if (time === 'startMs') {
    const endMs = openEnd(filter)
    return endMs === undefined ? undefined : { endMs, short: { gte: endMs - shortMs - regularGapMs } }
  }
  const { lt } = common([wallRange(filter.startLocal), widened(filter.startMs, 1)])
  return lt === undefined || filter.endLocal?.lt !== undefined ? undefined : { endMs: lt + shortMs, short: { lt: lt + shortMs } }
}

/** By the class of their length, for events that end after a time (span-class.ts). */
function classesFrom(endMs: number | undefined, startWall: Column): readonly (readonly Condition[])[] {
  if (endMs === undefined) return [[]]
  return [...spanBoundsMs, undefined].map((boundMs, index) =>
    boundMs === undefined ? [isOfClass(index)] : [isOfClass(index), ...isBetween(startWall, { gte: endMs - boundMs })],
  )
}

/** How many classes are read along with each other by an index that does not know them, and how long their events last at most. */
const shortClasses = 1
const [shortMs] = spanBoundsMs

/**
 * Branches apart from an index: events that began too early before a time for one of a short class, and may last beyond it, and events
 * whose times do not hang together. Both are few.
 */
function apartAt(context: StoreContext, endMs: number | undefined): readonly Branch[] {
  const { dialect, indexes, parts } = context
  const sortedFrom = sql`${parts.events} as e${dialect.readBy([indexes.span])}`
  const irregular = { conditions: [isOfClass(irregularClass)], sortedFrom }
  if (endMs === undefined) return [irregular]
  const long = [...spanBoundsMs.slice(shortClasses), undefined].map((boundMs, index) => {
    const began = { ...(boundMs !== undefined && { gte: endMs - boundMs }), lt: endMs - shortMs }
    return { conditions: [isOfClass(shortClasses + index), ...isBetween(ofEvent.startWall, began)], sortedFrom }
  })
  return [...long, irregular]
}

/**
 * What the bounds of some times say of the time that an index is in order of, so that it need not be read from its beginning.
 * It says nothing of events whose times do not hang together, which make a branch of their own.
 */
export function byTimes(
  context: StoreContext,
  filter: EventFilter,
  { edge, columns }: EventSource,
  time: OrderedTime,
  direction: Direction = 'asc',
): Way {
  const none: Way = { whole: [], parts: [] }
  if (edge !== undefined) return none
  const { startWall, startMs, endWall } = columns
  const ordered = {
    startLocal: { column: startWall, given: wallRange(filter.startLocal) },
    startMs: { column: startMs, given: filter.startMs },
    endLocal: { column: endWall, given: wallRange(filter.endLocal) },
  }[time]
  const implied = isBetween(ordered.column, beyond(impliedRange(filter, time), ordered.given))
  const endMs = time === 'startLocal' ? openEnd(filter) : undefined
  const lasting = lastingTo(filter, time, direction)
  if (implied.length === 0 && endMs === undefined && lasting === undefined) return none
  const regular = classesFrom(endMs, startWall).map((conditions) => ({
    conditions: [...conditions, ...implied, ...isBetween(ordered.column, lasting?.short)],
  }))
  return { whole: [], parts: [...regular, ...apartAt(context, lasting?.endMs)] }
}

/** Events that end after a time, in an order that has little to do with their times. */
export interface Running {
  /** When those of a short class start. */
  readonly short: Range<number>
  /** The others, few. */
  readonly apart: readonly Branch[]
}

/** How running events are told from those of the past without a look at their end; undefined where the start is bounded, or no end is. */
export function runningOf(context: StoreContext, filter: EventFilter): Running | undefined {
  const endMs = openEnd(filter)
  return endMs === undefined ? undefined : { short: { gte: endMs - shortMs }, apart: apartAt(context, endMs) }
}

/** The same, in the order of an index that knows the start but no end; latest first, it is left before it gets to the past. */
export function byRunning(context: StoreContext, filter: EventFilter, { columns }: EventSource, direction: Direction): Way {
  const running = direction === 'asc' ? runningOf(context, filter) : undefined
  if (running === undefined) return { whole: [], parts: [] }
  return { whole: [], parts: [{ conditions: isBetween(columns.startWall, running.short) }, ...running.apart] }
}
