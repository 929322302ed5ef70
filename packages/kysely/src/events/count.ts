import type { EventFilter } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { dayCounts } from '../counts/days.ts'
import { runRead } from '../engine/scans/run-scan.ts'
import { selecting } from '../engine/selecting.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { countIndex } from '../event-filter/index-choice.ts'
import { withNearVenues } from '../event-filter/place.ts'
import { columnsOf, countedOnce, drivingPart, fromOf, isOfSource, narrowSource, totalOf } from '../event-filter/source.ts'
import { eventConditions, hasEmptyList, isLookup, withoutDistinct } from '../event-filter/where.ts'
import { allOf } from '../query/conditions.ts'
import { countFoundEvents } from '../search/found-events.ts'
import { countInSlices } from './sliced.ts'

/**
 * The number of the matching events, which are read by the index that counts them fastest. With `distinct` each series counts once: its events
 * need no comparison with each other, unless `afterId` applies to what is left of them.
 */
function scannedTotal(context: StoreContext, filter: EventFilter): RawBuilder<unknown> {
  const source = narrowSource(filter, [], countIndex(filter))
  const columns = columnsOf(context, source)
  const isBySeries = filter.distinct !== undefined && filter.afterId === undefined
  const conditions = [
    ...isOfSource(context, source),
    ...eventConditions(context, isBySeries ? withoutDistinct(filter) : filter, { columns, ...drivingPart(source) }),
    ...countedOnce(context, source),
  ]
  const total = isBySeries ? sql`count(distinct coalesce(- ${columns.seriesId}, ${columns.id}))` : totalOf(source)
  return sql`(select ${total} from ${fromOf(context, source)} where ${allOf(conditions)})`
}

/** The summands of a total. If the counts of days apply, only scheduled events and the events at the ends of the window are read. */
function totalSummands(context: StoreContext, filter: EventFilter): readonly RawBuilder<unknown>[] {
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
  const isBounded = isLookup(given) || dayCounts(context, given) !== undefined
  return runRead(context, isBounded, async (inside) => {
    const filter = await withNearVenues(inside, given)
    if (hasEmptyList(filter)) return 0
    const found = await countFoundEvents(inside, filter, (some) => countAtOnce(inside, some))
    return found ?? (await countInSlices(inside, filter)) ?? countAtOnce(inside, filter)
  })
}

/** Counts in one statement. */
async function countAtOnce(context: StoreContext, filter: EventFilter): Promise<number> {
  const summands = totalSummands(context, filter)
  const statement = sql<{ total: unknown }>`${selecting(context)} ${sql.join(summands, sql` + `)} as total`
  const { rows } = await statement.execute(context.db)
  return Number(rows[0]?.total)
}
