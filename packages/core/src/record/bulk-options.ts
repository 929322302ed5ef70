import { CalendarError, isCalendarError, toDetails } from '../errors/calendar-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { AbortSignalLike } from '../store/abort-signal.ts'
import type { EntityId } from '../store/records.ts'
import type { CreateOptions } from './conflict.ts'
import { isHookFailure } from './hooks.ts'
import { isLostRace } from './lost-race.ts'

/** The default number of records per transaction. */
export const defaultChunkSize = 1_000

/** The options of a bulk creation. */
export interface CreateManyOptions extends CreateOptions {
  /** The number of records per transaction, 1 to 10,000. @default 1000 */
  readonly chunkSize?: number | undefined
  /**
   * The effect of an invalid input: stop the run, or skip the input and report it.
   * @default 'stop'
   */
  readonly onError?: 'stop' | 'skip' | undefined
  /** Called after each commit; the run continues when its promise has resolved. */
  readonly onProgress?: ((progress: CreateManyProgress) => void | Promise<void>) | undefined
  /** Stops the run when it is aborted: committed chunks stay, and no further chunk is begun. Accepts any `AbortSignal`. */
  readonly signal?: AbortSignalLike | undefined
}

/** The progress of a bulk creation. */
export interface CreateManyProgress {
  /** The number of processed inputs: created, updated, unchanged or skipped. To resume after an error, start with the input of this index. */
  readonly done: number
  /** The number of inputs; undefined while it is unknown. */
  readonly total: number | undefined
  /** The records created since the last call. */
  readonly created: readonly CreatedInput[]
  /** The records updated since the last call, because of `onConflict: 'update'`. */
  readonly updated: readonly CreatedInput[]
  /** The inputs since the last call whose record had all of their values already, with `onConflict: 'update'`: nothing was written. */
  readonly unchanged: readonly CreatedInput[]
  /** The inputs skipped since the last call. */
  readonly skipped: readonly SkippedInput[]
}

/** An input that was created, or that updated a record, or whose record had its values already. */
export interface CreatedInput {
  /** The index of the input, from 0. */
  readonly index: number
  /** The record's id. */
  readonly id: number
  /** The record's slug. */
  readonly slug: string
}

/** An input that was skipped. */
export interface SkippedInput {
  /** The index of the input, from 0. */
  readonly index: number
  /** The error that `create` would have thrown; with `onConflict: 'skip'` that of `onConflict: 'error'`. */
  readonly error: CalendarError
  /** With `onConflict: 'skip'` the id of the existing record, if the viewer may know it. */
  readonly id?: EntityId
}

/** The result of a bulk creation. */
export interface CreateManyResult {
  /** The number of created records. */
  readonly created: number
  /** The number of updated records. */
  readonly updated: number
  /** The number of inputs that left their record as it was, with `onConflict: 'update'`. */
  readonly unchanged: number
  /** The number of skipped inputs. */
  readonly skipped: number
}

/** The codes of errors that concern one input alone: the next input may be valid. */
const inputErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'refused',
  'uid_taken',
  'slug_taken',
  'venue_busy',
  'not_found',
  'in_trash',
])

/** Whether an error concerns one input alone. */
export const isInputError = (error: unknown): error is CalendarError =>
  isCalendarError(error) && inputErrorCodes.has(error.code) && !isHookFailure(error) && !isLostRace(error)

/** Converts the error of an input to an error of the whole list: fields are named as `inputs[37].startDate`. */
export function atIndex(index: number, error: CalendarError): CalendarError {
  const path = `inputs[${index}]`
  const options = { message: `${path}: ${error.message}`, cause: error }
  if (!isCalendarError(error, 'invalid_input')) return new CalendarError(error.code, error.details, options)
  const issues = error.details.issues.map((issue) => ({ ...issue, path: issue.path === '' ? path : `${path}.${issue.path}` }))
  return new CalendarError('invalid_input', toDetails(issues), options)
}
