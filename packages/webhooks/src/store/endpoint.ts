import type { Actor } from '@kalends/core'

/** A stored secret. */
export interface StoredSecret {
  /** The secret as `sealSecret` has returned it. */
  readonly sealed: string
  /** Until when it signs messages beside the newest one, in milliseconds since 1970; null for the newest one. */
  readonly untilMs: number | null
}

/**
 * Why an endpoint gets no messages. `host`: the application has disabled it. `gone`: the receiver has responded with 410. `failed`: all
 * attempts of the schedule have failed.
 */
export type DisabledReason = 'host' | 'gone' | 'failed'

/** A stored endpoint: a cursor on the log of changes. */
export interface StoredEndpoint {
  /** Its id: at most 32 ASCII characters. */
  readonly id: string
  /** The address that gets the messages; at most 2,048 characters. */
  readonly url: string
  /** The patterns of the messages that it gets. */
  readonly events: readonly string[]
  /** The actor whose view of the records it gets; null for the view of anonymous callers. */
  readonly actor: Actor | null
  /** Its secrets, the newest one first. */
  readonly secrets: readonly StoredSecret[]
  /** When it was created, in milliseconds since 1970. */
  readonly createdMs: number
  /** Why it gets no messages; null while it gets them. */
  readonly disabled: DisabledReason | null
  /** The number of the last row of the log that is done. */
  readonly cursor: number
  /** Publications up to this moment are done, in milliseconds since 1970. */
  readonly publishedUntilMs: number
  /** How many attempts have failed since the last success. */
  readonly failures: number
  /** No attempt before this moment, in milliseconds since 1970; 0 without a failure. */
  readonly nextAtMs: number
  /** A process delivers to it until this moment, in milliseconds since 1970; no process does if the moment is over. */
  readonly leaseUntilMs: number
  /** The reason of the last failure; empty after a success. */
  readonly lastError: string
}

/** Changed members of an endpoint. */
export type EndpointPatch = Partial<Omit<StoredEndpoint, 'id' | 'createdMs'>>

/** Where endpoints are stored: `memoryWebhooks`, or `kyselyWebhooks` of `@kalends/webhooks/kysely`. */
export interface WebhookStore {
  /** Adds an endpoint, whose id is new. */
  insert(endpoint: StoredEndpoint): Promise<void>
  /** The endpoint with an id; undefined if there is none. */
  get(id: string): Promise<StoredEndpoint | undefined>
  /** All endpoints, by `createdMs`, those of one moment by id. */
  list(): Promise<readonly StoredEndpoint[]>
  /**
   * Changes an endpoint if its `leaseUntilMs` still has the given value, in one step that no other process can come between.
   * @returns whether it has
   */
  update(id: string, patch: EndpointPatch, leaseUntilMs: number): Promise<boolean>
  /** Deletes an endpoint. @returns whether there was one */
  delete(id: string): Promise<boolean>
}
