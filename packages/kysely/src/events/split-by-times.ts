import type { Direction, EventFilter, Range } from '@kalends/core/store'
import { firstStart, intersect, missingBounds, openEnd, shortMs, widened } from '../event-filter/ranges.ts'
import { wallRange } from '../event-filter/where.ts'
import { regularGapMs } from '../schema/span-class.ts'
import { type BoundedTime, noSplit, type Split, within } from './branches.ts'
import { lengthClasses, longEvents } from './long-events.ts'

/** The times that an index orders by. */
export type OrderedTime = 'startLocal' | 'startMs' | 'endLocal'

/** The column of each time. */
const columns: Readonly<Record<OrderedTime, BoundedTime>> = { startLocal: 'startWall', startMs: 'startMs', endLocal: 'endWall' }

/** The bounds of a time in the filter. */
const givenRange = (filter: EventFilter, time: OrderedTime): Range<number> | undefined =>
  time === 'startMs' ? filter.startMs : wallRange(filter[time])

/**
 * The bounds of one time that follow from the bounds of the other times. Each step of `startMs`, start by wall clock, end by wall clock,
 * `endMs` adds a gap, because regular times may differ by that much (schema/span-class.ts).
 */
function impliedRange(filter: EventFilter, time: OrderedTime): Range<number> {
  const { startMs, endMs } = filter
  const [startWall, endWall] = [wallRange(filter.startLocal), wallRange(filter.endLocal)]
  switch (time) {
    case 'startLocal':
      return intersect([widened(startMs, 1), widened(endWall, 1, 'lt'), widened(endMs, 2, 'lt')])
    case 'startMs':
      return intersect([widened(startWall, 1), widened(endWall, 2, 'lt'), widened(endMs, 3, 'lt')])
    case 'endLocal':
      return intersect([widened(endMs, 1), widened(startWall, 1, 'gte'), widened(startMs, 2, 'gte')])
  }
}

/** The part of an index without length classes that contains all short events. */
interface ShortPart {
  /** Events of longer classes may last beyond this time. */
  readonly endMs: number
  /** The range of the index. */
  readonly short: Range<number>
}

/** The range of short events in the order of a time; undefined if the scan stops before it reaches longer ones. */
function shortPart(filter: EventFilter, time: OrderedTime, direction: Direction): ShortPart | undefined {
  if (time === 'startLocal' || (time === 'startMs') !== (direction === 'asc')) return undefined
  if (time === 'startMs') {
    const endMs = openEnd(filter)
    return endMs === undefined ? undefined : { endMs, short: { gte: endMs - shortMs - regularGapMs } }
  }
  const { lt } = intersect([wallRange(filter.startLocal), widened(filter.startMs, 1)])
  return lt === undefined || filter.endLocal?.lt !== undefined ? undefined : { endMs: lt + shortMs, short: { lt: lt + shortMs } }
}

/**
 * Derives bounds of the time that an index orders by from the bounds of other times, so that a scan need not start at the beginning of the
 * index. The derived bounds do not hold for events with irregular times, which form a branch of their own.
 */
export function splitByTimes(filter: EventFilter, time: OrderedTime, direction: Direction = 'asc'): Split {
  const implied = missingBounds(impliedRange(filter, time), givenRange(filter, time))
  const isImplied = implied.gte !== undefined || implied.lt !== undefined
  const endMs = time === 'startLocal' ? openEnd(filter) : undefined
  const part = shortPart(filter, time, direction)
  if (!isImplied && endMs === undefined && part === undefined) return noSplit
  const regular = lengthClasses(endMs, firstStart(filter)).map((branch) =>
    within(branch, columns[time], implied, ...(part === undefined ? [] : [part.short])),
  )
  return { unsplit: {}, parts: [...regular, ...longEvents(part?.endMs)] }
}
