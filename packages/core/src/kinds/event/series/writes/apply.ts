import { isCalendarError } from '../../../../errors/calendar-error.ts'
import { keepFormerSlugs } from '../../../../record/aliases.ts'
import { noteBooking } from '../../../../record/bookings.ts'
import { withFreeKeys } from '../../../../record/conflict.ts'
import type { WriteOperation } from '../../../../record/context.ts'
import { lostRace, toLostRace } from '../../../../record/lost-race.ts'
import { updatedNow } from '../../../../record/publication.ts'
import { actorOf, removeRecord, removeRecords, replaceRecords } from '../../../../record/replace.ts'
import { claimSlug, planSlugs, takenIn } from '../../../../record/slug-claim.ts'
import { inheritFrom } from '../../../../store/inherit.ts'
import type { WriteScope } from '../../../../store/log.ts'
import type { EntityId, EventRecord } from '../../../../store/records.ts'
import { insertDrafts } from '../insert-occurrences.ts'
import type { SeriesRecord, SeriesRows } from '../keys.ts'
import type { SeriesPlan } from './plan.ts'

/** The records that a plan has written, without the created occurrences. */
export interface AppliedSeries {
  /** The series. */
  readonly series: EventRecord
  /** The changed occurrences by id; also the series if one call wrote it together with them. */
  readonly occurrences: ReadonlyMap<EntityId, EventRecord>
}

/**
 * Carries out the plan of a series. The series is written first, and its version guards all of its occurrences: of two concurrent writes of
 * a series (extensions too), one fails with a version conflict, and the call is retried. So no key is stored twice, and no override is
 * lost. A write of one occurrence is guarded by the version of that occurrence, and by the series where it loses an override.
 * @param rows the stored occurrences
 */
export async function applySeriesPlan(
  op: WriteOperation,
  plan: SeriesPlan,
  rows: readonly EventRecord[],
  scope: WriteScope,
): Promise<AppliedSeries> {
  const { before, updates, inserts, deletes } = plan
  const updated = updatedNow(op)
  // One call for the series and its occurrences takes fewer statements. Deletions make it impossible: they come after the series, and before
  // the occurrences that may get the keys of deleted ones.
  const writesSeriesAlone = before === null || deletes.length > 0
  const first = writesSeriesAlone ? await writeSeries(op, plan, scope) : plan.series
  await removeEvents(op, deletes, scope)
  const changed: EventRecord[] = writesSeriesAlone ? [] : [{ ...first, ...updated }]
  for (const row of updates) changed.push({ ...row, ...updated, seriesId: first.id })
  const written = await replaceEvents(op, changed, before === null ? rows : [before, ...rows], scope)
  const created = { seriesId: first.id, createdMs: op.nowMs, ...updated }
  await insertDrafts(
    op,
    inserts.map((draft) => ({ ...draft, ...created })),
  )
  const occurrences = new Map<EntityId, EventRecord>()
  for (const event of written) occurrences.set(event.id, event)
  return { series: occurrences.get(first.id) ?? first, occurrences }
}

/** Deletes occurrences, also together with their series. An occurrence that is deleted alone is a change of its own in the log. */
export async function removeEvents(op: WriteOperation, events: readonly EventRecord[], scope: WriteScope): Promise<void> {
  if (scope === 'this') for (const event of events) await removeRecord(op, op.store.events, event)
  else await removeRecords(op, op.store.events, events, scope)
  for (const event of events) {
    op.loaders.keys.event.note(event, null)
    op.bookings.delete(event.id)
  }
}

/** Stores a new series, or replaces a stored one, without its occurrences. */
async function writeSeries(op: WriteOperation, { before, series }: SeriesPlan, scope: WriteScope): Promise<EventRecord> {
  const { events } = op.store
  const next = { ...series, ...updatedNow(op) }
  if (before !== null) {
    const [written = next] = await replaceEvents(op, [next], [before], scope)
    return written
  }
  const { id: _, version: __, ...draft } = next
  return claimSlug(draft.slug, takenIn(events), (slug) =>
    events.insert({ ...draft, slug, createdMs: op.nowMs }, { scope, actor: actorOf(op) }),
  )
}

/** Replaces events in one call, with free slugs. If another writer takes a slug or a uid meanwhile, the whole call is retried. */
async function replaceEvents(
  op: WriteOperation,
  next: readonly EventRecord[],
  stored: readonly EventRecord[],
  scope: WriteScope,
): Promise<readonly EventRecord[]> {
  const before = new Map<EntityId, EventRecord>()
  for (const event of stored) before.set(event.id, event)
  const slugged = await withFreeSlugs(op, next, before)
  try {
    const written = await withFreeKeys(op, 'event', false, replaceRecords(op, op.store.events, slugged, before, scope))
    for (const event of written) {
      const known = before.get(event.id) ?? null
      op.loaders.keys.event.note(known, event)
      noteBooking(op, known, event)
    }
    if (slugged !== next) {
      const replaced = written.map((event) => [before.get(event.id) ?? event, event] as const)
      await keepFormerSlugs(op, op.store.events, replaced)
    }
    return written
  } catch (error) {
    throw isCalendarError(error, 'slug_taken') ? toLostRace(error) : error
  }
}

/** Events that request another slug get it, or the next free one. */
async function withFreeSlugs(
  op: WriteOperation,
  next: readonly EventRecord[],
  stored: ReadonlyMap<EntityId, EventRecord>,
): Promise<readonly EventRecord[]> {
  const renamed: EventRecord[] = []
  for (const event of next) if (stored.get(event.id)?.slug !== event.slug) renamed.push(event)
  if (renamed.length === 0) return next
  const free = await planSlugs(
    renamed.map(({ slug }) => slug),
    takenIn(op.store.events),
  )
  const slugs = new Map(renamed.map(({ id, slug }, i) => [id, free[i] ?? slug]))
  return next.map((event) => ({ ...event, slug: slugs.get(event.id) ?? event.slug }))
}

/** The maximum number of occurrences in one read. */
const batchSize = 2_000

/** Loads all occurrences of a series, those in the trash and the unreadable ones included. */
export async function loadRows({ store }: Pick<WriteOperation, 'store'>, series: SeriesRecord): Promise<SeriesRows> {
  const occurrences: EventRecord[] = []
  for (let isWhole = false; !isWhole; ) {
    const filter = { seriesIds: [series.id], afterId: occurrences.at(-1)?.id ?? 0 }
    const query = { filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: batchSize, withoutInherited: true } as const
    const batch = await store.events.find(query)
    for (const occurrence of batch) occurrences.push(inheritFrom(series, occurrence))
    isWhole = batch.length < batchSize
  }
  return { series, occurrences: occurrences.sort((a, b) => (a.occurrenceKey < b.occurrenceKey ? -1 : 1)) }
}

/**
 * Makes other writes of a series wait until the end of the transaction, but changes nothing: a viewer would see a new version of the series.
 * Later reads of its occurrences see what the others have committed.
 */
const holdSeries = ({ store }: Pick<WriteOperation, 'store'>, { id }: SeriesRecord): Promise<void> =>
  store.lockNames('series', [String(id)])

/**
 * Holds a series, and checks that it is the one that the write has read before.
 * @throws version_conflict the series has changed, or is deleted; the call is retried
 */
export async function holdCurrentSeries(op: Pick<WriteOperation, 'store'>, series: SeriesRecord): Promise<void> {
  await holdSeries(op, series)
  const [stored] = await op.store.events.getMany([series.id])
  if (stored?.version !== series.version) throw lostRace({ kind: 'event', id: series.id })
}

/**
 * Holds a series, loads all of its occurrences, and checks the record that the write has read before: another writer may have split the series
 * meanwhile.
 * @param record the series, or one of its occurrences
 * @throws version_conflict the record is an occurrence that has changed or does not belong to the series any more; the call is retried
 */
export async function loadCurrentRows(op: Pick<WriteOperation, 'store'>, series: SeriesRecord, record: EventRecord): Promise<SeriesRows> {
  await holdSeries(op, series)
  const rows = await loadRows(op, series)
  const isCurrent = ({ id, version }: EventRecord): boolean => id === record.id && version === record.version
  if (record.id !== series.id && !rows.occurrences.some(isCurrent)) throw lostRace({ kind: 'event', id: record.id })
  return rows
}
