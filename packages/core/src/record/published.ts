import { demand, type Question } from '../access/decision.ts'
import type { Issues } from '../input/read.ts'
import type { Draft, PublishedRecord, StoredRecord, StoredStatus } from '../store/records.ts'
import { toSlug, trashedSlug, untrashedSlug } from '../text/slug.ts'
import { type RecordOf, toChange } from './change.ts'
import { composeOwnership } from './composition.ts'
import type { CalendarContext, Operation, PublishedKindName, WriteOperation } from './context.ts'
import type { PublishedFields } from './fields.ts'
import { type AnyCollection, loadForWriting, type PublishedKind, type RecordRef } from './lookup.ts'
import { compareAndSet } from './lost-race.ts'
import { updatedNow } from './publication.ts'
import { claimNewSlug, claimSlug, planSlugs, type TakenSlugs } from './slug-claim.ts'
import { statusOf } from './status.ts'
import { write } from './write.ts'

/** A record to write, without slug, id and version. */
export type Slugless<R extends StoredRecord> = Omit<R, 'id' | 'version' | 'slug'>

/** The members that the write sets by itself. */
type Stamped = 'createdMs' | 'updatedMs' | 'updatedLocal' | 'statusBeforeTrash'

/** A published record as the code of its kind composes it. */
export type Composed<R extends PublishedRecord> = Omit<Slugless<R>, Stamped>

/** A composed record, and the records that are created with it. */
export interface RecordPlan<R extends PublishedRecord> {
  /** Its members, without links to the records that are created with it. */
  readonly composed: Composed<R>
  /** Runs the hooks of the records that are created with it. */
  readonly prepare?: () => Promise<void>
  /** Creates those records. @returns the members of the record, with all links */
  readonly make?: () => Promise<Composed<R>>
}

/** The slug that a write requests; `null` keeps the current one. */
export type SlugWish = string | null

/**
 * The slug that an input requests: the given one, one made from the title for an empty slug, or the current one.
 * @param fallback the slug of a title without letters or digits
 * @param own the current slug of the record; sending it back requests no change, also with the trash suffix
 */
export function wishSlug(given: string | undefined, title: string, fallback: string, issues: Issues, own?: string): SlugWish {
  if (given === undefined || given === own) return null
  if (given === '') return slugOfTitle(title, fallback)
  const slug = toSlug(given)
  if (slug === '') issues['slug'] = 'must have a letter or a digit'
  return slug
}

/** The slug made from a title. */
export const slugOfTitle = (title: string, fallback: string): string => toSlug(title) || fallback

/** Returns a function that asks a collection which slugs other records have. */
export function takenIn<R extends StoredRecord>(collection: AnyCollection<R>, ownId?: number): TakenSlugs {
  return async (slugs) => {
    const filter = ownId === undefined ? { slugs } : { slugs, excludeIds: [ownId] }
    const found = await collection.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: slugs.length })
    return new Set(found.map((record) => record.slug))
  }
}

/** Replaces a record by an equal one to increment its version. Not counted as a write: nothing that readers see changes. */
export const touchRecord = <R extends StoredRecord>(collection: AnyCollection<R>, record: R): Promise<R> =>
  compareAndSet(collection.update(record))

/** Replaces a record. */
export async function replaceRecord<R extends StoredRecord>(op: WriteOperation, collection: AnyCollection<R>, record: R): Promise<R> {
  const after = await compareAndSet(collection.update(record))
  op.replacedIds.push(record.id)
  return after
}

/** Deletes a record permanently. */
export async function removeRecord<R extends StoredRecord>(op: WriteOperation, collection: AnyCollection<R>, record: R): Promise<void> {
  await compareAndSet(collection.delete(record.id, record.version))
  op.replacedIds.push(record.id)
}

/** The question whether the viewer may create the record. Asked before its lookups and writes. */
export function toCreateQuestion(op: Operation, kind: PublishedKindName, fields: Partial<PublishedFields>): Question {
  const { authorId, ...state } = composeOwnership(op, fields, undefined)
  return { action: 'create', kind, next: { id: null, authorId, status: statusOf(state, op.nowMs) } }
}

/**
 * Passes if the viewer may create the record.
 * @throws unauthenticated, forbidden
 */
export function demandCreate(op: Operation, kind: PublishedKindName, fields: Partial<PublishedFields>): Promise<void> {
  return demand(op.viewer, toCreateQuestion(op, kind, fields))
}

/** Stores a new record, which the viewer may create, under the requested slug or the next free one. */
export async function insertPublished<K extends PublishedKindName>(
  op: WriteOperation,
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

/** A new record and its requested slug. */
export interface NewRecord<R extends PublishedRecord> {
  /** Its members. */
  readonly composed: Composed<R>
  /** The requested slug; the record gets this one or the next free one. */
  readonly slug: string
}

/** Stores new records with the same result as consecutive {@link insertPublished} calls. */
export async function insertManyPublished<K extends PublishedKindName>(
  op: WriteOperation,
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
    // Another writer has just taken its slug.
    const record = inserted[i] ?? (await claimSlug(base, taken, (free) => collection.insert(withSlug(free))))
    op.changes.push(toChange(kind.kind, 'created', null, record))
    records.push(record)
  }
  return records
}

/** The draft of a new record under its requested slug. */
export const toDraft = <R extends PublishedRecord>(op: Operation, composed: Composed<R>, slug: string): Draft<R> => {
  const { base, withSlug } = stampNew(op, composed, slug)
  return withSlug(base)
}

/** The draft of a new record without its slug, and the requested slug. */
function stampNew<R extends PublishedRecord>(
  op: Operation,
  composed: Composed<R>,
  slug: string,
): { readonly base: string; withSlug(slug: string): Draft<R> } {
  const inTrash = composed.status === 'trash'
  const draft = { ...composed, createdMs: op.nowMs, ...updatedNow(op), statusBeforeTrash: inTrash ? ('draft' as const) : null }
  return {
    base: inTrash ? trashedSlug(slug) : slug,
    // TypeScript does not recognise a spread of a generic type as that type; `Composed` and `Stamped` together are the draft.
    withSlug: (free) => ({ ...draft, slug: free }) as unknown as Draft<R>,
  }
}

/** A change to a record of one kind. */
export interface UpdateRequest<K extends PublishedKindName, Fields extends PublishedFields> {
  /** Returns the fields to set, which may depend on the record. */
  readonly fields: (record: RecordOf[K]) => Partial<Fields>
  /** Called with the record before any write; throws to stop. */
  readonly check?: ((record: RecordOf[K], op: WriteOperation) => Promise<void>) | undefined
  /** Returns the changed record, its requested slug, and the records that are created with it. */
  change(op: WriteOperation, record: RecordOf[K], fields: Partial<Fields>): Promise<ChangePlan<RecordOf[K]>>
}

/** A changed record. */
export interface ChangePlan<R extends PublishedRecord> extends RecordPlan<R> {
  /** The requested slug. */
  readonly slug: SlugWish
}

/**
 * Changes one record in one transaction. The order of checks is 404, 403, 410, the caller's check; then follows the change.
 * @throws not_found, unauthenticated, forbidden, in_trash, invalid_input
 */
export function updatePublished<K extends PublishedKindName, Fields extends PublishedFields, T>(
  context: CalendarContext,
  kind: PublishedKind<K>,
  ref: RecordRef,
  request: UpdateRequest<K, Fields>,
  view: (record: RecordOf[K], op: WriteOperation) => Promise<T>,
): Promise<T> {
  return write(context, async (op) => {
    const before = await loadForWriting(op, kind, ref, request.fields)
    await request.check?.(before, op)
    return view(await replacePublished(op, kind, before, await request.change(op, before, request.fields(before))), op)
  })
}

async function replacePublished<K extends PublishedKindName>(
  op: WriteOperation,
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

/** In the trash a slug has a suffix, so that the original one is free; a restored record takes the best free slug. */
function slugAfter(before: PublishedRecord, status: StoredStatus, wish: SlugWish): string {
  if (before.status === 'trash') return status === 'trash' ? before.slug : (wish ?? untrashedSlug(before.slug))
  return status === 'trash' ? trashedSlug(wish ?? before.slug) : (wish ?? before.slug)
}

/** The verbs of a write, for its hooks and for its listeners. */
function toVerbs(before: StoredStatus, after: StoredStatus): ['update', 'updated'] | ['trash', 'trashed'] | ['restore', 'restored'] {
  if (before !== 'trash' && after === 'trash') return ['trash', 'trashed']
  return before === 'trash' && after !== 'trash' ? ['restore', 'restored'] : ['update', 'updated']
}

/**
 * Deletes one record permanently, in the trash or not.
 * @returns its last state
 * @throws not_found, unauthenticated, forbidden
 */
export function deletePublished<K extends PublishedKindName, T>(
  context: CalendarContext,
  kind: PublishedKind<K>,
  ref: RecordRef,
  check: ((record: RecordOf[K], op: WriteOperation) => Promise<void>) | undefined,
  view: (record: RecordOf[K], op: WriteOperation) => Promise<T>,
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
