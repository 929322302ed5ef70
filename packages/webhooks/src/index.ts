/**
 * Webhooks: signed messages about the changes of a calendar, and their verification.
 *
 * @packageDocumentation
 */

export type { WebhookFetch, WebhookFetchInit, WebhookFetchResponse } from './fetch-like.ts'
export type { WebhookData, WebhookKind, WebhookMessage, WebhookVerb } from './message.ts'
export { type VerifiedWebhook, type VerifyOptions, verifyWebhook, type WebhookHeaders, type WebhookRequest } from './verify.ts'
