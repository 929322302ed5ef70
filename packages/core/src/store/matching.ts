import type { Alias } from './alias.ts'
import {
  clauseLinks,
  type EventFilter,
  type EventSort,
  type FieldCondition,
  type GeoFilter,
  type LinkFilter,
  type ProfileFilter,
  type Range,
  type ReadScope,
  type RecordFilter,
  type TermFilter,
} from './filters.ts'
import type {
  EntityId,
  EventRecord,
  OrganizerRecord,
  PublishedRecord,
  StoredFields,
  StoredRecord,
  TermRecord,
  VenueRecord,
} from './records.ts'

/** The meaning of the filter language as predicates. The memory store uses them; tests compare other stores with them. */

/** The lookups that the predicates need besides the record itself. */
export interface MatchingLookups {
  /** The venue with that id. */
  venue(id: EntityId): VenueRecord | undefined
  /** The organizer with that id. */
  organizer(id: EntityId): OrganizerRecord | undefined
  /** The aliases of the record with that id, of the kind that is tested. @default none */
  aliases?(id: EntityId): readonly Alias[]
}

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

/** The members of a record that a read scope compares; those of links only events have. */
export type ReadableMembers = Pick<PublishedRecord, 'status' | 'statusBeforeTrash' | 'authorId' | 'publishedMs'> &
  Partial<Pick<EventRecord, (typeof clauseLinks)[number]>>

/** Whether a scope shows a record. */
export function isReadable(scope: ReadScope | undefined, record: ReadableMembers): boolean {
  if (scope === undefined) return true
  return scope.some(
    (clause) =>
      clause.status === record.status &&
      (clause.authorIds === undefined || clause.authorIds.includes(record.authorId)) &&
      isInRange(clause.publishedMs, record.publishedMs) &&
      (clause.statusBeforeTrash === undefined || clause.statusBeforeTrash === record.statusBeforeTrash) &&
      clauseLinks.every((member) => clause[member] === undefined || isAnyOfMany(clause[member], record[member] ?? [])),
  )
}

/** The members of filters that depend on the events of a record: each store evaluates them with an index of its own. */
export type LinkedMember = 'events' | 'shownBy'

/** The members of filters that depend on more than the record and its venues. */
export type MemberOfSet = LinkedMember | 'distinct'

/** The members of a filter that match if the record's member of the same name is equal, such as `featured`. */
export type EqualMember<F, R> = {
  [M in keyof F & keyof R]-?: [NonNullable<F[M]>] extends [R[M] & (string | number | boolean)] ? M : never
}[keyof F & keyof R]

/** A test for each other member of a filter. A filter member without a test does not compile. */
export type FilterTests<F, R> = {
  readonly [M in Exclude<keyof F, MemberOfSet | EqualMember<F, R>>]-?: Test<NonNullable<F[M]>, R>
}

type Test<Wanted, R> = (wanted: Wanted, record: R, lookups: MatchingLookups) => boolean

const membersOfSets: Readonly<Record<MemberOfSet, true>> = { events: true, shownBy: true, distinct: true }

/** Lookups of filters without conditions on linked records. */
export const noLookups: MatchingLookups = { venue: () => undefined, organizer: () => undefined }

/** The tests are made at first use, so that a bundler leaves out those of which nothing is used. */
function toMatcher<F extends object, R extends object>(
  makeTests: () => FilterTests<F, R>,
): (filter: F, record: R, lookups?: MatchingLookups) => boolean {
  let byMember: Readonly<Record<string, Test<unknown, R> | undefined>> | undefined
  return (filter, record, lookups = noLookups) => {
    // A member of a filter has the type that its test takes, which TypeScript cannot check in a loop.
    byMember ??= makeTests() as Readonly<Record<string, Test<unknown, R> | undefined>>
    for (const member in filter) {
      const wanted: unknown = filter[member]
      if (wanted === undefined || Object.hasOwn(membersOfSets, member)) continue
      const test = byMember[member]
      if (test === undefined ? Reflect.get(record, member) !== wanted : !test(wanted, record, lookups)) return false
    }
    return true
  }
}

/** Whether one key of the field meets the condition. */
function meetsCondition({ name, keys, range }: FieldCondition, fields: StoredFields): boolean {
  const have = Object.hasOwn(fields.keys, name) ? fields.keys[name] : undefined
  return have?.some((key) => (keys === undefined || keys.includes(key)) && isInTextRange(range, key)) ?? false
}

/** Like {@link isInRange}, but by code point, because keys hold any text. */
function isInTextRange(range: Range<string> | undefined, key: string): boolean {
  if (range?.gte !== undefined && compareCodePoints(key, range.gte) < 0) return false
  return range?.lt === undefined || compareCodePoints(key, range.lt) < 0
}

const isAnyOfMany = (wanted: readonly EntityId[], have: readonly EntityId[]): boolean => wanted.some((id) => have.includes(id))

/** The members of a venue or an organizer that filters read. */
export type NamedRecord = PublishedRecord & { readonly nameKey: string }

const recordTests: FilterTests<RecordFilter, StoredRecord & { readonly searchText: string }> = {
  ids: (ids, { id }) => ids.includes(id),
  excludeIds: (ids, { id }) => !ids.includes(id),
  afterId: (afterId, { id }) => id > afterId,
  slugs: (slugs, { slug }) => slugs.includes(slug),
  alias: (wanted, { id }, { aliases }) => aliases?.(id).some(({ of, text }) => of === wanted.of && wanted.texts.includes(text)) ?? false,
  textAll: (texts, { searchText }) => texts.every((text) => searchText.includes(text)),
  fields: (conditions, { fields }) => conditions.every((condition) => meetsCondition(condition, fields)),
}

const publishedTests: FilterTests<Pick<EventFilter, 'readable' | 'uids' | 'authorIds' | 'updatedMs'>, PublishedRecord> = {
  readable: isReadable,
  uids: (uids, { uid }) => uid !== '' && uids.includes(uid),
  authorIds: (authorIds, { authorId }) => authorIds.includes(authorId),
  updatedMs: (range, { updatedMs }) => isInRange(range, updatedMs),
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

function matchesLinks({ some, readable }: LinkFilter, linked: readonly (PublishedRecord | undefined)[]): boolean {
  return some === linked.some((record) => record !== undefined && isReadable(readable, record))
}

/** Whether an event matches, without the member `distinct`, which looks at the other occurrences too ({@link earliestOfSeries}). */
export const matchesEvent: (filter: EventFilter, record: EventRecord, lookups: MatchingLookups) => boolean = /* @__PURE__ */ toMatcher<
  EventFilter,
  EventRecord
>(() => ({
  ...recordTests,
  ...publishedTests,
  startMs: (range, { times }) => isInRange(range, times.startMs),
  endMs: (range, { times }) => isInRange(range, times.endMs),
  startLocal: (range, { times }) => isInRange(range, times.startLocal),
  endLocal: (range, { times }) => isInRange(range, times.endLocal),
  fromMs: ({ end, start }, { times }) => times.endMs >= end || times.startMs >= start,
  fromLocal: ({ end, start }, { times }) => times.endLocal >= end || times.startLocal >= start,
  overlaps: (spans, { times }) => spans.some(({ startMs, endMs }) => times.startMs < endMs && times.endMs > startMs),
  hiddenBy: (authorIds, { hidden, authorId }) => !hidden || authorIds.includes(authorId),
  parentIds: (ids, { parentId }) => ids.includes(parentId),
  venueIds: (ids, { venueIds }) => isAnyOfMany(ids, venueIds),
  organizerIds: (ids, { organizerIds }) => isAnyOfMany(ids, organizerIds),
  categoryIds: (ids, { categoryIds }) => isAnyOfMany(ids, categoryIds),
  tagIds: (ids, { tagIds }) => isAnyOfMany(ids, tagIds),
  geo: matchesGeo,
  hasImage: (wanted, { image }) => (image !== null) === wanted,
  hasDescription: (wanted, { description }) => (description !== '') === wanted,
  hasCategory: (wanted, { categoryIds }) => categoryIds.length > 0 === wanted,
  hasVenue: (wanted, { venueIds }, { venue }) => matchesLinks(wanted, venueIds.map(venue)),
  hasOrganizer: (wanted, { organizerIds }, { organizer }) => matchesLinks(wanted, organizerIds.map(organizer)),
  uids: (uids, { role, uid }) => role !== 'occurrence' && uid !== '' && uids.includes(uid),
  roles: (roles, { role }) => roles.includes(role),
  seriesIds: (ids, { seriesId }) => seriesId !== 0 && ids.includes(seriesId),
  changed: (changed, { role, overridden, status }) => (role === 'occurrence' && (overridden.length > 0 || status === 'trash')) === changed,
  extendedBefore: (before, { role, extendedTo }) => role === 'series' && extendedTo !== '' && extendedTo < before,
}))

/** Applies the filter member `distinct`: removes all occurrences of each series except the earliest, by start, then id. Keeps the order. */
export function earliestOfSeries(events: readonly EventRecord[]): readonly EventRecord[] {
  const earliest = new Map<EntityId, EventRecord>()
  for (const event of events) {
    if (event.role !== 'occurrence') continue
    const known = earliest.get(event.seriesId)
    if (known === undefined || startsBefore(event, known)) earliest.set(event.seriesId, event)
  }
  return events.filter((event) => event.role !== 'occurrence' || earliest.get(event.seriesId) === event)
}

function startsBefore(a: EventRecord, b: EventRecord): boolean {
  const [start, other] = [a.times.startLocal, b.times.startLocal]
  return start === other ? a.id < b.id : start < other
}

/** The value of an event that a sort key compares, such as its start. */
export const eventSortValue = (record: EventRecord, key: EventSort['key']): number | string =>
  key === 'startLocal' || key === 'startMs' || key === 'endLocal' ? record.times[key] : record[key]

/**
 * Whether a venue or an organizer matches, without the member `events`. That member needs all events: a store evaluates it with an index of
 * its own.
 */
export const matchesProfile: (filter: ProfileFilter, record: NamedRecord, lookups?: MatchingLookups) => boolean = /* @__PURE__ */ toMatcher<
  ProfileFilter,
  NamedRecord
>(() => ({
  ...recordTests,
  ...publishedTests,
  nameKeys: (nameKeys, { nameKey }) => nameKeys.includes(nameKey),
}))

/** Whether a term matches, without the members that need events. */
export const matchesTerm: (filter: TermFilter, record: TermRecord, lookups?: MatchingLookups) => boolean = /* @__PURE__ */ toMatcher<
  TermFilter,
  TermRecord
>(() => ({
  ...recordTests,
  nameKeys: (nameKeys, { nameKey }) => nameKeys.includes(nameKey),
  parentIds: (ids, { parentId }) => ids.includes(parentId),
  withinIds: (ids, { id, ancestorIds }) => isAnyOfMany(ids, [id, ...ancestorIds]),
}))
