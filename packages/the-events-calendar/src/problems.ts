import type { ErrorCode } from '@kalends/core'
import type { Kind } from '@kalends/core/store'
import type { JsonObject, ProblemAnswer } from '@kalends/fetch'
import { isObject } from '@kalends/fetch/internal'

/** A failed request. */
export interface Failure {
  /** The code of the error. */
  readonly code: ErrorCode
  /** The kind of the records at the path; undefined for a path without records. */
  readonly kind: Kind | undefined
  /** The name of the parameter in the path: `id` or `slug`; undefined without one. */
  readonly parameter: string | undefined
  /** The term that has the name already, by its id; undefined if there is none, or if the caller does not see it. */
  readonly termId: number | undefined
  /** How callers can sign in, as `WWW-Authenticate` names it; undefined if the host's `authenticate` does not say it. */
  readonly challenge: string | undefined
}

/** Codes with another name and the same status. */
const renamed: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_json: 'rest_invalid_json',
  unauthenticated: 'rest_forbidden',
  forbidden: 'rest_forbidden',
}

/** Returns an error with the code, the status and the data of that service. */
export function writeError(problem: ProblemAnswer, failure: Failure): ProblemAnswer {
  const { code, kind, termId, challenge } = failure
  if (code === 'invalid_input') return writeInvalid(problem)
  if (code === 'not_found') return writeNotFound(problem, failure)
  if (code === 'method_not_allowed') return withCode(problem, 'rest_no_route', 404)
  if (code === 'page_out_of_range' && kind !== undefined) return withCode(problem, `${kind}-archive-page-not-found`)
  if (code === 'in_trash' && kind !== undefined) return withCode(problem, `${kind}-is-in-trash`)
  if (code === 'name_taken') return withCode(problem, 'term_exists', 400, termId === undefined ? {} : { term_id: termId })
  const written = withCode(problem, renamed[code] ?? code)
  return code === 'unauthenticated' && challenge !== undefined
    ? { ...written, headers: { ...written.headers, 'WWW-Authenticate': challenge } }
    : written
}

/** Required parameters that are missing have a code of their own, which lists their names. */
function writeInvalid(problem: ProblemAnswer): ProblemAnswer {
  const { issues = [], ...data } = Object(problem.body['data'])
  const missing = issues.flatMap(({ code, path }: { code: string; path: string }) => (code === 'required' ? [path] : []))
  if (missing.length === 0) return withCode({ ...problem, body: { ...problem.body, data } }, 'rest_invalid_param')
  const status = problem.status
  const message = `Missing parameter(s): ${missing.join(', ')}`
  return { ...problem, body: { code: 'rest_missing_callback_param', message, data: { status, params: missing } } }
}

/** Only an event that is named by its id is not found; what any other address names is an invalid parameter. */
function writeNotFound(problem: ProblemAnswer, { kind, parameter }: Failure): ProblemAnswer {
  if (kind === undefined || parameter === undefined) return withCode(problem, 'rest_no_route')
  if (kind === 'event' && parameter === 'id') return withCode(problem, 'rest-event-not-found')
  const params = { [parameter]: `names no ${kind}` }
  const message = `Invalid parameter(s): ${parameter}`
  return { ...problem, status: 400, body: { code: 'rest_invalid_param', message, data: { status: 400, params } } }
}

/** The same error with another code, and possibly another status. */
function withCode(problem: ProblemAnswer, code: string, status = problem.status, others: JsonObject = {}): ProblemAnswer {
  const data = problem.body['data']
  return { ...problem, status, body: { ...problem.body, code, data: { ...(isObject(data) ? data : {}), status, ...others } } }
}
