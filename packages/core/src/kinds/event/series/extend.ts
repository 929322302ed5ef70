import { trusted } from '../../../access/decision.ts'
import { findingsOfBusy } from '../../../record/bookings.ts'
import { toChange } from '../../../record/change.ts'
import { type CalendarContext, noExtension, type Operation, type WriteOperation } from '../../../record/context.ts'
import { beginReport, type Found, type MaintenanceReport } from '../../../record/maintenance-report.ts'
import { byId, replaceRecords } from '../../../record/replace.ts'
import { write } from '../../../record/write.ts'
import type { CalendarStore } from '../../../store/contract.ts'
import type { EventFilter } from '../../../store/filters.ts'
import type { Draft, EntityId, EventRecord, StoredStatus } from '../../../store/records.ts'
import { yieldToEventLoop } from '../../../time/timer.ts'
import { dueBefore, extendedToOf, horizonOf } from './horizon.ts'
import { insertLists, occurrencesOf } from './insert-occurrences.ts'
import { isSeries, keysOf, type SeriesRecord } from './keys.ts'
import { countLinks } from './link-limit.ts'

/** The maximum number of series that one transaction extends. */
const batchSize = 20

/**
 * The cost of one transaction, so that it blocks other writers, and other work of a process with SQLite, only briefly: an occurrence costs 1,
 * and each of its links {@link linkCost}. SQLite stored 250 of them in 20 ms, and the commit.
 */
const batchCost = 250

/** SQLite stores twenty links in the time of one occurrence. */
const linkCost = 1 / 20

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

/** The first series whose extension is due at a moment, outside of a transaction. */
export const findDueAt = ({ store, nowMs, timeZone, horizonMonths }: Operation): Promise<readonly SeriesRecord[]> =>
  findDue(store, toDueFilter(dueBefore(nowMs, timeZone, horizonMonths)), batchSize)

/** The keys that a series lacks up to the present horizon. */
const keysUpTo = (series: SeriesRecord, horizon: string, limit?: number): readonly string[] =>
  keysOf(series, { from: series.extendedTo, before: horizon, ...(limit !== undefined && { limit }) })

/** The first of these series with their occurrences stored up to the present horizon, or as far as the cost of a batch allows. */
function planBatch(due: readonly SeriesRecord[], nowMs: number, months: number): readonly SeriesRecord[] {
  const planned: SeriesRecord[] = []
  let room = batchCost
  for (const series of due) {
    if (room < 1) break
    const horizon = horizonOf(nowMs, series.times.timeZone, months)
    const cost = 1 + countLinks(series) * linkCost
    const most = Math.max(1, Math.floor(room / cost))
    const keys = keysUpTo(series, horizon, most + 1)
    planned.push({ ...series, extendedTo: extendedToOf(series, keys[most] ?? horizon) })
    room -= Math.min(keys.length, most) * cost
  }
  return planned
}

/**
 * Stores further occurrences of series up to the present horizon: of endless ones, and of those that end after it. Takes the series whose
 * stored occurrences end soon, those with the lowest ids first. Other work of the process runs between two transactions.
 * @param limit the maximum number of series
 */
export async function extendSeries(context: CalendarContext, dryRun: boolean, limit: number): Promise<MaintenanceReport> {
  const { counts, note, toReport } = beginReport()
  const done = new Set<EntityId>()
  for (let afterId = 0; done.size < limit; ) {
    const wanted = Math.min(batchSize, limit - done.size)
    const batch = await (dryRun ? countBatch(context, afterId, wanted) : extendBatch(context, wanted))
    counts.added += batch.occurrences
    for (const one of batch.busy ?? []) note(one)
    afterId = batch.series.at(-1) ?? afterId
    for (const id of batch.series) if (id !== batch.unfinished) done.add(id)
    if (batch.series.length === 0) break
    await yieldToEventLoop()
  }
  for (const id of done) note({ problem: 'short_series', kind: 'event', id })
  counts.checked = counts.changed = done.size
  return toReport()
}

/** The result of one transaction. */
interface BatchReport {
  /** The ids of the extended series. */
  readonly series: readonly EntityId[]
  /** The number of new occurrences. */
  readonly occurrences: number
  /** The series that needs more than one transaction. */
  readonly unfinished?: EntityId | undefined
  /** Dates that overlap other events at an exclusive venue, the first of each series. */
  readonly busy?: readonly Found[]
}

/** Counts what {@link extendBatch} would store for the next series. */
async function countBatch(
  { store, clock, timeZone, horizonMonths }: CalendarContext,
  afterId: EntityId,
  limit: number,
): Promise<BatchReport> {
  const nowMs = clock.nowMs()
  const due = await findDue(store, { ...toDueFilter(dueBefore(nowMs, timeZone, horizonMonths)), afterId }, limit)
  const counts = due.map((one) => keysUpTo(one, horizonOf(nowMs, one.times.timeZone, horizonMonths)).length)
  return { series: due.map(({ id }) => id), occurrences: counts.reduce((sum, count) => sum + count, 0) }
}

/** Extends some series in one transaction of a limited cost, with the rights of the host's own code. */
export const extendBatch = (context: CalendarContext, limit = batchSize): Promise<BatchReport> =>
  write({ ...context, viewer: trusted, signal: undefined, extension: noExtension }, async (op) => {
    const { nowMs, timeZone, horizonMonths } = op
    const due = await findDue(op.store, toDueFilter(dueBefore(nowMs, timeZone, horizonMonths)), limit)
    return extendAll(op, due, planBatch(due, nowMs, horizonMonths))
  })

/** Stores the series as they are wanted, and their new occurrences. */
async function extendAll(op: WriteOperation, due: readonly SeriesRecord[], wanted: readonly SeriesRecord[]): Promise<BatchReport> {
  // The series are replaced first: if two extensions run concurrently, the later one fails here, runs again and finds nothing to do.
  const changed = await replaceRecords(op, op.store.events, wanted, byId(due))
  const lists: (readonly Draft<EventRecord>[])[] = []
  for (const [i, after] of changed.entries()) {
    const before = due[i]
    if (before === undefined || !isSeries(after)) continue
    lists.push(occurrencesOf(op, after, { from: before.extendedTo }))
    op.changes.push(toChange(op, 'event', 'updated', before, after))
  }
  await insertLists(op, lists)
  const last = wanted.at(-1)
  const isUnfinished = last !== undefined && last.extendedTo !== '' && last.extendedTo < dueBefore(op.nowMs, op.timeZone, op.horizonMonths)
  return {
    series: wanted.map(({ id }) => id),
    occurrences: lists.reduce((sum, { length }) => sum + length, 0),
    unfinished: isUnfinished ? last.id : undefined,
    // Dates that follow from a rule are stored: nobody is there to choose others.
    busy: await findingsOfBusy(op),
  }
}
