import type { EntityId, StoredStatus, Taxonomy } from './records.ts'

/**
 * The filter language that every store speaks. It is closed: members that are present must all hold; a list means any of its
 * values, and an empty list matches nothing; ranges are half-open; there is no OR (but {@link ReadScope}) and no nesting
 * (but `events`, one level). The core has resolved zones, "now", slugs, names and permissions before a filter is made.
 */

/** From `gte`, included, up to `lt`, excluded; a missing side is open. Texts compare by code point. */
export interface Range<T extends number | string> {
  /** At or after. */
  readonly gte?: T
  /** Before. */
  readonly lt?: T
}

/** One kind of record that may be seen: of that status, by one of those authors, published within that range. */
export interface ReadClause<S extends string = StoredStatus> {
  /** The status that it must have. */
  readonly status: S
  /** Its author must be one of these; an empty list matches nothing. */
  readonly authorIds?: readonly number[]
  /** Its `publishedMs` must lie in this range. */
  readonly publishedMs?: Range<number>
  /** Its `statusBeforeTrash` must be this one. */
  readonly statusBeforeTrash?: StoredStatus
}

/** Who may see what, inside the query: a record matches if one clause matches; no clause, no record. */
export type ReadScope<S extends string = StoredStatus> = readonly ReadClause<S>[]

/** A circle on the earth, prepared so that a store needs no trigonometry. */
export interface GeoCircle {
  /** The centre's unit vector. */
  readonly x: number
  /** The centre's unit vector. */
  readonly y: number
  /** The centre's unit vector. */
  readonly z: number
  /** A point is inside if its unit vector times the centre's is at least this. */
  readonly minDot: number
  /** No point inside lies south of this latitude, in degrees; for an index. */
  readonly latMin: number
  /** No point inside lies north of this latitude, in degrees; for an index. */
  readonly latMax: number
}

/** What holds of an event through its venues. */
export interface GeoFilter {
  /** true: one of its readable venues has coordinates; false: none of them has. */
  readonly located?: boolean
  /** One of its readable venues lies within the circle. */
  readonly within?: GeoCircle
  /** The venues that count. */
  readonly readable: ReadScope
}

/** Members that records of all kinds share. */
export interface RecordFilter {
  /** `id` is one of these. */
  readonly ids?: readonly EntityId[]
  /** `id` is none of these; an empty list excludes nothing. */
  readonly excludeIds?: readonly EntityId[]
  /** `id` is greater; for walks by id. */
  readonly afterId?: EntityId
  /** `slug` equals one of these, by code point. */
  readonly slugs?: readonly string[]
  /** Each of these folded texts occurs in `searchText`; an empty list matches everything. Every character stands for itself. */
  readonly textAll?: readonly string[]
}

/** Which events. */
export interface EventFilter extends RecordFilter {
  /** The record's status, author and publication match one clause. */
  readonly readable?: ReadScope
  /** `startMs` lies in the range. */
  readonly startMs?: Range<number>
  /** `endMs` lies in the range. */
  readonly endMs?: Range<number>
  /** `startLocal` lies in the range; bounds are `YYYY-MM-DDTHH:mm:ss`. */
  readonly startLocal?: Range<string>
  /** `endLocal` lies in the range; bounds are `YYYY-MM-DDTHH:mm:ss`. */
  readonly endLocal?: Range<string>
  /** `featured` equals it. */
  readonly featured?: boolean
  /** `hidden` equals it. */
  readonly hidden?: boolean
  /** A hidden event has one of these authors; events that are not hidden match all the same. An empty list matches no hidden event. */
  readonly hiddenBy?: readonly number[]
  /** `authorId` is one of these. */
  readonly authorIds?: readonly number[]
  /** `updatedMs` lies in the range. */
  readonly updatedMs?: Range<number>
  /** `parentId` is one of these. */
  readonly parentIds?: readonly EntityId[]
  /** One of its venues is one of these. */
  readonly venueIds?: readonly EntityId[]
  /** One of its organizers is one of these. */
  readonly organizerIds?: readonly EntityId[]
  /** One of its categories is one of these. */
  readonly categoryIds?: readonly EntityId[]
  /** One of its tags is one of these. */
  readonly tagIds?: readonly EntityId[]
  /** What holds of its venues. */
  readonly geo?: GeoFilter
}

/** Whether a record is linked by an event that matches. */
export interface LinkedEvents {
  /** true: at least one such event; false: none. */
  readonly some: boolean
  /** Which events count. */
  readonly filter: EventFilter
}

/** Which venues or organizers. */
export interface ProfileFilter extends RecordFilter {
  /** `nameKey` is one of these. */
  readonly nameKeys?: readonly string[]
  /** The record's status, author and publication match one clause. */
  readonly readable?: ReadScope
  /** `authorId` is one of these. */
  readonly authorIds?: readonly number[]
  /** `updatedMs` lies in the range. */
  readonly updatedMs?: Range<number>
  /** Linked by an event that matches, or by none. */
  readonly events?: LinkedEvents
}

/** Which terms. */
export interface TermFilter extends RecordFilter {
  /** Its taxonomy. */
  readonly taxonomy?: Taxonomy
  /** `nameKey` is one of these. */
  readonly nameKeys?: readonly string[]
  /** `parentId` is one of these; 0 means roots. */
  readonly parentIds?: readonly EntityId[]
  /** The term or one of its ancestors is one of these. */
  readonly withinIds?: readonly EntityId[]
  /** Linked by an event that matches, or by none. Categories and tags are told apart by the term's own taxonomy. */
  readonly events?: LinkedEvents
  /**
   * The term itself, or one below it, is linked by an event that matches, or by no event at all: what somebody knows of who may
   * see these events alone.
   */
  readonly shownBy?: EventFilter
}

/** Up or down. */
export type Direction = 'asc' | 'desc'

/** One key of an order. Numbers and booleans compare as numbers, texts by code point. The core ends every order with `id`. */
export interface SortKey<Key extends string> {
  /** The record's member to compare. */
  readonly key: Key
  /** Up or down. */
  readonly direction: Direction
}

/** What events can be ordered by. */
export type EventSort = SortKey<'startLocal' | 'startMs' | 'endLocal' | 'titleKey' | 'publishedMs' | 'updatedMs' | 'id'>

/** What venues and organizers can be ordered by. */
export type ProfileSort = SortKey<'nameKey' | 'publishedMs' | 'updatedMs' | 'id'>

/** The number of events with the term that match the filter. */
export interface EventCountSort extends SortKey<'eventCount'> {
  /** Which events count. */
  readonly filter: EventFilter
}

/** What terms can be ordered by. */
export type TermSort = SortKey<'nameKey' | 'slug' | 'description' | 'id'> | EventCountSort
