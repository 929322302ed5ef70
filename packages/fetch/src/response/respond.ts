import type { Cacheable } from '@kalends/core/internal'
import { isObject, type JsonObject } from '../json.ts'
import type { HookContext, OutgoingResponse } from '../options/extension.ts'
import { isPromise } from '../options/is-promise.ts'
import { messagesIn, type Settings } from '../options/settings.ts'
import { isKnownToCaller, toEtag } from './conditional.ts'
import { encodeBody } from './encode-body.ts'
import { type Problem, toProblem } from './problem.ts'
import { type Bytes, jsonMediaType, type Representation } from './representation.ts'

/** The result of an endpoint. */
export interface Answer {
  /** The response body. */
  readonly body: Representation
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** The entity tag, with its quotation marks. @default the hash of the body */
  readonly etag?: string
  /** The id of the record, in a response with one. */
  readonly recordId?: number
  /** Returns what is sent of a body with the members of extensions. Not called for kinds without such members. @default all of it */
  readonly select?: (body: JsonObject) => JsonObject
}

/** A finished response as the cache stores it. It is immutable. */
export interface CachedResponse extends Cacheable {
  /** The bytes to send. */
  readonly body: Bytes
  /** The body as text, where that is sent faster. */
  readonly text?: string
  /** Identifies the body: different bodies have different tags. Empty for an error, which is no representation of the resource. */
  readonly etag: string
  /** The headers that describe the body. */
  readonly headers: Readonly<Record<string, string>>
  /** The HTTP status; absent for that of the endpoint. */
  readonly status?: number
  /** Returns what is sent of the body, as in the answer of the endpoint. */
  readonly select?: (body: JsonObject) => JsonObject
}

/** Facts about a request that determine the headers of its response. Hooks of extensions see it, too. */
export interface AnswerContext extends HookContext {
  /** The options of the handler. */
  readonly settings: Settings
  /** The method of the request: a response to HEAD has no body, and only GET and HEAD can get 304. */
  readonly method: string
  /** The headers of the request. */
  readonly headers: Headers
  /** Whether caches must not store the response: the caller is signed in, or `authenticate` has not returned yet. */
  isPersonal: boolean
  /** How long caches may reuse a successful response that is not personal, in seconds; 0 if they must ask again each time. */
  readonly maxAgeSeconds: number
  /** Whether the response came from the cache; set during the request. */
  isCached: boolean
}

/**
 * Encodes a response and adds its entity tag: everything that does not depend on the request's own headers. A cached response is returned
 * unchanged.
 */
export async function finish(answer: Answer | CachedResponse): Promise<CachedResponse> {
  if ('byteLength' in answer) return answer
  const body = await answer.body.encode()
  return toCachedResponse({
    ...toContent(body, answer.body.mediaType, answer.headers),
    etag: answer.etag ?? (await toEtag(body)),
    ...(answer.select !== undefined && { select: answer.select }),
  })
}

/** The response with its size in memory. A character takes two bytes. */
function toCachedResponse(response: Omit<CachedResponse, 'byteLength'>): CachedResponse {
  const { body, text = '', etag, headers } = response
  let characters = text.length + etag.length
  for (const [name, value] of Object.entries(headers)) characters += name.length + value.length
  return { ...response, byteLength: body.byteLength + 2 * characters }
}

/**
 * The response to a successful request, or to one whose error is cached.
 * @throws version_conflict `If-Match` of a read names another representation
 */
export function respond(answer: CachedResponse, status: number, context: AnswerContext): Response {
  const { etag, headers, status: ownStatus = status } = answer
  if (etag === '') return respondProblem({ ...answer, status: ownStatus }, context)
  const common = { ...commonHeaders(context), ...publicHeaders(context), ETag: etag }
  const isRead = context.method === 'GET' || context.method === 'HEAD'
  if (isRead && isKnownToCaller(context.headers, etag)) return send({ status: 304, headers: common }, noContent, context)
  return send({ status: ownStatus, headers: { ...common, ...headers } }, answer, context)
}

/** An encoded problem. */
export interface FinishedProblem extends Pick<CachedResponse, 'body' | 'text' | 'headers'> {
  /** The HTTP status. */
  readonly status: number
}

/** Encodes a problem: everything that does not depend on the request. */
function finishProblem({ status, body, headers }: Problem): FinishedProblem {
  const bytes = encodeBody(body)
  return { status, ...toContent(bytes, jsonMediaType, headers) }
}

/** Encodes a problem as the hooks of extensions leave it. After a hook that throws, or returns no problem, it is that failure. */
export function finishHooked(problem: Problem, error: unknown, context: AnswerContext): FinishedProblem {
  const { problemHooks } = context.settings
  if (problemHooks.length === 0) return finishProblem(problem)
  try {
    return finishProblem(problemHooks.reduce((sent: Problem, hook) => checkProblem(hook(sent, { ...context, error }), context), problem))
  } catch (failure) {
    context.report(failure)
    return finishInternal(failure, context)
  }
}

/** @throws TypeError a hook has returned something else, such as a promise */
function checkProblem(given: Problem | Promise<Problem>, { report }: AnswerContext): Problem {
  // An unhandled rejection would end the process.
  if (isPromise(given)) given.then(undefined, report)
  else if (isObject(given) && Number.isInteger(given.status) && isObject(given.body)) return given
  throw new TypeError('the hook problem of an extension must return status, headers and body, and cannot wait')
}

/** The encoded response to a failure of an extension. */
const finishInternal = (failure: unknown, { language, settings }: AnswerContext): FinishedProblem =>
  finishProblem(toProblem(failure, [], messagesIn(language, settings)))

/** A problem for the cache. It is no representation of the resource, so it has no entity tag. */
export const toCachedProblem = (problem: FinishedProblem): CachedResponse => toCachedResponse({ ...problem, etag: '' })

/** The response to a failed request. */
export const respondProblem = (problem: FinishedProblem, context: AnswerContext): Response =>
  send({ status: problem.status, headers: { ...commonHeaders(context), ...problem.headers } }, problem, context)

/** The response to OPTIONS. */
export const respondOptions = (allow: readonly string[], context: AnswerContext): Response =>
  send({ status: 204, headers: { ...commonHeaders(context), Allow: allow.join(', ') } }, noContent, context)

/** The response that a hook of an extension has made. */
export const respondWith = ({ status, headers, body }: Response, context: AnswerContext): Response =>
  send({ status, headers: { ...commonHeaders(context), ...toRecord(headers) } }, { body, cookies: headers.getSetCookie() }, context)

/** Headers by their names, in the spelling of the handler where it sends the same. Cookies are left out: each is a header of its own. */
const toRecord = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => name !== 'set-cookie')
      .map(([name, value]) => [name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()), value]),
  )

/** A body to send, also as text where that is sent faster; null for none. */
interface Content {
  readonly body: Bytes | Response['body']
  readonly text?: string | undefined
  /** The values of `Set-Cookie`; undefined unless a hook has made the response. */
  readonly cookies?: readonly string[]
}

const noContent: Content = { body: null }

/**
 * Sends a response as the hooks of extensions leave it. After a hook that throws, the response is an error; the other hooks see that one. A
 * response that cannot be sent, such as one with a header beyond Latin-1, is an error that no hook sees. Never throws.
 */
function send(response: OutgoingResponse, content: Content, context: AnswerContext): Response {
  const { responseHooks } = context.settings
  let [outgoing, sent] = [response, content]
  for (const hook of responseHooks) {
    try {
      const result: unknown = hook(outgoing, context)
      // An unhandled rejection would end the process.
      if (isPromise(result)) result.then(undefined, context.report)
    } catch (error) {
      ;[outgoing, sent] = toFailed(error, context)
    }
  }
  try {
    return toResponse(outgoing, sent, context)
  } catch (error) {
    ;[outgoing, sent] = toFailed(error, context)
    return toResponse(outgoing, sent, context)
  }
}

/** The response to a failure of an extension, which is reported. */
function toFailed(error: unknown, context: AnswerContext): [OutgoingResponse, Content] {
  context.report(error)
  const problem = finishInternal(error, context)
  return [{ status: problem.status, headers: { ...commonHeaders(context), ...problem.headers } }, problem]
}

/** @throws TypeError, RangeError a hook has left a status or a header that no response can have */
function toResponse(outgoing: OutgoingResponse, { body, text, cookies }: Content, { method, settings }: AnswerContext): Response {
  const isHooked = settings.responseHooks.length > 0
  if (isHooked || cookies !== undefined) checkSendable(outgoing, body !== null && method !== 'HEAD')
  // With a string body, Node writes the headers as UTF-8. A hook may repeat what the request says, so it must be ASCII then.
  const isPlain = !isHooked || isAscii.test(Object.values(outgoing.headers).join(''))
  const response = new Response(method === 'HEAD' ? null : isPlain && text !== undefined ? text : body, outgoing)
  for (const cookie of cookies ?? []) response.headers.append('Set-Cookie', cookie)
  return response
}

/** The statuses of responses without a body. */
const bodiless: readonly number[] = [204, 205, 304]

/** Checks what a hook has left. A host may have replaced `Response` by one that checks it too late: `toNodeListener` does. */
function checkSendable({ status, headers }: OutgoingResponse, hasBody: boolean): void {
  void new Headers(headers)
  if (!(status >= 200 && status < 600) || (hasBody && bodiless.includes(status)))
    throw new RangeError(`no response of this kind has the status ${status}`)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Larger bodies are sent as bytes, which are not copied. */
const maxTextBytes = 4_096

/**
 * A body with the headers that describe it. A short ASCII body is stored as a string too: Node writes a string together with the headers,
 * but bytes in a second write, which would cost as much as the rest of a tiny response. Other text stays bytes: `Response` takes 12 µs to
 * encode a string of 4 kB with a curly quote, and 1 µs to copy its bytes.
 */
function toContent(body: Bytes, mediaType: string, others: Answer['headers']): Pick<CachedResponse, 'body' | 'text' | 'headers'> {
  const headers = { 'Content-Type': mediaType, 'Content-Length': String(body.byteLength), ...others }
  const text = body.byteLength > maxTextBytes ? '' : decoder.decode(body)
  return text.length === body.byteLength ? { body, text, headers } : { body, headers }
}

const isAscii = /^[\x20-\x7e]*$/

/** The headers of a response that caches may reuse. They must not give a signed-in caller the response to an anonymous one. */
function publicHeaders({ isPersonal, maxAgeSeconds, settings: { vary } }: AnswerContext): Readonly<Record<string, string>> {
  if (isPersonal || maxAgeSeconds === 0) return {}
  const names = new Set(['Authorization', 'Cookie', ...vary.split(', ').filter((name) => name !== '')])
  return { 'Cache-Control': `public, max-age=${maxAgeSeconds}`, Vary: [...names].join(', ') }
}

function commonHeaders(context: AnswerContext): Record<string, string> {
  const { vary } = context.settings
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': context.requestId,
    // Anonymous responses may be stored, and must be revalidated by their entity tag.
    'Cache-Control': context.isPersonal ? 'private, no-store' : 'no-cache',
    ...(vary !== '' && { Vary: vary }),
    ...(context.language !== '' && { 'Content-Language': context.language }),
  }
}
