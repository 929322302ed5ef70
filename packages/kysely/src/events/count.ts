import type { EventFilter } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { dayCounts } from '../counts/days.ts'
import { runRead } from '../engine/scans/run-scan.ts'
import { selecting } from '../engine/selecting.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { eventRoles, hiddenValues, isHiddenColumn } from '../event-filter/hidden.ts'
import { countIndex } from '../event-filter/index-choice.ts'
import { withNearVenues } from '../event-filter/place.ts'
import { openEnd } from '../event-filter/ranges.ts'
import { columnsOf, fromOf, isLinkedTo, isRepeating, linkFieldOf, narrowSource } from '../event-filter/source.ts'
import { eventConditions, isLookup } from '../event-filter/where.ts'
import { allOf, type Condition } from '../query/conditions.ts'
import { isBoundedEventLookup } from './bounded.ts'
import { branchesOf, noSplit } from './branches.ts'
import { distinctParts } from './distinct-count.ts'
import { renderBranch } from './render-page.ts'
import { countDistinctInSlices, countInSlices } from './sliced.ts'
import { splitByTimes } from './split-by-times.ts'

/** A total within a circle counts the links of at most this many venues; if the circle has more, it checks the venues of each event. */
const maxCountedVenues = 512

/** Whether the filter bounds the end from below, but the start only from above: a scan by start would read all past events. */
const areRunning = (filter: EventFilter): boolean =>
  openEnd(filter) !== undefined &&
  (filter.startLocal?.lt !== undefined || filter.startMs?.lt !== undefined) &&
  !isLookup(filter) &&
  filter.authorIds === undefined &&
  filter.updatedMs?.gte === undefined

/**
 * The summands of a count of the matching events, each of which reads every event in a range of an index.
 * @param further conditions that no filter member can express
 */
function countSummands(context: StoreContext, filter: EventFilter, further: readonly Condition[] = []): readonly RawBuilder<unknown>[] {
  const isByClass = areRunning(filter)
  const source = narrowSource(filter, [], isByClass ? 'window' : countIndex(filter))
  const columns = columnsOf(context, source)
  const common = [...isLinkedTo(context, source), ...eventConditions(context, filter, { columns, drivenBy: linkFieldOf(source) })]
  const counted = isRepeating(source) ? sql`count(distinct l.event_id)` : sql`count(*)`
  const classes = isByClass && source.table === 'events' ? splitByTimes(filter, 'startLocal') : noSplit
  return branchesOf([classes]).map((branch) => {
    const conditions = [...renderBranch(context, branch, { source, columns, filter }), ...common, ...further]
    return sql`(select ${counted} from ${fromOf(context, source)} where ${allOf(conditions)})`
  })
}

/**
 * The summands of the total of a list. If the counts per day apply, only scheduled events and the events at the ends of the window are read.
 */
function totalSummands(context: StoreContext, filter: EventFilter): readonly RawBuilder<unknown>[] {
  const values = hiddenValues(filter)
  // Counts per day cover visible events without series; series and hidden events have summands of their own. With `distinct` these cannot be
  // counted separately: a hidden occurrence may be the earliest one of its series.
  if (values.length > 1 && values[0] === 0 && filter.readable !== undefined && filter.distinct === undefined) {
    const { hiddenBy: _, ...others } = filter
    const listed = { ...others, hidden: false, roles: (filter.roles ?? eventRoles).filter((role) => role !== 'series') }
    return [
      ...totalSummands(context, listed),
      ...(values.includes(2) ? countSummands(context, { ...others, hidden: false, roles: ['series'] }) : []),
      ...(values.some(isHiddenColumn) ? countSummands(context, { ...filter, hidden: true }) : []),
    ]
  }
  const days = dayCounts(context, filter)
  if (days === undefined) return countSummands(context, filter)
  return [
    days.sum,
    ...days.added.flatMap((some) => countSummands(context, some)),
    ...days.subtracted.flatMap((some) => countSummands(context, some)).map((number) => sql`- ${number}`),
  ]
}

/** Counts the matching events. */
export async function countEvents(context: StoreContext, given: EventFilter): Promise<number> {
  const isBounded = isBoundedEventLookup(given) || dayCounts(context, given) !== undefined
  return runRead(context, isBounded, (inside) => countNow(inside, given))
}

async function countNow(context: StoreContext, given: EventFilter): Promise<number> {
  const { slicing } = context
  const distinct = distinctParts(context, given)
  if (slicing !== undefined) {
    const sliced = await (distinct === undefined
      ? countInSlices(context, slicing, given)
      : countDistinctInSlices(context, slicing, distinct))
    if (sliced !== undefined) return sliced
  }
  const filter = await withNearVenues(context, given, maxCountedVenues)
  const summands =
    distinct === undefined
      ? totalSummands(context, filter)
      : [...countSummands(context, distinct.others), ...countSummands(context, distinct.series, [distinct.hasMatch])]
  const statement = sql<{ total: unknown }>`${selecting(context)} ${sql.join(summands, sql` + `)} as total`
  const { rows } = await statement.execute(context.db)
  return Number(rows[0]?.total)
}
