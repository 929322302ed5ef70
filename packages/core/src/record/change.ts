import type { Kind } from '../errors/codes.ts'
import type { EventRecord, OrganizerRecord, TermRecord, VenueRecord } from '../store/records.ts'

/** What happened to a record. */
export type ChangeVerb = 'created' | 'updated' | 'trashed' | 'restored' | 'deleted'

/** The stored record of each kind. */
export interface RecordOf {
  /** Events. */
  readonly event: EventRecord
  /** Venues. */
  readonly venue: VenueRecord
  /** Organizers. */
  readonly organizer: OrganizerRecord
  /** Categories. */
  readonly category: TermRecord
  /** Tags. */
  readonly tag: TermRecord
}

/** One committed change of one record. */
export interface Change<K extends Kind = Kind> {
  /** What happened, such as `event.created`. */
  readonly name: `${K}.${ChangeVerb}`
  /** The kind of record. */
  readonly kind: K
  /** The record before it; null when it was created. */
  readonly before: RecordOf[K] | null
  /** The record after it; null when it was deleted for good. */
  readonly after: RecordOf[K] | null
}

/** Names a change. */
export function toChange<K extends Kind>(kind: K, verb: ChangeVerb, before: RecordOf[K] | null, after: RecordOf[K] | null): Change<K> {
  return { name: `${kind}.${verb}`, kind, before, after }
}
