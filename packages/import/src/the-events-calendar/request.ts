import type { Clock } from '@kalends/core'
import { callAfter, parseRetryAfter } from '@kalends/core/internal'
import type { AbortSignalLike } from '@kalends/core/store'
import type { ImportWarning } from '../item.ts'
import type { SourceFetch, SourceFetchResponse } from '../source-fetch.ts'

/** How requests are sent. */
export interface RequestSettings {
  readonly fetch: SourceFetch
  readonly headers: Readonly<Record<string, string>>
  readonly pauseMs: number
  readonly timeoutMs: number
  /** The longest time to wait when the site asks for it. */
  readonly maxWaitMs: number
  /** How often a request is sent at most. */
  readonly attempts: number
  readonly maxBytes: number
  readonly signal: AbortSignalLike | undefined
  readonly clock: Clock
}

/** Waits some milliseconds, and cancels the wait. */
export type CallAfter = (ms: number, callback: () => void) => () => void

const keepAlive: CallAfter = (ms, callback) => callAfter(ms, callback, { keepsAlive: true })

/** An answer of the site, with a body in JSON; of HEAD without one. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly header: (name: string) => string
}

/** Sends a request until the site answers. Gives the answer, or why there is none. */
export type Ask = (url: string, method?: 'GET' | 'HEAD') => Promise<Answer | ImportWarning>

/** An attempt that may be repeated, after the time that the site asks for. */
interface Retry {
  readonly retry: ImportWarning
  readonly waitMs: number | undefined
}

/** Sends requests one after the other, with a pause between them. */
export function createAsk(settings: RequestSettings, after: CallAfter = keepAlive): Ask {
  // The signal has no listeners, so that long waits look at it.
  const wait = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0 && settings.signal?.aborted !== true; left -= 1_000)
      await new Promise<void>((resolve) => void after(Math.min(left, 1_000), resolve))
  }
  let isFirst = true
  return async (url, method = 'GET') => {
    let fault: ImportWarning | undefined
    for (let attempt = 1; attempt <= settings.attempts; attempt++) {
      if (settings.signal?.aborted === true) return aborted
      if (!isFirst && attempt === 1 && settings.pauseMs > 0) await wait(settings.pauseMs)
      isFirst = false
      const answer = await attemptOnce(url, method, settings, after)
      if (!('retry' in answer)) return answer
      fault = answer.retry
      const waitMs = answer.waitMs ?? 1_000 * 2 ** (attempt - 1)
      if (waitMs > settings.maxWaitMs) break
      if (attempt < settings.attempts) await wait(waitMs)
    }
    return fault ?? aborted
  }
}

const aborted: ImportWarning = { code: 'aborted', message: 'The reading was stopped.' }

async function attemptOnce(
  url: string,
  method: 'GET' | 'HEAD',
  settings: RequestSettings,
  after: CallAfter,
): Promise<Answer | ImportWarning | Retry> {
  const controller = new AbortController()
  let cancel = (): void => undefined
  const timeout = new Promise<Retry>((resolve) => {
    cancel = after(settings.timeoutMs, () => {
      resolve(again('timeout', `The site did not answer within ${settings.timeoutMs} milliseconds.`))
      controller.abort()
    })
  })
  try {
    return await Promise.race([send(url, method, settings, controller.signal), timeout])
  } catch (error) {
    // The message of "fetch failed" is in its cause.
    const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined }
    return again('request_failed', `The request failed: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`)
  } finally {
    cancel()
  }
}

const again = (code: string, message: string, waitMs?: number): Retry => ({ retry: { code, message }, waitMs })

async function send(
  url: string,
  method: 'GET' | 'HEAD',
  { fetch, headers, maxBytes, clock }: RequestSettings,
  signal: AbortSignal,
): Promise<Answer | ImportWarning | Retry> {
  const response = await fetch(url, { method, headers, signal })
  const header = (name: string): string => response.headers.get(name) ?? ''
  const { status } = response
  const isBusy = status === 429 || status >= 500
  const octets = await readBody(response, maxBytes)
  if (isBusy) {
    const code = status === 429 ? 'rate_limited' : 'site_failed'
    return again(code, `The site answered with status ${status}.`, parseRetryAfter(header('retry-after'), clock.nowMs()) || undefined)
  }
  if (octets === undefined) return { code: 'too_large', message: `An answer has more than ${maxBytes} octets.` }
  if (method === 'HEAD') return { status, body: undefined, header }
  const body = parseBody(new TextDecoder().decode(octets))
  if (body !== undefined) return { status, body, header }
  // A site whose PHP ends early answers 200 with nothing; an error of a server in front of it has a page of HTML.
  if (status === 200) return again('not_json', 'The site answered with something that is no JSON.')
  return { status, body: undefined, header }
}

/** The octets of a body; undefined if there are too many. */
async function readBody({ body }: SourceFetchResponse, maxBytes: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) break
    if (value === undefined) continue
    size += value.length
    if (size > maxBytes) {
      reader?.cancel().catch(() => undefined)
      return undefined
    }
    parts.push(value)
  }
  const octets = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    octets.set(part, at)
    at += part.length
  }
  return octets
}

/** The JSON of a body. Warnings of PHP may stand before it. */
function parseBody(text: string): unknown {
  for (const at of [0, text.search(/[{[]/), text.search(/\{"/)]) {
    try {
      return JSON.parse(text.slice(Math.max(at, 0)).replace(/^\ufeff/, ''))
    } catch {
      // The next beginning may be that of the JSON.
    }
  }
  return undefined
}
