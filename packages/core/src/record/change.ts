import type { Status } from '../access/policy.ts'
import type { Kind } from '../errors/codes.ts'
import type { EventRecord, OrganizerRecord, StoredStatus, TermRecord, VenueRecord } from '../store/records.ts'
import { statusOf } from './status.ts'

/** What happened to a record. */
export type ChangeVerb = 'created' | 'updated' | 'trashed' | 'restored' | 'deleted'

/** The stored record of each kind. */
export interface RecordOf {
  /** Events. */
  readonly event: EventRecord
  /** Venues. */
  readonly venue: VenueRecord
  /** Organizers. */
  readonly organizer: OrganizerRecord
  /** Categories. */
  readonly category: TermRecord
  /** Tags. */
  readonly tag: TermRecord
}

/** A stored record whose `status` is the one that views show: `future` until the publication date comes. */
export type Shown<R> = R extends { readonly status: StoredStatus } ? Omit<R, 'status'> & { readonly status: Status } : R

/** One committed change of one record. The records are as they are stored, with the `status` that views show. */
export interface Change<K extends Kind = Kind, V extends ChangeVerb = ChangeVerb> {
  /** What happened, such as `event.created`. */
  readonly name: `${K}.${V}`
  /** The kind of record. */
  readonly kind: K
  /** The record before it; null when it was created. */
  readonly before: V extends 'created' ? null : Shown<RecordOf[K]>
  /** The record after it; null when it was deleted for good. */
  readonly after: V extends 'deleted' ? null : Shown<RecordOf[K]>
}

/** The names of changes; terms have no trash. */
export type ChangeName = `${'event' | 'venue' | 'organizer'}.${ChangeVerb}` | `${'category' | 'tag'}.${'created' | 'updated' | 'deleted'}`

/** The change of a name. */
export type ChangeOf<N extends ChangeName> = N extends `${infer K extends Kind}.${infer V extends ChangeVerb}` ? Change<K, V> : never

/** What is about to happen to a record. */
export type HookVerb = 'create' | 'update' | 'trash' | 'restore' | 'delete'

/** A write as the code that plans it knows it. */
export interface HookCall {
  /** The kind of record. */
  readonly kind: Kind
  /** What is about to happen. */
  readonly verb: HookVerb
  /** The stored record; null when it is created. */
  readonly before: object | null
  /** The record as it will be stored; null when it is deleted. */
  readonly next: object | null
}

/** All names of changes. */
export const changeNames: readonly ChangeName[] = [
  ...(['event', 'venue', 'organizer'] as const).flatMap((kind) =>
    (['created', 'updated', 'trashed', 'restored', 'deleted'] as const).map((verb) => `${kind}.${verb}` as const),
  ),
  ...(['category', 'tag'] as const).flatMap((kind) =>
    (['created', 'updated', 'deleted'] as const).map((verb) => `${kind}.${verb}` as const),
  ),
]

/** Names a change. */
export function toChange<K extends Kind>(kind: K, verb: ChangeVerb, before: RecordOf[K] | null, after: RecordOf[K] | null): Change {
  // The callers give null where the verb says so, which the type of the arguments does not.
  return { name: `${kind}.${verb}`, kind, before, after } as Change
}

/** A record with the status that views show at a moment. */
export function showRecord<R extends object>(record: R, nowMs: number): Shown<R> {
  const shown = 'publishedMs' in record ? { ...record, status: statusOf(record as unknown as RecordOf['event'], nowMs) } : record
  // The members that were looked at are those of every record with a status.
  return shown as unknown as Shown<R>
}

/** A change as listeners are told of it. */
export const showChange = (change: Change, nowMs: number): Change => ({
  ...change,
  before: change.before && showRecord(change.before, nowMs),
  after: change.after && showRecord(change.after, nowMs),
})
