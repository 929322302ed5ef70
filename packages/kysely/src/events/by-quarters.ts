import type { EventFilter, EventSort } from '@kalends/core'
import { type SqlBool, sql } from 'kysely'
import { isBetween } from '../conditions.ts'
import type { StoreContext } from '../store-context.ts'
import { runningOf } from './by-class.ts'
import type { Access } from './index-choice.ts'
import { common } from './ranges.ts'
import { type EventSource, maxBranches, type Way } from './source.ts'
import { wallRange } from './where.ts'

/**
 * Orders that have little to do with the start cannot be read along their index for a window: all events that come earlier in the
 * order and start outside of it would be passed. By quarters, which begin an index, nearly all that is passed lies in the window.
 */

/** A quarter of 91 days, as the column `start_quarter` counts them from 1970. Within a year or more, only the first and last are cut. */
export const quarterMs = 91 * 86_400_000

/** The quarter of a wall time. */
export const quarterOf = (wallMs: number): number => Math.floor(wallMs / quarterMs)

/** The indexes that give the events of a quarter in an order. */
export const accessInQuarters: Readonly<Partial<Record<EventSort['key'], Access>>> = {
  publishedMs: 'quarterPublication',
  updatedMs: 'quarterModified',
}

/**
 * By the quarter in which they start, and what lasts long apart where a list begins with what is running; no parts where the window is
 * open, or has more quarters than a statement has branches.
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
