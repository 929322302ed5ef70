import type { EventFilter, Range } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { readTotal } from '../engine/read-rows.ts'
import { runRead } from '../engine/scan/deadline.ts'
import { type StoreContext, selecting } from '../engine/store-context.ts'
import type { UnionBranch } from '../list/branches.ts'
import { eventConditions, withNearVenues } from '../list/conditions.ts'
import { hasEmptyList, isLookup, isSearch, wallRange, withoutDistinct } from '../list/filter.ts'
import { renderBranch } from '../list/render.ts'
import { countInSlices } from '../list/scan.ts'
import { columnsOf, countedOnce, countIndex, drivingPart, fromOf, narrowIndex, narrowSource, totalOf } from '../list/sources.ts'
import { firstStart, lengthClasses, longEvents } from '../list/times.ts'
import { allOf, isBetween, isOneOf } from '../query/conditions.ts'
import { dayMs, wallMs, wallText } from '../schema/wall-time.ts'
import { countFoundEvents } from '../search/found-events.ts'
import { dayOf } from './counts.ts'
import { toCountScope } from './scope.ts'

/**
 * The number of the matching events, which are read by the index that counts them fastest. With `distinct` each series counts once: its events
 * need no comparison with each other, unless `afterId` applies to what is left of them.
 * @param branch the part of the events to count
 */
function scannedTotal(context: StoreContext, filter: EventFilter, branch: UnionBranch = {}): RawBuilder<unknown> {
  const source = narrowSource(filter, [], countIndex(filter))
  const columns = columnsOf(context, source, branch)
  const isBySeries = filter.distinct !== undefined && filter.afterId === undefined
  const conditions = [
    ...renderBranch(context, branch, { source, columns, filter }),
    ...eventConditions(context, isBySeries ? withoutDistinct(filter) : filter, { columns, ...drivingPart(source) }),
    ...countedOnce(context, source),
  ]
  const total = isBySeries ? sql`count(distinct coalesce(- ${columns.seriesId}, ${columns.id}))` : totalOf(source)
  return sql`(select ${total} from ${fromOf(context, source, branch)} where ${allOf(conditions)})`
}

/** The range from a bound. Wall times compare as texts. */
const fromBound = (range: Range<string> | undefined, gte: string): Range<string> =>
  range?.gte !== undefined && range.gte > gte ? range : { ...range, gte }

/** The range up to a bound. */
const upToBound = (range: Range<string> | undefined, lt: string): Range<string> =>
  range?.lt !== undefined && range.lt < lt ? range : { ...range, lt }

/** A window of events that overlap it, in two parts. */
interface OverlapParts {
  /** The events that start in the window. */
  readonly starting: EventFilter
  /** The events that run when the window begins. */
  readonly running: EventFilter
  /** Branches that together contain the running events once. */
  readonly branches: readonly UnionBranch[]
}

/** The parts of a window, so that its total reads no past events; undefined for filters that read other tables, or compare events. */
function overlapParts({ fromLocal, ...filter }: EventFilter): OverlapParts | undefined {
  const source = narrowSource(filter, [], narrowIndex(filter))
  if (fromLocal === undefined || filter.distinct !== undefined || source.table !== 'events' || source.index !== 'window') return undefined
  const { startLocal, endLocal } = filter
  const { start, end } = fromLocal
  return {
    starting: { ...filter, startLocal: fromBound(startLocal, start) },
    running: { ...filter, startLocal: upToBound(startLocal, start), endLocal: fromBound(endLocal, end) },
    branches: [...lengthClasses(wallMs(end), firstStart(filter)), ...longEvents(undefined)],
  }
}

/** The summands of a total. If the counts of days apply, only scheduled events and the events at the ends of the window are read. */
function totalSummands(context: StoreContext, filter: EventFilter): readonly RawBuilder<unknown>[] {
  const parts = overlapParts(filter)
  if (parts !== undefined) {
    const { starting, running, branches } = parts
    return [...totalSummands(context, starting), ...branches.map((branch) => scannedTotal(context, running, branch))]
  }
  const days = dayCounts(context, filter)
  if (days === undefined) return [scannedTotal(context, filter)]
  return [
    days.sum,
    ...days.added.map((some) => scannedTotal(context, some)),
    ...days.subtracted.map((some) => sql`- ${scannedTotal(context, some)}`),
  ]
}

/** Counts the matching events: by the counts of days, or by a scan. */
export function countEvents(context: StoreContext, given: EventFilter): Promise<number> {
  const isBounded = isLookup(given) || dayCounts(context, overlapParts(given)?.starting ?? given) !== undefined
  return runRead(context, isBounded, async (inside) => {
    const filter = await withNearVenues(inside, given)
    if (hasEmptyList(filter)) return 0
    const found = isSearch(filter) ? await countFoundEvents(inside, filter, (some) => countAtOnce(inside, some)) : undefined
    return found ?? (await countInSlices(inside, filter)) ?? countAtOnce(inside, filter)
  })
}

/** Counts in one statement. */
const countAtOnce = (context: StoreContext, filter: EventFilter): Promise<number> =>
  readTotal(context.db, sql`${selecting(context)} ${sql.join(totalSummands(context, filter), sql` + `)} as total`)

/** The number of events in a window: the sum of the counts of whole days, plus some events, minus others. */
interface DayCounts {
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
function dayCounts({ dialect, parts }: StoreContext, filter: EventFilter): DayCounts | undefined {
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
