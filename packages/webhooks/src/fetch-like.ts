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

/** A `fetch` that also reads documents: for requests with GET, the response has the body. */
export type GuardedFetch = (
  url: string,
  init: Omit<WebhookFetchInit, 'method' | 'body'> & { readonly method: 'GET' | 'POST'; readonly body?: string | undefined },
) => Promise<WebhookFetchResponse>
