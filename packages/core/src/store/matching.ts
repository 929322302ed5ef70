import type { EventFilter, GeoFilter, ProfileFilter, Range, ReadScope, RecordFilter, TermFilter } from './filters.ts'
import type { EntityId, EventRecord, PublishedRecord, StoredRecord, TermRecord, VenueRecord } from './records.ts'

/** The meaning of the filter language as predicates. The memory store uses them; tests compare other stores with them. */

/** The lookups that the predicates need besides the record itself. */
export interface MatchingLookups {
  /** The venue with that id. */
  venue(id: EntityId): VenueRecord | undefined
}

const isAnyOf = <T>(values: readonly T[] | undefined, value: T): boolean => values === undefined || values.includes(value)

const isAnyOfMany = (wanted: readonly EntityId[] | undefined, have: readonly EntityId[]): boolean =>
  wanted === undefined || wanted.some((id) => have.includes(id))

/** Compares two texts by code point, as every store must. (UTF-16 order, JavaScript's own, differs above U+FFFF.) */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) {
      // A surrogate is part of a code point above U+FFFF.
      const leftHigh = left >= 0xd800 && left <= 0xdfff
      const rightHigh = right >= 0xd800 && right <= 0xdfff
      return leftHigh === rightHigh ? left - right : leftHigh ? 1 : -1
    }
  }
  return a.length - b.length
}

/** Whether a value lies in a half-open range. */
export function isInRange<T extends number | string>(range: Range<T> | undefined, value: T): boolean {
  if (range === undefined) return true
  return (range.gte === undefined || value >= range.gte) && (range.lt === undefined || value < range.lt)
}

/** Whether a scope shows a record. */
export function isReadable(scope: ReadScope | undefined, record: PublishedRecord): boolean {
  if (scope === undefined) return true
  return scope.some(
    (clause) =>
      clause.status === record.status &&
      isAnyOf(clause.authorIds, record.authorId) &&
      isInRange(clause.publishedMs, record.publishedMs) &&
      (clause.statusBeforeTrash === undefined || clause.statusBeforeTrash === record.statusBeforeTrash),
  )
}

function matchesRecord(filter: RecordFilter, record: StoredRecord & { readonly searchText: string }): boolean {
  return (
    isAnyOf(filter.ids, record.id) &&
    !(filter.excludeIds?.includes(record.id) ?? false) &&
    (filter.afterId === undefined || record.id > filter.afterId) &&
    isAnyOf(filter.slugs, record.slug) &&
    (filter.textAll?.every((text) => record.searchText.includes(text)) ?? true)
  )
}

function matchesGeo(filter: GeoFilter, record: EventRecord, lookups: MatchingLookups): boolean {
  const points = record.venueIds.flatMap((id) => {
    const venue = lookups.venue(id)
    return venue?.point && isReadable(filter.readable, venue) ? [venue.point] : []
  })
  const { located, within } = filter
  if (located !== undefined && located !== points.length > 0) return false
  return within === undefined || points.some(({ x, y, z }) => x * within.x + y * within.y + z * within.z >= within.minDot)
}

/** Whether an event matches. */
export function matchesEvent(filter: EventFilter, record: EventRecord, lookups: MatchingLookups): boolean {
  return (
    matchesRecord(filter, record) &&
    isReadable(filter.readable, record) &&
    isInRange(filter.startMs, record.startMs) &&
    isInRange(filter.endMs, record.endMs) &&
    isInRange(filter.startLocal, record.startLocal) &&
    isInRange(filter.endLocal, record.endLocal) &&
    (filter.featured === undefined || filter.featured === record.featured) &&
    (filter.hidden === undefined || filter.hidden === record.hidden) &&
    (!record.hidden || isAnyOf(filter.hiddenBy, record.authorId)) &&
    isAnyOf(filter.authorIds, record.authorId) &&
    isInRange(filter.updatedMs, record.updatedMs) &&
    isAnyOf(filter.parentIds, record.parentId) &&
    isAnyOfMany(filter.venueIds, record.venueIds) &&
    isAnyOfMany(filter.organizerIds, record.organizerIds) &&
    isAnyOfMany(filter.categoryIds, record.categoryIds) &&
    isAnyOfMany(filter.tagIds, record.tagIds) &&
    (filter.geo === undefined || matchesGeo(filter.geo, record, lookups))
  )
}

/**
 * Whether a venue or an organizer matches, without the member `events`. That member needs all events: a store answers it with an index of
 * its own.
 */
export function matchesProfile(filter: ProfileFilter, record: PublishedRecord & { readonly nameKey: string }): boolean {
  return (
    matchesRecord(filter, record) &&
    isAnyOf(filter.nameKeys, record.nameKey) &&
    isReadable(filter.readable, record) &&
    isAnyOf(filter.authorIds, record.authorId) &&
    isInRange(filter.updatedMs, record.updatedMs)
  )
}

/** Whether a term matches, without the members that need events. */
export function matchesTerm(filter: TermFilter, record: TermRecord): boolean {
  return (
    matchesRecord(filter, record) &&
    (filter.taxonomy === undefined || filter.taxonomy === record.taxonomy) &&
    isAnyOf(filter.nameKeys, record.nameKey) &&
    isAnyOf(filter.parentIds, record.parentId) &&
    isAnyOfMany(filter.withinIds, [record.id, ...record.ancestorIds])
  )
}
