import type { EventFilter, Range } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { readTotal } from '../engine/read-rows.ts'
import { runRead } from '../engine/scan/deadline.ts'
import { type StoreContext, selecting } from '../engine/store-context.ts'
import { type UnionBranch, within } from '../list/branches.ts'
import { eventConditions, withNearVenues } from '../list/conditions.ts'
import { hasEmptyList, isLookup, isSearch, wallRange, withoutDistinct } from '../list/filter.ts'
import { renderBranch } from '../list/render.ts'
import { countInSlices } from '../list/scan.ts'
import {
  columnsOf,
  countedOnce,
  countIndex,
  fromOf,
  isSplitByRunning,
  readPart,
  selectiveIndex,
  selectiveSource,
  sourceOf,
  totalOf,
} from '../list/sources.ts'
import { longEvents, runningBranches, splitByRunning, widened } from '../list/times.ts'
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
  const source = sourceOf(selectiveSource(filter, [], countIndex(filter)), filter, branch)
  const columns = columnsOf(context, source, branch)
  const isBySeries = filter.distinct !== undefined && filter.afterId === undefined
  const conditions = [
    ...renderBranch(context, branch, { source, columns, filter }),
    ...eventConditions(context, isBySeries ? withoutDistinct(filter) : filter, { columns, ...readPart(source) }),
    ...countedOnce(context, source),
  ]
  const total = isBySeries ? sql`count(distinct coalesce(- ${columns.seriesId}, ${columns.id}))` : totalOf(source)
  return sql`(select ${total} from ${fromOf(context, source, branch)} where ${allOf(conditions)})`
}

/** The range from a bound. Wall times compare as texts. */
const fromBound = <T extends number | string>(range: Range<T> | undefined, gte: T): Range<T> =>
  range?.gte !== undefined && range.gte > gte ? range : { ...range, gte }

/** The range up to a bound. */
const upToBound = <T extends number | string>(range: Range<T> | undefined, lt: T): Range<T> =>
  range?.lt !== undefined && range.lt < lt ? range : { ...range, lt }

/** Events that a total reads. */
interface ScannedPart {
  /** Their filter. */
  readonly filter: EventFilter
  /** The branch that they are in. */
  readonly branch?: UnionBranch
  /** Whether the total subtracts them. */
  readonly isSubtracted?: true
}

/** How a total is computed, as plain data. */
interface TotalPlan {
  /** The whole days whose counts are summed up, and the statuses of these counts; absent if the counts do not suffice. */
  readonly days?: { readonly whole: Range<number>; readonly statuses: readonly string[] }
  /** The events to read. */
  readonly scanned: readonly ScannedPart[]
}

/** Plans a total. If the counts of days apply, only scheduled events and the events at the ends of the window are read. */
function planTotal(filter: EventFilter): TotalPlan {
  const parts = overlapParts(filter)
  if (parts === undefined) return dayCounts(filter) ?? { scanned: linkedParts(filter) }
  const starting = planTotal(parts.starting)
  const running = runningBranches(filter).map((branch): ScannedPart => ({ filter: parts.running, branch }))
  return { ...starting, scanned: [...starting.scanned, ...running] }
}

/** A window of events that overlap it, in two parts. */
interface OverlapParts {
  /** The events that start in the window. */
  readonly starting: EventFilter
  /** The events that run when the window begins. */
  readonly running: EventFilter
}

/** The parts of a window, so that its total reads no past events; undefined for filters that read other tables, or compare events. */
function overlapParts({ fromLocal, fromMs, ...filter }: EventFilter): OverlapParts | undefined {
  const source = selectiveSource(filter, [], selectiveIndex(filter))
  if (filter.distinct !== undefined || source.table !== 'events' || source.index !== 'window') return undefined
  const { startLocal, endLocal, startMs, endMs } = filter
  if (fromMs === undefined) {
    return (
      fromLocal && {
        starting: { ...filter, startLocal: fromBound(startLocal, fromLocal.start) },
        running: { ...filter, startLocal: upToBound(startLocal, fromLocal.start), endLocal: fromBound(endLocal, fromLocal.end) },
      }
    )
  }
  if (fromLocal !== undefined) return undefined
  return {
    starting: { ...filter, startMs: fromBound(startMs, fromMs.start) },
    running: { ...filter, startMs: upToBound(startMs, fromMs.start), endMs: fromBound(endMs, fromMs.end) },
  }
}

/** The events to read one by one: of links and keys only those that start late enough, and long events that start earlier. */
function linkedParts(filter: EventFilter): readonly ScannedPart[] {
  const isSplit = filter.distinct === undefined && isSplitByRunning(filter, selectiveSource(filter, [], countIndex(filter)))
  const [short, ...long] = isSplit ? splitByRunning(filter, 'asc').parts : []
  const first = short?.startWall?.[0]?.gte
  if (first === undefined) return [{ filter }]
  const bound = wallText(first)
  const earlier = { lt: wallMs(bound) }
  return [
    { filter: { ...filter, startLocal: fromBound(filter.startLocal, bound) } },
    ...long.map((branch): ScannedPart => ({ filter, branch: within(branch, 'startWall', earlier) })),
  ]
}

/** Counts the matching events: by the counts of days, or by a scan. */
export function countEvents(context: StoreContext, given: EventFilter): Promise<number> {
  const plan = planTotal(given)
  return runRead(context, isLookup(given) || plan.days !== undefined, async (inside) => {
    const filter = await withNearVenues(inside, given)
    if (hasEmptyList(filter)) return 0
    const found = isSearch(filter)
      ? await countFoundEvents(inside, filter, (some) => countAtOnce(inside, { scanned: [{ filter: some }] }))
      : undefined
    return found ?? countPlanned(inside, filter === given ? plan : planTotal(filter))
  })
}

/** Counts in slices if the read has some, else in one statement. Running events are few. */
async function countPlanned(context: StoreContext, plan: TotalPlan): Promise<number> {
  const { slicing } = context
  const [first, ...rest] = plan.scanned
  if (slicing === undefined || first === undefined) return countAtOnce(context, plan)
  if (rest.length > 0) await slicing.begin()
  const total = await countInSlices(context, first.filter)
  if (total === undefined) return countAtOnce(context, plan)
  return rest.length === 0 ? total : total + (await countAtOnce(context, { scanned: rest }))
}

/** Counts in one statement. */
function countAtOnce(context: StoreContext, { days, scanned }: TotalPlan): Promise<number> {
  const sums = days === undefined ? [] : [sumOfDays(context, days)]
  const totals = scanned.map(({ filter, branch, isSubtracted }) => {
    const total = scannedTotal(context, filter, branch)
    return isSubtracted ? sql`- ${total}` : total
  })
  return readTotal(context.db, sql`${selecting(context)} ${sql.join([...sums, ...totals], sql` + `)} as total`)
}

function sumOfDays({ dialect, parts }: StoreContext, { whole, statuses }: NonNullable<TotalPlan['days']>): RawBuilder<unknown> {
  const conditions = [sql<boolean>`t.kind = 'day'`, isOneOf(dialect, sql`t.status`, statuses), ...isBetween(sql`t.counted_id`, whole)]
  return sql`(select coalesce(sum(t.events), 0) from ${parts.event_counts} as t where ${allOf(conditions)})`
}

/** A range of times, split into whole days and the rest. */
interface Days {
  /** The whole days. */
  readonly whole: Range<number>
  /** The rest at both ends. */
  readonly rest: readonly Range<number>[]
}

/**
 * Splits a range of wall times; undefined if it contains no whole day.
 * @param inner the part of the range that the whole days are in
 */
function daysOf({ gte, lt }: Range<number>, inner: Range<number>): Days | undefined {
  const from = inner.gte === undefined ? undefined : dayOf(inner.gte + dayMs - 1)
  const to = inner.lt === undefined ? undefined : dayOf(inner.lt)
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

/**
 * The plan of a total by the counts of days; undefined when the counts do not suffice. In a window of instants, regular events that start on
 * the whole days match, and all others that match start less than two days before or after them (schema/span-class.ts).
 */
function dayCounts(filter: EventFilter): TotalPlan | undefined {
  const { startLocal, startMs, ...others } = filter
  const scope = toCountScope(others)
  if (scope === undefined || (startLocal !== undefined && startMs !== undefined)) return undefined
  const wall = wallRange(startLocal)
  const days = startMs === undefined ? daysOf(wall, wall) : daysOf(widened(startMs, 1), widened(startMs, -1))
  if (days === undefined) return undefined
  const startLocalOfDays = toTexts(days.whole)
  const added = days.rest.map((range): ScannedPart => ({ filter: { ...filter, startLocal: toTexts(range) } }))
  const scheduled = scope.scheduled.map(
    (clause): ScannedPart => ({ filter: { ...others, readable: [clause], startLocal: startLocalOfDays }, isSubtracted: true }),
  )
  const counted: readonly ScannedPart[] = [{ filter: { ...others, startLocal: startLocalOfDays } }, ...added]
  const irregular = (startMs === undefined ? [] : longEvents(undefined)).flatMap((branch): readonly ScannedPart[] => [
    { filter, branch },
    ...counted.map((part): ScannedPart => ({ ...part, branch, isSubtracted: true })),
  ])
  return { days: { whole: days.whole, statuses: scope.statuses }, scanned: [...added, ...scheduled, ...irregular] }
}
