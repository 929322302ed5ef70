import type { Alias } from './alias.ts'
import type { EntityId, EventRole, StoredStatus, Taxonomy } from './records.ts'

/**
 * The filter language of all stores. It is closed: all present members must match; a list matches any of its values, and an empty list
 * matches nothing; ranges are half-open; there is no OR (except in {@link ReadScope}) and no nesting (except `events`, one level). The core
 * resolves zones, "now", slugs, names and permissions before it builds a filter.
 */

/** From `gte`, included, up to `lt`, excluded; a missing side is open. Texts compare by code point. */
export interface Range<T extends number | string> {
  /** At or after. */
  readonly gte?: T
  /** Before. */
  readonly lt?: T
}

/**
 * A class of readable records: with that status, by one of those authors, published within that range, and events with one of those links.
 * @typeParam S the statuses
 */
export interface ReadClause<S extends string = StoredStatus> {
  /** The required status. */
  readonly status: S
  /** The possible authors; an empty list matches nothing. */
  readonly authorIds?: readonly string[]
  /** The range of `publishedMs`. */
  readonly publishedMs?: Range<number>
  /** The required `statusBeforeTrash`. */
  readonly statusBeforeTrash?: StoredStatus
  /** The event has one of these venues. An empty list matches nothing; nor does a list of any link match a record that is no event. */
  readonly venueIds?: readonly EntityId[]
  /** The event has one of these organizers. */
  readonly organizerIds?: readonly EntityId[]
  /** The event has one of these categories. A policy that names a category means its descendants too, which the core adds for stores. */
  readonly categoryIds?: readonly EntityId[]
}

/** The members of a {@link ReadClause} that name what an event links. */
export const clauseLinks = ['venueIds', 'organizerIds', 'categoryIds'] as const satisfies readonly (keyof ReadClause)[]

/** Whether a clause names what an event links. */
export const namesLinks = ({ venueIds, organizerIds, categoryIds }: Partial<ReadClause<string>>): boolean =>
  venueIds !== undefined || organizerIds !== undefined || categoryIds !== undefined

/** The read permissions of a viewer as a filter: a record matches if one clause matches; without clauses no record matches. */
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
  /** The southernmost latitude of the circle in degrees; for an index. */
  readonly latMin: number
  /** The northernmost latitude of the circle in degrees; for an index. */
  readonly latMax: number
}

/** The conditions on the venues of an event. */
export interface GeoFilter {
  /** true: one of its readable venues has coordinates; false: none of them has. */
  readonly located?: boolean
  /** One of its readable venues lies within the circle. */
  readonly within?: GeoCircle
  /** The scope of venues that count. */
  readonly readable: ReadScope
}

/** Whether a record links a venue or an organizer that counts. */
export interface LinkFilter {
  /** true: it links at least one of them; false: none. */
  readonly some: boolean
  /** The scope of venues or organizers that count. */
  readonly readable: ReadScope
}

/** A condition on the keys of a field that the host declares. At least one key of the field meets all given members. */
export interface FieldCondition {
  /** The name of the field. */
  readonly name: string
  /** The key equals one of these; an empty list matches nothing. */
  readonly keys?: readonly string[]
  /** The key lies in the range. */
  readonly range?: Range<string>
}

/** A condition on the aliases of a record. */
export interface AliasCondition extends Pick<Alias, 'of'> {
  /** The text of an alias equals one of these, by code point; an empty list matches nothing. */
  readonly texts: readonly string[]
}

/** A span of time, from an instant up to another one. */
export interface TimeSpan {
  /** Its start, in milliseconds since 1970. */
  readonly startMs: number
  /** Its end, in milliseconds since 1970. */
  readonly endMs: number
}

/** The shared filters of all kinds of record. */
export interface RecordFilter {
  /** `id` is one of these. */
  readonly ids?: readonly EntityId[]
  /** `id` is none of these; an empty list excludes nothing. */
  readonly excludeIds?: readonly EntityId[]
  /** `id` is greater; for keyset pagination by id. */
  readonly afterId?: EntityId
  /** `slug` equals one of these, by code point. */
  readonly slugs?: readonly string[]
  /** The record has an alias that meets the condition. Its present slug and name are no aliases. */
  readonly alias?: AliasCondition
  /** Each of these folded texts occurs in `searchText`; an empty list matches everything. There are no wildcards. */
  readonly textAll?: readonly string[]
  /** Each of these conditions holds; an empty list matches everything. A field without keys meets no condition. */
  readonly fields?: readonly FieldCondition[]
}

/** The filter of events. */
export interface EventFilter extends RecordFilter {
  /** The record's status, author and publication match one clause. */
  readonly readable?: ReadScope
  /** `times.startMs` lies in the range. */
  readonly startMs?: Range<number>
  /** `times.endMs` lies in the range. */
  readonly endMs?: Range<number>
  /** `times.startLocal` lies in the range; bounds are `YYYY-MM-DDTHH:mm:ss`. */
  readonly startLocal?: Range<string>
  /** `times.endLocal` lies in the range; bounds are `YYYY-MM-DDTHH:mm:ss`. */
  readonly endLocal?: Range<string>
  /** `times.endMs` is at or after `end`, or `times.startMs` at or after `start`: what overlaps a window that begins then. */
  readonly fromMs?: { readonly end: number; readonly start: number }
  /** The same for `times.endLocal` and `times.startLocal`; bounds are `YYYY-MM-DDTHH:mm:ss`. */
  readonly fromLocal?: { readonly end: string; readonly start: string }
  /**
   * `times.startMs` is before the end of one of these spans, and `times.endMs` after its start; an empty list matches nothing. The core sends at
   * most 30 of them, with `fromMs` and `startLocal` as bounds of all.
   */
  readonly overlaps?: readonly TimeSpan[]
  /** `featured` equals it. */
  readonly featured?: boolean
  /** `hidden` equals it. */
  readonly hidden?: boolean
  /** A hidden event has one of these authors; the filter does not affect other events. An empty list matches no hidden event. */
  readonly hiddenBy?: readonly string[]
  /** `uid` equals one of these, by code point; the empty text and occurrences match nothing. */
  readonly uids?: readonly string[]
  /** `authorId` is one of these. */
  readonly authorIds?: readonly string[]
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
  /** The conditions on its venues. */
  readonly geo?: GeoFilter
  /** Whether `image` is not null. */
  readonly hasImage?: boolean
  /** Whether `description` is not the empty text. */
  readonly hasDescription?: boolean
  /** Whether it has a category. */
  readonly hasCategory?: boolean
  /** Whether it has a venue. */
  readonly hasVenue?: LinkFilter
  /** Whether it has an organizer. */
  readonly hasOrganizer?: LinkFilter
  /** `role` is one of these. */
  readonly roles?: readonly EventRole[]
  /** `seriesId` is one of these; 0 matches nothing. */
  readonly seriesIds?: readonly EntityId[]
  /** Whether an occurrence differs from its series: it has overridden members, or is in the trash. true matches occurrences alone. */
  readonly changed?: boolean
  /** The event is a series whose `extendedTo` is not empty, and before this wall time. */
  readonly extendedBefore?: string
  /**
   * Of the occurrences of a series that match all other members except `afterId`, only the earliest one matches, by `times.startLocal`,
   * then id. Other events are not affected. Only `find`, `count` and `countBy` of events take it; elsewhere it has no effect.
   */
  readonly distinct?: 'series'
}

/** Whether a matching event links the record. */
export interface LinkedEvents {
  /** true: at least one matching event; false: none. */
  readonly some: boolean
  /** The filter of the events that count. */
  readonly filter: EventFilter
}

/** The filter of venues or organizers. */
export interface ProfileFilter extends RecordFilter {
  /** `nameKey` is one of these. */
  readonly nameKeys?: readonly string[]
  /** The record's status, author and publication match one clause. */
  readonly readable?: ReadScope
  /** `uid` equals one of these, by code point; the empty text matches nothing. */
  readonly uids?: readonly string[]
  /** `authorId` is one of these. */
  readonly authorIds?: readonly string[]
  /** `updatedMs` lies in the range. */
  readonly updatedMs?: Range<number>
  /** Whether a matching event links it. */
  readonly events?: LinkedEvents
}

/** The filter of terms. */
export interface TermFilter extends RecordFilter {
  /** Its taxonomy. */
  readonly taxonomy?: Taxonomy
  /** `nameKey` is one of these. */
  readonly nameKeys?: readonly string[]
  /** `parentId` is one of these; 0 means roots. */
  readonly parentIds?: readonly EntityId[]
  /** The term or one of its ancestors is one of these. */
  readonly withinIds?: readonly EntityId[]
  /** Whether a matching event links it. The term's own taxonomy decides between categories and tags. */
  readonly events?: LinkedEvents
  /**
   * The term or one of its descendants is `known`, or a matching event links it. With the events that a viewer may read, these are the terms
   * that the viewer may know.
   */
  readonly shownBy?: EventFilter
}

/** Ascending or descending. */
export type Direction = 'asc' | 'desc'

/** One sort key. Numbers and booleans compare as numbers, texts by code point. The core ends every order with `id`. */
export interface SortKey<Key extends string> {
  /** The member to compare. */
  readonly key: Key
  /** Ascending or descending. */
  readonly direction: Direction
}

/** The sort keys of events: members of the record or of its `times`. */
export type EventSort = SortKey<'startLocal' | 'startMs' | 'endLocal' | 'titleKey' | 'publishedMs' | 'updatedMs' | 'id'>

/** The sort keys of venues and organizers. */
export type ProfileSort = SortKey<'nameKey' | 'publishedMs' | 'updatedMs' | 'id'>

/** Sorts by the number of matching events with the term. */
export interface EventCountSort extends SortKey<'eventCount'> {
  /** The filter of the events that count. */
  readonly filter: EventFilter
}

/** The sort keys of terms. */
export type TermSort = SortKey<'nameKey' | 'slug' | 'description' | 'id'> | EventCountSort
