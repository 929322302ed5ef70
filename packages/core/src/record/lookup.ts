import { demand, mayDo } from '../access/decision.ts'
import type { AccessTarget, Action, Status } from '../access/policy.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import type { CalendarStore, Collection } from '../store/contract.ts'
import type { RecordFilter, SortKey } from '../store/filters.ts'
import { isReadable } from '../store/matching.ts'
import type { PublishedRecord, StoredRecord } from '../store/records.ts'
import { textProblem } from '../text/plain.ts'
import type { RecordOf } from './change.ts'
import { composeOwnership } from './composition.ts'
import type { Operation, PublishedKindName } from './context.ts'
import type { PublishedFields } from './fields.ts'
import { anyStatus, statusOf, toStoredScope } from './scope.ts'

/** Names a record: a number is its id, a text its slug. */
export type RecordRef = number | string

/** What all collections have in common. */
export type AnyCollection<R extends StoredRecord> = Collection<R, RecordFilter, SortKey<'id'>>

/** A kind with a status, as the code that serves all of them sees it. */
export interface PublishedKind<K extends PublishedKindName> {
  /** Its name. */
  readonly kind: K
  /** Where its records are kept. */
  collection(store: CalendarStore): AnyCollection<RecordOf[K]>
  /** Undoes what other records of the kind hold of one that was removed for good. */
  release?(op: Operation, removed: RecordOf[K]): Promise<void>
}

/** The record with that id or slug, whoever may see it. */
export async function findByRef<R extends StoredRecord>(collection: AnyCollection<R>, ref: RecordRef): Promise<R | undefined> {
  if (typeof ref === 'number') {
    if (!Number.isSafeInteger(ref) || ref < 1) return undefined
    return (await collection.getMany([ref]))[0]
  }
  // No slug is such a text, and databases refuse it.
  if (ref === '' || textProblem(ref) !== undefined) return undefined
  const order: readonly SortKey<'id'>[] = [{ key: 'id', direction: 'asc' }]
  return (await collection.find({ filter: { slugs: [ref] }, order, offset: 0, limit: 1 }))[0]
}

/** What a policy is told of a record. */
export const toTarget = (record: PublishedRecord, nowMs: number): AccessTarget => ({
  id: record.id,
  authorId: record.authorId,
  status: statusOf(record, nowMs),
})

async function isVisible(op: Operation, kind: PublishedKindName, record: PublishedRecord): Promise<boolean> {
  return isReadable(toStoredScope(await op.scope(kind), anyStatus, op.nowMs), record)
}

/** Whether the viewer sees a record in the trash, or saw it before it got there: who may change a record need not know of it. */
async function isVisibleTrash(op: Operation, kind: PublishedKindName, record: PublishedRecord): Promise<boolean> {
  if (isReadable(toStoredScope(await op.scope(kind), trashOnly, op.nowMs), record)) return true
  return isVisible(op, kind, { ...record, status: record.statusBeforeTrash ?? 'draft' })
}

const trashOnly: ReadonlySet<Status> = new Set<Status>(['trash'])

/** The error for a record that is not there, or not for this viewer: the two cannot be told apart. */
export function notFound(kind: RecordKind, ref: RecordRef): CalendarError<'not_found'> {
  return new CalendarError('not_found', typeof ref === 'number' ? { kind, id: ref } : { kind, slug: ref })
}

type RecordKind = keyof RecordOf

/**
 * The record for a reader.
 * @throws not_found there is none, or none that the viewer may see
 * @throws in_trash it is in the trash, and the viewer could see it and may change it
 */
export async function loadForReading<K extends PublishedKindName>(
  op: Operation,
  kind: PublishedKind<K>,
  ref: RecordRef,
): Promise<RecordOf[K]> {
  const record = await findByRef(kind.collection(op.store), ref)
  if (record === undefined) throw notFound(kind.kind, ref)
  if (record.status === 'trash') {
    if (!(await isVisibleTrash(op, kind.kind, record))) throw notFound(kind.kind, ref)
    const target = toTarget(record, op.nowMs)
    const mayChange = await mayDo(op.viewer, { action: 'update', kind: kind.kind, record: target, next: target })
    throw mayChange ? new CalendarError('in_trash', { kind: kind.kind, id: record.id }) : notFound(kind.kind, ref)
  }
  if (!(await isVisible(op, kind.kind, record))) throw notFound(kind.kind, ref)
  return record
}

/** What a write does with the record that it finds: sets fields, as far as policies ask about them, or removes it for good. */
export type WriteIntent<R> = 'remove' | ((record: R) => Partial<PublishedFields>)

/**
 * The record for a writer, who may do what is intended. Asks the policy once.
 * @throws not_found there is none, or none that the viewer may see
 * @throws unauthenticated, forbidden the viewer may not do this
 * @throws in_trash it is in the trash and would stay there
 */
export async function loadForWriting<K extends PublishedKindName>(
  op: Operation,
  kind: PublishedKind<K>,
  ref: RecordRef,
  intent: WriteIntent<RecordOf[K]>,
): Promise<RecordOf[K]> {
  const record = await findByRef(kind.collection(op.store), ref)
  if (record === undefined) throw notFound(kind.kind, ref)
  const next = intent === 'remove' ? undefined : { ...record, ...composeOwnership(op, intent(record), record) }
  const question = {
    action: toAction(record, next),
    kind: kind.kind,
    record: toTarget(record, op.nowMs),
    ...(next && { next: toTarget(next, op.nowMs) }),
  }
  if (record.status !== 'trash') {
    if (!(await isVisible(op, kind.kind, record))) throw notFound(kind.kind, ref)
    await demand(op.viewer, question)
    return record
  }
  if (!(await isVisibleTrash(op, kind.kind, record)) || !(await mayDo(op.viewer, question))) throw notFound(kind.kind, ref)
  if (next?.status === 'trash') throw new CalendarError('in_trash', { kind: kind.kind, id: record.id })
  return record
}

function toAction(record: PublishedRecord, next: PublishedRecord | undefined): Action {
  if (next === undefined) return 'delete'
  if (record.status === next.status) return 'update'
  if (record.status === 'trash') return 'restore'
  return next.status === 'trash' ? 'trash' : 'update'
}
