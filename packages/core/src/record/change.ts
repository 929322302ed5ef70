import type { Status, WriteScope } from '../access/policy.ts'
import type { Kind } from '../errors/codes.ts'
import { toReturnedFields } from '../fields/returned-fields.ts'
import type { FieldsShape, UnknownFields, UntypedFields } from '../fields/typed-fields.ts'
import type {
  EventRecord,
  OrganizerRecord,
  PublishedRecord,
  StoredRecord,
  StoredStatus,
  TermRecord,
  VenueRecord,
} from '../store/records.ts'
import { statusOf } from './status.ts'
import type { ViewContext } from './view-context.ts'

/** The kinds of change to a record. */
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

/**
 * A stored record with the values of all declared fields, and the `status` that views show: `future` until the publication date comes.
 */
export type Shown<R, Fields = UntypedFields> = R extends { readonly status: StoredStatus }
  ? Omit<R, 'status' | 'fields'> & { readonly status: Status; readonly fields: Fields }
  : Omit<R, 'fields'> & { readonly fields: Fields }

/** How much of a series a change is for. */
export interface ChangeExtent {
  /** For occurrences and series: how much of the series the change was for. */
  readonly scope?: WriteScope
  /**
   * The number of occurrences that were written, created or deleted with the series: they have no changes of their own. Absent for a change
   * of one record.
   */
  readonly occurrences?: number
}

/** One committed change of one record. The records are in stored form, with the `status` that views show. */
export interface Change<K extends Kind = Kind, V extends ChangeVerb = ChangeVerb, F extends FieldsShape = UnknownFields>
  extends ChangeExtent {
  /** The name of the change, such as `event.created`. */
  readonly name: `${K}.${V}`
  /** The kind of record. */
  readonly kind: K
  /** The record before the change; null when it was created. */
  readonly before: V extends 'created' ? null : Shown<RecordOf[K], F[K]['values']>
  /** The record after the change; null when it was deleted permanently. */
  readonly after: V extends 'deleted' ? null : Shown<RecordOf[K], F[K]['values']>
}

/** The names of changes; terms have no trash. */
export type ChangeName = `${'event' | 'venue' | 'organizer'}.${ChangeVerb}` | `${'category' | 'tag'}.${'created' | 'updated' | 'deleted'}`

/** The change with a name. */
export type ChangeOf<
  N extends ChangeName,
  F extends FieldsShape = UnknownFields,
> = N extends `${infer K extends Kind}.${infer V extends ChangeVerb}` ? Change<K, V, F> : never

/** The kinds of write that hooks precede. */
export type HookVerb = 'create' | 'update' | 'trash' | 'restore' | 'delete'

/** A write, as its planning code passes it to hooks. */
export interface HookCall extends Pick<ChangeExtent, 'scope'> {
  /** The kind of record. */
  readonly kind: Kind
  /** The kind of write. */
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

/** Creates a change, as listeners receive it, from stored records. */
export function toChange<K extends Kind>(
  op: ViewContext,
  kind: K,
  verb: ChangeVerb,
  before: RecordOf[K] | null,
  after: RecordOf[K] | null,
  extent: ChangeExtent = {},
): Change {
  const change = {
    name: `${kind}.${verb}`,
    kind,
    before: before && showRecord(kind, before, op),
    after: after && showRecord(kind, after, op),
    ...extent,
  }
  // The callers pass null where the verb requires it, which the parameter types do not express.
  return change as Change
}

/** Replaces the status and the fields of a record by those that the host's own code sees at `nowMs`. */
export function showRecord<R extends object>(kind: Kind, record: R, { nowMs, declaredFields }: ViewContext): Shown<R> {
  // Every record is a StoredRecord, and one with `publishedMs` a PublishedRecord, which the compiler cannot see.
  const stored = record as unknown as StoredRecord | PublishedRecord
  const shown = {
    ...stored,
    ...('publishedMs' in stored && { status: statusOf(stored, nowMs) }),
    fields: toReturnedFields(declaredFields[kind], stored.fields),
  }
  return shown as unknown as Shown<R>
}
