import { findingsOfBusy, noteBooking } from '../../../../record/bookings.ts'
import { toChange } from '../../../../record/change.ts'
import type { CalendarContext, WriteOperation } from '../../../../record/context.ts'
import { loadById } from '../../../../record/loader.ts'
import { beginReport, type Found, type MaintenanceReport, type ReportDraft } from '../../../../record/maintenance-report.ts'
import { toWireTime } from '../../../../record/publication.ts'
import { byId, removeRecords, replaceRecords } from '../../../../record/replace.ts'
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

/**
 * Recomputes the instants of all events from their wall times. It uses one transaction per batch, so that a long run does not block other
 * writers.
 */
export async function rezone(context: CalendarContext, dryRun: boolean): Promise<MaintenanceReport> {
  const { counts, note, toReport } = beginReport()
  for (let afterId = 0; ; ) {
    const batch = await context.store.events.find({ filter: { afterId }, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 100 })
    const last = batch.at(-1)
    if (last === undefined) return toReport()
    counts.checked += batch.length
    afterId = last.id
    const stale = (await findStale(context.store, batch)).map(({ before }) => before.id)
    for (const id of stale) note({ problem: 'stale_times', kind: 'event', id })
    if (dryRun || stale.length === 0) {
      counts.changed += stale.length
      continue
    }
    const { changed, busy } = await write(context, (op) => rezoneBatch(op, stale))
    counts.changed += changed
    for (const one of busy) note(one)
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

async function rezoneBatch(
  op: WriteOperation,
  ids: readonly number[],
): Promise<{ readonly changed: number; readonly busy: readonly Found[] }> {
  const stale = await findStale(op.store, await op.store.events.getMany(ids))
  const changed = await replaceRecords(
    op,
    op.store.events,
    stale.map(({ after }) => after),
    byId(stale.map(({ before }) => before)),
  )
  for (const [i, after] of changed.entries()) {
    const before = stale[i]?.before ?? after
    op.changes.push(toChange(op, 'event', 'updated', before, after))
    noteBooking(op, before, after)
  }
  return { changed: changed.length, busy: await findingsOfBusy(op) }
}

/** The number of series per batch. */
const batchSize = 20

/**
 * Compares each series with its occurrences, and repairs the differences. Each repair is a transaction of its own.
 * @param dryRun whether to report the differences only
 */
export async function verifySeries(context: CalendarContext, dryRun: boolean): Promise<MaintenanceReport> {
  const { counts, note, toReport } = beginReport()
  for (let afterId = 0; ; ) {
    const filter = { roles: ['series'], afterId } as const
    const batch = await context.store.events.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: batchSize })
    for (const series of batch.filter(isSeries)) {
      counts.checked++
      const found = findRepair(await loadRows(context, series))
      if (!isNeeded(found)) continue
      noteDifferences(found, note)
      const done = dryRun ? toOutcome(found, context.clock.nowMs()) : await write(context, (op) => repair(op, series.id))
      counts.changed += done.changed
      counts.added += done.added
      counts.deleted += done.deleted
      for (const one of done.busy) note(one)
    }
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return toReport()
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

/** An occurrence with the members that it should have. In the trash the status does not change: see `followStatus`. */
function followSeries(series: SeriesRecord, row: EventRecord): EventRecord {
  const hasOwnStatus = series.status === 'trash' || row.status === 'trash'
  const fields = overridableFields.filter(
    (field) => field !== 'times' && !(field === 'status' && hasOwnStatus) && !row.overridden.includes(field),
  )
  const times = row.overridden.includes('times') ? row.times : timesAt(series.times, row.occurrenceKey)
  return withInherited(series, { ...withFields(row, series, fields), times })
}

const isNeeded = ({ missing, surplus, updates }: Repair): boolean => missing.length + surplus.length + updates.length > 0

function noteDifferences({ series, missing, surplus, updates }: Repair, note: ReportDraft['note']): void {
  const kind = 'event'
  for (const key of missing) note({ problem: 'missing_occurrence', kind, id: series.id, detail: toWireTime(key) })
  for (const id of idsOf(surplus)) note({ problem: 'surplus_occurrence', kind, id })
  for (const id of idsOf(updates)) note({ problem: 'different_occurrence', kind, id })
}

const idsOf = (events: readonly EventRecord[]): readonly EntityId[] => events.map(({ id }) => id).sort((a, b) => a - b)

/** The number of records that a repair changes, the series included, and of occurrences that it stores and deletes. */
type RepairOutcome = Pick<MaintenanceReport, 'changed' | 'added' | 'deleted'> & { readonly busy: readonly Found[] }

const toOutcome = (found: Repair, nowMs: number): RepairOutcome => ({
  changed: 1 + found.updates.length,
  added: found.missing.length,
  deleted: splitSurplus(found, nowMs).gone.length,
  busy: [],
})

/** Surplus occurrences that have ended, or that have changes of their own, stay as dates of the series; the others go. */
function splitSurplus(
  { series, surplus }: Repair,
  nowMs: number,
): { readonly kept: readonly EventRecord[]; readonly gone: readonly EventRecord[] } {
  const ownKeys = new Set(keysOf(series, { before: series.extendedTo }))
  const isKept = (row: EventRecord): boolean => !ownKeys.has(row.occurrenceKey) && (row.overridden.length > 0 || row.times.endMs <= nowMs)
  return { kept: surplus.filter(isKept), gone: surplus.filter((row) => !isKept(row)) }
}

/** Reads a series again and repairs it: another writer may have changed it since the check. */
async function repair(op: WriteOperation, seriesId: EntityId): Promise<RepairOutcome> {
  const [before] = await op.store.events.getMany([seriesId])
  if (before === undefined || !isSeries(before)) return noRepair
  const found = findRepair(await loadRows(op, before))
  if (!isNeeded(found)) return noRepair
  const { missing, updates } = found
  const { kept, gone } = splitSurplus(found, op.nowMs)
  const recurrence = withDates(
    before.recurrence,
    kept.map(({ occurrenceKey }) => occurrenceKey),
  )
  // The version of the series guards its occurrences: every write that changes them changes it.
  const [after] = await replaceRecords(op, op.store.events, [{ ...before, recurrence }], byId([before]))
  if (after === undefined || !isSeries(after)) return noRepair
  await removeRecords(op, op.store.events, gone)
  await replaceRecords(
    op,
    op.store.events,
    updates.map((row) => ({ ...row, recurrence })),
    new Map(),
  )
  const wanted = new Set(missing)
  await insertDrafts(
    op,
    occurrencesOf(op, after).filter(({ occurrenceKey }) => wanted.has(occurrenceKey)),
  )
  op.changes.push(toChange(op, 'event', 'updated', before, after))
  return { ...toOutcome(found, op.nowMs), busy: await findingsOfBusy(op) }
}

const noRepair: RepairOutcome = { changed: 0, added: 0, deleted: 0, busy: [] }

/** A recurrence with further dates. */
function withDates({ rule, dates, except }: StoredRecurrence, keys: readonly string[]): StoredRecurrence {
  const added = new Set(keys)
  return { rule, dates: [...new Set([...dates, ...added])].sort(), except: except.filter((key) => !added.has(key)) }
}
