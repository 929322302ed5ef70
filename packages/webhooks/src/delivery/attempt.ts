import { addressIssue } from '../address.ts'
import type { WebhookFetch, WebhookFetchResponse } from '../fetch-like.ts'
import { sign } from '../signing.ts'
import { parseRetryAfter } from './schedule.ts'

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
  /** The secrets that sign, in clear. */
  readonly secrets: readonly string[]
  /** Whether addresses of a developer's machine are taken. */
  readonly allowInsecure: boolean
  /** Sends the request. */
  readonly fetch: WebhookFetch
}

/** How an attempt ended. */
export type Outcome =
  | { readonly type: 'sent' }
  /** The receiver wants no messages any more. */
  | { readonly type: 'gone' }
  | {
      readonly type: 'failed'
      /** Why, for the host. */
      readonly reason: string
      /** How long the receiver wants to be left alone, in milliseconds. */
      readonly retryAfterMs: number
    }

/** How long an attempt may take, in milliseconds. */
export const attemptMs = 15_000

/** How much of the body of a response is read, so that its connection can be used again, in bytes. */
const maxResponseBytes = 4_096

const failed = (reason: string, retryAfterMs = 0): Outcome => ({ type: 'failed', reason, retryAfterMs })

/** Sends a message once. Never rejects because of the receiver. @throws TypeError a secret is malformed */
export async function attempt(
  { url, secrets, allowInsecure, fetch }: Receiver,
  { id, body }: OutgoingMessage,
  nowMs: number,
): Promise<Outcome> {
  const issue = addressIssue(url, { allowInsecure })
  if (issue !== undefined) return failed(`the address ${issue}`)
  const timestamp = String(Math.floor(nowMs / 1_000))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kalends-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': await sign({ id, timestamp, body: new TextEncoder().encode(body) }, secrets),
  }
  return withinTime(async (signal) => {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await readStart(response)
    return toOutcome(response, nowMs)
  })
}

/** Runs an attempt, and fails after {@link attemptMs} even if `fetch` ignores its signal. */
async function withinTime(send: (signal: AbortSignal) => Promise<Outcome>): Promise<Outcome> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => {
      resolve(failed(`no response within ${attemptMs / 1_000} s`))
      controller.abort()
    }, attemptMs)
  })
  try {
    return await Promise.race([send(controller.signal).catch((error: unknown) => failed(toReason(error))), timeout])
  } finally {
    clearTimeout(timer)
  }
}

function toOutcome({ status, headers }: WebhookFetchResponse, nowMs: number): Outcome {
  if (status >= 200 && status < 300) return { type: 'sent' }
  if (status === 410) return { type: 'gone' }
  const isBusy = status === 429 || status === 503
  return failed(`status ${status}`, isBusy ? parseRetryAfter(headers.get('retry-after'), nowMs) : 0)
}

/** Reads the start of the body and drops it. What a receiver sends is not stored: it may be an error page with secrets. */
async function readStart({ body }: WebhookFetchResponse): Promise<void> {
  const reader = body?.getReader()
  if (reader === undefined) return
  try {
    for (let length = 0; length < maxResponseBytes; ) {
      const { done, value } = await reader.read()
      if (done) return
      length += value instanceof Uint8Array ? value.byteLength : maxResponseBytes
    }
    await reader.cancel()
  } catch {
    // The status has come, and decides.
  }
}

/** The message of an error, with that of its cause: `fetch failed` alone says nothing. */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'fetch failed'
  const { message, cause } = error
  return (cause instanceof Error ? `${message}: ${cause.message}` : message).slice(0, 500)
}
