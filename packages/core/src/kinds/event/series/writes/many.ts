import type { WriteOperation } from '../../../../record/context.ts'
import type { ManyTargets } from '../../../../record/definition.ts'
import { lostRace } from '../../../../record/lost-race.ts'
import { visibleScope } from '../../../../record/scope.ts'
import type { EventFilter } from '../../../../store/filters.ts'
import { matchesEvent, noLookups } from '../../../../store/matching.ts'
import type { EntityId, EventRecord } from '../../../../store/records.ts'
import { occurrenceBatches } from '../occurrence-batches.ts'

/** The series of an event; 0 for a single event. */
export const seriesIdOf = ({ id, role, seriesId }: EventRecord): EntityId => (role === 'series' ? id : seriesId)

/** Whether a date has values of its own. */
const isException = ({ overridden }: EventRecord): boolean => overridden.length > 0

/** Whether a date is in the trash by itself: then it is no date of its series. */
const isTrashedAlone = ({ status, overridden }: EventRecord): boolean => status === 'trash' && overridden.includes('status')

/**
 * What a change of all matching events changes of a series: the series if one of its dates without values of their own matches, and all dates
 * meet the bounds, because a change of the series is one of all of them. Then the matching dates with values of their own, if they are wanted.
 * @param found the first event of the series that matches: a date, or the series itself, which is named by its id
 * @throws version_conflict another writer has deleted the series
 */
export async function toSeriesOfMany(
  op: WriteOperation,
  found: EventRecord,
  { distinct: _, ...filter }: EventFilter,
  dates: 'series' | 'all',
): Promise<ManyTargets<EventRecord>> {
  const seriesId = seriesIdOf(found)
  const isNamed = found.role === 'series'
  // Read before its dates: if its version is still the same when it is written, the dates are those of the series that is written.
  const series = isNamed ? found : (await op.store.events.getMany([seriesId]))[0]
  if (series === undefined) throw lostRace({ kind: 'event', id: seriesId })
  const { ids, ...others } = filter
  const matching = await datesOf(op, seriesId, isNamed || ids === undefined ? others : filter)
  const own = dates === 'all' ? matching.filter(isException) : []
  if (isNamed) return { records: [series, ...own], isPartly: false }
  const hasRegular = matching.some((date) => !isException(date))
  const isWhole = hasRegular && (await areWithin(op, found, filter))
  return isWhole ? { records: [series, ...own], isPartly: false } : { records: own, isPartly: hasRegular || own.length === 0 }
}

/** The conditions that dates of one series meet differently, although none of them has values of its own. */
const bounds = ['ids', 'afterId', 'updatedMs', 'startMs', 'endMs', 'startLocal', 'endLocal', 'fromMs', 'fromLocal'] as const

/** Whether all dates of a series that the viewer may know meet the bounds. */
async function areWithin(op: WriteOperation, found: EventRecord, filter: EventFilter): Promise<boolean> {
  const given = bounds.filter((name) => filter[name] !== undefined)
  if (given.length === 0) return true
  const within: EventFilter = Object.fromEntries(given.map((name) => [name, filter[name]]))
  const readable = found.status === 'trash' ? filter.readable : await visibleScope(op, 'event')
  const all = await datesOf(op, seriesIdOf(found), readable === undefined ? {} : { readable })
  return all.every((date) => isTrashedAlone(date) || matchesEvent(within, date, noLookups))
}

/** The matching dates of a series. */
async function datesOf(op: WriteOperation, seriesId: EntityId, filter: EventFilter): Promise<readonly EventRecord[]> {
  const found: EventRecord[] = []
  for await (const batch of occurrenceBatches(op.store, [seriesId], filter)) found.push(...batch)
  return found
}
