import type { Direction, EventFilter, Range } from '@kalends/core'
import type { StoreContext } from '../engine/store-context.ts'
import { beyond, common, firstStart, openEnd, shortMs, widened } from '../event-filter/ranges.ts'
import type { EventSource, Way } from '../event-filter/source.ts'
import { wallRange } from '../event-filter/where.ts'
import { isBetween } from '../query/conditions.ts'
import { regularGapMs } from '../schema/span-class.ts'
import { apartAt, classesFrom } from './by-class.ts'

/** The times that an index orders by. */
export type OrderedTime = 'startLocal' | 'startMs' | 'endLocal'

/** The bounds of one time that follow from the bounds of the other times: each step from one time to the next may be as long as the gap. */
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

/**
 * Where the events of short classes lie in the order of an index without classes, and the time beyond which longer events may last.
 * Undefined if the scan stops before it reaches those.
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

/**
 * Derives bounds of the time that an index orders by from the bounds of other times, so that a scan need not start at its beginning. They
 * do not hold for events with irregular times, which form a separate branch.
 */
export function byTimes(
  context: StoreContext,
  filter: EventFilter,
  { linkField, columns }: EventSource,
  time: OrderedTime,
  direction: Direction = 'asc',
): Way {
  const none: Way = { whole: [], parts: [] }
  if (linkField !== undefined) return none
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
  const regular = classesFrom(endMs, startWall, firstStart(filter)).map((conditions) => ({
    conditions: [...conditions, ...implied, ...isBetween(ordered.column, lasting?.short)],
  }))
  return { whole: [], parts: [...regular, ...apartAt(context, lasting?.endMs)] }
}
