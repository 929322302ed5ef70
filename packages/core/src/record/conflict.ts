import { mayDo } from '../access/decision.ts'
import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { requireObject } from '../input/read.ts'
import { isReadable } from '../store/matching.ts'
import type { EntityId } from '../store/records.ts'
import { toSlug, trashedSlug } from '../text/slug.ts'
import type { WriteOperation } from './context.ts'
import type { KindDefinition, KindTypes, PublishedTypes, SharedFields } from './definition.ts'
import { demandCreate } from './load.ts'
import type { UniqueKey, UniqueKeys } from './loader.ts'
import { toTarget } from './lookup.ts'
import { toLostRace } from './lost-race.ts'
import { visibleScope } from './scope.ts'

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
   * that
   *   of `error`.
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
export interface Resolution {
  readonly type: 'skip' | 'update'
  /** The id of the record. */
  readonly id: EntityId
  /** The error that the creation would throw with `onConflict: 'error'`. */
  readonly error: CalendarError
  /** Whether the viewer may know the record. */
  readonly isKnown: boolean
}

/** What a creation does, depending on whether a record has its uid or its slug. */
export type Decision = { readonly type: 'create'; readonly keepsSlug: boolean } | Resolution

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
): Promise<Decision> {
  if (onConflict !== 'update') await demandCreate(op, kind, fields)
  const conflict = await findConflict(op, kind, fields, onConflict)
  if (conflict === undefined) {
    if (onConflict === 'update') await demandCreate(op, kind, fields)
    return { type: 'create', keepsSlug: onConflict !== 'suffix' && givenSlug(fields) !== undefined }
  }
  const { id, error, isKnown } = conflict
  if (onConflict === 'skip') return { type: 'skip', id, error, isKnown }
  if (onConflict === 'update') {
    // `find` is not enough: it also gives records in the trash that the viewer cannot change.
    if (isKnown) return { type: 'update', id, error, isKnown }
    await demandCreate(op, kind, fields)
  }
  throw error
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
): Promise<Resolution | undefined> {
  const keys = keysOf(op, kind.kind)
  const { uid = '' } = fields
  const slug = onConflict === 'suffix' ? undefined : givenSlug(fields)
  const isTaken = (uid !== '' && keys?.isOwn('uid', uid)) || (slug !== undefined && keys?.isOwn('slug', slug))
  if (isTaken !== true) return undefined
  const decision = await decideCreate(op, kind, fields, onConflict)
  return decision.type === 'create' ? undefined : decision
}

interface Conflict {
  readonly id: EntityId
  readonly error: CalendarError
  /** Whether the viewer may know the record. */
  readonly isKnown: boolean
}

async function findConflict<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
  onConflict: OnConflict,
): Promise<Conflict | undefined> {
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
): Promise<Conflict> {
  const isKnown = await mayKnow(op, kind, id)
  const error =
    key === 'uid'
      ? new CalendarError('uid_taken', { kind: kind.kind, uid: text, ...(isKnown && { id }) })
      : new CalendarError('slug_taken', { kind: kind.kind, slug: text })
  return { id, error, isKnown }
}

/** Whether the viewer may know a record. Records in the trash exist only for those who may change them. */
async function mayKnow<D extends KindTypes>(op: WriteOperation, kind: KindDefinition<D>, id: EntityId): Promise<boolean> {
  if (kind.kind === 'category' || kind.kind === 'tag') return false
  // A repeated import conflicts with a thousand records per chunk, which the lookup has read already.
  const read = keysOf(op, kind.kind)?.record(id)
  if (read !== undefined && read.status !== 'trash' && isReadable(await visibleScope(op, kind.kind), read)) return true
  const record = await kind.find(op, id)
  if (record === undefined || !('status' in record)) return false
  if (record.status !== 'trash') return true
  const target = toTarget(record, op)
  return mayDo(op.viewer, { action: 'update', kind: kind.kind, record: target, next: target })
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
  if (id !== undefined && id !== ownId) throw (await toConflict(op, kind, 'uid', uid, id)).error
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
