/** Bytes with a buffer of their own. Compilers before TypeScript 5.7 have no other name for this type. */
export type Bytes = ReturnType<typeof Uint8Array.from>

/** A request of the table of requests that is sent to every mount, in its wire form. */
export interface MountRequest {
  /** Stable name, such as `paths/double-slash`, by which the option `differences` of a mount refers to the request. */
  readonly key: string
  /** The method, in capitals. */
  readonly method: string
  /** Path and query, to be sent unchanged. */
  readonly target: string
  /** Headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body; absent for a request without one. */
  readonly body?: Bytes
}

/** A response in its wire form. */
export interface MountAnswer {
  /** The HTTP status. */
  readonly status: number
  /** Headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body; empty when there is none. */
  readonly body: Uint8Array
}

/** A row of the table of requests; members that are missing have their defaults. */
export interface MountRow {
  /** Stable name. */
  readonly key: string
  /** @default 'GET' */
  readonly method?: string
  /** `{base}` stands for the base path, `{routes}` for the URL of the routes. */
  readonly target: string
  /** @default none */
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the `ETag` of the response to an earlier request. */
  readonly tagOf?: { readonly header: 'if-match' | 'if-none-match'; readonly key: string }
  /** A value to send as JSON. */
  readonly json?: unknown
  /** A body to send unchanged. */
  readonly body?: string | Bytes
  /** The status of the handler's response. */
  readonly status: number
}
