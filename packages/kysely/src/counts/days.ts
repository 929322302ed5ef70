import type { EventFilter, Range } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { wallRange } from '../event-filter/where.ts'
import { allOf, isBetween, isOneOf } from '../query/conditions.ts'
import { dayMs, wallText } from '../schema/wall-time.ts'
import { dayOf } from './count-key.ts'
import { toCountScope } from './scope.ts'

/** The number of events in a window: the sum of the counts of whole days, plus some events, minus others. */
export interface DayCounts {
  /** The sum of the counts of the whole days. */
  readonly sum: RawBuilder<unknown>
  /** Filters of events to add, because the window begins or ends within a day. */
  readonly added: readonly EventFilter[]
  /** Filters of events to subtract, because they are scheduled: these are few, and an index finds them. */
  readonly subtracted: readonly EventFilter[]
}

/** A range of times, split into whole days and the rest. */
interface Days {
  /** The whole days. */
  readonly whole: Range<number>
  /** The rest at both ends. */
  readonly rest: readonly Range<number>[]
}

/** Splits a range of wall times; undefined if it contains no whole day. */
function daysOf({ gte, lt }: Range<number>): Days | undefined {
  const from = gte === undefined ? undefined : dayOf(gte + dayMs - 1)
  const to = lt === undefined ? undefined : dayOf(lt)
  if (from !== undefined && to !== undefined && from >= to) return undefined
  return {
    whole: { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lt: to }) },
    rest: [
      ...(gte !== undefined && from !== undefined && gte < from ? [{ gte, lt: from }] : []),
      ...(lt !== undefined && to !== undefined && to < lt ? [{ gte: to, lt }] : []),
    ],
  }
}

const toTexts = ({ gte, lt }: Range<number>): Range<string> => ({
  ...(gte !== undefined && { gte: wallText(gte) }),
  ...(lt !== undefined && { lt: wallText(lt) }),
})

/** How to get the number of matching events from the counts of days; undefined when the counts do not suffice. */
export function dayCounts({ dialect, parts }: StoreContext, filter: EventFilter): DayCounts | undefined {
  const { startLocal, ...others } = filter
  const scope = toCountScope(others)
  const days = daysOf(wallRange(startLocal))
  if (scope === undefined || days === undefined) return undefined
  const { whole, rest } = days
  const conditions = [sql<boolean>`t.kind = 'day'`, isOneOf(dialect, sql`t.status`, scope.statuses), ...isBetween(sql`t.counted_id`, whole)]
  return {
    sum: sql`(select coalesce(sum(t.events), 0) from ${parts.event_counts} as t where ${allOf(conditions)})`,
    added: rest.map((range) => ({ ...filter, startLocal: toTexts(range) })),
    subtracted: scope.scheduled.map((clause) => ({ ...others, readable: [clause], startLocal: toTexts(whole) })),
  }
}
