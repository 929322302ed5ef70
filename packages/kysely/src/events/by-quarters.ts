import type { EventFilter, EventSort } from '@kalends/core'
import { type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import type { Access } from '../event-filter/index-choice.ts'
import { common } from '../event-filter/ranges.ts'
import { type EventSource, maxBranches, type Way } from '../event-filter/source.ts'
import { wallRange } from '../event-filter/where.ts'
import { isBetween } from '../query/conditions.ts'
import { runningOf } from './by-class.ts'

/**
 * In an order that is unrelated to the start, a scan of its index for a window would pass all events that come earlier in the order and
 * start outside of the window. The indexes by quarter begin with the quarter of the start, so nearly all events that a scan passes lie in
 * the window.
 */

/**
 * A quarter of 91 days, counted from 1970 as in the column `start_quarter`. In a window of a year or more, only the first and the last
 * quarter are partial.
 */
export const quarterMs = 91 * 86_400_000

/** The quarter of a wall time. */
export const quarterOf = (wallMs: number): number => Math.floor(wallMs / quarterMs)

/** The indexes that give the events of a quarter in an order. */
export const accessInQuarters: Readonly<Partial<Record<EventSort['key'], Access>>> = {
  publishedMs: 'quarterPublication',
  updatedMs: 'quarterModified',
}

/**
 * Branches by the quarter of the start, with long events in separate branches where a list begins with running events. Returns no parts if
 * the window is open, or has more quarters than a statement may have branches.
 */
export function byQuarters(context: StoreContext, filter: EventFilter, { columns }: EventSource): Way {
  const { short, apart } = runningOf(context, filter)
  const { gte, lt } = common([wallRange(filter.startLocal), short])
  const none: Way = { whole: [], parts: [] }
  if (gte === undefined || lt === undefined) return none
  const first = quarterOf(gte)
  const length = quarterOf(lt - 1) - first + 1
  if (length < 1 || length > maxBranches) return none
  const quarters = Array.from({ length }, (_, index) => ({
    conditions: [sql<SqlBool>`e.start_quarter = ${first + index}`, ...isBetween(columns.startWall, short)],
  }))
  return { whole: [], parts: [...quarters, ...apart] }
}
