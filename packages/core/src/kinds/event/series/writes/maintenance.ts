import { CalendarError } from '../../../../errors/calendar-error.ts'
import { toChange } from '../../../../record/change.ts'
import type { CalendarContext, WriteOperation } from '../../../../record/context.ts'
import { loadById } from '../../../../record/loader.ts'
import { compareAndSet } from '../../../../record/lost-race.ts'
import { toWireTime } from '../../../../record/publication.ts'
import { replaceRecords } from '../../../../record/replace.ts'
import { write } from '../../../../record/write.ts'
import type { CalendarStore } from '../../../../store/contract.ts'
import { isSame } from '../../../../store/is-same.ts'
import type { EntityId, EventRecord, StoredRecurrence } from '../../../../store/records.ts'
import { recomputePreviousStart } from '../../previous-start.ts'
import { recomputeTimes } from '../../times.ts'
import { insertDrafts, occurrencesOf } from '../insert-occurrences.ts'
import { isSeries, keysOf, type SeriesRecord, type SeriesRows } from '../keys.ts'
import { seriesTimesAt, timesAt } from '../times-at.ts'
import { loadRows } from './apply.ts'
import { overridableFields, withFields, withInherited } from './overrides.ts'

/** The result of a recomputation of instants. */
export interface RezoneReport {
  /** The number of events that were read. */
  readonly checked: number
  /** The events whose instants differ under the current zone rules. */
  readonly changed: readonly number[]
}

/**
 * Recomputes the instants of all events from their wall times. It uses one transaction per batch, so that a long run does not block other
 * writers.
 */
export async function rezone(context: CalendarContext, dryRun: boolean): Promise<RezoneReport> {
  if (context.viewer.policy !== null) throw new CalendarError('forbidden', { kind: 'event' })
  const changed: number[] = []
  let checked = 0
  for (let afterId = 0; ; ) {
    const batch = await context.store.events.find({ filter: { afterId }, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 100 })
    const last = batch.at(-1)
    if (last === undefined) return { checked, changed }
    checked += batch.length
    afterId = last.id
    const stale = (await findStale(context.store, batch)).map(({ before }) => before.id)
    changed.push(...stale)
    if (!dryRun && stale.length > 0) await write(context, (op) => rezoneBatch(op, stale))
  }
}

/** An event before and after the recomputation. */
interface Rezoned {
  readonly before: EventRecord
  readonly after: EventRecord
}

/** Finds the events whose times differ under the current zone rules. */
async function findStale(store: CalendarStore, events: readonly EventRecord[]): Promise<readonly Rezoned[]> {
  const ids = [...new Set(events.filter(followsSeries).map(({ seriesId }) => seriesId))]
  const series: ReadonlyMap<EntityId, EventRecord> = ids.length === 0 ? new Map() : await loadById(store.events)(ids)
  return events
    .map((before) => ({ before, after: recompute(before, followsSeries(before) ? series.get(before.seriesId) : undefined) }))
    .filter(isStale)
}

/** Whether the times of an event are those of its series. */
const followsSeries = ({ role, overridden }: EventRecord): boolean => role === 'occurrence' && !overridden.includes('times')

const isStale = ({ before, after }: Rezoned): boolean =>
  !isSame(after.times, before.times) || after.previousStartMs !== before.previousStartMs

/**
 * An event under the current zone rules. The times of an occurrence that has not moved come from the wall times of its series: its own ones may
 * have been moved by a gap that the current rules do not have.
 */
function recompute(event: EventRecord, series: EventRecord | undefined): EventRecord {
  const { role, occurrenceKey } = event
  const own = role === 'series' ? seriesTimesAt(event.times, event.times.startLocal) : recomputeTimes(event.times)
  const times = series === undefined ? own : timesAt(series.times, occurrenceKey)
  return { ...event, times, ...recomputePreviousStart(event, times) }
}

async function rezoneBatch(op: WriteOperation, ids: readonly number[]): Promise<void> {
  const stale = await findStale(op.store, await op.store.events.getMany(ids))
  const changed = await replaceRecords(
    op,
    op.store.events,
    stale.map(({ after }) => after),
  )
  for (const [i, after] of changed.entries()) op.changes.push(toChange(op, 'event', 'updated', stale[i]?.before ?? after, after))
}

/** The number of series per batch. */
const batchSize = 20

/** The differences between a series and its stored occurrences. */
export interface SeriesDifferences {
  /** The id of the series. */
  readonly seriesId: EntityId
  /** The dates without an occurrence: wall times in the series' zone, `YYYY-MM-DD HH:MM:SS`. */
  readonly missing: readonly string[]
  /** The ids of occurrences whose key is no date of the series, or has another occurrence already. */
  readonly surplus: readonly EntityId[]
  /** The ids of occurrences that differ from the series in a member that they do not override. */
  readonly different: readonly EntityId[]
}

/** The result of a check of all series. */
export interface VerifySeriesReport {
  /** The number of series that were read. */
  readonly checked: number
  /** The series whose occurrences are not as they should be. */
  readonly differences: readonly SeriesDifferences[]
}

/**
 * Compares each series with its occurrences, and repairs the differences. Each repair is a transaction of its own.
 * @param dryRun whether to report the differences only
 * @throws forbidden the calendar has an actor
 */
export async function verifySeries(context: CalendarContext, dryRun: boolean): Promise<VerifySeriesReport> {
  if (context.viewer.policy !== null) throw new CalendarError('forbidden', { kind: 'event' })
  const differences: SeriesDifferences[] = []
  let checked = 0
  for (let afterId = 0; ; ) {
    const filter = { roles: ['series'], afterId } as const
    const batch = await context.store.events.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: batchSize })
    for (const series of batch.filter(isSeries)) {
      checked++
      const found = toDifferences(findRepair(await loadRows(context, series)))
      if (found === undefined) continue
      differences.push(found)
      if (!dryRun) await write(context, (op) => repair(op, series.id))
    }
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return { checked, differences }
    afterId = last.id
  }
}

/** The repair of a series. */
interface Repair {
  readonly series: SeriesRecord
  /** The keys without an occurrence. */
  readonly missing: readonly string[]
  /** Occurrences whose key is no date of the series, or has another occurrence already. */
  readonly surplus: readonly EventRecord[]
  /** Occurrences that differ from the series, with the members that they should have. */
  readonly updates: readonly EventRecord[]
}

/** Compares a series with its occurrences. */
function findRepair({ series, occurrences }: SeriesRows): Repair {
  const keys = keysOf(series, { before: series.extendedTo })
  const free = new Set(keys)
  // Of two occurrences with one key, the one with more overrides is kept.
  const ordered = [...occurrences].sort((a, b) => b.overridden.length - a.overridden.length || a.id - b.id)
  const surplus = ordered.filter(({ occurrenceKey }) => !free.delete(occurrenceKey))
  const kept = occurrences.filter((row) => !surplus.includes(row))
  const updates = kept.flatMap((row) => {
    const after = followSeries(series, row)
    return isSame(row, after) ? [] : [after]
  })
  return { series, missing: keys.filter((key) => free.has(key)), surplus, updates }
}

/** An occurrence with the members that it should have. In the trash the status stays as it is: see `followStatus`. */
function followSeries(series: SeriesRecord, row: EventRecord): EventRecord {
  const hasOwnStatus = series.status === 'trash' || row.status === 'trash'
  const fields = overridableFields.filter(
    (field) => field !== 'times' && !(field === 'status' && hasOwnStatus) && !row.overridden.includes(field),
  )
  const times = row.overridden.includes('times') ? row.times : timesAt(series.times, row.occurrenceKey)
  return withInherited(series, { ...withFields(row, series, fields), times })
}

function toDifferences({ series, missing, surplus, updates }: Repair): SeriesDifferences | undefined {
  if (missing.length + surplus.length + updates.length === 0) return undefined
  const idsOf = (events: readonly EventRecord[]): readonly EntityId[] => events.map(({ id }) => id).sort((a, b) => a - b)
  return { seriesId: series.id, missing: missing.map(toWireTime), surplus: idsOf(surplus), different: idsOf(updates) }
}

/** Reads a series again and repairs it: another writer may have changed it since the check. */
async function repair(op: WriteOperation, seriesId: EntityId): Promise<void> {
  const [before] = await op.store.events.getMany([seriesId])
  if (before === undefined || !isSeries(before)) return
  const found = findRepair(await loadRows(op, before))
  if (toDifferences(found) === undefined) return
  const { missing, surplus, updates } = found
  const ownKeys = new Set(keysOf(before, { before: before.extendedTo }))
  const isKept = (row: EventRecord): boolean =>
    !ownKeys.has(row.occurrenceKey) && (row.overridden.length > 0 || row.times.endMs <= op.nowMs)
  const recurrence = withDates(
    before.recurrence,
    surplus.filter(isKept).map(({ occurrenceKey }) => occurrenceKey),
  )
  // The version of the series guards its occurrences: every write that changes them changes it.
  const [after] = await replaceRecords(op, op.store.events, [{ ...before, recurrence }])
  if (after === undefined || !isSeries(after)) return
  const gone = surplus.filter((row) => !isKept(row))
  if (gone.length > 0) await compareAndSet(op.store.events.deleteMany(gone, op.nowMs))
  await replaceRecords(
    op,
    op.store.events,
    updates.map((row) => ({ ...row, recurrence })),
  )
  const wanted = new Set(missing)
  await insertDrafts(
    op,
    occurrencesOf(op, after).filter(({ occurrenceKey }) => wanted.has(occurrenceKey)),
  )
  op.changes.push(toChange(op, 'event', 'updated', before, after))
}

/** Occurrences that have ended, or that have changes of their own, stay as dates of the series. */
function withDates({ rule, dates, except }: StoredRecurrence, keys: readonly string[]): StoredRecurrence {
  const added = new Set(keys)
  return { rule, dates: [...new Set([...dates, ...added])].sort(), except: except.filter((key) => !added.has(key)) }
}
