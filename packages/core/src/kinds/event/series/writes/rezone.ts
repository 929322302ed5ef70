import { CalendarError } from '../../../../errors/calendar-error.ts'
import { toChange } from '../../../../record/change.ts'
import type { CalendarContext, WriteOperation } from '../../../../record/context.ts'
import { loadById } from '../../../../record/loader.ts'
import { replaceRecords } from '../../../../record/replace.ts'
import { write } from '../../../../record/write.ts'
import type { CalendarStore } from '../../../../store/contract.ts'
import { isSame } from '../../../../store/is-same.ts'
import type { EntityId, EventRecord } from '../../../../store/records.ts'
import { recomputePreviousStart } from '../../previous-start.ts'
import { recomputeTimes } from '../../times.ts'
import { seriesTimesAt, timesAt } from '../times-at.ts'

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
