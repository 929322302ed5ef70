import { CalendarError, type ErrorCode, isCalendarError } from '@kalends/core'
import { errorMessages, isHookFailure } from '@kalends/core/internal'
import type { JsonObject } from '../json.ts'
import type { Parameter } from '../parameters/parameter.ts'

/** The HTTP status of each error code. */
export const statusOf: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  invalid_json: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  page_out_of_range: 404,
  method_not_allowed: 405,
  slug_taken: 409,
  uid_taken: 409,
  name_taken: 409,
  refused: 409,
  request_in_progress: 409,
  in_trash: 410,
  token_expired: 410,
  version_conflict: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  wrong_host: 421,
  key_reused: 422,
  precondition_required: 428,
  internal: 500,
  unavailable: 503,
}

/** The wire form of an error. */
export interface Problem {
  /** The HTTP status. */
  readonly status: number
  /** Code, message and data. */
  readonly body: JsonObject
  /** Headers that the status requires. */
  readonly headers: Readonly<Record<string, string>>
}

/** `Retry-After` when nothing names a time, in seconds. */
const defaultRetryAfterSeconds = 5

/**
 * Converts a thrown value to the wire form. Anything but a `CalendarError` becomes `internal`, without detail.
 * @param args the endpoint's parameters, whose wire names replace the core's names
 */
export function toProblem(error: unknown, args: readonly Parameter[]): Problem {
  const known = isCalendarError(error) && !isHookFailure(error) ? error : new CalendarError('internal', {})
  const status = statusOf[known.code]
  const params = isCalendarError(known, 'invalid_input') ? toWireParams(known.details.params, args) : undefined
  const message = params === undefined ? toMessage(known) : `${errorMessages.invalid_input} See: ${Object.keys(params).join(', ')}.`
  return {
    status,
    body: {
      code: known.code,
      message,
      data: { status, ...(params !== undefined && { params }), ...toDenied(known), ...toOwner(known) },
    },
    headers: toHeaders(known),
  }
}

/** The standard message of the code: an error's own message may be for the host alone. Only the message of a refusal is for the caller. */
function toMessage(error: CalendarError): string {
  if (isCalendarError(error, 'refused')) return error.message
  const message = errorMessages[error.code]
  if (isCalendarError(error, 'unsupported_media_type'))
    return `${message} Send UTF-8 with a Content-Type of ${error.details.accepted.join(' or ')}.`
  return isCalendarError(error, 'invalid_json') ? `${message} ${error.details.reason}` : message
}

/** Action and kind of the nested record that the policy denies; empty if it denies the record itself. */
function toDenied(error: CalendarError): JsonObject {
  if (!isCalendarError(error, 'forbidden') && !isCalendarError(error, 'unauthenticated')) return {}
  const { denied } = error.details
  return denied === undefined ? {} : { denied: { action: denied.action, kind: denied.kind } }
}

/** The id of the record that has the uid, if the caller may know it. */
const toOwner = (error: CalendarError): JsonObject =>
  isCalendarError(error, 'uid_taken') && error.details.id !== undefined ? { id: error.details.id } : {}

function toHeaders(error: CalendarError): Readonly<Record<string, string>> {
  if (isCalendarError(error, 'method_not_allowed')) return { Allow: error.details.allow.join(', ') }
  if (isCalendarError(error, 'request_in_progress')) return { 'Retry-After': String(defaultRetryAfterSeconds) }
  if (!isCalendarError(error, 'unavailable')) return {}
  return { 'Retry-After': String(Math.max(1, Math.ceil(error.details.retryAfterSeconds ?? defaultRetryAfterSeconds))) }
}

/** The path of an issue: a field, the index of an item, and the member of that item. */
const issuePath = /^([^.[]+)(?:\[\d+\])?(?:\.([^.[]+))?/

/**
 * The reasons of invalid fields, by their names on the wire. The reasons for fields of nested records are joined in one text, each after the
 * name of its field: `venue is required; geo_lat must be a number`. A declared field has its whole path. For other parts of a value, only
 * the first reason is kept.
 */
function toWireParams(params: Readonly<Record<string, string>>, args: readonly Parameter[]): Readonly<Record<string, string>> {
  const parameters = new Map(args.map((parameter) => [parameter.member, parameter]))
  const reasons: Record<string, string> = {}
  for (const [path, given] of Object.entries(params)) {
    const [, member = path, part] = issuePath.exec(path) ?? []
    const parameter = parameters.get(member)
    if (member === 'fields' || (part === 'fields' && parameter?.nested !== undefined)) {
      reasons[toFieldPath(path, parameter?.name)] = given
      continue
    }
    const reason = parameter?.words === undefined ? given : `must be one of: ${Object.keys(parameter.words).join(', ')}`
    const name = parameter?.name ?? path
    const nested = parameter?.nested?.find((field) => field.member === part)
    const known = reasons[name]
    if (known === undefined) reasons[name] = nested === undefined ? reason : `${nested.name} ${reason}`
    else if (nested !== undefined) reasons[name] = `${known}; ${nested.name} ${reason}`
  }
  return reasons
}

/** The path of an issue of a declared field, such as `custom_fields.level` or `venue[0].custom_fields.level`. */
const toFieldPath = (path: string, nestedIn: string | undefined): string =>
  nestedIn === undefined ? path.replace('fields', 'custom_fields') : path.replace(/^[^.[]+/, nestedIn).replace('.fields', '.custom_fields')

/** The error for a path without a route, and for an id that no record can have. */
export const notFound = (): CalendarError<'not_found'> => new CalendarError('not_found', {})

/** Whether an error goes to `onError`: one that callers only see as `internal`. */
export const isUnexpected = (error: unknown): boolean => !isCalendarError(error) || error.code === 'internal' || isHookFailure(error)
