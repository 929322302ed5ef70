import { CalendarError, type ErrorCode, type Issue, isCalendarError } from '@kalends/core'
import { errorMessages, fillMessage, isHookFailure, type Reason } from '@kalends/core/internal'
import type { JsonObject } from '../json.ts'
import { enProblems } from '../messages/problems/en.ts'
import type { Messages, SentenceKey } from '../messages/problems/translation.ts'
import type { Parameter } from '../parameters/parameter.ts'

/** The HTTP status of each error code. */
export const statusOf: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  invalid_json: 400,
  history_gone: 400,
  unauthenticated: 401,
  forbidden: 403,
  moved: 301,
  not_found: 404,
  page_out_of_range: 404,
  method_not_allowed: 405,
  slug_taken: 409,
  uid_taken: 409,
  name_taken: 409,
  venue_busy: 409,
  refused: 409,
  request_in_progress: 409,
  in_trash: 410,
  record_gone: 410,
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
 * @param messages the messages in the language of the address
 */
export function toProblem(error: unknown, args: readonly Parameter[], messages: Messages): Problem {
  const known = isCalendarError(error) && !isHookFailure(error) ? error : new CalendarError('internal', {})
  const status = statusOf[known.code]
  const issues = isCalendarError(known, 'invalid_input') ? known.details.issues.map((issue) => toWireIssue(issue, args, messages)) : []
  const params = toParams(issues)
  return {
    status,
    body: {
      code: known.code,
      message: toMessage(known, Object.keys(params), messages),
      data: {
        status,
        ...(issues.length > 0 && { params, issues: issues.map(({ sent }) => sent) }),
        ...toAllowed(known),
        ...toDenied(known),
        ...toOwner(known),
        ...toConflicts(known),
      },
    },
    headers: toHeaders(known),
  }
}

/** The standard message of the code: an error's own message may be for the host alone. Only the message of a refusal is for the caller. */
function toMessage(error: CalendarError, fields: readonly string[], { errors, sentences }: Messages): string {
  if (isCalendarError(error, 'refused')) return error.message
  const message = errors[error.code]
  const and = (sentence: string, parameters: object = {}): string => `${message} ${fillMessage(sentence, parameters)}`
  if (isCalendarError(error, 'invalid_input')) return and(sentences.seeFields, { fields })
  if (isCalendarError(error, 'unsupported_media_type'))
    return and(sentences.acceptedTypes, { types: error.details.accepted.join(` ${sentences.or} `) })
  if (isCalendarError(error, 'forbidden') && error.details.allowed === 'draft') return and(sentences.draftAllowed)
  if (!isCalendarError(error, 'invalid_json')) return message
  const { reason, ...parameters } = error.details
  return and(isSentence(reason) ? sentences[reason] : reason, parameters)
}

const isSentence = (key: string): key is SentenceKey => Object.hasOwn(enProblems.sentences, key)

/** What the caller may do instead. */
const toAllowed = (error: CalendarError): JsonObject =>
  isCalendarError(error, 'forbidden') && error.details.allowed !== undefined ? { allowed: error.details.allowed } : {}

/** Action and kind of the nested record that the policy denies; empty if it denies the record itself. */
function toDenied(error: CalendarError): JsonObject {
  if (!isCalendarError(error, 'forbidden') && !isCalendarError(error, 'unauthenticated')) return {}
  const { denied } = error.details
  return denied === undefined ? {} : { denied: { action: denied.action, kind: denied.kind } }
}

/** The id of the record that has the uid, if the caller may know it. */
const toOwner = (error: CalendarError): JsonObject =>
  isCalendarError(error, 'uid_taken') && error.details.id !== undefined ? { id: error.details.id } : {}

/** The ids of the events that overlap, as far as the caller may read them. */
const toConflicts = (error: CalendarError): JsonObject =>
  isCalendarError(error, 'venue_busy') ? { conflicts: [...error.details.conflicts] } : {}

function toHeaders(error: CalendarError): Readonly<Record<string, string>> {
  if (isCalendarError(error, 'moved')) return { Location: error.details.location }
  if (isCalendarError(error, 'method_not_allowed')) return { Allow: error.details.allow.join(', ') }
  if (isCalendarError(error, 'request_in_progress')) return { 'Retry-After': String(defaultRetryAfterSeconds) }
  if (!isCalendarError(error, 'unavailable')) return {}
  return { 'Retry-After': String(Math.max(1, Math.ceil(error.details.retryAfterSeconds ?? defaultRetryAfterSeconds))) }
}

/** An issue on the wire. */
interface WireIssue {
  /** Path, code, message and parameters. */
  readonly sent: { readonly [name: string]: string | number | readonly string[]; readonly path: string; readonly message: string }
  /** Its name among the reasons: the field, or the whole path of a declared field. */
  readonly name: string
  /** The name of the field of a nested record; undefined for other issues. */
  readonly nested: string | undefined
}

/** The path of an issue: a field, the index of an item, the member of that item, and the rest. */
const issuePath = /^([^.[]+)(\[\d+\])?(?:\.([^.[]+))?(.*)$/s

/** Converts an issue: names and words become those of the wire, and the message is in its language. */
function toWireIssue({ path, message: _, ...given }: Issue, args: readonly Parameter[], { issues }: Messages): WireIssue {
  const [, member = path, index = '', part, rest = ''] = issuePath.exec(path) ?? []
  const parameter = args.findLast((one) => one.member === member)
  const name = parameter?.name ?? (member === 'fields' ? 'custom_fields' : member)
  const field = parameter?.nested?.find((one) => one.member === part)
  const nested = field?.name
  const isOfNested = part === 'fields' && parameter?.nested !== undefined
  const partName = isOfNested ? 'custom_fields' : (nested ?? part)
  const wirePath = `${name}${index}${partName === undefined ? '' : `.${partName}`}${rest}`
  const reason = toWireReason(given, field ?? parameter, args)
  return {
    sent: { path: wirePath, message: fillMessage(issues[reason.code], reason), ...reason },
    name: member === 'fields' || isOfNested ? wirePath : name,
    nested,
  }
}

/** The reason as clients understand it: with the wire's names and words, and of an integer where the ids of authors are integers. */
function toWireReason(given: Reason, parameter: Parameter | undefined, args: readonly Parameter[]): Reason {
  if (given.code === 'other_time_zone') return { ...given, name: args.findLast((one) => one.member === given.name)?.name ?? given.name }
  if (parameter?.words !== undefined) return { code: 'not_one_of', values: Object.keys(parameter.words) }
  return parameter?.textSchema !== undefined && given.code === 'not_an_author' ? { code: 'not_an_integer', min: 0 } : given
}

/**
 * The reasons of invalid fields, by their names on the wire. The reasons for fields of nested records are joined in one text, each after
 * the name of its field: `venue is required; geo_lat must be a number`. A declared field has its whole path. For other parts of a value,
 * only the first reason is kept.
 */
function toParams(issues: readonly WireIssue[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {}
  for (const { sent, name, nested } of issues) {
    const known = params[name]
    if (known === undefined) params[name] = nested === undefined ? sent.message : `${nested} ${sent.message}`
    else if (nested !== undefined) params[name] = `${known}; ${nested} ${sent.message}`
  }
  return params
}

/** The error for a path without a route, and for an id that no record can have. */
export const notFound = (): CalendarError<'not_found'> => new CalendarError('not_found', {})

/** Whether an error goes to `onError`: one that callers see as `internal`, or an `unavailable` whose own message is for the host. */
export const isUnexpected = (error: unknown): boolean =>
  !isCalendarError(error) ||
  error.code === 'internal' ||
  (error.code === 'unavailable' && error.message !== errorMessages.unavailable) ||
  isHookFailure(error)
