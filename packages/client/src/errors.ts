import type { CalendarError, ErrorCode, Issue } from '@kalends/core'
import { type Collection, namesOf } from './names.ts'
import { isObject } from './plain-object.ts'

/** The brand of all errors of Kalends; `isCalendarError` of the core looks for the same one. */
const brand = Symbol.for('kalends.error')

/** What a client adds to an error. */
export interface AnsweredError {
  /** The HTTP status of the response; undefined when there was none. */
  readonly status: number | undefined
}

/** The wait that a response asks for. */
export interface RetryDetails {
  /** In seconds; undefined if it asks for none. */
  readonly retryAfterSeconds?: number | undefined
}

/** An error of any code, as a client throws it. */
export type AnyClientError = { readonly [Code in ErrorCode]: CalendarError<Code> & AnsweredError }[ErrorCode]

/**
 * Whether a thrown value is an error of Kalends, and of that code where one is given. It is the same question as `isCalendarError` of
 * `@kalends/core`, for applications that do not bundle the core.
 */
export function isCalendarError(error: unknown): error is AnyClientError
/** Whether a thrown value is an error of Kalends of that code. */
export function isCalendarError<Code extends ErrorCode>(error: unknown, code: Code): error is CalendarError<Code> & AnsweredError
/** Implements both overloads. */
export function isCalendarError(error: unknown, code?: ErrorCode): boolean {
  if (typeof error !== 'object' || error === null || !(brand in error)) return false
  return code === undefined || ('code' in error && error.code === code)
}

/** Makes an error that `isCalendarError` recognises. The class of the core is not imported, which would bundle the core. */
export function toError(code: string, message: string, details: object, status?: number, cause?: unknown): AnyClientError {
  // It has every member of the class.
  return Object.assign(new Error(message, cause ? { cause } : {}), {
    name: 'CalendarError',
    code,
    details,
    status,
    [brand]: true,
  }) as unknown as AnyClientError
}

/** What a call named, for the details of its errors. */
export interface CallNames {
  /** From the name of a parameter or a field on the wire to that of the core. */
  readonly toCore: (name: string) => string
  /** The kind, and the id, the slug or the page; empty for changes. */
  readonly subject: { readonly kind?: string; readonly [member: string]: unknown }
  /** The body of a write. */
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

/** The usual cause of another page instead of a calendar. */
export const namespaceHint = ': `baseUrl` has to end with the namespace, such as /calendar/events/v1'

/** The code of a response that is not from Kalends: of a proxy, of the host, of the wrong address. */
function toCode(status: number): ErrorCode {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  return status === 429 || status > 500 ? 'unavailable' : 'internal'
}

/** The path of an issue as in process: `venues[0].geoLat` for `venue[0].geo_lat`. */
const toCorePath = (path: string, toCore: CallNames['toCore']): string =>
  path.replace(/^(\w+)(\[\d+\]\.)?(\w*)/, (_, name: string, index: string | undefined, part: string) => {
    const member = toCore(name)
    // A member with an index may hold records of another kind.
    return index ? member + index + (namesOf[member as Collection]?.toCore(part) ?? part) : member + part
  })

/** An issue as in process: its path, and the other field that it names. */
function toCoreIssue(issue: Issue, toCore: CallNames['toCore']): Issue {
  const path = toCorePath(String(issue?.path), toCore)
  if (issue?.code !== 'other_time_zone') return { ...issue, path }
  const name = toCore(issue.name)
  return { ...issue, path, name, message: issue.message.replace(issue.name, name) }
}

/** An error as sent. */
interface WireError {
  readonly code: string
  readonly message: string
  readonly data: { readonly status: number; readonly issues?: readonly Issue[] }
}

/** Whether a body is an error of a calendar: the bodies of other programs have other members. */
const isWireError = (body: unknown): body is WireError =>
  isObject(body) &&
  typeof body['code'] === 'string' &&
  typeof body['message'] === 'string' &&
  isObject(body['data']) &&
  Boolean(body['data']['status'])

/**
 * The error of a response.
 * @param body the parsed body; undefined where it is no JSON
 * @param retry the wait that the response asks for
 */
export function readError(
  status: number,
  body: unknown,
  retry: RetryDetails,
  { toCore, subject, body: written }: CallNames,
): AnyClientError {
  if (!isWireError(body))
    return toError(toCode(status), `The service answers ${status}${status === 404 ? namespaceHint : ''}.`, retry, status)
  const { code, message, data } = body
  const { status: _, issues: given, ...others } = data
  if (Array.isArray(given)) {
    const issues = given.map((issue: Issue) => toCoreIssue(issue, toCore))
    // The message ends with the fields.
    const fields = issues.map(({ path }) => path).join(', ')
    return toError(
      code,
      message.replace(/: .*/, `: ${fields}.`),
      { params: Object.fromEntries(issues.map(({ path, message: reason }) => [path, reason])), issues },
      status,
    )
  }
  // `slug_taken` and `uid_taken` name the member of the body that another record has.
  const taken = code.replace('_taken', '')
  const named = written && taken in written ? { kind: subject.kind, [taken]: written[taken] } : subject
  return toError(code, message, { ...named, ...retry, ...others }, status)
}
