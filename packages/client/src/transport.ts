import { type CallNames, isCalendarError, namespaceHint, type RetryDetails, readError, toError } from './errors.ts'
import { type CachedResponse, type EtagCache, remember } from './etag-cache.ts'
import { nowMs, random } from './host.ts'
import { limit, wait } from './limit.ts'
import { refusedText } from './names.ts'
import type { ClientHeaders, ClientOptions, ClientSignal } from './options.ts'

/** One request. */
export interface Call extends CallNames {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below the base URL, with the query. */
  readonly path: string
  /** Further headers. */
  readonly headers?: ClientHeaders | undefined
  /** Whether the call is not made again when its answer was lost, because a second one would do more. */
  readonly isOnce?: boolean
  /** How long the service may wait before it answers, in milliseconds. @default 0 */
  readonly waitMs?: number | undefined
  /** Aborts this call; that of the client aborts it, too. */
  readonly signal?: ClientSignal | undefined
  /** Whether the response may be kept. */
  readonly isCached?: boolean
  /** The response that the caller has already: the service may confirm it. */
  readonly known?: CachedResponse | undefined
  /** Converts a parsed body of a successful response. */
  decode(body: unknown, headers: Headers): unknown
}

/**
 * Sends a request, again after failures that pass, and returns the decoded body.
 * @throws CalendarError as the service answers; `unavailable` without an answer
 */
export type Send = (call: Call) => Promise<unknown>

/** JSON writes numbers that are not finite as null, which would clear a field. */
const toJson = (_: string, value: unknown): unknown => (typeof value === 'number' && !Number.isFinite(value) ? refusedText : value)

const isAborted = (signals: readonly ClientSignal[]): boolean => signals.some(({ aborted }) => aborted)

const pathOfSlug = /\/by-slug\/.*/

/** Makes the function that sends the requests of a client. */
export function createTransport({
  baseUrl,
  fetch = (request) => globalThis.fetch(request),
  headers: own,
  retries = 2,
  cache = 100,
  timeoutMs = 10_000,
  signal: ofClient,
}: ClientOptions): Send {
  const cached: EtagCache = new Map()
  const root = baseUrl.replace(/\/$/, '')

  /** One attempt. */
  const exchange = async (call: Call, signals: readonly ClientSignal[]): Promise<unknown> => {
    const url = root + call.path
    const { method, isCached, body, known = isCached && cached.get(url) } = call
    let isSent = false
    let cause: unknown
    const answer = await limit(timeoutMs + (call.waitMs ?? 0), signals, async (stop) => {
      const request = new Request(url, {
        method,
        headers: {
          // The host's headers come first: a key of its own would make every creation return the first record.
          ...(typeof own === 'function' ? await own() : own),
          ...call.headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(known && { 'if-none-match': known.etag }),
        },
        body: JSON.stringify(body, toJson),
        signal: stop,
      })
      isSent = true
      let response = await fetch(request)
      // A handler in the place of `fetch` does not follow a slug that has changed. Only the slug is new, so the headers stay with the service.
      const [moved] = (response.status === 301 && pathOfSlug.exec(response.headers.get('location') ?? '')) || []
      if (moved)
        response = await fetch(
          new Request(
            url.replace(pathOfSlug, () => moved),
            request,
          ),
        )
      return [response, await response.text()] as const
    }).catch((failure: unknown) => {
      // Earlier failures are those of the host's function, and of a request that cannot be made, such as one of an input without JSON.
      if (!isSent || isAborted(signals)) throw failure
      cause = failure
    })
    // Without a cause, the time is over.
    if (!answer) throw toError('unavailable', 'The service does not answer.', {}, undefined, cause)
    const [response, text] = answer
    const value = response.status === 304 && known ? known.value : toValue(call, response, text)
    if (isCached) remember(cached, cache === false ? 0 : cache, url, response.headers.get('etag'), value)
    return value
  }

  return (call) => {
    const signals = [ofClient, call.signal].filter((signal) => signal !== undefined)
    return repeat(() => exchange(call, signals), retries, signals, call)
  }
}

async function repeat(attempt: () => Promise<unknown>, retries: number, signals: readonly ClientSignal[], call: Call): Promise<unknown> {
  let lost: unknown
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      // Other errors are those of the host's functions, and the reason of the signal.
      if (isAborted(signals) || !isCalendarError(error)) throw error
      const { status, details } = error
      // The attempt before may have done the work: then the record is gone, or has the next version.
      if (lost && call.method !== 'GET' && (status === 404 || status === 410 || status === 412)) throw lost
      // Without an answer, or with that of a gateway, it is unknown whether the work is done.
      const isLost = !status || status === 502 || status === 504
      if (isLost) lost = error
      // While a request with the same key is running, its response is to come.
      const mayPass = isLost ? !call.isOnce : status === 429 || status === 503 || error.code === 'request_in_progress'
      // Only some codes have this member.
      const waitMs = ((details as RetryDetails).retryAfterSeconds ?? 0) * 1000
      // A service that asks for a longer wait than 30 seconds is not asked again: the caller knows better what to do.
      if (!mayPass || tries >= retries || waitMs > 30_000) throw error
      // The first wait takes 100 ms and a jitter of up to as much; each later one is twice as long.
      await wait(Math.max(waitMs, 100 * 2 ** tries * (1 + random())), signals)
    }
  }
}

/** @throws CalendarError the response is an error, or not one of a calendar */
function toValue(call: Call, { status, ok, headers }: Response, text: string): unknown {
  let body: unknown
  let cause: unknown
  try {
    body = JSON.parse(text)
    if (ok) return call.decode(body, headers)
  } catch (failure) {
    cause = failure
  }
  // The page of a proxy or of another program.
  if (ok) throw toError('internal', `The service is no calendar${namespaceHint}.`, {}, status, cause)
  throw readError(status, body, toRetry(headers.get('retry-after')), call)
}

/** The wait that a `Retry-After` header asks for, in seconds or until a date. */
function toRetry(header: string | null): RetryDetails {
  if (header === null) return {}
  const seconds = Number(header)
  const retryAfterSeconds = Number.isNaN(seconds) ? (Date.parse(header) - nowMs()) / 1000 : seconds
  return retryAfterSeconds > 0 ? { retryAfterSeconds } : {}
}
