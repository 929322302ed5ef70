import {
  type EventFilter,
  type EventRecord,
  eventFields,
  type FieldCondition,
  type LinkFilter,
  type OrganizerRecord,
  type PublishedRecord,
  plainNames,
  type Range,
  type ReadLinks,
  type ReadScope,
  type RecordFilter,
  type StoredFields,
  type StoredRecord,
  type TermFilter,
  type TermRecord,
  type VenueRecord,
} from '@kalends/core/store'

/** A second implementation of the filter language, written from its documentation alone, to compare stores with. */

/** Compares two strings code point by code point. */
export function byCodePoint(a: string, b: string): number {
  const left = Array.from(a, (character) => character.codePointAt(0) ?? 0)
  const right = Array.from(b, (character) => character.codePointAt(0) ?? 0)
  for (let i = 0; ; i++) {
    const [x, y] = [left[i], right[i]]
    if (x === undefined || y === undefined) return left.length - right.length
    if (x !== y) return x - y
  }
}

function isInRange(value: number, range: Range<number> | undefined): boolean {
  if (range?.gte !== undefined && value < range.gte) return false
  return range?.lt === undefined || value < range.lt
}

function isInLocalRange(value: string, range: Range<string> | undefined): boolean {
  if (range?.gte !== undefined && byCodePoint(value, range.gte) < 0) return false
  return range?.lt === undefined || byCodePoint(value, range.lt) < 0
}

const anyIn = <T>(list: readonly T[] | undefined, values: readonly T[]): boolean =>
  list === undefined || values.some((value) => list.indexOf(value) >= 0)

/** Whether the record matches one clause of the read scope. */
export function mayRead(scope: ReadScope | undefined, record: PublishedRecord & Partial<ReadLinks>): boolean {
  if (scope === undefined) return true
  for (const { status, authorIds, publishedMs, statusBeforeTrash, venueIds, organizerIds, categoryIds } of scope) {
    if (statusBeforeTrash !== undefined && record.statusBeforeTrash !== statusBeforeTrash) continue
    if (!anyIn(venueIds, record.venueIds ?? []) || !anyIn(organizerIds, record.organizerIds ?? [])) continue
    if (!anyIn(categoryIds, record.categoryIds ?? [])) continue
    if (record.status === status && anyIn(authorIds, [record.authorId]) && isInRange(record.publishedMs, publishedMs)) return true
  }
  return false
}

/** Whether one key of the field is among the wanted keys and in the range. */
const meets = ({ name, keys, range }: FieldCondition, fields: StoredFields): boolean =>
  new Map(Object.entries(fields.keys)).get(name)?.some((key) => anyIn(keys, [key]) && isInLocalRange(key, range)) === true

/** Whether a record matches the members that all filters share. */
export function isShared(filter: RecordFilter, record: StoredRecord & { readonly searchText: string }): boolean {
  if (!anyIn(filter.ids, [record.id]) || !anyIn(filter.slugs, [record.slug])) return false
  if (filter.excludeIds !== undefined && filter.excludeIds.indexOf(record.id) >= 0) return false
  if (filter.afterId !== undefined && record.id <= filter.afterId) return false
  if (!(filter.fields ?? []).every((condition) => meets(condition, record.fields))) return false
  return (filter.textAll ?? []).every((text) => record.searchText.split(text).length > 1 || text === '')
}

/** The uid by which filters find a record; empty for an occurrence, which only shows the uid of its series. */
const uidOf = (record: PublishedRecord): string => (Reflect.get(record, 'role') === 'occurrence' ? '' : record.uid)

/** Whether a record matches the members that filters of events, venues and organizers share: authors, time of change, and uids. */
export const matchesPublished = (
  { authorIds, updatedMs, uids }: Pick<EventFilter, 'authorIds' | 'updatedMs' | 'uids'>,
  record: PublishedRecord,
): boolean =>
  anyIn(authorIds, [record.authorId]) && isInRange(record.updatedMs, updatedMs) && anyIn(uids, uidOf(record) === '' ? [] : [record.uid])

const isWanted = (wanted: unknown, value: unknown): boolean => wanted === undefined || wanted === value

/** Whether an event matches the members for series. */
function isOfSeries({ roles, seriesIds, changed, extendedBefore }: EventFilter, event: EventRecord): boolean {
  const isOccurrence = event.seriesId > 0
  if (!anyIn(roles, [event.role]) || !anyIn(seriesIds, isOccurrence ? [event.seriesId] : [])) return false
  const hasChanged = isOccurrence && (event.status === 'trash' || event.overridden.length > 0)
  if (changed !== undefined && changed !== hasChanged) return false
  if (extendedBefore === undefined) return true
  return event.role === 'series' && event.extendedTo !== '' && byCodePoint(event.extendedTo, extendedBefore) < 0
}

/** Removes all occurrences except the earliest of each series. */
function firstOfEach(events: readonly EventRecord[]): EventRecord[] {
  return events.filter(
    (event) =>
      event.seriesId === 0 ||
      !events.some((other) => {
        const difference = byCodePoint(other.times.startLocal, event.times.startLocal)
        return other.seriesId === event.seriesId && (difference < 0 || (difference === 0 && other.id < event.id))
      }),
  )
}

/** The events that `find` returns and `count` counts, in the given order. */
export function naiveEvents(
  { afterId, ...filter }: EventFilter,
  all: readonly EventRecord[],
  venues: readonly VenueRecord[],
  organizers: readonly OrganizerRecord[] = [],
): EventRecord[] {
  const found = all.filter((event) => isEvent(filter, event, venues, organizers))
  return (filter.distinct === 'series' ? firstOfEach(found) : found).filter(({ id }) => afterId === undefined || id > afterId)
}

/** Whether an event lacks something that the filter asks for, or has what must be missing. */
function isLacking(
  filter: EventFilter,
  event: EventRecord,
  venues: readonly VenueRecord[],
  organizers: readonly OrganizerRecord[],
): boolean {
  const { hasImage, hasDescription, hasCategory, hasVenue, hasOrganizer } = filter
  const lacksLink = (wanted: LinkFilter | undefined, ids: readonly number[], all: readonly PublishedRecord[]): boolean =>
    wanted !== undefined && wanted.some !== all.filter((one) => ids.includes(one.id) && mayRead(wanted.readable, one)).length > 0
  return (
    !isWanted(hasImage, event.image !== null) ||
    !isWanted(hasDescription, event.description.length > 0) ||
    !isWanted(hasCategory, event.categoryIds.length > 0) ||
    lacksLink(hasVenue, event.venueIds, venues) ||
    lacksLink(hasOrganizer, event.organizerIds, organizers)
  )
}

/** Whether an event with the given venues and organizers matches, ignoring `distinct`. */
export function isEvent(
  filter: EventFilter,
  event: EventRecord,
  venues: readonly VenueRecord[],
  organizers: readonly OrganizerRecord[] = [],
): boolean {
  if (!isShared(filter, event) || !mayRead(filter.readable, event)) return false
  if (!isInRange(event.times.startMs, filter.startMs) || !isInRange(event.times.endMs, filter.endMs)) return false
  if (!isInLocalRange(event.times.startLocal, filter.startLocal) || !isInLocalRange(event.times.endLocal, filter.endLocal)) return false
  if (!isFrom(filter, event) || !overlapsOne(filter, event)) return false
  if (plainNames(eventFields).some((name) => !isWanted(Reflect.get(filter, name), event[name]))) return false
  if (event.hidden && !anyIn(filter.hiddenBy, [event.authorId])) return false
  if (!matchesPublished(filter, event) || !isOfSeries(filter, event)) return false
  if (!anyIn(filter.parentIds, [event.parentId])) return false
  if (!anyIn(filter.venueIds, event.venueIds) || !anyIn(filter.organizerIds, event.organizerIds)) return false
  if (!anyIn(filter.categoryIds, event.categoryIds) || !anyIn(filter.tagIds, event.tagIds)) return false
  if (isLacking(filter, event, venues, organizers)) return false
  return (
    filter.geo === undefined ||
    isPlaced(
      filter.geo,
      venues.filter(({ id }) => event.venueIds.includes(id)),
    )
  )
}

function isFrom({ fromMs, fromLocal }: EventFilter, { times }: EventRecord): boolean {
  if (fromMs !== undefined && times.endMs < fromMs.end && times.startMs < fromMs.start) return false
  if (fromLocal === undefined) return true
  return byCodePoint(times.endLocal, fromLocal.end) >= 0 || byCodePoint(times.startLocal, fromLocal.start) >= 0
}

/** Whether the event shares more than a moment with one of the spans. */
function overlapsOne({ overlaps }: EventFilter, { times }: EventRecord): boolean {
  if (overlaps === undefined) return true
  return overlaps.filter(({ startMs, endMs }) => !(times.startMs >= endMs || times.endMs <= startMs)).length > 0
}

function isPlaced({ located, within, readable }: NonNullable<EventFilter['geo']>, venues: readonly VenueRecord[]): boolean {
  const points = venues.filter((venue) => mayRead(readable, venue)).flatMap(({ point }) => (point === null ? [] : [point]))
  if (located === true && points.length === 0) return false
  if (located === false && points.length > 0) return false
  if (within === undefined) return true
  return points.filter(({ x, y, z }) => x * within.x + y * within.y + z * within.z >= within.minDot).length > 0
}

/** Whether a term matches, ignoring members about its events. */
export function isTerm(filter: TermFilter, term: TermRecord): boolean {
  if (!isShared(filter, term)) return false
  if (filter.taxonomy !== undefined && filter.taxonomy !== term.taxonomy) return false
  if (!anyIn(filter.nameKeys, [term.nameKey]) || !anyIn(filter.parentIds, [term.parentId])) return false
  return filter.withinIds === undefined || filter.withinIds.some((id) => id === term.id || term.ancestorIds.includes(id))
}
