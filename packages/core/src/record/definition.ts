import type { Status, WriteScope } from '../access/policy.ts'
import type { Kind } from '../errors/codes.ts'
import type { FieldChanges } from '../fields/read-values.ts'
import type { HtmlText } from '../input/html.ts'
import type { Issues, Shape } from '../input/read.ts'
import type { PageRequest } from '../paging/page.ts'
import type { CalendarStore, Collection } from '../store/contract.ts'
import type { RecordFilter, SortKey } from '../store/filters.ts'
import type { EntityId } from '../store/records.ts'
import type { RecordOf } from './change.ts'
import type { CalendarCall, Operation, PublishedKindName, WriteOperation } from './context.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { WithRelativeTimes } from './list-times.ts'
import type { ListQuery } from './listing.ts'
import type { AnyCollection, RecordRef } from './lookup.ts'

/** The fields that all kinds have. */
export interface SharedFields {
  /** The slug; empty requests a new one. */
  readonly slug: string
  /** The description. */
  readonly description: HtmlText
  /** The status; absent for kinds without one. */
  readonly status?: Status
  /** The uid, empty for none; absent for kinds without uids. */
  readonly uid?: string
  /** The values of the fields that the host declares. */
  readonly fields?: FieldChanges
}

/** The types of one kind of record. */
export interface KindTypes {
  /** Its name. */
  readonly kind: Kind
  /** Its fields, as its shape reads them. */
  readonly parsed: SharedFields
  /** Its fields, checked, and with nested inputs read. */
  readonly fields: SharedFields
  /** The content of a planned write: plain data. */
  readonly plan: {
    /** The record as composed from its fields: the given value, else the stored one, else the default. */
    readonly composed: object
  }
  /** A returned record. */
  readonly view: { readonly id: number }
  /** The parsed filters of its lists. */
  readonly listFields: PageRequest
  /** Its store filter. */
  readonly filter: Pick<RecordFilter, 'afterId' | 'fields'>
  /** Its store order. */
  readonly sort: SortKey<string>
}

/** The types of a kind with a lifecycle. */
export interface PublishedTypes extends KindTypes {
  /** Its name. */
  readonly kind: PublishedKindName
}

/** The stored record of a kind. */
export type RecordFor<D extends KindTypes> = RecordOf[D['kind']]

/** The composed record of a kind. */
export type ComposedFor<D extends KindTypes> = D['plan']['composed']

/** The stored records that a write changes, with their rules: one record, or a series with its occurrences. */
export interface WriteTarget<D extends KindTypes> {
  /** The record that the caller names. */
  readonly record: RecordFor<D>
  /** The record that a restoration takes out of the trash: the named record, or its series. */
  readonly restored: RecordFor<D>
  /**
   * Passes if the viewer may set these fields. Asks the policy once.
   * @param fields null to delete permanently
   * @throws not_found, unauthenticated, forbidden
   * @throws in_trash the record is in the trash and would stay there
   */
  demand(fields: Partial<D['fields']> | null): Promise<void>
  /**
   * Carries out a change that the policy allows. A change to what is stored already runs no hooks and writes nothing.
   * @returns the named record after the change, with its stored version if nothing is written
   * @throws invalid_input, uid_taken, unauthenticated, forbidden
   */
  change(fields: Partial<D['fields']>): Promise<RecordFor<D>>
  /**
   * Carries out a permanent deletion that the policy allows.
   * @param view shows the last state of the named record; called before anything is deleted
   */
  remove<T>(view: () => Promise<T>): Promise<T>
}

/** What a change of all matching records changes because of one of them. */
export interface ManyTargets<R> {
  /** The records to change, each with its default scope. */
  readonly records: readonly R[]
  /** Whether the group is left as it is, because only some of its records match. */
  readonly isPartly: boolean
}

/** What reads of one kind need of its definition. */
export interface ReadDefinition<D extends KindTypes> {
  /** Its name. */
  readonly kind: D['kind']
  /** The collection of its records. */
  collection(store: CalendarStore): AnyCollection<RecordFor<D>> & Collection<RecordFor<D>, D['filter'], D['sort']>
  /** The filters of its lists. */
  readonly listShape: Shape<WithRelativeTimes<D['listFields']>>
  /** The record with that id or slug, if the viewer may know it; in the trash, too. */
  find(op: Operation, ref: RecordRef): Promise<RecordFor<D> | undefined>
  /** The filter of the records that the viewer may read by an address, without the trash. */
  readable(op: Operation): Promise<D['filter']>
  /** Translates a list into a store query. */
  query(op: Operation, fields: Partial<D['listFields']>): Promise<ListQuery<D['filter'], D['sort']>>
  /** Converts records to returned ones, in the given order. */
  view(op: Operation, records: readonly RecordFor<D>[]): Promise<readonly D['view'][]>
}

/** The definition of one kind: everything that differs between events, venues, organizers, categories and tags. */
export interface KindDefinition<D extends KindTypes> extends ReadDefinition<D> {
  /** The rules of author, status, publication date and trash; absent for kinds without them. */
  readonly lifecycle?: Lifecycle<RecordFor<D>, ComposedFor<D>, Partial<D['parsed']> | Partial<D['fields']>>
  /** Its fields. */
  readonly shape: Shape<D['parsed']>
  /** The fields that a new record needs. */
  readonly required: readonly (keyof D['parsed'] & string)[]
  /**
   * Validates combinations of fields without stored data, and reads nested inputs.
   * @param isNew whether the fields are complete, because the record is new
   */
  prepare(context: CalendarCall, parsed: Partial<D['parsed']>, isNew: boolean, issues: Issues): Partial<D['fields']>
  /** Enqueues the lookups of new records, so that they are batched. */
  enqueue?(op: WriteOperation, news: readonly Partial<D['fields']>[]): void
  /**
   * Plans a write: composes the record, finds the records that it names, and asks whether the viewer may link or create those. Writes
   * nothing.
   * @throws unauthenticated, forbidden
   */
  plan(op: WriteOperation, fields: Partial<D['fields']>, before: RecordFor<D> | undefined, issues: Issues): Promise<D['plan']>
  /** The text from which a slug is made. */
  title(composed: ComposedFor<D>): string
  /** The members that depend on the slug. */
  deriveFromSlug?(record: ComposedFor<D> & { readonly slug: string }): Partial<RecordFor<D>>
  /**
   * Runs the hooks of the other records of a plan, and then writes these records.
   * @returns the composed record, which links all of them
   */
  applyRelated?(op: WriteOperation, plan: D['plan']): Promise<ComposedFor<D>>
  /** Whether {@link applyRelated} writes other records, so that the plan is a change even if its own record stays. @default it writes none */
  writesOthers?(plan: D['plan']): boolean
  /**
   * Runs the writes of a record, which follow all hooks, under the lock that they need.
   * @param plan null for a permanent deletion
   * @default no lock
   */
  whileLocked?<T>(op: WriteOperation, plan: D['plan'] | null, writes: () => Promise<T>): Promise<T>
  /** Whether further records, with slugs that begin with its own, are stored with a new record. @default none are */
  bringsOthers?(composed: ComposedFor<D>): boolean
  /** Stores the records that belong to new ones. */
  afterInsert?(op: WriteOperation, records: readonly RecordFor<D>[]): Promise<void>
  /** Updates other records after one was replaced. */
  afterReplace?(op: WriteOperation, before: RecordFor<D>, after: RecordFor<D>): Promise<void>
  /** Deletes a record and the references of others of its kind to it. @default deletes the record alone */
  remove?(op: WriteOperation, record: RecordFor<D>): Promise<void>
  /**
   * Extends the target of a write to the records that change with it, such as the occurrences of a series.
   * @param one the named record alone
   * @param scope how much of a series the caller wants to change
   * @default the named record alone
   */
  toTarget?(op: WriteOperation, one: WriteTarget<D>, ref: RecordRef, scope: WriteScope | undefined): Promise<WriteTarget<D>>
}

/** The definition of a kind for changes of many records. */
export interface ManyDefinition<D extends KindTypes> extends KindDefinition<D> {
  /** The id of the record that changes with this one, such as its series; 0 for a record that stands alone. @default 0 */
  groupOf?(record: RecordFor<D>): EntityId
  /**
   * The records that a change of all matching records changes because of a matching one in a group.
   * @param dates whether it changes the matching records that have values of their own, too
   * @throws version_conflict another writer has deleted the group
   */
  toMany?(op: WriteOperation, record: RecordFor<D>, filter: D['filter'], dates: 'series' | 'all'): Promise<ManyTargets<RecordFor<D>>>
}
