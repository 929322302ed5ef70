import { addressIssue, parseRetryAfter } from '@kalends/core/internal'
import type { WebhookFetch, WebhookFetchResponse } from '../fetch-like.ts'
import { sign } from '../signing.ts'

/** A message that is ready to be sent. */
export interface OutgoingMessage {
  /** Its id, the same in each attempt. */
  readonly id: string
  /** Its body. */
  readonly body: string
}

/** Where and how to send messages. */
export interface Receiver {
  /** The address. */
  readonly url: string
  /** The keys that sign. */
  readonly keys: readonly CryptoKey[]
  /** Whether addresses of a developer's machine are taken. */
  readonly allowInsecure: boolean
  /** Sends the request. */
  readonly fetch: WebhookFetch
}

/** Why an attempt failed. */
export interface Failure {
  /** The reason, for the host. */
  readonly reason: string
  /** How long the receiver wants to be left alone, in milliseconds. */
  readonly retryAfterMs: number
  /** Whether the receiver wants no messages any more. */
  readonly isGone: boolean
}

/** How long an attempt may take, in milliseconds. */
export const attemptMs = 15_000

/** How much of the body of a response is read, so that its connection can be used again, in bytes. */
const maxResponseBytes = 4_096

const toFailure = (reason: string, retryAfterMs = 0, isGone = false): Failure => ({ reason, retryAfterMs, isGone })

/** Sends a message once. Never rejects because of the receiver. @returns undefined if the receiver has taken it */
export async function attempt(
  { url, keys, allowInsecure, fetch }: Receiver,
  { id, body }: OutgoingMessage,
  nowMs: number,
): Promise<Failure | undefined> {
  const issue = addressIssue(url, { allowInsecure })
  if (issue !== undefined) return toFailure(`the address ${issue}`)
  const timestamp = String(Math.floor(nowMs / 1_000))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kalends-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': await sign({ id, timestamp, body }, keys),
  }
  return withinTime(async (signal) => {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await readStart(response)
    return failureOf(response, nowMs)
  })
}

/** Runs an attempt, and fails after {@link attemptMs} even if `fetch` ignores its signal. */
async function withinTime(send: (signal: AbortSignal) => Promise<Failure | undefined>): Promise<Failure | undefined> {
  const controller = new AbortController()
  const { signal } = controller
  const timer = setTimeout(() => controller.abort(new Error(`no response within ${attemptMs / 1_000} s`)), attemptMs)
  const timeout = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(signal.reason)
  })
  try {
    return await Promise.race([send(signal), timeout])
  } catch (error) {
    return toFailure(toReason(error))
  } finally {
    clearTimeout(timer)
  }
}

function failureOf({ status, headers }: WebhookFetchResponse, nowMs: number): Failure | undefined {
  if (status >= 200 && status < 300) return undefined
  const isBusy = status === 429 || status === 503
  return toFailure(`status ${status}`, isBusy ? parseRetryAfter(headers.get('retry-after'), nowMs) : 0, status === 410)
}

/** Reads the start of the body and drops it. What a receiver sends is not stored: it may be an error page with secrets. */
async function readStart({ body }: WebhookFetchResponse): Promise<void> {
  const reader = body?.getReader()
  try {
    for (let length = 0; reader && length < maxResponseBytes; ) {
      const { done, value } = await reader.read()
      if (done) return
      length += value?.length ?? 0
    }
    await reader?.cancel()
  } catch {
    // The status has come, and decides.
  }
}

/** The message of an error, with that of its cause: `fetch failed` alone says nothing. */
function toReason(error: unknown): string {
  const messages = [error, error instanceof Error && error.cause].flatMap((one) => (one instanceof Error ? one.message : []))
  return messages.join(': ').slice(0, 500) || 'fetch failed'
}
