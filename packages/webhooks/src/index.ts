/**
 * Webhooks: signed messages about the changes of a calendar. Receivers verify them with `@kalends/webhooks/verify`.
 *
 * @packageDocumentation
 */

export type { DeliverOptions, Delivery } from './delivery/deliver.ts'
export type { Endpoint } from './endpoint.ts'
export type { WebhookFetch, WebhookFetchInit, WebhookFetchResponse } from './fetch-like.ts'
export type { EndpointChange, EndpointInput, Endpoints } from './management/endpoints.ts'
export type { WebhookData, WebhookKind, WebhookMessage, WebhookVerb } from './message.ts'
export type { WebhooksOptions } from './options.ts'
export type { WebhookPattern } from './patterns.ts'
export type { WebhookRecord } from './record.ts'
export type { DisabledReason, EndpointPatch, StoredEndpoint, StoredSecret, WebhookStore } from './store/endpoint.ts'
export { memoryWebhooks } from './store/memory.ts'
export { createWebhooks, type Webhooks } from './webhooks.ts'
