import type { WriteScope } from '../access/policy.ts'
import { invalidInput, isCalendarError } from '../errors/calendar-error.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { requireObject } from '../input/read.ts'
import type { Page } from '../paging/page.ts'
import type { CreateManyOptions, CreateManyResult } from './bulk-options.ts'
import type { ChangeManyOptions, ChangeManyReport } from './change-many-options.ts'
import type { CreateOptions } from './conflict.ts'
import type { HistoryEntry, HistoryRange, Reverted } from './history.ts'
import type { CountOptions, EachOptions, ReadOptions } from './list-options.ts'
import type { RecordRef } from './lookup.ts'

/** The options of every change to an existing record. */
export interface ChangeOptions<T> {
  /**
   * The version that the change replaces, as a returned record has it. The change is made only if the stored version is this one.
   * @throws version_conflict it is another one; nothing is written
   */
  readonly version?: number | undefined
  /**
   * Called with the record as the viewer sees it, in the transaction and before any write; throw to stop. For preconditions such as
   * `If-Match`.
   */
  readonly check?: ((current: T) => void | Promise<void>) | undefined
}

/** The options of a change of a record that can belong to a series. */
export interface ScopedOptions<T> extends ChangeOptions<T> {
  /**
   * How much of a series the change is for. `this` changes one occurrence. `all` changes the series and every occurrence that does not
   * override what changes. `following` splits the series at the occurrence, and changes the later part.
   * @default 'this' for an occurrence and a single event, 'all' for a series
   * @throws invalid_input a series takes `all` alone, a single event `this` alone
   */
  readonly scope?: WriteScope | undefined
}

const scopes: readonly WriteScope[] = ['this', 'following', 'all']

/** The reads of one kind of record. A number identifies a record by id, a text by slug. */
export interface ReadRecords<T, ListInput> {
  /**
   * One page of a list. A page past the end has no items, and the total of the list.
   * @throws invalid_input naming every invalid field
   * @throws TypeError a filter or an option is unknown
   */
  list(input?: ListInput, options?: ReadOptions): Promise<Page<T>>
  /**
   * The records of a list, by id, in small batches; `page`, `perPage` and the order of the input are ignored. Records that are not changed
   * meanwhile occur exactly once.
   * @param options `limit` is the maximum number of records @default all
   * @throws invalid_input naming every invalid field
   * @throws TypeError a filter or an option is unknown, or the limit is not an integer of 1 or more
   */
  each(input?: ListInput, options?: EachOptions): AsyncIterable<T>
  /**
   * The number of records of a list; `page`, `perPage` and the order of the input are ignored.
   * @param options `atMost` is the greatest result, at which the count of events ends @default no limit
   * @throws invalid_input naming every invalid field
   * @throws TypeError a filter or an option is unknown, or `atMost` is not an integer of 1 or more
   * @example
   * const hasMany = (await calendar.events.count({ from: 'now' }, { atMost: 101 })) > 100
   */
  count(input?: ListInput, options?: CountOptions): Promise<number>
  /**
   * One record.
   * @throws not_found the record does not exist, or the viewer may not see it
   * @throws in_trash it is in the trash, and the viewer may change it
   */
  get(ref: RecordRef, options?: ReadOptions): Promise<T>
  /** One record, or null where `get` would throw. */
  find(ref: RecordRef, options?: ReadOptions): Promise<T | null>
}

/** The operations on one kind of record. */
export interface Records<T, Input, Patch, ListInput, Options extends ChangeOptions<T> = ChangeOptions<T>>
  extends ReadRecords<T, ListInput> {
  /**
   * Creates a record.
   * @throws invalid_input naming every invalid field; nothing is written
   * @throws unauthenticated, forbidden the viewer may not create it
   */
  create(input: Input): Promise<T>
  /**
   * Changes a record; fields that are missing in the patch stay unchanged.
   * @throws uid_taken another record has the uid
   * @throws invalid_input, not_found, in_trash, unauthenticated, forbidden, version_conflict nothing is written
   */
  update(ref: RecordRef, patch: Patch, options?: Options): Promise<T>
  /**
   * Deletes a record permanently.
   * @returns its last state
   * @throws not_found, unauthenticated, forbidden, version_conflict nothing is written
   */
  delete(ref: RecordRef, options?: Options): Promise<T>
  /**
   * Who has written a record, when, and what each write has changed, newest first. For those who may update it; of a record in the trash, too.
   * @throws not_found, unauthenticated, forbidden as for an update
   * @throws TypeError an option is unknown, or not an integer of 1 or more
   * @example
   * const [last] = await calendar.events.history('long-night', { limit: 1 })
   * // { actor: 'ann', verb: 'updated', version: 4, changes: { title: { from: 'Night', to: 'Long night' } }, ... }
   */
  history(ref: RecordRef, options?: HistoryRange): Promise<readonly HistoryEntry[]>
  /**
   * Gives a record the values that it had at an earlier version, by an ordinary update. Links to records that are deleted since, or that the
   * viewer may not see, are left out, and so are declared fields that the viewer may not read.
   * @param options `to` is the version
   * @throws history_gone the values of a version since then are not kept, or not whole; nothing is written
   * @throws invalid_input the record has no such version; or as for an update
   * @throws not_found, in_trash, unauthenticated, forbidden, version_conflict as for an update
   */
  revert(ref: RecordRef, options: Options & { readonly to: number }): Promise<Reverted<T>>
}

/** Records that have a trash. */
export interface TrashableRecords<
  T,
  Input,
  Patch,
  ListInput,
  Options extends ChangeOptions<T> = ChangeOptions<T>,
  ManyOptions extends ChangeManyOptions = ChangeManyOptions,
> extends Records<T, Input, Patch, ListInput, Options> {
  /**
   * Creates a record. `onConflict` says what happens when another record has its uid, or its given slug.
   * @throws invalid_input naming every invalid field; nothing is written
   * @throws uid_taken another record has the uid; `details.id` is its id, if the viewer may know it
   * @throws slug_taken with `onConflict: 'error'`
   * @throws unauthenticated, forbidden the viewer may not create it
   */
  create(input: Input, options?: CreateOptions): Promise<T>
  /**
   * Creates many records, with the checks and the outcome of consecutive `create` calls but many times faster: for imports. The inputs are
   * read on demand, so they may come from a file of any size. They are written in chunks, each in one transaction; its listeners are called
   * after its commit. A chunk has one "now", and asks the policy for read scopes once.
   *
   * An invalid input stops the run: the inputs before it are created, the input itself and those after it are not. Other errors undo their
   * chunk.
   * @returns the numbers of created, updated, unchanged and skipped inputs; `onProgress` reports which ones
   * @throws invalid_input naming every invalid field, such as `inputs[37].startDate`
   * @throws unauthenticated, forbidden the viewer may not create that record; the error's `cause` is the one that `create` would throw
   * @throws TypeError an option is invalid
   * @example
   * await calendar.events.createMany(readLines(file), { onProgress: ({ done }) => console.error(done) })
   */
  createMany(inputs: Iterable<Input> | AsyncIterable<Input>, options?: CreateManyOptions): Promise<CreateManyResult>
  /**
   * Puts a record into the trash: lists no longer contain it, and its slug is free until it is restored.
   * @throws not_found, in_trash, unauthenticated, forbidden, version_conflict nothing is written
   */
  trash(ref: RecordRef, options?: Options): Promise<T>
  /**
   * Takes a record out of the trash and restores its previous status.
   * @throws not_found the trash does not contain it
   * @throws unauthenticated, forbidden the viewer may not restore it
   * @throws version_conflict nothing is written
   */
  restore(ref: RecordRef, options?: Options): Promise<T>
  /**
   * Changes every record of a list, with the checks and the outcome of an `update` of each: also past ones, and drafts, hidden ones and those
   * in the trash where the filters ask for them. `page`, `perPage` and the order are ignored. It runs in chunks, by id, each in one
   * transaction with one "now"; its listeners are called after its commit. A run that has ended early can be repeated, because a change to
   * what is stored already writes nothing.
   *
   * Of a series, lists have the dates. It is changed once, as a whole, if all of its dates meet the filters by dates, by ids and by last
   * change; a date with a value of its own keeps it. A series of which only some dates meet them is refused as `some_dates`.
   * @param filters the filters of the list; `{}` is every record that a list without filters has
   * @param patch takes no members that every record needs for itself: dates, recurrence, slug and uid
   * @returns the numbers of changed and unchanged records, and which ones were refused, and why
   * @throws invalid_input naming every invalid filter, or every invalid field of the patch; nothing is written
   * @throws TypeError a filter or an option is unknown or invalid, the patch has a member that it does not take, or a dry run is asked for
   * inside a transaction
   * @example
   * const report = await calendar.events.updateMany({ venueIds: 7, from: 'now' }, { venues: 8 }, { dryRun: true })
   * console.log(`${report.changed} would change`, report.refused)
   */
  updateMany(filters: ListInput, patch: ManyPatch<Patch>, options?: ManyOptions): Promise<ChangeManyReport>
  /**
   * Puts every record of a list into the trash, in the way of {@link TrashableRecords.updateMany}.
   * @throws invalid_input, TypeError as there
   */
  trashMany(filters: ListInput, options?: ManyOptions): Promise<ChangeManyReport>
  /**
   * Takes the records of a list out of the trash, in the way of {@link TrashableRecords.updateMany}. The list has the status `trash`, whatever
   * the filters say.
   * @throws invalid_input, TypeError as there
   */
  restoreMany(filters: ListInput, options?: ManyOptions): Promise<ChangeManyReport>
}

/** The members of a patch that every record needs for itself. */
export const ownMembers = ['startDate', 'endDate', 'recurrence', 'slug', 'uid'] as const

/** A patch without the members that every record needs for itself. */
export type ManyPatch<Patch> = Omit<Patch, (typeof ownMembers)[number]>

/**
 * Validates the options of a change; callers without types may pass anything.
 * @param owner the function that takes them
 * @param hasScopes whether `scope` is one of them
 * @throws invalid_input they are not an object, or the scope is unknown
 * @throws TypeError one is unknown, or the version is not an integer of 1 or more
 */
export function readChangeOptions<T>(owner: string, options: ScopedOptions<T> = {}, hasScopes = false): ScopedOptions<T> {
  requireObject('options', options)
  requireKnownOptions(owner, options, { version: true, check: true, ...(hasScopes && { scope: true }) })
  const { version, scope } = options
  if (scope !== undefined && !scopes.includes(scope)) throw invalidInput({ scope: { code: 'not_a_scope' } })
  if (version !== undefined && (!Number.isSafeInteger(version) || version < 1)) {
    throw new TypeError(`version must be an integer of 1 or more, not ${String(version)}`)
  }
  return options
}

/** The result of a lookup, or null when the record does not exist or is in the trash. */
export async function orNull<T>(lookup: Promise<T>): Promise<T | null> {
  try {
    return await lookup
  } catch (error) {
    if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return null
    throw error
  }
}
