import type { EntityId, EventRecord, OrganizerRecord, VenueRecord } from './records.ts'

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
  /**
   * Whether the write has replaced the record, and changed none of its members but {@link textMembers}: then the same lists contain it as
   * before, except those that search texts, or that filter or sort by the last update. Absent where the store does not know.
   */
  readonly isTextOnly?: boolean
}

const shared = ['version', 'updatedMs', 'updatedLocal', 'description', 'excerpt', 'image', 'searchText', 'website'] as const

/** The members by which no list filters or sorts, except searches and lists by the last update. */
export const textMembers = Object.freeze({
  event: [...shared, 'cost'],
  venue: [...shared, 'phone'],
  organizer: [...shared, 'phone', 'email'],
  term: [],
} as const satisfies {
  readonly event: readonly (keyof EventRecord)[]
  readonly venue: readonly (keyof VenueRecord)[]
  readonly organizer: readonly (keyof OrganizerRecord)[]
  readonly term: readonly never[]
})
