/** The request of a delivery, as the second argument of a {@link WebhookFetch}. */
export interface WebhookFetchInit {
  /** Always `POST`. */
  readonly method: 'POST'
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The body. */
  readonly body: string
  /** Redirects are not followed: the new address would not be checked, and the body would be lost. */
  readonly redirect: 'manual'
  /** Aborted when the attempt takes too long. */
  readonly signal: AbortSignal
}

/** The part of a `Response` that a delivery reads. */
export interface WebhookFetchResponse {
  /** The HTTP status. */
  readonly status: number
  /** The headers. */
  readonly headers: { get(name: string): string | null }
  /** The body; null without one. */
  readonly body: {
    getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>; cancel(): Promise<void> }
  } | null
}

/** Sends a request: the global `fetch`, or one with the same meaning. */
export type WebhookFetch = (url: string, init: WebhookFetchInit) => Promise<WebhookFetchResponse>

/** The second argument of a {@link GuardedFetch}. */
export interface GuardedFetchInit extends Pick<WebhookFetchInit, 'headers' | 'signal'> {
  /** The method. Responses to GET and HEAD have their body, those to POST have none. */
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** The body of a request with POST. */
  readonly body?: string | undefined
  /** Redirects are never followed. @default 'manual' */
  readonly redirect?: 'manual' | undefined
}

/** A `fetch` that connects to the public internet alone: for deliveries, and for documents to import. */
export type GuardedFetch = (url: string, init: GuardedFetchInit) => Promise<WebhookFetchResponse>
