/** The request of a source, as the second argument of a {@link SourceFetch}. */
export interface SourceFetchInit {
  /** The method; `HEAD` asks a site where its interface is. */
  readonly method: 'GET' | 'HEAD'
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Where the caller follows redirects itself, and checks each address. @default they are followed */
  readonly redirect?: 'manual'
  /** Aborted when the response takes too long. */
  readonly signal: AbortSignal
}

/** The part of a `Response` that is read. */
export interface SourceFetchResponse {
  /** The HTTP status. */
  readonly status: number
  /** The headers. */
  readonly headers: { get(name: string): string | null }
  /** The body; null without one. */
  readonly body: {
    getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>; cancel(): Promise<void> }
  } | null
}

/** Sends a request: `guardedFetch` of `@kalends/webhooks/node`, the global `fetch`, or one with the same meaning. */
export type SourceFetch = (url: string, init: SourceFetchInit) => Promise<SourceFetchResponse>
