import { trusted } from '../../access/decision.ts'
import { CalendarError } from '../../errors/calendar-error.ts'
import { toChange } from '../../record/change.ts'
import { type CalendarContext, noExtension, type WriteOperation } from '../../record/context.ts'
import { replaceRecords } from '../../record/replace.ts'
import { write } from '../../record/write.ts'
import type { CalendarStore } from '../../store/contract.ts'
import type { EventFilter } from '../../store/filters.ts'
import type { Draft, EntityId, EventRecord, StoredStatus } from '../../store/records.ts'
import { dueBefore, extendedToOf, horizonOf } from './horizon.ts'
import { insertLists, occurrencesOf } from './insert-occurrences.ts'
import { isSeries, keysOf, type SeriesRecord } from './keys.ts'

/** The maximum number of series that one transaction extends, so that it does not block other writers for long. */
const batchSize = 20

/** The result of an extension. */
export interface ExtendReport {
  /** The ids of the extended series. */
  readonly series: readonly EntityId[]
  /** The number of new occurrences. */
  readonly occurrences: number
}

const statusesOutsideTrash: readonly StoredStatus[] = ['publish', 'draft', 'pending', 'private']

/** The series whose stored occurrences end before a wall time. */
const toDueFilter = (extendedBefore: string): EventFilter => ({
  roles: ['series'],
  extendedBefore,
  readable: statusesOutsideTrash.map((status) => ({ status })),
})

async function findDue(store: CalendarStore, filter: EventFilter, limit: number): Promise<readonly SeriesRecord[]> {
  return (await store.events.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit })).filter(isSeries)
}

/** The series with its occurrences stored up to the present horizon. */
const toExtended = (series: SeriesRecord, nowMs: number, months: number): SeriesRecord => ({
  ...series,
  extendedTo: extendedToOf(series, horizonOf(nowMs, series.times.timeZone, months)),
})

/**
 * Stores further occurrences of series up to the present horizon: of endless ones, and of those that end after it. Takes the series whose
 * stored occurrences end soon, those with the lowest ids first. Each batch of {@link batchSize} series is a transaction.
 * @param limit the maximum number of series
 * @throws forbidden the calendar has an actor
 */
export async function extendSeries(context: CalendarContext, dryRun: boolean, limit: number): Promise<ExtendReport> {
  if (context.viewer.policy !== null) throw new CalendarError('forbidden', { kind: 'event' })
  const series: EntityId[] = []
  let occurrences = 0
  for (let afterId = 0; series.length < limit; ) {
    const wanted = Math.min(batchSize, limit - series.length)
    const batch = await (dryRun ? countBatch(context, afterId, wanted) : extendBatch(context, wanted))
    series.push(...batch.series)
    occurrences += batch.occurrences
    if (batch.series.length < wanted) break
    afterId = batch.series.at(-1) ?? afterId
  }
  return { series, occurrences }
}

/** Counts what {@link extendBatch} would store for the next series. */
async function countBatch(
  { store, clock, timeZone, horizonMonths }: CalendarContext,
  afterId: EntityId,
  limit: number,
): Promise<ExtendReport> {
  const nowMs = clock.nowMs()
  const due = await findDue(store, { ...toDueFilter(dueBefore(nowMs, timeZone, horizonMonths)), afterId }, limit)
  const counts = due.map((one) => keysOf(one, { from: one.extendedTo, before: toExtended(one, nowMs, horizonMonths).extendedTo }).length)
  return { series: due.map(({ id }) => id), occurrences: counts.reduce((sum, count) => sum + count, 0) }
}

/** Extends some series in one transaction, with the rights of the host's own code. */
export const extendBatch = (context: CalendarContext, limit = batchSize): Promise<ExtendReport> =>
  write({ ...context, viewer: trusted, extension: noExtension }, async (op) => {
    const { nowMs, timeZone, horizonMonths } = op
    const due = await findDue(op.store, toDueFilter(dueBefore(nowMs, timeZone, horizonMonths)), limit)
    return extendAll(op, due)
  })

/** Extends all of these series, and stores their new occurrences. */
async function extendAll(op: WriteOperation, due: readonly SeriesRecord[]): Promise<ExtendReport> {
  const wanted = due.map((one) => toExtended(one, op.nowMs, op.horizonMonths))
  // The series are replaced first: if two extensions run concurrently, the later one fails here, runs again and finds nothing to do.
  const changed = await replaceRecords(op, op.store.events, wanted)
  const lists: (readonly Draft<EventRecord>[])[] = []
  for (const [i, before] of due.entries()) {
    const after = changed[i]
    if (after === undefined || !isSeries(after)) continue
    lists.push(occurrencesOf(op, after, { from: before.extendedTo }))
    op.changes.push(toChange(op, 'event', 'updated', before, after))
  }
  await insertLists(op, lists)
  return { series: due.map(({ id }) => id), occurrences: lists.reduce((sum, { length }) => sum + length, 0) }
}
