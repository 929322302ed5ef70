import { addressIssue, callAfter, parseRetryAfter } from '@kalends/core/internal'
import type { SourceFetchResponse } from '../source-fetch.ts'
import type { StoredSource } from '../source-store/source-store.ts'
import type { Settings } from './options.ts'

/** Why a source was not read. Its message contains nothing of the address, which may have a secret. */
export class SourceFailure extends Error {
  /** What it is, for programs: `timed_out`, `status_404`. */
  readonly code: string
  /** How long the server wants to be left alone, in milliseconds. */
  readonly retryAfterMs: number

  constructor(code: string, message: string, retryAfterMs = 0) {
    super(message)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** A document that was read as a whole, with what tells whether it changes. */
export interface FetchedDocument {
  /** The octets. */
  readonly body: Blob
  /** The ETag; empty without one. */
  readonly etag: string
  /** The Last-Modified; empty without one. */
  readonly lastModified: string
}

/** Redirects that are followed. Browsers follow 20, feeds have one or two. */
const maxRedirects = 5

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/**
 * Reads a document as a whole before anything is imported, so that a response that breaks off changes nothing.
 * @param source with empty validators to read it in any case
 * @returns undefined if it is unchanged
 * @throws SourceFailure it was not read
 */
export async function fetchSource(settings: Settings, source: StoredSource): Promise<FetchedDocument | undefined> {
  const controller = new AbortController()
  let cancel: (() => void) | undefined
  // Fails even if `fetch` ignores its signal.
  const timeout = new Promise<never>((_, reject) => {
    const end = (): void => {
      reject(new SourceFailure('timed_out', `The server has not sent its response within ${settings.timeoutMs / 1_000} s.`))
      controller.abort()
    }
    cancel = callAfter(settings.timeoutMs, end, { keepsAlive: true })
  })
  try {
    return await Promise.race([readDocument(settings, source, controller.signal), timeout])
  } finally {
    cancel?.()
    // Drops the rest of a response that is not needed.
    controller.abort()
  }
}

async function readDocument(settings: Settings, source: StoredSource, signal: AbortSignal): Promise<FetchedDocument | undefined> {
  const { etag, lastModified } = source
  const headers = {
    accept: '*/*',
    'user-agent': 'Kalends-Sources',
    ...(etag !== '' && { 'if-none-match': etag }),
    ...(lastModified !== '' && { 'if-modified-since': lastModified }),
  }
  const response = await follow(settings, source.address, headers, signal)
  const { status } = response
  if (status === 304 && etag + lastModified !== '') return undefined
  if (status !== 200) {
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), settings.clock.nowMs())
    throw new SourceFailure(`status_${status}`, `The server has responded with the status ${status}.`, retryAfterMs)
  }
  const body = await readBody(response, settings.maxBytes)
  return { body, etag: validatorOf(response, 'etag'), lastModified: validatorOf(response, 'last-modified') }
}

/** Sends the request, and follows redirects to addresses that may be used. */
async function follow(
  settings: Settings,
  from: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<SourceFetchResponse> {
  let address = from
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const issue = addressIssue(address, settings)
    if (issue !== undefined) throw new SourceFailure('address_refused', `The address${redirects > 0 ? ' of a redirect' : ''} ${issue}.`)
    let response: SourceFetchResponse
    try {
      response = await settings.fetch(address, { method: 'GET', headers, redirect: 'manual', signal })
    } catch (error) {
      throw toFailure(error)
    }
    if (!isRedirect(response.status)) return response
    await response.body?.getReader().cancel().catch(ignore)
    const location = response.headers.get('location') ?? ''
    address = location === '' ? '' : withoutFragment(URL.parse(location, address))
  }
  throw new SourceFailure('too_many_redirects', `The server redirects more than ${maxRedirects} times.`)
}

const ignore = (): void => undefined

function withoutFragment(url: URL | null): string {
  if (url !== null) url.hash = ''
  return url?.href ?? ''
}

/** The error of a request: its code alone, because its message may have the address. */
function toFailure(error: unknown): SourceFailure {
  const errors = error instanceof Error ? [error, error.cause] : []
  const codes = errors.map((one) => (typeof one === 'object' && one !== null && 'code' in one ? one.code : undefined))
  const code = codes.find((one) => typeof one === 'string' && /^[A-Z][A-Z0-9_]{1,50}$/.test(one))
  if (code === 'ERR_ADDRESS_NOT_PUBLIC') return new SourceFailure('address_refused', 'The address does not lead to the public internet.')
  return new SourceFailure('unreachable', `The server cannot be reached${code === undefined ? '' : ` (${String(code)})`}.`)
}

async function readBody({ body, headers }: SourceFetchResponse, maxBytes: number): Promise<Blob> {
  const reader = body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let isTooLarge = Number(headers.get('content-length')) > maxBytes
  for (let size = 0; reader !== undefined && !isTooLarge; ) {
    const { done, value } = await reader.read().catch(() => {
      throw new SourceFailure('cut_off', 'The response has broken off.')
    })
    if (done) break
    if (value === undefined) continue
    size += value.length
    isTooLarge = size > maxBytes
    // A copy: streams may use their buffers again.
    parts.push(value.slice())
  }
  if (!isTooLarge) return new Blob(parts)
  reader?.cancel().catch(ignore)
  throw new SourceFailure('too_large', `The response has more than ${maxBytes} bytes.`)
}

/** A header that is sent back the next time; empty for one of a senseless length. */
const validatorOf = ({ headers }: SourceFetchResponse, name: string): string => {
  const value = headers.get(name) ?? ''
  return value.length <= 1_000 ? value : ''
}
