import type { Actor } from '@kalends/core'
import type { DisabledReason, StoredEndpoint } from './store/endpoint.ts'

/** An endpoint, as the host's own code sees it. */
export interface Endpoint {
  /** Its id. */
  readonly id: string
  /** The address that gets the messages. */
  readonly url: string
  /** The patterns of the messages that it gets. */
  readonly events: readonly string[]
  /** The actor whose view of the records it gets; null for that of anonymous callers. */
  readonly actor: Actor | null
  /** When it was created, in milliseconds since 1970. */
  readonly createdMs: number
  /** Why it gets no messages; null while it gets them. */
  readonly disabled: DisabledReason | null
  /** The number of the last row of the log that is done. */
  readonly cursor: number
  /** How many attempts have failed since the last success. */
  readonly failures: number
  /** When the next attempt is made, in milliseconds since 1970; null without a failure. */
  readonly nextAtMs: number | null
  /** The reason of the last failure; empty after a success. */
  readonly lastError: string
}

/** The state of an endpoint that has just got a message, or that starts anew. */
export const noFailures = { failures: 0, nextAtMs: 0, lastError: '' } as const

/** The endpoint without its secrets, and without what only deliveries need. */
export const toEndpoint = ({ secrets: _, publishedUntilMs: __, leaseUntilMs: ___, nextAtMs, ...shown }: StoredEndpoint): Endpoint => ({
  ...shown,
  nextAtMs: nextAtMs || null,
})
