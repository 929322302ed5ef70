import type { CalendarClient } from '@kalends/core'

/** An `AbortSignal`, or an object with the same members. */
export type ClientSignal = NonNullable<NonNullable<Parameters<CalendarClient['events']['list']>[1]>['signal']>

/** The headers of requests. */
export type ClientHeaders = Readonly<Record<string, string>>

/** The options of a client. */
export interface ClientOptions {
  /**
   * The address of the service with its namespace, such as `https://example.org/calendar/events/v1`: all that stands before `/events`. In a
   * browser it may be a path of the page's own origin.
   */
  readonly baseUrl: string
  /**
   * Sends a request: the global `fetch`, a handler of `@kalends/fetch`, or a function around them. For cookies of another origin:
   * `(request) => fetch(request, { credentials: 'include' })`.
   * @default the global `fetch`
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Headers of each request, such as `authorization`; a function is called before each attempt. The client sets `Idempotency-Key`. */
  readonly headers?: ClientHeaders | (() => ClientHeaders | Promise<ClientHeaders>) | undefined
  /** How often a request is sent again after it failed. @default 2 */
  readonly retries?: number | undefined
  /** How many responses are kept for conditional requests; false for none. @default 100 */
  readonly cache?: number | false | undefined
  /** The time limit of one attempt in milliseconds. @default 10_000 */
  readonly timeoutMs?: number | undefined
  /** Aborts all calls, writes too. A write whose request was sent already may have been made. */
  readonly signal?: ClientSignal | undefined
}
