import { demand, type Question } from '../access/decision.ts'
import { isCalendarError } from '../errors/calendar-error.ts'
import type { Problems } from '../input/read.ts'
import type { Draft, PublishedRecord, StoredRecord, StoredStatus } from '../store/records.ts'
import { toSlug, trashedSlug, untrashedSlug } from '../text/slug.ts'
import { type RecordOf, toChange } from './change.ts'
import { composeOwnership } from './composition.ts'
import { type CalendarContext, loseRace, type Operation, type PublishedKindName, write } from './context.ts'
import type { PublishedFields } from './fields.ts'
import { type AnyCollection, loadForWriting, type PublishedKind, type RecordRef } from './lookup.ts'
import { updatedNow } from './publication.ts'
import { claimNewSlug, claimSlug, planSlugs, type TakenSlugs } from './slug-claim.ts'
import { statusOf } from './status.ts'

/** A record as it is to be written, before it has its slug, its id and its version. */
export type Slugless<R extends StoredRecord> = Omit<R, 'id' | 'version' | 'slug'>

/** The members that a writer need not think of. */
type Stamped = 'createdMs' | 'updatedMs' | 'updatedLocal' | 'statusBeforeTrash'

/** A published record as a kind's own code makes it. */
export type Composed<R extends PublishedRecord> = Omit<Slugless<R>, Stamped>

/** A record as a write wants it, and the records that are made with it. */
export interface RecordPlan<R extends PublishedRecord> {
  /** What it is made of; without the links to records that are made with it. */
  readonly composed: Composed<R>
  /** Runs the hooks of the records that are made with it. */
  readonly prepare?: () => Promise<void>
  /** Makes them. @returns what the record is made of, with all links */
  readonly make?: () => Promise<Composed<R>>
}

/** Which slug a write asks for; `null` leaves it as it is. */
export type SlugWish = string | null

/**
 * The slug that an input asks for: as given, made from the title when it is given empty, or left as it is.
 * @param fallback what to call a record whose title has no letter or digit
 * @param own the slug that the record has; given back it is no wish, also where it carries the mark of the trash
 */
export function wishSlug(given: string | undefined, title: string, fallback: string, problems: Problems, own?: string): SlugWish {
  if (given === undefined || given === own) return null
  if (given === '') return slugOfTitle(title, fallback)
  const slug = toSlug(given)
  if (slug === '') problems['slug'] = 'must have a letter or a digit'
  return slug
}

/** The slug that a title makes. */
export const slugOfTitle = (title: string, fallback: string): string => toSlug(title) || fallback

/** Asks a collection which slugs are taken by others. */
export function takenIn<R extends StoredRecord>(collection: AnyCollection<R>, ownId?: number): TakenSlugs {
  return async (slugs) => {
    const filter = ownId === undefined ? { slugs } : { slugs, excludeIds: [ownId] }
    const found = await collection.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: slugs.length })
    return new Set(found.map((record) => record.slug))
  }
}

/** Writes, noting when another writer was faster. */
async function raced<T>(op: Operation, written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    if (isCalendarError(error, 'version_conflict') || isCalendarError(error, 'not_found')) loseRace(op, error)
    throw error
  }
}

/** Replaces a record by itself, so that it has another version; noting when another writer was faster. */
export const touchRecord = <R extends StoredRecord>(op: Operation, collection: AnyCollection<R>, record: R): Promise<R> =>
  raced(op, collection.update(record))

/** Replaces a record, noting when another writer was faster. */
export async function replaceRecord<R extends StoredRecord>(op: Operation, collection: AnyCollection<R>, record: R): Promise<R> {
  const after = await raced(op, collection.update(record))
  op.race.hasWritten = true
  return after
}

/** Removes a record for good, noting when another writer was faster. */
export async function removeRecord<R extends StoredRecord>(op: Operation, collection: AnyCollection<R>, record: R): Promise<void> {
  await raced(op, collection.delete(record.id, record.version))
  op.race.hasWritten = true
}

/** The question whether the viewer may create such a record. Asked before anything is looked up or written for it. */
export function toCreateQuestion(op: Operation, kind: PublishedKindName, fields: Partial<PublishedFields>): Question {
  const { authorId, ...state } = composeOwnership(op, fields, undefined)
  return { action: 'create', kind, next: { id: null, authorId, status: statusOf(state, op.nowMs) } }
}

/**
 * Passes if the viewer may create such a record.
 * @throws unauthenticated, forbidden
 */
export function demandCreate(op: Operation, kind: PublishedKindName, fields: Partial<PublishedFields>): Promise<void> {
  return demand(op.viewer, toCreateQuestion(op, kind, fields))
}

/** Stores a new record, which the viewer may create, under the slug it wishes, or the next free one. */
export async function insertPublished<K extends PublishedKindName>(
  op: Operation,
  kind: PublishedKind<K>,
  composed: Composed<RecordOf[K]>,
  slug: string,
): Promise<RecordOf[K]> {
  const collection = kind.collection(op.store)
  const { base, withSlug } = stampNew(op, composed, slug)
  const record = await claimNewSlug(base, takenIn(collection), (free) => collection.insert(withSlug(free)))
  op.changes.push(toChange(kind.kind, 'created', null, record))
  return record
}

/** A new record and the slug that it wishes. */
export interface NewRecord<R extends PublishedRecord> {
  /** What it is made of. */
  readonly composed: Composed<R>
  /** It gets this one, or the next free one. */
  readonly slug: string
}

/** Stores new records as {@link insertPublished} would one after the other. */
export async function insertManyPublished<K extends PublishedKindName>(
  op: Operation,
  kind: PublishedKind<K>,
  news: readonly NewRecord<RecordOf[K]>[],
): Promise<readonly RecordOf[K][]> {
  if (news.length === 0) return []
  const collection = kind.collection(op.store)
  const taken = takenIn(collection)
  const stamped = news.map(({ composed, slug }) => stampNew(op, composed, slug))
  const slugs = await planSlugs(
    stamped.map(({ base }) => base),
    taken,
  )
  const inserted = await collection.insertMany(stamped.map(({ base, withSlug }, i) => withSlug(slugs[i] ?? base)))
  const records: RecordOf[K][] = []
  for (const [i, { base, withSlug }] of stamped.entries()) {
    // Another writer took its slug a moment ago.
    const record = inserted[i] ?? (await claimSlug(base, taken, (free) => collection.insert(withSlug(free))))
    op.changes.push(toChange(kind.kind, 'created', null, record))
    records.push(record)
  }
  return records
}

/** A new record as it is stored, under the slug that it asks for. */
export const toDraft = <R extends PublishedRecord>(op: Operation, composed: Composed<R>, slug: string): Draft<R> => {
  const { base, withSlug } = stampNew(op, composed, slug)
  return withSlug(base)
}

/** A new record as it is stored, but for its slug, and the slug that it is to have, if it is free. */
function stampNew<R extends PublishedRecord>(
  op: Operation,
  composed: Composed<R>,
  slug: string,
): { readonly base: string; withSlug(slug: string): Draft<R> } {
  const inTrash = composed.status === 'trash'
  const draft = { ...composed, createdMs: op.nowMs, ...updatedNow(op), statusBeforeTrash: inTrash ? ('draft' as const) : null }
  return {
    base: inTrash ? trashedSlug(slug) : slug,
    // A spread of a generic type is not known to be that type again; `Composed` and `Stamped` add up to the draft.
    withSlug: (free) => ({ ...draft, slug: free }) as unknown as Draft<R>,
  }
}

/** How a kind changes a record. */
export interface UpdateRequest<K extends PublishedKindName, Fields extends PublishedFields> {
  /** The fields to set, which may depend on what they are set on. */
  readonly fields: (record: RecordOf[K]) => Partial<Fields>
  /** Called with the record before anything is changed; throws to stop. */
  readonly check?: ((record: RecordOf[K], op: Operation) => Promise<void>) | undefined
  /** Gives the record as it is to become, the slug it wishes, and what is made with it. */
  change(op: Operation, record: RecordOf[K], fields: Partial<Fields>): Promise<ChangePlan<RecordOf[K]>>
}

/** How a record is to become. */
export interface ChangePlan<R extends PublishedRecord> extends RecordPlan<R> {
  /** The slug that it wishes. */
  readonly slug: SlugWish
}

/**
 * Changes one record in one transaction: 404, 403, 410, the caller's check, then the change.
 * @throws not_found, unauthenticated, forbidden, in_trash, invalid_input
 */
export function updatePublished<K extends PublishedKindName, Fields extends PublishedFields, T>(
  context: CalendarContext,
  kind: PublishedKind<K>,
  ref: RecordRef,
  request: UpdateRequest<K, Fields>,
  view: (record: RecordOf[K], op: Operation) => Promise<T>,
): Promise<T> {
  return write(context, async (op) => {
    const before = await loadForWriting(op, kind, ref, request.fields)
    await request.check?.(before, op)
    return view(await replacePublished(op, kind, before, await request.change(op, before, request.fields(before))), op)
  })
}

async function replacePublished<K extends PublishedKindName>(
  op: Operation,
  kind: PublishedKind<K>,
  before: RecordOf[K],
  plan: ChangePlan<RecordOf[K]>,
): Promise<RecordOf[K]> {
  const collection = kind.collection(op.store)
  const { status } = plan.composed
  const base = slugAfter(before, status, plan.slug)
  const statusBeforeTrash = status !== 'trash' ? null : (before.statusBeforeTrash ?? before.status)
  const stamp = { ...updatedNow(op), statusBeforeTrash, slug: base }
  const [verb, done] = toVerbs(before.status, status)
  await op.runHooks(op, { kind: kind.kind, verb, before, next: { ...before, ...plan.composed, ...stamp } })
  await plan.prepare?.()
  const stamped = { ...before, ...((await plan.make?.()) ?? plan.composed), ...stamp }
  const after = await (base === before.slug
    ? replaceRecord(op, collection, stamped)
    : claimSlug(base, takenIn(collection, before.id), (slug) => replaceRecord(op, collection, { ...stamped, slug })))
  op.changes.push(toChange(kind.kind, done, before, after))
  return after
}

/** In the trash a slug carries a suffix, so that the name is free; out of it, the record takes the best free one back. */
function slugAfter(before: PublishedRecord, status: StoredStatus, wish: SlugWish): string {
  if (before.status === 'trash') return status === 'trash' ? before.slug : (wish ?? untrashedSlug(before.slug))
  return status === 'trash' ? trashedSlug(wish ?? before.slug) : (wish ?? before.slug)
}

/** What is about to happen, and what has happened then. */
function toVerbs(before: StoredStatus, after: StoredStatus): ['update', 'updated'] | ['trash', 'trashed'] | ['restore', 'restored'] {
  if (before !== 'trash' && after === 'trash') return ['trash', 'trashed']
  return before === 'trash' && after !== 'trash' ? ['restore', 'restored'] : ['update', 'updated']
}

/**
 * Removes one record for good, in the trash or not.
 * @returns its last state
 * @throws not_found, unauthenticated, forbidden
 */
export function deletePublished<K extends PublishedKindName, T>(
  context: CalendarContext,
  kind: PublishedKind<K>,
  ref: RecordRef,
  check: ((record: RecordOf[K], op: Operation) => Promise<void>) | undefined,
  view: (record: RecordOf[K], op: Operation) => Promise<T>,
): Promise<T> {
  return write(context, async (op) => {
    const record = await loadForWriting(op, kind, ref, 'remove')
    await check?.(record, op)
    await op.runHooks(op, { kind: kind.kind, verb: 'delete', before: record, next: null })
    const last = await view(record, op)
    await removeRecord(op, kind.collection(op.store), record)
    await kind.release?.(op, record)
    op.changes.push(toChange(kind.kind, 'deleted', record, null))
    return last
  })
}
