import { demand, mayDo } from '../access/decision.ts'
import type { AccessTarget, Action, Status } from '../access/policy.ts'
import { CalendarError, invalidInput } from '../errors/calendar-error.ts'
import type { CalendarStore, Collection } from '../store/contract.ts'
import type { ReadScope, RecordFilter, SortKey } from '../store/filters.ts'
import { isReadable } from '../store/matching.ts'
import type { PublishedRecord, StoredRecord } from '../store/records.ts'
import { textIssue } from '../text/plain.ts'
import type { RecordOf } from './change.ts'
import { composeOwnership } from './composition.ts'
import type { Operation, PublishedKindName, WriteOperation } from './context.ts'
import type { PublishedFields } from './fields.ts'
import { anyStatus, toStoredScope } from './scope.ts'
import { statusOf } from './status.ts'

/** Identifies a record: a number is its id, a text its slug. */
export type RecordRef = number | string

/** The common type of all collections. */
export type AnyCollection<R extends StoredRecord> = Collection<R, RecordFilter, SortKey<'id'>>

/** The common type of the collections of kinds with a status. */
export type PublishedCollection<R extends PublishedRecord> = Collection<R, RecordFilter & { readonly readable?: ReadScope }, SortKey<'id'>>

/** A kind with a status, as the code shared by all of them sees it. */
export interface PublishedKind<K extends PublishedKindName> {
  /** The name of the kind. */
  readonly kind: K
  /** The collection of its records. */
  collection(store: CalendarStore): PublishedCollection<RecordOf[K]>
  /** Removes the references of other records of the kind to a permanently deleted one. */
  release?(op: WriteOperation, removed: RecordOf[K]): Promise<void>
}

const byId: readonly SortKey<'id'>[] = [{ key: 'id', direction: 'asc' }]

/**
 * Whether a record can have that id or slug. Databases reject some texts that are never valid slugs.
 * @throws invalid_input `ref` is neither a number nor a text
 */
export function canExist(ref: RecordRef): boolean {
  if (typeof ref === 'number') return Number.isSafeInteger(ref) && ref > 0
  if (typeof ref !== 'string') throw invalidInput({ ref: 'must be an id (a number) or a slug (a text)' })
  return ref !== '' && textIssue(ref) === undefined
}

/** The record with that id or slug, without an access check. */
export async function findByRef<R extends StoredRecord>(collection: AnyCollection<R>, ref: RecordRef): Promise<R | undefined> {
  if (!canExist(ref)) return undefined
  if (typeof ref === 'number') return (await collection.getMany([ref]))[0]
  return (await collection.find({ filter: { slugs: [ref] }, order: byId, offset: 0, limit: 1 }))[0]
}

/**
 * The record with that id or slug, if the scope shows it. The scope is part of the store's query, so that a hidden record takes no longer
 * than a missing one.
 * @param readable undefined shows everything
 */
export async function findReadable<R extends PublishedRecord>(
  collection: PublishedCollection<R>,
  ref: RecordRef,
  readable: ReadScope | undefined,
): Promise<R | undefined> {
  if (readable === undefined) return findByRef(collection, ref)
  if (!canExist(ref) || readable.length === 0) return undefined
  const named = typeof ref === 'number' ? { ids: [ref] } : { slugs: [ref] }
  const [record] = await collection.find({ filter: { ...named, readable }, order: byId, offset: 0, limit: 1 })
  // A store that ignores the scope must not show more than was requested.
  return record !== undefined && isReadable(readable, record) ? record : undefined
}

/** The part of a record that a policy sees. */
export const toTarget = (record: PublishedRecord, nowMs: number): AccessTarget => ({
  id: record.id,
  authorId: record.authorId,
  status: statusOf(record, nowMs),
})

/**
 * The scope of records that the viewer may know: readable ones, and those in the trash that the viewer sees there or saw before. Undefined
 * for trusted code, which knows everything.
 */
async function knownScope(op: Operation, kind: PublishedKindName): Promise<ReadScope | undefined> {
  if (op.viewer.policy === null) return undefined
  const scope = await op.scope(kind)
  const visible = toStoredScope(scope, anyStatus, op.nowMs)
  const trash = toStoredScope(scope, trashOnly, op.nowMs)
  const isWhole = trash.some((clause) => Object.keys(clause).length === 1)
  const seenBefore = isWhole ? [] : visible.map((clause) => ({ ...clause, status: 'trash' as const, statusBeforeTrash: clause.status }))
  return [...visible, ...trash, ...seenBefore]
}

const trashOnly: ReadonlySet<Status> = new Set<Status>(['trash'])

/** The error for a missing record, and for one that this viewer may not see: callers cannot distinguish them. */
export function notFound(kind: RecordKind, ref: RecordRef): CalendarError<'not_found'> {
  return new CalendarError('not_found', typeof ref === 'number' ? { kind, id: ref } : { kind, slug: ref })
}

type RecordKind = keyof RecordOf

/**
 * The record for a reader.
 * @throws not_found the record does not exist, or the viewer may not see it
 * @throws in_trash it is in the trash, and the viewer could see it and may change it
 */
export async function loadForReading<K extends PublishedKindName>(
  op: Operation,
  kind: PublishedKind<K>,
  ref: RecordRef,
): Promise<RecordOf[K]> {
  const record = await findReadable(kind.collection(op.store), ref, await knownScope(op, kind.kind))
  if (record === undefined) throw notFound(kind.kind, ref)
  if (record.status === 'trash') {
    const target = toTarget(record, op.nowMs)
    const mayChange = await mayDo(op.viewer, { action: 'update', kind: kind.kind, record: target, next: target })
    throw mayChange ? new CalendarError('in_trash', { kind: kind.kind, id: record.id }) : notFound(kind.kind, ref)
  }
  return record
}

/** The effect of a write on the record that it finds: it sets the fields that policies ask about, or deletes the record permanently. */
export type WriteIntent<R> = 'remove' | ((record: R) => Partial<PublishedFields>)

/**
 * The record for a write that the policy allows. Asks the policy once.
 * @throws not_found the record does not exist, or the viewer may not see it
 * @throws unauthenticated, forbidden the viewer may not do this
 * @throws in_trash it is in the trash and would stay there
 */
export async function loadForWriting<K extends PublishedKindName>(
  op: Operation,
  kind: PublishedKind<K>,
  ref: RecordRef,
  intent: WriteIntent<RecordOf[K]>,
): Promise<RecordOf[K]> {
  const record = await findReadable(kind.collection(op.store), ref, await knownScope(op, kind.kind))
  if (record === undefined) throw notFound(kind.kind, ref)
  const next = intent === 'remove' ? undefined : { ...record, ...composeOwnership(op, intent(record), record) }
  const question = {
    action: toAction(record, next),
    kind: kind.kind,
    record: toTarget(record, op.nowMs),
    ...(next && { next: toTarget(next, op.nowMs) }),
  }
  if (record.status !== 'trash') {
    await demand(op.viewer, question)
    return record
  }
  if (!(await mayDo(op.viewer, question))) throw notFound(kind.kind, ref)
  if (next?.status === 'trash') throw new CalendarError('in_trash', { kind: kind.kind, id: record.id })
  return record
}

function toAction(record: PublishedRecord, next: PublishedRecord | undefined): Action {
  if (next === undefined) return 'delete'
  if (record.status === next.status) return 'update'
  if (record.status === 'trash') return 'restore'
  return next.status === 'trash' ? 'trash' : 'update'
}
