import type { EventFilter, Range } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import { readTotal } from '../engine/read-rows.ts'
import { runRead } from '../engine/scan/deadline.ts'
import { type StoreContext, selecting } from '../engine/store-context.ts'
import { type UnionBranch, within } from '../list/branches.ts'
import type { EventColumns } from '../list/columns.ts'
import { eventConditions, withNearVenues } from '../list/conditions.ts'
import { countInSlices } from '../list/counted-slices.ts'
import { byClause, hasEmptyList, isLookup, isSearch, wallRange, withCommonLinks, withoutDistinct } from '../list/filter.ts'
import { renderBranch } from '../list/render.ts'
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
import { allOf, type Condition, isBetween, isOneOf } from '../query/conditions.ts'
import { wallMs, wallText } from '../schema/wall-time.ts'
import { countFoundEvents } from '../search/found-events.ts'
import { periodLengths, startOfPeriod } from './counts.ts'
import { toCountScope } from './scope.ts'

/**
 * The number of the matching events, which are read by the index that counts them fastest. With `distinct` each series counts once: its events
 * need no comparison with each other, unless `afterId` applies to what is left of them.
 * @param branch the part of the events to count
 */
function scannedTotal(context: StoreContext, filter: EventFilter, branch: UnionBranch = {}): RawBuilder<unknown> {
  const isBySeries = filter.distinct !== undefined && filter.afterId === undefined
  const { columns, from, conditions, total } = renderPart(context, { filter, branch }, isBySeries ? withoutDistinct(filter) : filter)
  const counted = isBySeries ? sql`count(distinct coalesce(- ${columns.seriesId}, ${columns.id}))` : total
  return sql`(select ${counted} from ${from} where ${allOf(conditions)})`
}

/** Events that a statement counts. */
export interface CountedRows {
  /** The columns of the events. */
  readonly columns: EventColumns
  /** The tables. */
  readonly from: RawBuilder<unknown>
  /** The conditions. */
  readonly conditions: readonly Condition[]
  /** The expression that counts the events. */
  readonly total: RawBuilder<unknown>
}

/**
 * Renders the events of a part, which are read by the index that counts them fastest.
 * @param matching the filter of its conditions
 */
export function renderPart(context: StoreContext, { filter, branch = {} }: ScannedPart, matching = filter): CountedRows {
  const source = sourceOf(selectiveSource(filter, [], countIndex(filter)), filter, branch)
  const columns = columnsOf(context, source, branch)
  const conditions = [
    ...renderBranch(context, branch, { source, columns, filter }),
    ...eventConditions(context, matching, { columns, ...readPart(source) }),
    ...countedOnce(context, source),
  ]
  return { columns, from: fromOf(context, source, branch), conditions, total: totalOf(source) }
}

/** The range from a bound. Wall times compare as texts. */
const fromBound = <T extends number | string>(range: Range<T> | undefined, gte: T): Range<T> =>
  range?.gte !== undefined && range.gte > gte ? range : { ...range, gte }

/** The range up to a bound. */
const upToBound = <T extends number | string>(range: Range<T> | undefined, lt: T): Range<T> =>
  range?.lt !== undefined && range.lt < lt ? range : { ...range, lt }

/** Events that a total reads. */
export interface ScannedPart {
  /** Their filter. */
  readonly filter: EventFilter
  /** The branch that they are in. */
  readonly branch?: UnionBranch
  /** Whether the total subtracts them. */
  readonly isSubtracted?: true
}

/** What stored counts are of: a day, or a category in a period. */
export type PeriodKind = keyof typeof periodLengths

/** Stored counts to add up. */
export interface StoredCounts {
  /** What they are of. */
  readonly kind: PeriodKind
  /** The whole days or periods. */
  readonly whole: Range<number>
  /** The statuses. */
  readonly statuses: readonly string[]
}

/** How a total is computed, as plain data. */
export interface TotalPlan {
  /** The stored counts; absent if they do not suffice. */
  readonly stored?: StoredCounts
  /** The events to read. */
  readonly scanned: readonly ScannedPart[]
}

/**
 * Plans a total. If stored counts apply, only scheduled events and the events at the ends of the window are read.
 * @param kind the stored counts that suffice
 */
export function planTotal(filter: EventFilter, kind: PeriodKind | 'none' = 'day'): TotalPlan {
  const parts = overlapParts(filter)
  if (parts === undefined) return (kind === 'none' ? undefined : storedCounts(filter, kind)) ?? { scanned: linkedParts(filter) }
  const starting = planTotal(parts.starting, kind)
  const running = runningBranches(filter).map((branch): ScannedPart => ({ filter: parts.running, branch }))
  return { ...starting, scanned: [...starting.scanned, ...running] }
}

/** Plans a total, of each clause by itself where that is possible: stored counts are of no places. */
function planByClause(filter: EventFilter): TotalPlan {
  const [first = filter, ...others] = byClause(filter)
  return others.length === 0 ? planTotal(first) : { scanned: [first, ...others].flatMap((one) => planTotal(one, 'none').scanned) }
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
  const plan = planByClause(given)
  return runRead(context, isLookup(given) || plan.stored !== undefined, async (inside) => {
    const filter = await withNearVenues(inside, withCommonLinks(given))
    if (hasEmptyList(filter)) return 0
    const found = isSearch(filter)
      ? await countFoundEvents(inside, filter, (some) => countAtOnce(inside, { scanned: [{ filter: some }] }))
      : undefined
    return found ?? countPlanned(inside, filter === given ? plan : planByClause(filter))
  })
}

/** Counts each part in slices if the read has some. Running events, which are few, and what has no slices are counted in one statement. */
async function countPlanned(context: StoreContext, { scanned, ...plan }: TotalPlan): Promise<number> {
  const { slicing } = context
  if (slicing === undefined) return countAtOnce(context, { ...plan, scanned })
  if (scanned.length > 1) await slicing.begin()
  const rest: ScannedPart[] = []
  let total = 0
  for (const part of scanned) {
    const isWhole = (part.branch ?? part.isSubtracted) === undefined
    const counted = isWhole ? await countInSlices(context, part.filter) : undefined
    if (counted === undefined) rest.push(part)
    else total += counted
  }
  return rest.length === 0 && plan.stored === undefined ? total : total + (await countAtOnce(context, { ...plan, scanned: rest }))
}

/** Counts in one statement. */
export function countAtOnce(context: StoreContext, { stored, scanned }: TotalPlan): Promise<number> {
  const sums = stored === undefined ? [] : [sumOfCounts(context, stored)]
  const totals = scanned.map(({ filter, branch, isSubtracted }) => {
    const total = scannedTotal(context, filter, branch)
    return isSubtracted ? sql`- ${total}` : total
  })
  return readTotal(context.db, sql`${selecting(context)} ${sql.join([...sums, ...totals], sql` + `)} as total`)
}

function sumOfCounts({ dialect, parts }: StoreContext, stored: StoredCounts): RawBuilder<unknown> {
  return sql`(select coalesce(sum(t.events), 0) from ${parts.event_counts} as t where ${allOf(ofPeriods(dialect, stored))})`
}

const periodColumns = { day: sql`t.counted_id`, categoryPeriod: sql`t.period` } as const

/** Stored counts, in a table called `t`. */
export const ofPeriods = (dialect: SqlDialect, { kind, whole, statuses }: StoredCounts): readonly Condition[] => [
  sql<SqlBool>`t.kind = ${kind}`,
  isOneOf(dialect, sql`t.status`, statuses),
  ...isBetween(periodColumns[kind], whole),
]

/** A range of times, split into whole days or periods and the rest. */
interface Periods {
  /** The whole ones. */
  readonly whole: Range<number>
  /** The rest at both ends. */
  readonly rest: readonly Range<number>[]
}

/**
 * Splits a range of wall times; undefined if it contains no whole day or period.
 * @param inner the part of the range that the whole ones are in
 */
function periodsOf({ gte, lt }: Range<number>, inner: Range<number>, lengthMs: number): Periods | undefined {
  const from = inner.gte === undefined ? undefined : startOfPeriod(inner.gte + lengthMs - 1, lengthMs)
  const to = inner.lt === undefined ? undefined : startOfPeriod(inner.lt, lengthMs)
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
 * The plan of a total by stored counts; undefined when they do not suffice. In a window of instants, regular events that start on the whole
 * days or periods match, and all others that match start in the rest (schema/span-class.ts).
 */
function storedCounts(filter: EventFilter, kind: PeriodKind): TotalPlan | undefined {
  const { startLocal, startMs, ...others } = filter
  const scope = toCountScope(others)
  if (scope === undefined || (startLocal !== undefined && startMs !== undefined)) return undefined
  const wall = wallRange(startLocal)
  const lengthMs = periodLengths[kind]
  const periods = startMs === undefined ? periodsOf(wall, wall, lengthMs) : periodsOf(widened(startMs, 1), widened(startMs, -1), lengthMs)
  if (periods === undefined) return undefined
  const { whole } = periods
  const startLocalOfWhole = toTexts(whole)
  const added = periods.rest.map((range): ScannedPart => ({ filter: { ...filter, startLocal: toTexts(range) } }))
  const scheduled = scope.scheduled.map(
    (clause): ScannedPart => ({ filter: { ...others, readable: [clause], startLocal: startLocalOfWhole }, isSubtracted: true }),
  )
  const counted: readonly ScannedPart[] = [{ filter: { ...others, startLocal: startLocalOfWhole } }, ...added]
  const irregular = (startMs === undefined ? [] : longEvents(undefined)).flatMap((branch): readonly ScannedPart[] => [
    { filter, branch },
    ...counted.map((part): ScannedPart => ({ ...part, branch, isSubtracted: true })),
  ])
  return { stored: { kind, whole, statuses: scope.statuses }, scanned: [...added, ...scheduled, ...irregular] }
}
