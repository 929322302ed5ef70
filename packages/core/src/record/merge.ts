import { invalidInput } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { requireObject } from '../input/read.ts'
import type { Alias } from '../store/alias.ts'
import type { LinkField } from '../store/contract.ts'
import type { EventFilter } from '../store/filters.ts'
import { inheritFrom } from '../store/inherit.ts'
import type { EntityId, EventRecord, StoredRecord } from '../store/records.ts'
import { untrashedSlug } from '../text/slug.ts'
import { yieldToEventLoop } from '../time/timer.ts'
import { noteBooking } from './bookings.ts'
import { toChange } from './change.ts'
import { requireDryRun } from './change-many-options.ts'
import type { CalendarContext, WriteOperation } from './context.ts'
import { importLock } from './create-many.ts'
import type { KindDefinition, KindTypes, RecordFor, WriteTarget } from './definition.ts'
import type { RecordRef } from './lookup.ts'
import { lostRace } from './lost-race.ts'
import { emptyMembers } from './merged-members.ts'
import { updatedNow } from './publication.ts'
import { byId, replaceRecord, replaceRecords } from './replace.ts'
import { write } from './write.ts'
import { findTarget, targetOf } from './write-target.ts'

/** The options of a merge. */
export interface MergeOptions {
  /**
   * `fill` gives the members that are empty in the remaining record the values of the others, in their order; `keep` leaves the record as it is.
   * @default 'keep'
   */
  readonly members?: 'keep' | 'fill' | undefined
  /** Whether to change nothing, and report what the merge would do. @default false */
  readonly dryRun?: boolean | undefined
}

/** What a merge has done, or with `dryRun` would do. */
export interface MergeReport {
  /** The number of records that have become part of the remaining one. */
  readonly merged: number
  /** The number of events that linked them: hidden ones, those in the trash, series and each of their dates count. */
  readonly links: number
}

/** Records that can be merged. */
export interface MergeableRecords {
  /**
   * Merges records into another one: events that link them link the remaining record instead, and then they are deleted permanently. Their slugs
   * and names become aliases: old addresses lead to the remaining record, and events that name one of them in their input link it. Children of
   * merged categories become children of the remaining one, which rises to the place of the highest of them if it is below.
   *
   * Links are moved in transactions of 500 events, a series with all of its dates in one. The last one deletes the records: until then
   * they stay, and after a crash a second call does the rest. Each event is a change in the log and for listeners; hooks run for the merged and
   * the remaining records, not for the events.
   * @param from one or more records; the viewer needs the permission to delete them, and none for the events, as for a deletion
   * @param into the remaining record, which the viewer needs the permission to update
   * @throws not_found, in_trash, unauthenticated, forbidden nothing is written
   * @throws invalid_input `into` is one of the others
   * @throws name_taken a child of a merged category has the name of a child of the remaining one
   * @throws TypeError an option is unknown
   * @example
   * await calendar.venues.merge(['town-hall-2', 'townhall'], 'town-hall', { members: 'fill' })
   */
  merge(from: RecordRef | readonly RecordRef[], into: RecordRef, options?: MergeOptions): Promise<MergeReport>
}

const linkFieldOf: Readonly<Record<Exclude<Kind, 'event'>, LinkField>> = {
  venue: 'venueIds',
  organizer: 'organizerIds',
  category: 'categoryIds',
  tag: 'tagIds',
}

/** A kind whose records events link. */
export type LinkedTypes = KindTypes & { readonly kind: Exclude<Kind, 'event'> }

/** Moves the children of merged records, where a kind has some. */
export type MoveChildren<D extends KindTypes> = (op: WriteOperation, from: readonly RecordFor<D>[], into: RecordFor<D>) => Promise<void>

/** Makes the merge of a kind. @param moveChildren runs before the records are deleted */
export function createMerge<D extends LinkedTypes>(
  context: CalendarContext,
  kind: KindDefinition<D>,
  moveChildren: MoveChildren<D> = async () => undefined,
): MergeableRecords {
  return {
    async merge(from, into, options = {}) {
      requireObject('options', options)
      requireKnownOptions('merge', options, { members: true, dryRun: true })
      const { members = 'keep', dryRun = false } = options
      requireDryRun(dryRun)
      if (members !== 'keep' && members !== 'fill') throw new TypeError("members must be 'keep' or 'fill'")
      const isFilled = members === 'fill'
      const refs = typeof from === 'number' || typeof from === 'string' ? [from] : from
      if (!Array.isArray(refs)) throw invalidInput({ from: { code: 'not_a_ref' } })
      const begun = await write(context, async (op) => {
        const merged = await findMerged(op, kind, refs, into, isFilled)
        const links = await op.store.events.count(linkingFilter(merged))
        // First, because a name that is taken refuses it.
        if (!dryRun) await moveChildren(op, recordsOf(merged), merged.into.record)
        return { ...idsOf(merged), links }
      })
      if (dryRun || begun.from.length === 0) return { merged: begun.from.length, links: begun.links }
      // The ids, because a slug may have another owner by the next transaction.
      const inTurn = <T>(run: (op: WriteOperation, merged: Merged<D>) => Promise<T>): Promise<T> =>
        write(context, async (op) => {
          // A merge in the opposite direction must not move links to a record that this one deletes.
          await op.store.lockNames('import', importLock)
          return run(op, await findMerged(op, kind, begun.from, begun.into, isFilled))
        })
      const pass = (roles: EventFilter['roles'], limit: number): Promise<number> =>
        sumOf((afterId) => inTurn((op, merged) => moveLinks(op, merged, { afterId, ...(roles && { roles }) }, limit)))
      const inPasses = (await pass(['series'], 1)) + (await pass(undefined, linksPerTransaction))
      // What others have linked since, all at once: a merge in the opposite direction moves links back between two turns.
      const since = await inTurn(async (op, merged) => {
        const moved = await sumOf(() => moveLinks(op, merged, {}, linksPerTransaction))
        await finish(op, kind, merged, isFilled)
        return moved
      })
      return { merged: begun.from.length, links: inPasses + since }
    },
  }
}

/** Some events whose links were moved. */
interface Moved {
  /** How many they are, with the dates of series. */
  readonly count: number
  /** The highest id of those that were found; undefined if none was. */
  readonly lastId: EntityId | undefined
}

/** The sum of the counts of turns, each after the last id of the one before, up to one that finds no events. */
async function sumOf(turn: (afterId: EntityId) => Promise<Moved>): Promise<number> {
  for (let [sum, afterId] = [0, 0]; ; await yieldToEventLoop()) {
    const { count, lastId } = await turn(afterId)
    if (lastId === undefined) return sum
    sum += count
    afterId = lastId
  }
}

/** The records of a merge. */
interface Merged<D extends KindTypes> {
  readonly linkField: LinkField
  readonly from: readonly WriteTarget<D>[]
  readonly into: WriteTarget<D>
}

const idsOf = <D extends KindTypes>({ from, into }: Merged<D>): { readonly from: readonly EntityId[]; readonly into: EntityId } => ({
  from: from.map(({ record }) => record.id),
  into: into.record.id,
})

const recordsOf = <D extends KindTypes>({ from }: Merged<D>): readonly RecordFor<D>[] => from.map(({ record }) => record)

const linkingFilter = <D extends KindTypes>(merged: Merged<D>): EventFilter => ({ [merged.linkField]: idsOf(merged).from })

/** The number of events in one transaction. */
const linksPerTransaction = 500

/** @throws not_found, in_trash, unauthenticated, forbidden, invalid_input */
async function findMerged<D extends LinkedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  refs: readonly RecordRef[],
  into: RecordRef,
  isFilled: boolean,
): Promise<Merged<D>> {
  const remaining = await findTarget(op, kind, into)
  const from = new Map<EntityId, WriteTarget<D>>()
  for (const ref of refs) {
    const target = await findTarget(op, kind, ref)
    from.set(target.record.id, target)
  }
  const records = [...from.values()].map(({ record }) => record)
  await remaining.demand(isFilled ? emptyMembers(op, kind, remaining.record, records) : {})
  for (const target of from.values()) await target.demand(null)
  if (from.has(remaining.record.id)) throw invalidInput({ from: { code: 'not_valid' } })
  return { linkField: linkFieldOf[kind.kind], from: [...from.values()], into: remaining }
}

const idOrder = [{ key: 'id', direction: 'asc' }] as const

/** Moves the links of some events. @param where which of those that link the merged records */
async function moveLinks<D extends KindTypes>(op: WriteOperation, merged: Merged<D>, where: EventFilter, limit: number): Promise<Moved> {
  const filter = linkingFilter(merged)
  const events = await op.store.events.find({ filter: { ...filter, ...where }, order: idOrder, offset: 0, limit })
  const seriesIds = [
    ...new Set(events.flatMap(({ id, role, seriesId }) => (role === 'series' ? id : role === 'occurrence' ? seriesId : []))),
  ]
  // A write of a series holds it. What one has changed before is a lost race below.
  if (seriesIds.length > 0) await op.store.lockNames('series', seriesIds.map(String).sort())
  const series = events.filter(({ role }) => role === 'series')
  const dates = new Map<EntityId, readonly EventRecord[]>()
  for (const one of series) dates.set(one.id, await datesOf(op, one, filter))
  const withSeries = new Set([...dates.values()].flatMap((some) => some.map(({ id }) => id)))
  const before = [...events.filter(({ id }) => !withSeries.has(id)), ...[...dates.values()].flat()]
  const { into, ...ids } = idsOf(merged)
  const from = new Set(ids.from)
  const moved = before.map((event): EventRecord => {
    const links = [...new Set(event[merged.linkField].map((id) => (from.has(id) ? into : id)))]
    const isOrdered = merged.linkField === 'categoryIds' || merged.linkField === 'tagIds'
    return { ...event, ...updatedNow(op), [merged.linkField]: isOrdered ? links.sort((a, b) => a - b) : links }
  })
  const after = await replaceRecords(op, op.store.events, moved, byId(before), series.length > 0 ? 'all' : undefined)
  for (const [i, event] of before.entries()) {
    noteBooking(op, event, after[i] ?? event)
    if (withSeries.has(event.id)) continue
    const extent = event.role === 'series' ? { scope: 'all' as const, occurrences: dates.get(event.id)?.length ?? 0 } : {}
    op.changes.push(toChange(op, 'event', 'updated', event, after[i] ?? event, extent))
  }
  return { count: before.length, lastId: events.at(-1)?.id }
}

/** The dates of a series that link a merged record. */
async function datesOf({ store }: WriteOperation, series: EventRecord, filter: EventFilter): Promise<readonly EventRecord[]> {
  const found: EventRecord[] = []
  for (let afterId = 0; ; ) {
    const page = { filter: { ...filter, seriesIds: [series.id], afterId }, order: idOrder, offset: 0, limit: 1_000, withoutInherited: true }
    const batch = await store.events.find(page)
    found.push(...batch.map((date) => inheritFrom(series, date)))
    const last = batch.at(-1)
    if (last === undefined || batch.length < page.limit) return found
    afterId = last.id
  }
}

/** Deletes the merged records, which no event links any more, and gives their names to the remaining one. */
async function finish<D extends LinkedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  merged: Merged<D>,
  isFilled: boolean,
): Promise<void> {
  const collection = kind.collection(op.store)
  const records = recordsOf(merged)
  const { record: into } = merged.into
  await collection.addAliases(await aliasesAfter(op, collection, records, into.id))
  // The lowest of a tree first: its children rise to the next one.
  const depthOf = (record: object): number => ('ancestorIds' in record ? Object(record.ancestorIds).length : 0)
  for (const { id } of records.toSorted((a, b) => depthOf(b) - depthOf(a)))
    await (await currentTarget(op, kind, id)).remove(async () => undefined)
  const remaining = await currentTarget(op, kind, into.id)
  const filled = isFilled ? await remaining.change(emptyMembers(op, kind, remaining.record, records)) : remaining.record
  const known = [into, ...records].some(isKnown)
  // A change of a term makes it known, but one that fills an unknown term from others must not.
  if ('known' in filled && filled.known !== known) await replaceRecord(op, collection, { ...filled, ...updatedNow(op), known }, filled)
}

/** The target of a record as it is now: the write itself may have changed it. */
async function currentTarget<D extends KindTypes>(op: WriteOperation, kind: KindDefinition<D>, id: EntityId): Promise<WriteTarget<D>> {
  const [record] = await kind.collection(op.store).getMany([id])
  if (record === undefined) throw lostRace({ kind: kind.kind, id })
  return targetOf(op, kind, id, record)
}

const isKnown = (record: object): boolean => 'known' in record && record.known === true

/** The aliases of the merged records and of the remaining one, and the present slugs, names and ids of the merged ones. */
async function aliasesAfter(
  op: WriteOperation,
  { getAliases }: { getAliases(ids: readonly EntityId[]): Promise<readonly Alias[]> },
  from: readonly (StoredRecord & { readonly nameKey?: string })[],
  id: EntityId,
): Promise<readonly Alias[]> {
  const kept = [...(await getAliases([id, ...from.map((record) => record.id)]))].sort((a, b) => a.atMs - b.atMs)
  const own = from.flatMap((record): Pick<Alias, 'of' | 'text'>[] => [
    { of: 'slug', text: untrashedSlug(record.slug) },
    { of: 'nameKey', text: record.nameKey ?? '' },
    { of: 'id', text: String(record.id) },
  ])
  const aliases = new Map<string, Alias>()
  for (const alias of [...kept, ...own.map((one) => ({ ...one, atMs: op.nowMs }))])
    aliases.set(`${alias.of} ${alias.text}`, { of: alias.of, text: alias.text, atMs: alias.atMs, id })
  return [...aliases.values()]
}
