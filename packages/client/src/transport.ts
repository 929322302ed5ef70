import type { AbortSignalLike } from '@kalends/core'
import { type CallNames, isCalendarError, type RetryDetails, readError, toError } from './errors.ts'
import type { EtagCache } from './etag-cache.ts'
import { nowMs, random } from './host.ts'
import { limit, wait } from './limit.ts'
import type { ClientHeaders, ClientOptions } from './options.ts'

/** One request. */
export interface Call extends CallNames {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below the base URL, with the query. */
  readonly path: string
  /** The body of a write. */
  readonly body?: object
  /** Further headers. */
  readonly headers?: ClientHeaders
  /** Whether the call is not made again when its answer was lost, because a second one would do more. */
  readonly isOnce?: boolean
  /** Whether the response may be kept. */
  readonly isCached?: boolean
  /** Converts a parsed body of a successful response. */
  decode(body: unknown): unknown
}

/** What calls share. */
export interface Setup extends Pick<ClientOptions, 'baseUrl' | 'headers'> {
  readonly fetch: (request: Request) => Promise<Response>
  readonly retries: number
  readonly timeoutMs: number
  readonly cache: EtagCache
}

/** The first wait; each later one is twice as long. */
const firstWaitMs = 200

/** A service that asks for a longer wait than this is not asked again: the caller knows better what to do. */
const longestWaitMs = 30_000

/**
 * Sends a request, again after failures that pass, and returns the decoded body.
 * @throws CalendarError as the service answers; `unavailable` without an answer
 */
export async function send(setup: Setup, signal: AbortSignalLike | undefined, call: Call): Promise<unknown> {
  let lost: unknown
  for (let attempt = 0; ; attempt++) {
    try {
      return await exchange(setup, signal, call)
    } catch (error) {
      // Other errors are those of the host's functions, and the reason of the signal.
      if (signal?.aborted || !isCalendarError(error)) throw error
      const { status, details } = error
      // The attempt before may have done the work: then the record is gone, or has the next version.
      if (lost && call.method !== 'GET' && (status === 404 || status === 410 || status === 412)) throw lost
      // Without an answer, or with that of a gateway, it is unknown whether the work is done.
      const isLost = status === undefined || status === 502 || status === 504
      if (isLost) lost = error
      // The code is not one of the core's: a request with the same key is still running.
      const mayPass = isLost ? !call.isOnce : status === 429 || status === 503 || (error.code as string) === 'request_in_progress'
      // Only some codes have this member.
      const waitMs = ((details as RetryDetails).retryAfterSeconds ?? 0) * 1000
      if (!mayPass || !(attempt < setup.retries) || waitMs > longestWaitMs) throw error
      await wait(Math.max(waitMs, firstWaitMs * 2 ** attempt * (0.5 + random() / 2)), signal)
    }
  }
}

/** One attempt. */
async function exchange(setup: Setup, signal: AbortSignalLike | undefined, call: Call): Promise<unknown> {
  const { baseUrl, cache, timeoutMs } = setup
  const { method, isCached } = call
  const url = baseUrl + call.path
  const known = isCached && cache.get(url)
  const headers = {
    ...(call.body && { 'content-type': 'application/json' }),
    ...call.headers,
    ...(known && { 'if-none-match': known.etag }),
    ...(typeof setup.headers === 'function' ? await setup.headers() : setup.headers),
  }
  let cause: unknown = new Error(`There is no answer after ${timeoutMs} ms.`)
  const answer = await limit(timeoutMs, signal, async (stop) => {
    const body = call.body ? JSON.stringify(call.body) : null
    const response = await setup.fetch(new Request(url, { method, headers, body, signal: stop }))
    return { response, text: await response.text() }
  }).catch((failure: unknown) => {
    if (signal?.aborted) throw failure
    cause = failure
  })
  if (!answer) throw toError('unavailable', 'The service cannot be reached.', { cause })
  const { response, text } = answer
  const { status } = response
  if (status === 304 && known) return known.value
  const body = parseJson(text)
  if (!response.ok) throw readError(status, body, toRetry(response.headers.get('retry-after')), call)
  try {
    const value = call.decode(body)
    if (isCached) cache.set(url, { etag: response.headers.get('etag'), value })
    return value
  } catch (failure) {
    // The page of a proxy or of another program.
    throw toError('internal', 'The response is not one of a calendar.', { status, cause: failure })
  }
}

/** A parsed body; undefined where it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The wait that a `Retry-After` header asks for, in seconds or until a date. */
function toRetry(header: string | null): RetryDetails {
  const seconds = Number(header ?? Number.NaN)
  const retryAfterSeconds = Number.isNaN(seconds) ? (Date.parse(header ?? '') - nowMs()) / 1000 : seconds
  return retryAfterSeconds > 0 ? { retryAfterSeconds } : {}
}
