import type { EntityId } from './records.ts'

/** A token with which everybody may read an event. */
export interface StoredPreview {
  /** Identifies the token; unique. 1 to 255 visible ASCII characters. */
  readonly tokenHash: string
  /** The id of the event. */
  readonly eventId: EntityId
  /** The instant at which it ends, in milliseconds since 1970. */
  readonly untilMs: number
  /** Which drafts among the linked records the token shows: JSON that the store does not interpret, at most 65,535 bytes of UTF-8. */
  readonly drafts: string
}

/** The most rows that one call of {@link PreviewTable.deleteEnded} deletes. */
export const deletedPreviews = 500

/**
 * The preview tokens of a store. They change no result of other reads, so they do not change the revision. The deletion of an event deletes
 * its tokens, in every call that deletes events.
 */
export interface PreviewTable {
  /**
   * Inserts a token whose hash is new. No token of a deleted event stays, as for proposals.
   * @returns whether an event has the id
   */
  insert(preview: StoredPreview): Promise<boolean>
  /** The token with that hash. */
  get(tokenHash: string): Promise<StoredPreview | undefined>
  /**
   * Deletes all tokens of an event.
   * @returns how many
   */
  deleteOf(eventId: EntityId): Promise<number>
  /**
   * Deletes tokens with a smaller `untilMs`, those with the smallest first, at most 500 in one call. It need not wait for open transactions.
   * @returns how many it has deleted; fewer than 500 if no other one can be deleted now
   */
  deleteEnded(untilMs: number): Promise<number>
}
