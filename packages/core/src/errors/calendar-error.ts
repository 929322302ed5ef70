import { type ErrorCode, type ErrorDetails, errorMessages, seeFields } from './codes.ts'
import { fillMessage, type Issue, messageOf, type Reason } from './issues.ts'

/** The brand that identifies errors of every copy of this package. */
const brand = Symbol.for('kalends.error')

/** The one error class of Kalends. Recognise it with {@link isCalendarError}, never with `instanceof`. */
export class CalendarError<Code extends ErrorCode = ErrorCode> extends Error {
  /** What went wrong, as one of a closed set. */
  readonly code: Code
  /** The details of the code, besides the message. */
  readonly details: ErrorDetails[Code]

  constructor(code: Code, details: ErrorDetails[Code], options?: { readonly message?: string; readonly cause?: unknown }) {
    super(options?.message ?? errorMessages[code], options?.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'CalendarError'
    this.code = code
    this.details = details
    Object.defineProperty(this, brand, { value: true })
  }
}

/** An error of any code: `switch (error.code)` tells which `details` it has. */
export type AnyCalendarError = { readonly [Code in ErrorCode]: CalendarError<Code> }[ErrorCode]

/**
 * Whether a thrown value is an error of Kalends, and of that code where one is given.
 * @example
 * try {
 *   await calendar.events.get(7)
 * } catch (error) {
 *   if (isCalendarError(error, 'not_found')) return undefined
 *   throw error
 * }
 */
export function isCalendarError(error: unknown): error is AnyCalendarError
/** Whether a thrown value is an error of Kalends of that code. */
export function isCalendarError<Code extends ErrorCode>(error: unknown, code: Code): error is CalendarError<Code>
/** Implements both overloads. */
export function isCalendarError(error: unknown, code?: ErrorCode): boolean {
  if (typeof error !== 'object' || error === null || !(brand in error)) return false
  return code === undefined || ('code' in error && error.code === code)
}

/**
 * The error for invalid inputs.
 * @param reasons every invalid input by its path
 */
export function invalidInput(reasons: Readonly<Record<string, Reason>>): CalendarError<'invalid_input'> {
  const issues = Object.entries(reasons).map(([path, reason]) => ({ path, message: messageOf(reason), ...reason }))
  const fields = issues.map(({ path }) => path).join(', ')
  return new CalendarError('invalid_input', toDetails(issues), {
    message: `${errorMessages.invalid_input} ${fillMessage(seeFields, { fields })}`,
  })
}

/** The details of invalid inputs. */
export const toDetails = (issues: readonly Issue[]): ErrorDetails['invalid_input'] => ({
  params: Object.fromEntries(issues.map(({ path, message }) => [path, message])),
  issues,
})
