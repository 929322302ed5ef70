/** The names of the kinds of records in messages. */
export type WebhookKind = 'event' | 'venue' | 'organizer' | 'category' | 'tag'

/** What happened to the record; `published`: it became public, by a write or because the date came for which its publication was scheduled. */
export type WebhookVerb = 'created' | 'updated' | 'trashed' | 'restored' | 'deleted' | 'published'

/** The record of a message. */
export interface WebhookData {
  /** The kind of the record. */
  readonly kind: WebhookKind
  /** The id of the record. */
  readonly id: number
  /** Its slug; null where `record` is. */
  readonly slug: string | null
  /** Its version; null where `record` is. */
  readonly version: number | null
  /** The record as the actor of the endpoint saw it when the message was sent; null if it is deleted, in the trash, or no longer readable. */
  readonly record: unknown
  /**
   * For a change of a series: how much of it the change was for. With several changes in one message that differ, `all`. Absent for other
   * changes, and for a series that is created. Each date that the change wrote has a message of its own.
   */
  readonly scope?: 'this' | 'following' | 'all'
}

/** The body of a message. */
export interface WebhookMessage {
  /** What happened, such as `event.updated`. */
  readonly type: `${WebhookKind}.${WebhookVerb}`
  /** The instant of the change, ISO 8601 in UTC. */
  readonly timestamp: string
  /** The record. */
  readonly data: WebhookData
}
