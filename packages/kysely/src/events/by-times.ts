import type { EventFilter, Range } from '@kalends/core'
import { type SqlBool, sql } from 'kysely'
import { type Column, type Condition, isBetween } from '../conditions.ts'
import type { StoreContext } from '../store-context.ts'
import type { EventSource, Way } from './source.ts'
import { irregularClass, regularGapMs, spanBoundsMs } from './span-class.ts'
import { wallRange } from './where.ts'

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
function common(ranges: readonly Range<number>[]): Range<number> {
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

/** By the class of their length, for events that end after a time (span-class.ts). */
function classesFrom(endMs: number | undefined, startWall: Column): readonly (readonly Condition[])[] {
  if (endMs === undefined) return [[]]
  return [...spanBoundsMs, undefined].map((boundMs, index) =>
    boundMs === undefined ? [isOfClass(index)] : [isOfClass(index), ...isBetween(startWall, { gte: endMs - boundMs })],
  )
}

/**
 * What the bounds of some times say of the time that an index is in order of, so that it need not be read from its beginning.
 * It says nothing of events whose times do not hang together, which make a branch of their own.
 */
export function byTimes(context: StoreContext, filter: EventFilter, { edge, columns }: EventSource, time: OrderedTime): Way {
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
  if (implied.length === 0 && endMs === undefined) return none
  const regular = classesFrom(endMs, startWall).map((conditions) => ({ conditions: [...conditions, ...implied] }))
  const { dialect, indexes, parts } = context
  const sortedFrom = sql`${parts.events} as e${dialect.readBy([indexes.span])}`
  return { whole: [], parts: [...regular, { conditions: [isOfClass(irregularClass)], sortedFrom }] }
}
