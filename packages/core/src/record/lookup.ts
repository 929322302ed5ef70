import type { Status } from '../access/policy.ts'
import { CalendarError, invalidInput } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import type { Collection } from '../store/contract.ts'
import type { ReadScope, RecordFilter, SortKey } from '../store/filters.ts'
import { isReadable } from '../store/matching.ts'
import type { PublishedRecord, StoredRecord } from '../store/records.ts'
import { textIssue } from '../text/plain.ts'
import { toStoredSlug } from '../text/slug.ts'
import type { Operation, PublishedKindName } from './context.ts'
import { anyStatus, toStoredScope } from './scope.ts'

/** Identifies a record: a number is its id, a text its slug. */
export type RecordRef = number | string

/** The common type of all collections. */
export type AnyCollection<R extends StoredRecord> = Collection<R, RecordFilter, SortKey<'id'>>

/** The common type of the collections of kinds with a status. */
export type PublishedCollection<R extends PublishedRecord> = Collection<
  R,
  RecordFilter & { readonly readable?: ReadScope; readonly uids?: readonly string[] },
  SortKey<'id'>
>

const byId: readonly SortKey<'id'>[] = [{ key: 'id', direction: 'asc' }]

/**
 * Whether a record can have that id or slug. Databases reject some texts that are never valid slugs.
 * @throws invalid_input `ref` is neither a number nor a text
 */
export function canExist(ref: RecordRef): boolean {
  if (typeof ref === 'number') return Number.isSafeInteger(ref) && ref > 0
  if (typeof ref !== 'string') throw invalidInput({ ref: { code: 'not_a_ref' } })
  return ref !== '' && textIssue(ref) === undefined
}

/** The filter of the record with that id or slug. */
export const toRefFilter = (ref: RecordRef): Pick<RecordFilter, 'ids' | 'slugs'> =>
  typeof ref === 'number' ? { ids: [ref] } : { slugs: [toStoredSlug(ref)] }

/** The record with that id or slug, without an access check. */
export async function findByRef<R extends StoredRecord>(collection: AnyCollection<R>, ref: RecordRef): Promise<R | undefined> {
  if (!canExist(ref)) return undefined
  if (typeof ref === 'number') return (await collection.getMany([ref]))[0]
  return (await collection.find({ filter: toRefFilter(ref), order: byId, offset: 0, limit: 1 }))[0]
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
  if (readable === undefined) {
    const found = await findByRef(collection, ref)
    return found?.status === 'deleted' ? undefined : found
  }
  if (!canExist(ref) || readable.length === 0) return undefined
  const [record] = await collection.find({ filter: { ...toRefFilter(ref), readable }, order: byId, offset: 0, limit: 1 })
  // A store that ignores the scope must not show more than was requested.
  return record !== undefined && isReadable(readable, record) ? record : undefined
}

/**
 * The record with that id or slug, if the viewer may know it: readable ones, and those in the trash that the viewer sees there or saw
 * before. Trusted code knows everything.
 */
export const findKnown = async <R extends PublishedRecord>(
  op: Operation,
  kind: PublishedKindName,
  collection: PublishedCollection<R>,
  ref: RecordRef,
): Promise<R | undefined> => findReadable(collection, ref, await knownScope(op, kind))

/** The scope of the records that the viewer may know; undefined for all records. */
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
export function notFound(kind: Kind, ref: RecordRef): CalendarError<'not_found'> {
  return new CalendarError('not_found', typeof ref === 'number' ? { kind, id: ref } : { kind, slug: ref })
}
