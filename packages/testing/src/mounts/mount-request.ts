/** Bytes in memory of their own. Compilers before TypeScript 5.7 know them by no other name than this. */
export type Bytes = ReturnType<typeof Uint8Array.from>

/** A request of the table, in the form in which it goes over the wire. */
export interface MountRequest {
  /** Stable name, such as `paths/double-slash`; differences refer to it. */
  readonly key: string
  /** In capitals. */
  readonly method: string
  /** Path and query, to be sent exactly as they are written. */
  readonly target: string
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Absent for a request without one. */
  readonly body?: Bytes
}

/** An answer as it came over the wire. */
export interface MountAnswer {
  /** The HTTP status. */
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty when there is none. */
  readonly body: Uint8Array
}

/** A request as the tables have it: what is usual is left out. */
export interface MountRow {
  /** Stable name. */
  readonly key: string
  /** @default 'GET' */
  readonly method?: string
  /** `{base}` stands for the base path, `{routes}` for the address of the routes. */
  readonly target: string
  /** @default none */
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the `ETag` that an earlier request was answered with. */
  readonly tagOf?: { readonly header: 'if-match' | 'if-none-match'; readonly key: string }
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: string | Bytes
  /** What the handler answers. */
  readonly status: number
}
