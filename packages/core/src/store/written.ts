import type { EntityId } from './records.ts'

/** The kinds of records as writes name them: categories and tags are terms. */
export type WrittenKind = 'event' | 'venue' | 'organizer' | 'term'

/** All of them. */
export const writtenKinds: readonly WrittenKind[] = Object.freeze(['event', 'venue', 'organizer', 'term'])

/** A record that a write has inserted, replaced or deleted. */
export interface WrittenRecord {
  /** Its kind. */
  readonly kind: WrittenKind
  /** Its id. */
  readonly id: EntityId
}
