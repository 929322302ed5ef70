import { isCalendarError } from '../../../errors/calendar-error.ts'
import { withFreeKeys } from '../../../record/conflict.ts'
import type { WriteOperation } from '../../../record/context.ts'
import { toLostRace } from '../../../record/lost-race.ts'
import { updatedNow } from '../../../record/publication.ts'
import { removeRecords, replaceRecord, replaceRecords } from '../../../record/replace.ts'
import { claimSlug, planSlugs, takenIn } from '../../../record/slug-claim.ts'
import type { EntityId, EventRecord } from '../../../store/records.ts'
import { insertDrafts } from '../insert-occurrences.ts'
import type { SeriesPlan } from './plan-series.ts'

/** The records that a plan has written, by id: the series and the changed occurrences. */
export interface AppliedSeries {
  /** The series. */
  readonly series: EventRecord
  /** The changed occurrences. */
  readonly occurrences: ReadonlyMap<EntityId, EventRecord>
}

/**
 * Carries out the plan of a series. The series is written first, and its version guards all of its occurrences: of two concurrent writes of a
 * series, extensions included, one finds another version, and begins again. So no key is stored twice, and no override is lost. A write of
 * one occurrence is guarded by the version of that occurrence.
 * @param rows the stored occurrences
 */
export async function applySeriesPlan(op: WriteOperation, plan: SeriesPlan, rows: readonly EventRecord[]): Promise<AppliedSeries> {
  const series = await writeSeries(op, plan)
  await removeRecords(op, op.store.events, plan.deletes)
  const updates = plan.updates.map((row) => ({ ...row, ...updatedNow(op), seriesId: series.id }))
  const written = await replaceOccurrences(op, await withFreeSlugs(op, updates, rows))
  const created = { seriesId: series.id, createdMs: op.nowMs, ...updatedNow(op) }
  await insertDrafts(
    op,
    plan.inserts.map((draft) => ({ ...draft, ...created })),
  )
  return { series, occurrences: new Map(written.map((row) => [row.id, row])) }
}

async function writeSeries(op: WriteOperation, { before, series }: SeriesPlan): Promise<EventRecord> {
  const { events } = op.store
  const next = { ...series, ...updatedNow(op) }
  if (before !== null) {
    const replace = (slug: string): Promise<EventRecord> => withFreeKeys(op, 'event', false, replaceRecord(op, events, { ...next, slug }))
    return next.slug === before.slug ? replace(next.slug) : claimSlug(next.slug, takenIn(events, before.id), replace)
  }
  const { id: _, version: __, ...draft } = next
  return claimSlug(draft.slug, takenIn(events), (slug) => events.insert({ ...draft, slug, createdMs: op.nowMs }))
}

/** Occurrences that request another slug get it, or the next free one. */
async function withFreeSlugs(
  op: WriteOperation,
  updates: readonly EventRecord[],
  rows: readonly EventRecord[],
): Promise<readonly EventRecord[]> {
  const before = new Map(rows.map(({ id, slug }) => [id, slug]))
  const renamed = updates.filter(({ id, slug }) => before.get(id) !== slug)
  if (renamed.length === 0) return updates
  const free = await planSlugs(
    renamed.map(({ slug }) => slug),
    takenIn(op.store.events),
  )
  const slugs = new Map(renamed.map(({ id, slug }, i) => [id, free[i] ?? slug]))
  for (const [id, slug] of slugs) op.loaders.keys.event.addSlug(slug, id)
  return updates.map((row) => ({ ...row, slug: slugs.get(row.id) ?? row.slug }))
}

async function replaceOccurrences(op: WriteOperation, updates: readonly EventRecord[]): Promise<readonly EventRecord[]> {
  try {
    return await replaceRecords(op, op.store.events, updates)
  } catch (error) {
    // Another writer has just taken the slug.
    throw isCalendarError(error, 'slug_taken') ? toLostRace(error) : error
  }
}
