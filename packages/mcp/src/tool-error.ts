import { isCalendarError } from '@kalends/core'
import { truncateCodePoints } from '@kalends/core/internal'

/** Why a tool could not do what it was asked for. */
export interface ToolError {
  /** A code of the errors of Kalends, such as `invalid_input`, `forbidden` or `token_expired`. */
  readonly code: string
  /** What to tell the person, or to correct. */
  readonly message: string
  /** The first invalid member of the input. */
  readonly field?: string
  /** Every invalid member of the input. */
  readonly issues?: readonly { readonly field: string; readonly code: string; readonly message: string }[]
  /** For `venue_busy`: the ids of the events that are in the way, as far as the caller may read them. */
  readonly conflicts?: readonly number[]
  /** For `unavailable`: when to try again. */
  readonly retryAfterSeconds?: number
}

/** The maximum number of issues in an answer. */
const maxIssues = 20

/** The maximum length of the name of a member: callers may send any. */
const maxNameLength = 200

/**
 * The error that a tool answers with. An error that Kalends does not know shows nothing of itself.
 * @param onError receives an error that Kalends does not know
 */
export function toToolError(error: unknown, onError: (error: unknown) => void): ToolError {
  if (!isCalendarError(error)) {
    report(error, onError)
    return { code: 'internal', message: 'Something went wrong. Nothing is known about the cause; tell the person.' }
  }
  const { code, message } = error
  switch (error.code) {
    case 'invalid_input': {
      const issues = error.details.issues
        .slice(0, maxIssues)
        .map(({ path, code: kind, message: rest }) => ({ field: shortened(path), code: kind, message: shortened(rest) }))
      const [first] = issues
      const sentences = issues.map(({ field, message: rest }) => `${field === '' ? 'The input' : field} ${rest}.`)
      return { code, message: sentences.join(' '), ...(first !== undefined && { field: first.field }), issues }
    }
    case 'venue_busy':
      return { code, message, field: 'venues', conflicts: error.details.conflicts.slice(0, maxIssues) }
    case 'unavailable': {
      const { retryAfterSeconds } = error.details
      return { code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
    }
    default:
      return { code, message }
  }
}

const shortened = (text: string): string => (text.length > maxNameLength ? `${truncateCodePoints(text, maxNameLength)}…` : text)

/** A tool never throws, whatever the host's function does. */
function report(error: unknown, onError: (error: unknown) => void): void {
  try {
    onError(error)
  } catch {
    // The host's function has failed: nobody else can be told.
  }
}
