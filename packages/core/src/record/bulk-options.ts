import type { AbortSignalLike } from '../abort-signal.ts'
import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import { isHookFailure } from './hooks.ts'

/** How many records one transaction writes, unless something else is asked for. */
export const defaultChunkSize = 1_000

/** What can be told of a bulk creation. */
export interface CreateManyOptions {
  /** How many records are written in one transaction, 1 to 10,000. @default 1000 */
  readonly chunkSize?: number | undefined
  /**
   * What an input at fault does: end the work, or be left out and reported.
   * @default 'stop'
   */
  readonly onError?: 'stop' | 'skip' | undefined
  /** Called after each commit; the work goes on when it has returned. */
  readonly onProgress?: ((progress: CreateManyProgress) => void | Promise<void>) | undefined
  /** Ends the work when it is aborted: what is committed stays, the rest is not begun. Any `AbortSignal` fits. */
  readonly signal?: AbortSignalLike | undefined
}

/** How far a bulk creation has come. */
export interface CreateManyProgress {
  /** How many inputs are done with: created or left out. To go on after an error, begin with the input of this index. */
  readonly done: number
  /** How many inputs there are; undefined while nobody knows. */
  readonly total: number | undefined
  /** What was created since the last call. */
  readonly created: readonly CreatedInput[]
  /** What was left out since the last call. */
  readonly skipped: readonly SkippedInput[]
}

/** An input that was created. */
export interface CreatedInput {
  /** Which input, from 0. */
  readonly index: number
  /** The record's id. */
  readonly id: number
  /** The record's slug. */
  readonly slug: string
}

/** An input that was left out. */
export interface SkippedInput {
  /** Which input, from 0. */
  readonly index: number
  /** What `create` would have thrown. */
  readonly error: CalendarError
}

/** What came of a bulk creation. */
export interface CreateManyResult {
  /** How many records were created. */
  readonly created: number
  /** How many inputs were left out. */
  readonly skipped: number
}

/** The codes of errors that are an input's own: the next input may be better. */
const faultCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['invalid_input', 'unauthenticated', 'forbidden', 'refused'])

/** Whether an error is the fault of one input. */
export const isInputFault = (error: unknown): error is CalendarError =>
  isCalendarError(error) && faultCodes.has(error.code) && !isHookFailure(error)

/** The error of an input as the error of a whole list: fields are named as `inputs[37].startDate`. */
export function atIndex(index: number, error: CalendarError): CalendarError {
  const path = `inputs[${index}]`
  const options = { message: `${path}: ${error.message}`, cause: error }
  if (!isCalendarError(error, 'invalid_input')) return new CalendarError(error.code, error.details, options)
  const params = Object.entries(error.details.params).map(([field, reason]) => [field === '' ? path : `${path}.${field}`, reason])
  return new CalendarError('invalid_input', { params: Object.fromEntries(params) }, options)
}
