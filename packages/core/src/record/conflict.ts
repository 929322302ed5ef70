import { mayDo } from '../access/decision.ts'
import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { requireObject } from '../input/read.ts'
import { isReadable } from '../store/matching.ts'
import type { EntityId } from '../store/records.ts'
import { toSlug, trashedSlug } from '../text/slug.ts'
import type { WriteOperation } from './context.ts'
import type { KindDefinition, KindTypes, PublishedTypes, RecordFor, SharedFields } from './definition.ts'
import type { UniqueKey, UniqueKeys } from './loader.ts'
import { toLostRace } from './lost-race.ts'
import { demandCreate } from './prepare.ts'
import { visibleScope } from './scope.ts'
import { toSubject } from './subject.ts'

/** What creating a record does when another record has its `uid`, or else the `slug` that the input gives. */
export type OnConflict = 'suffix' | 'error' | 'skip' | 'update'

/** The options of a creation. */
export interface CreateOptions {
  /**
   * The effect when another record has the `uid` of the input, or else its given `slug`. A slug that is made from the title gets a number
   * in any case.
   * - `suffix`: a given slug gets a number; a taken uid is `uid_taken`.
   * - `error`: `uid_taken` or `slug_taken`.
   * - `skip`: nothing is written; `create` returns the existing record. If the viewer may not read that record, the effect is that of
   * `error`.
   * - `update`: the existing record is updated with the input, as `update` does it. If the viewer may not know that record, the effect is
   * that of `error`.
   * @default 'suffix'
   */
  readonly onConflict?: OnConflict | undefined
}

const choices: readonly OnConflict[] = ['suffix', 'error', 'skip', 'update']

/**
 * Validates the choice; callers without types may pass anything.
 * @throws TypeError it is unknown
 */
export function readOnConflict({ onConflict = 'suffix' }: CreateOptions): OnConflict {
  if (choices.includes(onConflict)) return onConflict
  throw new TypeError(`onConflict must be suffix, error, skip or update, not ${String(onConflict)}`)
}

/**
 * Validates the options of a creation.
 * @throws invalid_input they are not an object
 * @throws TypeError one is unknown
 */
export function readCreateOptions(options: CreateOptions = {}): OnConflict {
  requireObject('options', options)
  requireKnownOptions('create', options, { onConflict: true })
  return readOnConflict(options)
}

/** What a creation does with an existing record that has its uid or its slug. */
export type Resolution<D extends KindTypes> =
  | {
      readonly type: 'skip'
      /** The error that the creation would throw with `onConflict: 'error'`. */
      readonly error: CalendarError
      /** The record, if the viewer may know it. */
      readonly known: RecordFor<D> | undefined
    }
  | {
      readonly type: 'update'
      /** The record, which the viewer may know. */
      readonly record: RecordFor<D>
    }

/** What a creation does, depending on whether a record has its uid or its slug. */
export type Decision<D extends KindTypes> = { readonly type: 'create'; readonly keepsSlug: boolean } | Resolution<D>

/** The slug that an input gives, as the record would have it; undefined for none. */
export function givenSlug({ slug, status }: Partial<SharedFields>): string | undefined {
  const requested = slug === undefined ? '' : toSlug(slug)
  if (requested === '') return undefined
  return status === 'trash' ? trashedSlug(requested) : requested
}

/** The lookups by uid and slug of a kind; undefined for kinds without uids. */
const keysOf = (op: WriteOperation, kind: Kind): UniqueKeys | undefined =>
  kind === 'category' || kind === 'tag' ? undefined : op.loaders.keys[kind]

/** Enqueues the lookups of new records, so that they are batched. */
export function enqueueKeys(op: WriteOperation, kind: Kind, news: readonly Partial<SharedFields>[], onConflict: OnConflict): void {
  const keys = keysOf(op, kind)
  keys?.enqueue(
    'uid',
    news.flatMap(({ uid = '' }) => (uid === '' ? [] : [uid])),
  )
  if (onConflict !== 'suffix')
    keys?.enqueue(
      'slug',
      news.flatMap((fields) => givenSlug(fields) ?? []),
    )
}

/**
 * Decides what a creation does. The viewer needs the permission to create the record, or to update the existing one.
 * @throws uid_taken, slug_taken, unauthenticated, forbidden
 */
export async function decideCreate<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
  onConflict: OnConflict,
): Promise<Decision<D>> {
  if (onConflict !== 'update') await demandCreate(op, kind, fields)
  const conflict = await findConflict(op, kind, fields, onConflict)
  if (conflict === undefined) {
    if (onConflict === 'update') await demandCreate(op, kind, fields)
    return { type: 'create', keepsSlug: onConflict !== 'suffix' && givenSlug(fields) !== undefined }
  }
  const { toError, known } = conflict
  if (onConflict === 'skip') return { type: 'skip', error: toError(), known }
  if (onConflict === 'update') {
    if (known !== undefined) return { type: 'update', record: known }
    await demandCreate(op, kind, fields)
  }
  throw toError()
}

/**
 * Decides again after hooks have run, because they may have given the uid or the given slug to another record.
 * @returns undefined if they have not
 * @throws uid_taken, slug_taken
 */
export async function decideAfterHooks<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
  onConflict: OnConflict,
): Promise<Resolution<D> | undefined> {
  const keys = keysOf(op, kind.kind)
  const { uid = '' } = fields
  const slug = onConflict === 'suffix' ? undefined : givenSlug(fields)
  const isTaken = (uid !== '' && keys?.isOwn('uid', uid)) || (slug !== undefined && keys?.isOwn('slug', slug))
  if (isTaken !== true) return undefined
  const decision = await decideCreate(op, kind, fields, onConflict)
  return decision.type === 'create' ? undefined : decision
}

interface Conflict<D extends KindTypes> {
  /** Creates the error of `onConflict: 'error'`; its stack would take a tenth of an update that changes nothing. */
  toError(): CalendarError
  /** The record that has the uid or the slug, if the viewer may know it. */
  readonly known: RecordFor<D> | undefined
}

async function findConflict<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
  onConflict: OnConflict,
): Promise<Conflict<D> | undefined> {
  const { uid = '' } = fields
  const byUid = uid === '' ? undefined : await keysOf(op, kind.kind)?.find('uid', uid)
  if (byUid !== undefined) return toConflict(op, kind, 'uid', uid, byUid)
  const slug = onConflict === 'suffix' ? undefined : givenSlug(fields)
  const bySlug = slug === undefined ? undefined : await keysOf(op, kind.kind)?.find('slug', slug)
  return slug === undefined || bySlug === undefined ? undefined : toConflict(op, kind, 'slug', slug, bySlug)
}

async function toConflict<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  key: UniqueKey,
  text: string,
  id: EntityId,
): Promise<Conflict<D>> {
  const known = await findKnownOwner(op, kind, id)
  const toError = (): CalendarError =>
    key === 'uid'
      ? new CalendarError('uid_taken', { kind: kind.kind, uid: text, ...(known !== undefined && { id }) })
      : new CalendarError('slug_taken', { kind: kind.kind, slug: text })
  return { toError, known }
}

/** A record, if the viewer can see it. Records in the trash are visible only to viewers with permission to change them. */
async function findKnownOwner<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  id: EntityId,
): Promise<RecordFor<D> | undefined> {
  if (kind.kind === 'category' || kind.kind === 'tag') return undefined
  // A repeated import conflicts with a thousand records per chunk, which the lookup has read already.
  const read = keysOf(op, kind.kind)?.record(id)
  // The lookups of a kind read the records of that kind, which their common type does not express.
  if (read !== undefined && read.status !== 'trash' && isReadable(await visibleScope(op, kind.kind), read)) return read as RecordFor<D>
  // It also gives records in the trash that the viewer cannot change.
  const record = await kind.find(op, id)
  if (record === undefined || !('status' in record)) return undefined
  if (record.status !== 'trash') return record
  const subject = await toSubject(op, kind.kind, record)
  return (await mayDo(op.viewer, { action: 'update', kind: kind.kind, record: subject, next: subject })) ? record : undefined
}

/**
 * Passes if no other record has the uid.
 * @param ownId the record that takes it; undefined for a new one
 * @throws uid_taken
 */
export async function demandFreeUid<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  uid: string | undefined,
  ownId?: EntityId,
): Promise<void> {
  if (uid === undefined || uid === '') return
  const id = await keysOf(op, kind.kind)?.find('uid', uid)
  if (id !== undefined && id !== ownId) throw (await toConflict(op, kind, 'uid', uid, id)).toError()
}

/**
 * Awaits the write of a record whose uid and given slug were free when the write was planned. If one of them is taken now, another writer
 * was faster, and the error becomes a lost race, after which the call may run again. If a hook of this write took it, the error stays.
 */
export async function withFreeKeys<R>(op: WriteOperation, kind: Kind, keepsSlug: boolean, written: Promise<R>): Promise<R> {
  try {
    return await written
  } catch (error) {
    const keys = keysOf(op, kind)
    if (keys === undefined) throw error
    if (isCalendarError(error, 'uid_taken') && !keys.isOwn('uid', error.details.uid)) throw toLostRace(error)
    if (keepsSlug && isCalendarError(error, 'slug_taken') && !keys.isOwn('slug', error.details.slug)) throw toLostRace(error)
    throw error
  }
}
