import type { EventFilter, Range } from '@kalends/core'
import { type RawBuilder, sql } from 'kysely'
import { allOf, isBetween, isText } from '../conditions.ts'
import { wallRange } from '../events/where.ts'
import type { StoreContext } from '../store-context.ts'
import { dayMs, wallText } from '../wall-time.ts'
import { dayOf } from './count-key.ts'
import { countedScope } from './scope.ts'

/** How the events of a window are counted by days. */
export interface CountedDays {
  /** The sum of the numbers of the whole days. */
  readonly sum: RawBuilder<unknown>
  /** Events that are to be added, because the window begins or ends within a day. */
  readonly added: readonly EventFilter[]
  /** Events that are to be taken off, because they are planned: few, and found by an index of their own. */
  readonly takenOff: readonly EventFilter[]
}

/** A range of times, of which whole days are a part. */
interface Days {
  /** The days. */
  readonly whole: Range<number>
  /** What is left at the ends. */
  readonly rest: readonly Range<number>[]
}

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

const inWords = ({ gte, lt }: Range<number>): Range<string> => ({
  ...(gte !== undefined && { gte: wallText(gte) }),
  ...(lt !== undefined && { lt: wallText(lt) }),
})

/** How the events that match are counted by days; undefined when days do not say it. */
export function countedDays({ parts }: StoreContext, filter: EventFilter): CountedDays | undefined {
  const { startLocal, ...others } = filter
  const scope = countedScope(others)
  const days = daysOf(wallRange(startLocal))
  if (scope === undefined || days === undefined) return undefined
  const { whole, rest } = days
  const conditions = [sql<boolean>`t.kind = 'day'`, isText(sql`t.status`, scope.statuses), ...isBetween(sql`t.counted_id`, whole)]
  return {
    sum: sql`(select coalesce(sum(t.events), 0) from ${parts.event_counts} as t where ${allOf(conditions)})`,
    added: rest.map((range) => ({ ...filter, startLocal: inWords(range) })),
    takenOff: scope.planned.map((clause) => ({ ...others, readable: [clause], startLocal: inWords(whole) })),
  }
}
