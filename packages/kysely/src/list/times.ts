import type { Direction, EventFilter, EventSort, Range } from '@kalends/core/store'
import { irregularClass, regularGapMs, spanBoundsMs } from '../schema/span-class.ts'
import { wallMs } from '../schema/wall-time.ts'
import { type BoundedTime, maxBranches, noSplit, type Split, type UnionBranch, within } from './branches.ts'
import { wallRange } from './filter.ts'
import type { IndexChoice } from './sources.ts'

/**
 * Splits a list by times, so that its indexes are read from where it begins: running events come by their length class (schema/span-class.ts).
 */

/** The maximum length of events of the first class, which contains nearly all events. */
const [shortMs] = spanBoundsMs

/**
 * Widens a range by some gaps of one day (`regularGapMs`), by which the times of a regular event may differ.
 * @param gaps a negative number narrows it
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
function intersect(ranges: readonly Range<number>[]): Range<number> {
  const lower = ranges.map(({ gte }) => gte).filter((bound) => bound !== undefined)
  const upper = ranges.map(({ lt }) => lt).filter((bound) => bound !== undefined)
  return { ...(lower.length > 0 && { gte: Math.max(...lower) }), ...(upper.length > 0 && { lt: Math.min(...upper) }) }
}

/** The bounds of the first range at the ends where the second range has none. */
const missingBounds = ({ gte, lt }: Range<number>, given: Range<number> | undefined): Range<number> => ({
  ...(gte !== undefined && given?.gte === undefined && { gte }),
  ...(lt !== undefined && given?.lt === undefined && { lt }),
})

/**
 * The time by wall clock, from `fromLocal` and `fromMs`, at or after which every matching event starts or ends. Regular events that start
 * later end at most a day before it.
 */
const overlapStart = ({ fromLocal, fromMs }: EventFilter): Range<number> =>
  intersect([
    fromLocal === undefined ? {} : { gte: Math.min(wallMs(fromLocal.end), wallMs(fromLocal.start)) },
    fromMs === undefined ? {} : widened({ gte: Math.min(fromMs.end, fromMs.start) }, 1),
  ])

/** The lower bound of the end by wall clock, if it excludes events that the lower bound of the start includes; otherwise undefined. */
function openEnd(filter: EventFilter): number | undefined {
  const endMs = intersect([wallRange(filter.endLocal), widened(filter.endMs, 1), overlapStart(filter)]).gte
  const startMs = firstStart(filter)
  return endMs === undefined || (startMs !== undefined && startMs >= endMs - shortMs) ? undefined : endMs
}

/** The lower bound of the start by wall clock, from the bounds of the wall clock and of the instant; undefined without either. */
const firstStart = (filter: EventFilter): number | undefined => intersect([wallRange(filter.startLocal), widened(filter.startMs, 1)]).gte

/**
 * Branches by length class, for events that end after a time.
 * @param endMs the time, by wall clock
 * @param firstMs the earliest start, if known; merged into the bound of the class, because SQLite reads from the first of two bounds
 */
function lengthClasses(endMs: number | undefined, firstMs = Number.NEGATIVE_INFINITY): readonly UnionBranch[] {
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

/**
 * Branches that together contain the events once that run when the window of `fromLocal` or `fromMs` begins. They bound the start at its end,
 * too, which the instant alone does not.
 */
export function runningBranches(filter: EventFilter): readonly UnionBranch[] {
  const { fromMs } = filter
  const begun = fromMs === undefined ? {} : { lt: fromMs.start + regularGapMs }
  const regular = lengthClasses(overlapStart(filter).gte, firstStart(filter))
  return [...regular.map((branch) => within(branch, 'startWall', begun)), ...longEvents(undefined)]
}

/** Conditions for events that end after a time, for lists that are not ordered by a time. */
interface RunningEvents {
  /** The range of starts of short events. */
  readonly short: Range<number>
  /** Branches of the others, which are few. */
  readonly long: readonly UnionBranch[]
}

/**
 * Separates running events from past ones without reading their end. Returns no condition if the filter does not bound the end, or if its
 * lower bound of the start excludes past events already.
 */
function runningEvents(filter: EventFilter): RunningEvents {
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

/** The times that an index orders by. */
export type OrderedTime = 'startLocal' | 'startMs' | 'endLocal'

/** The column of each time. */
const timeColumns: Readonly<Record<OrderedTime, BoundedTime>> = { startLocal: 'startWall', startMs: 'startMs', endLocal: 'endWall' }

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
      return intersect([widened(endMs, 1), widened(overlapStart(filter), 1), widened(startWall, 1, 'gte'), widened(startMs, 2, 'gte')])
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
    within(branch, timeColumns[time], implied, ...(part === undefined ? [] : [part.short])),
  )
  return { unsplit: {}, parts: [...regular, ...longEvents(part?.endMs)] }
}

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
