import type { EventFilter } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { dayCounts } from '../counts/days.ts'
import { runRead } from '../engine/scans/run-scan.ts'
import { selecting } from '../engine/selecting.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { ofEvent } from '../event-filter/columns.ts'
import { eventRoles, hiddenValues, isHiddenColumn } from '../event-filter/hidden.ts'
import { countIndex } from '../event-filter/index-choice.ts'
import { withNearVenues } from '../event-filter/place.ts'
import { openEnd } from '../event-filter/ranges.ts'
import { columnsOf, drivingPart, fromOf, isRepeating, narrowSource } from '../event-filter/source.ts'
import { eventConditions, isLookup } from '../event-filter/where.ts'
import { allOf } from '../query/conditions.ts'
import { countFoundEvents } from '../search/found-events.ts'
import { isBoundedEventLookup } from './bounded.ts'
import { branchesOf, noSplit } from './branches.ts'
import { countedOnce, totalOf } from './counted-once.ts'
import { distinctParts } from './distinct-count.ts'
import { renderBranch } from './render-page.ts'
import { countInSlices } from './sliced.ts'
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

const negated = (summand: RawBuilder<unknown>): RawBuilder<unknown> => sql`- ${summand}`

const hasTexts = ({ textAll = [] }: EventFilter): boolean => textAll.length > 0

/**
 * The summands of a count of the matching events, each of which reads every event in a range of an index.
 * @param summed what to add up of each event, instead of 1
 */
function countSummands(context: StoreContext, filter: EventFilter, summed?: RawBuilder<unknown>): readonly RawBuilder<unknown>[] {
  const isByClass = areRunning(filter)
  const source = narrowSource(filter, [], isByClass ? 'window' : countIndex(filter))
  if (summed === undefined && filter.distinct === undefined && hasTexts(filter) && isRepeating(source))
    return [countedTexts(context, filter)]
  const counted = totalOf(source, summed)
  const classes = isByClass && source.table === 'events' ? splitByTimes(filter, 'startLocal') : noSplit
  return branchesOf([classes]).map((branch) => {
    const columns = columnsOf(context, source, branch)
    const conditions = [
      ...renderBranch(context, branch, { source, columns, filter }),
      ...eventConditions(context, filter, { columns, ...drivingPart(source) }),
      ...countedOnce(context, source),
    ]
    return sql`(select ${counted} from ${fromOf(context, source, branch)} where ${allOf(conditions)})`
  })
}

/**
 * The count of the events of several linked records that contain texts, as one summand: the events are found without their texts, each once,
 * and then their texts are compared. A condition on the texts beside the links would compare the text of an event for each of its links.
 */
function countedTexts(context: StoreContext, { textAll, ...others }: EventFilter): RawBuilder<unknown> {
  const source = narrowSource(others, [], countIndex(others))
  const columns = columnsOf(context, source)
  const conditions = [
    ...renderBranch(context, {}, { source, columns, filter: others }),
    ...eventConditions(context, others, { columns, ...drivingPart(source) }),
  ]
  const found = sql`select distinct ${columns.id} as id from ${fromOf(context, source)} where ${allOf(conditions)}`
  const compared = eventConditions(context, { ...(textAll !== undefined && { textAll }) }, { columns: ofEvent })
  return sql`(select count(*) from (${found}) as f inner join ${context.parts.events} as e on e.id = f.id where ${allOf(compared)})`
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
    ...days.subtracted.flatMap((some) => countSummands(context, some)).map(negated),
  ]
}

/** A part of a count. */
interface CountPart {
  /** The events. */
  readonly filter: EventFilter
  /** What to subtract of each event, instead of adding 1. */
  readonly subtracted?: RawBuilder<unknown>
}

/** The parts of a count: one, and with `distinct` usually two. */
function countParts(context: StoreContext, filter: EventFilter): readonly CountPart[] {
  const distinct = distinctParts(context, filter)
  return distinct === undefined ? [{ filter }] : [{ filter: distinct.all }, { filter: distinct.series, subtracted: distinct.repeats }]
}

/** Counts the matching events. */
export async function countEvents(context: StoreContext, given: EventFilter): Promise<number> {
  const isBounded = isBoundedEventLookup(given) || dayCounts(context, given) !== undefined
  return runRead(context, isBounded, async (inside) => {
    const found = await countFoundEvents(inside, given, (some) => countAtOnce(inside, countParts(inside, some)))
    if (found !== undefined) return found
    const parts = countParts(inside, given)
    return (await countPartsInSlices(inside, parts)) ?? countAtOnce(inside, parts)
  })
}

/** Counts in one statement. */
async function countAtOnce(context: StoreContext, parts: readonly CountPart[]): Promise<number> {
  const summands: RawBuilder<unknown>[] = []
  for (const { filter: given, subtracted } of parts) {
    const filter = await withNearVenues(context, given, maxCountedVenues)
    const own = subtracted === undefined ? totalSummands(context, filter) : countSummands(context, filter, subtracted).map(negated)
    summands.push(...own)
  }
  const statement = sql<{ total: unknown }>`${selecting(context)} ${sql.join(summands, sql` + `)} as total`
  const { rows } = await statement.execute(context.db)
  return Number(rows[0]?.total)
}

/** Counts in slices, one part after the other; undefined if one statement has to count. */
async function countPartsInSlices(context: StoreContext, parts: readonly CountPart[]): Promise<number | undefined> {
  const { slicing } = context
  if (slicing === undefined) return undefined
  // All parts count one state of the store.
  if (parts.length > 1) await slicing.begin()
  let total = 0
  for (const [index, { filter, subtracted }] of parts.entries()) {
    if (index > 0) await slicing.next()
    // One statement adds up the counts of days.
    const isByDays = subtracted === undefined && dayCounts(context, filter) !== undefined
    const counted = isByDays ? await countAtOnce(context, [{ filter }]) : await countInSlices(context, slicing, filter, subtracted)
    if (counted === undefined) return undefined
    total += subtracted === undefined ? counted : -counted
  }
  return total
}
