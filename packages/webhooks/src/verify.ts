/**
 * For receivers: verifies the messages that they get. It loads nothing else of Kalends.
 *
 * @packageDocumentation
 */
import type { Clock } from '@kalends/core'
import { systemClock } from './clock.ts'
import type { WebhookMessage } from './message.ts'
import { importSecret } from './secret.ts'
import { hasSignature } from './signing.ts'

export type { WebhookData, WebhookKind, WebhookMessage, WebhookVerb } from './message.ts'

/** Headers of any server: those of `fetch`, or Node's plain object. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined; readonly get?: never }

/** A received request: a `Request`, or its headers with the body exactly as received. */
export type WebhookRequest =
  | { readonly headers: WebhookHeaders; text(): Promise<string> }
  | { readonly headers: WebhookHeaders; readonly body: string | Uint8Array }

/** How a received message is verified. */
export interface VerifyOptions {
  /** How far the time of the message may be from now, in milliseconds. A wider window lets an intruder repeat a message for longer. @default 300_000 */
  readonly toleranceMs?: number | undefined
  /** The source of "now". @default the clock of the machine */
  readonly clock?: Clock | undefined
}

/** The result of a verification: the message, or the reason why it was refused. */
export type VerifiedWebhook =
  | {
      /** The message is genuine. */
      readonly isValid: true
      /** The id of the message. A repeated message has the same id: remember it, and ignore repetitions. */
      readonly id: string
      /** The message. */
      readonly message: WebhookMessage
    }
  | {
      /** The message is not genuine, or too old. */
      readonly isValid: false
      /** Why, for the log of the receiver; it contains nothing secret. */
      readonly reason: string
    }

const refuse = (reason: string): VerifiedWebhook => ({ isValid: false, reason })

const defaultToleranceMs = 300_000

const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/**
 * Verifies a received message of a webhook: its signature and its time. Respond with 401 to a message that is not valid.
 * @param request the request; its body is read once. A body that was parsed and serialised again does not have the bytes that were signed.
 * @param secret the secret of the endpoint, or several while it is rotated
 * @throws TypeError a secret is malformed, or the request has no headers and body
 * @example
 * const received = await verifyWebhook(request, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
 * if (received.isValid) console.log(received.message.type, received.message.data.id)
 */
export async function verifyWebhook(
  request: WebhookRequest,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const { toleranceMs = defaultToleranceMs, clock = systemClock, ...unknown } = options
  for (const name in unknown) throw new TypeError(`verifyWebhook has no option ${name}. It has: toleranceMs, clock.`)
  const [id, timestamp, signature] = headerNames.map((name) => headerOf(request.headers, name))
  // The body is read only after these checks: a stranger's large body costs memory.
  if (!id || !timestamp || !signature) return refuse(`a header is missing: ${headerNames.join(', ')}`)
  if (!/^\d{1,12}$/.test(timestamp)) return refuse('webhook-timestamp is not a number of seconds')
  // A tolerance that is no number allows no distance.
  if (!(Math.abs(clock.nowMs() - Number(timestamp) * 1000) <= toleranceMs)) return refuse('webhook-timestamp is too far from now')
  const body = await bodyOf(request)
  const keys = await Promise.all([secret].flat().map(importSecret))
  if (!(await hasSignature({ id, timestamp, body }, signature, keys))) return refuse('no signature matches')
  try {
    // The sender has signed it, so it has the shape of a message.
    return { isValid: true, id, message: JSON.parse(body) as WebhookMessage }
  } catch {
    return refuse('the body is not JSON')
  }
}

/** A header; empty if it is missing or repeated. */
function headerOf(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? ''
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return typeof entry?.[1] === 'string' ? entry[1] : ''
}

async function bodyOf(request: WebhookRequest): Promise<string> {
  const body = 'text' in request ? await request.text() : request.body
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  throw new TypeError('verifyWebhook needs the body as a text or bytes, exactly as received')
}
