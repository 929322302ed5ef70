import { isCalendarError } from '../errors/calendar-error.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { requireObject } from '../input/read.ts'
import type { Page } from '../paging/page.ts'
import type { CreateManyOptions, CreateManyResult } from './bulk-options.ts'
import type { RecordRef } from './lookup.ts'

/** What every change of an existing record can be given. */
export interface ChangeOptions<T> {
  /**
   * Called with the record as the viewer sees it, in the transaction, before anything is changed; throw to stop.
   * For preconditions such as `If-Match`.
   */
  readonly check?: ((current: T) => void | Promise<void>) | undefined
}

/** One kind of record of a calendar: what can be asked and done. A number names a record by id, a text by slug. */
export interface Records<T, Input, Patch, ListInput> {
  /**
   * One page of a list.
   * @throws invalid_input naming every field at fault
   * @throws page_out_of_range the page lies past the end
   */
  list(input?: ListInput): Promise<Page<T>>
  /**
   * Every record of a list, by id, in small batches; `page`, `perPage` and the order of the input do not count.
   * Records that nobody touches meanwhile come exactly once.
   * @throws invalid_input naming every field at fault
   */
  each(input?: ListInput): AsyncIterable<T>
  /**
   * One record.
   * @throws not_found there is none, or none that the viewer may see
   * @throws in_trash it is in the trash, and the viewer may change it
   */
  get(ref: RecordRef): Promise<T>
  /** One record, or null where `get` would throw. */
  find(ref: RecordRef): Promise<T | null>
  /**
   * Makes a record.
   * @throws invalid_input naming every field at fault; nothing is written
   * @throws unauthenticated, forbidden the viewer may not
   */
  create(input: Input): Promise<T>
  /**
   * Changes a record; what the patch leaves out stays.
   * @throws invalid_input, not_found, in_trash, unauthenticated, forbidden nothing is written
   */
  update(ref: RecordRef, patch: Patch, options?: ChangeOptions<T>): Promise<T>
  /**
   * Removes a record for good.
   * @returns its last state
   * @throws not_found, unauthenticated, forbidden nothing is written
   */
  delete(ref: RecordRef, options?: ChangeOptions<T>): Promise<T>
}

/** Records that have a trash. */
export interface TrashableRecords<T, Input, Patch, ListInput> extends Records<T, Input, Patch, ListInput> {
  /**
   * Makes many records, with the checks and the outcome of one `create` after the other but many times faster: for imports.
   * The inputs are read as they are needed, so they may come from a file of any size. They are written in chunks, each in one
   * transaction; after its commit its listeners are called. A chunk has one "now", and asks the policy what may be read once.
   *
   * An input at fault ends the work: those before it are created, it and those after it are not. Other errors undo their chunk.
   * @returns how many were created; which, says `onProgress`
   * @throws invalid_input naming every field at fault, such as `inputs[37].startDate`
   * @throws unauthenticated, forbidden the viewer may not make that record; the error's `cause` is what `create` would throw
   * @throws TypeError an option has no meaning
   * @example
   * await calendar.events.createMany(readLines(file), { onProgress: ({ done }) => console.error(done) })
   */
  createMany(inputs: Iterable<Input> | AsyncIterable<Input>, options?: CreateManyOptions): Promise<CreateManyResult>
  /**
   * Puts a record into the trash: it leaves every list and frees its slug until it is restored.
   * @throws not_found, in_trash, unauthenticated, forbidden nothing is written
   */
  trash(ref: RecordRef, options?: ChangeOptions<T>): Promise<T>
  /**
   * Takes a record out of the trash, into the status that it had.
   * @throws not_found there is none in the trash
   * @throws unauthenticated, forbidden the viewer may not
   */
  restore(ref: RecordRef, options?: ChangeOptions<T>): Promise<T>
}

/**
 * The options of a change, as callers without types can give them.
 * @param owner the call that takes them
 * @throws invalid_input they are no object
 * @throws TypeError one is unknown
 */
export function readChangeOptions<T>(owner: string, options: ChangeOptions<T> = {}): ChangeOptions<T> {
  requireObject('options', options)
  requireKnownOptions(owner, options, { check: true })
  return options
}

/** What a lookup gives, or null when there is no such record. */
export async function orNull<T>(lookup: Promise<T>): Promise<T | null> {
  try {
    return await lookup
  } catch (error) {
    if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return null
    throw error
  }
}
