import type { CachedResponse } from '@kalends/core'
import { isKnownToCaller, toEtag } from './conditional.ts'
import { type CorsOptions, corsHeaders } from './cors.ts'
import { encodeAnswer, encodeBody } from './encode-body.ts'
import type { Problem } from './problem.ts'
import type { Answer } from './route.ts'

/** What of a request shapes the headers of every answer to it. */
export interface AnswerContext {
  /** GET answers with a body, HEAD without; both can be 304. */
  readonly method: string
  /** The headers of the request. */
  readonly headers: Headers
  /** The language of the address; empty for the address without one. */
  readonly language: string
  /** Whether somebody is signed in, as far as it is known. */
  isPersonal: boolean
  /** Whether the answer came from the cache, as far as it is known. */
  isCached: boolean
  /** Which pages of other origins are served. */
  readonly cors: CorsOptions | undefined
  /** The headers of requests by which answers differ; empty for none. */
  readonly vary: string
  /** What the request is called in the host's records. */
  readonly requestId: string
}

/** An answer in bytes, with its tag: all of it that does not depend on the request's own headers. A finished one stays as it is. */
export async function finish(answer: Answer | CachedResponse): Promise<CachedResponse> {
  return 'etag' in answer ? answer : finishBytes(await encodeAnswer(answer.body), answer.headers)
}

/** An answer whose body is in bytes already, with its tag. */
export async function finishBytes(body: CachedResponse['body'], headers: Answer['headers'] = {}): Promise<CachedResponse> {
  return { ...toContent(body), etag: await toEtag(body), headers: { ...contentHeaders(body), ...headers } }
}

/**
 * The response to a request that went well, or to one whose error was kept.
 * @throws version_conflict `If-Match` of a read asks for another representation
 */
export function respond(answer: CachedResponse, status: number, context: AnswerContext): Response {
  if (answer.status !== undefined) return respondProblem({ ...answer, status: answer.status }, context)
  const { etag, headers } = answer
  const common = { ...commonHeaders(context), ETag: etag }
  const isRead = context.method === 'GET' || context.method === 'HEAD'
  if (isRead && isKnownToCaller(context.headers, etag)) return new Response(null, { status: 304, headers: common })
  return new Response(toBody(answer, context), { status, headers: { ...common, ...headers } })
}

/** A problem in bytes. */
export interface FinishedProblem extends Pick<CachedResponse, 'body' | 'text' | 'headers'> {
  /** The HTTP status. */
  readonly status: number
}

/** A problem in bytes: all of it that does not depend on the request. */
export function finishProblem({ status, body, headers }: Problem): FinishedProblem {
  const bytes = encodeBody(body)
  return { status, ...toContent(bytes), headers: { ...contentHeaders(bytes), ...headers } }
}

/** A problem as it is kept: it stands for no representation, so it has no tag. */
export const toKeptProblem = (problem: FinishedProblem): CachedResponse => ({ ...problem, etag: '' })

/** The response to a request that went wrong. */
export const respondProblem = (problem: FinishedProblem, context: AnswerContext): Response =>
  new Response(toBody(problem, context), { status: problem.status, headers: { ...commonHeaders(context), ...problem.headers } })

/** The response to OPTIONS. */
export const respondOptions = (allow: readonly string[], context: AnswerContext): Response =>
  new Response(null, { status: 204, headers: { ...commonHeaders(context, allow), Allow: allow.join(', ') } })

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Larger answers are sent as bytes, which are not copied. */
const maxTextBytes = 4_096

/**
 * A short body also as text: Node writes a text in one piece with the headers, and bytes in a piece of their own,
 * which costs as much as all else of a tiny answer.
 */
const toContent = (body: CachedResponse['body']): Pick<CachedResponse, 'body' | 'text'> =>
  body.byteLength > maxTextBytes ? { body } : { body, text: decoder.decode(body) }

/** What is sent of a body: nothing to HEAD. */
function toBody({ body, text }: Pick<CachedResponse, 'body' | 'text'>, { method, headers, cors }: AnswerContext): BodyInit | null {
  if (method === 'HEAD') return null
  // Node would write headers with a text as UTF-8, and an origin that a function of the host lets in is repeated as it came.
  const isPlain = cors === undefined || isAscii.test(headers.get('origin') ?? '')
  return isPlain && text !== undefined ? text : body
}

const isAscii = /^[\x20-\x7e]*$/

const contentHeaders = (bytes: Uint8Array): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(bytes.byteLength),
})

function commonHeaders(context: AnswerContext, allow?: readonly string[]): Readonly<Record<string, string>> {
  const { cors, vary } = context
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': context.requestId,
    // Without a signed-in caller an answer may be kept, and has to be asked for again by its tag.
    'Cache-Control': context.isPersonal ? 'private, no-store' : 'no-cache',
    ...(vary !== '' && { Vary: vary }),
    ...(context.language !== '' && { 'Content-Language': context.language }),
    ...(cors !== undefined && corsHeaders(cors, context.headers, allow)),
  }
}
