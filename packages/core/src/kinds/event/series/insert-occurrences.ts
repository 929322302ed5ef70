import { noteBooking } from '../../../record/bookings.ts'
import type { WriteOperation } from '../../../record/context.ts'
import { compareAndSet } from '../../../record/lost-race.ts'
import { updatedNow } from '../../../record/publication.ts'
import { actorOf } from '../../../record/replace.ts'
import { claimNewSlug, planSlugs, takenIn } from '../../../record/slug-claim.ts'
import type { Draft, EventRecord } from '../../../store/records.ts'
import { type KeyWindow, keysOf, type SeriesRecord } from './keys.ts'
import { occurrenceOf, occurrenceSlugs } from './occurrence.ts'
import { occurrenceBatches } from './occurrence-batches.ts'

/** The maximum number of occurrences in one call of the store, unless a single series has more. */
const batchSize = 2_000

/** Stores the occurrences of new series before their `extendedTo`. */
export const insertOccurrences = (op: WriteOperation, series: readonly SeriesRecord[]): Promise<void> =>
  insertLists(op, listsOf(op, series))

function* listsOf(op: WriteOperation, series: readonly SeriesRecord[]): Generator<readonly Draft<EventRecord>[]> {
  for (const one of series) yield occurrencesOf(op, one)
}

/** Stores the new occurrences of some series, one list for each, in few calls of the store. */
export async function insertLists(op: WriteOperation, lists: Iterable<readonly Draft<EventRecord>[]>): Promise<void> {
  let drafts: Draft<EventRecord>[] = []
  for (const own of lists) {
    if (drafts.length > 0 && drafts.length + own.length > batchSize) {
      await insertDrafts(op, drafts)
      drafts = []
    }
    drafts.push(...own)
  }
  await insertDrafts(op, drafts)
}

/** The new occurrences of a series before its `extendedTo`; only those at or after `from`, if it is given. */
export function occurrencesOf(op: WriteOperation, series: SeriesRecord, { from }: KeyWindow = {}): readonly Draft<EventRecord>[] {
  // The slugs depend on the earlier keys of the same day.
  const day = from === undefined ? {} : { from: `${from.slice(0, 10)}T00:00:00` }
  const keys = keysOf(series, { ...day, before: series.extendedTo })
  const slugs = occurrenceSlugs(series, keys)
  return keys.flatMap((key, i) => (from !== undefined && key < from ? [] : [toDraft(op, series, key, slugs[i] ?? series.slug)]))
}

const toDraft = (op: WriteOperation, series: SeriesRecord, key: string, slug: string): Draft<EventRecord> =>
  occurrenceOf(series, key, { slug, createdMs: op.nowMs, ...updatedNow(op) })

/** Stores occurrences under their slugs, or the next free ones. */
export async function insertDrafts(op: WriteOperation, drafts: readonly Draft<EventRecord>[]): Promise<void> {
  if (drafts.length === 0) return
  const taken = takenIn(op.store.events)
  const left = await withoutStoredKeys(op, await insertFree(op, drafts))
  const slugs = await planSlugs(
    left.map(({ slug }) => slug),
    taken,
  )
  const others = await insertFree(
    op,
    left.map((draft, i) => ({ ...draft, slug: slugs[i] ?? draft.slug })),
  )
  // Another writer has just taken these slugs.
  for (const draft of others)
    note(
      op,
      await claimNewSlug(draft.slug, taken, (slug) => compareAndSet(op.store.events.insert({ ...draft, slug }, { actor: actorOf(op) }))),
    )
}

/** The drafts whose series do not have an occurrence with this key yet. */
async function withoutStoredKeys(op: WriteOperation, drafts: readonly Draft<EventRecord>[]): Promise<readonly Draft<EventRecord>[]> {
  const toText = ({ seriesId, occurrenceKey }: Draft<EventRecord>): string => `${seriesId} ${occurrenceKey}`
  const stored = new Set<string>()
  const seriesIds = [...new Set(drafts.map(({ seriesId }) => seriesId))]
  for await (const batch of occurrenceBatches(op.store, seriesIds)) for (const occurrence of batch) stored.add(toText(occurrence))
  return drafts.filter((draft) => !stored.has(toText(draft)))
}

/** Inserts occurrences whose slug and key are free. @returns the others */
async function insertFree(op: WriteOperation, drafts: readonly Draft<EventRecord>[]): Promise<readonly Draft<EventRecord>[]> {
  if (drafts.length === 0) return []
  const inserted = await op.store.events.insertMany(drafts, { actor: actorOf(op) })
  for (const occurrence of inserted) if (occurrence !== null) note(op, occurrence)
  return drafts.filter((_, i) => inserted[i] === null)
}

/**
 * Adds a new occurrence to the loaders, and to the bookings. Listeners are not called, because the change of its series covers all occurrences.
 */
function note(op: WriteOperation, occurrence: EventRecord): void {
  op.loaders.keys.event.note(null, occurrence)
  noteBooking(op, null, occurrence)
}
