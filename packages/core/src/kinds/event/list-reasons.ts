import type { ListReasonCode } from '../../errors/list-reasons.ts'
import { lacksWords, notChangedAfter, otherValue, type ShownReason, toTimeText } from '../../record/reason-values.ts'
import type { EventRecord } from '../../store/records.ts'
import { searchWords } from '../../text/fold.ts'
import type { ParsedDateTime } from '../../time/wall-time.ts'
import type { EventListFields, equalFilters } from './list-schema.ts'
import { defaultRadiusKm } from './query.ts'
import type { Event } from './view.ts'

/** The members of a list that are no filters, and those by which a viewer sees events at all. */
type UnlistedMember = 'page' | 'perPage' | 'order' | 'orderBy' | 'status' | 'hidden'

/** A filter whose reasons need an entry. Those for equality have the same one, and declared fields their own. */
type ExplainedFilter = Exclude<keyof EventListFields, UnlistedMember | keyof typeof equalFilters | 'fields'>

/** How each filter of a list explains that it refuses an event. */
type EventReasons = {
  readonly [Name in ExplainedFilter]: (event: Event, wanted: EventListFields[Name], record: EventRecord) => ShownReason
}

/** The explanation of a bound: it is a wall time of the event, or an instant if it has an offset. */
const bound =
  (of: 'start' | 'end', code: ListReasonCode) =>
  (event: Event, wanted: ParsedDateTime): ShownReason => {
    const [local, utc] = of === 'start' ? [event.startDate, event.utcStartDate] : [event.endDate, event.utcEndDate]
    return { code, value: wanted.offsetMinutes === undefined ? local : `${utc}Z`, wanted: toTimeText(wanted) }
  }

/** The explanation of a filter for events that have something, or lack it. */
const has =
  (isThere: (event: Event) => boolean) =>
  (event: Event, wanted: boolean): ShownReason => ({ code: 'other_value', value: isThere(event), wanted })

const idsOf = (records: readonly { readonly id: number }[]): readonly number[] => records.map(({ id }) => id)

/**
 * How each filter of a list of events explains a refusal. Whether it refuses an event is decided elsewhere, by the predicates of stores: a
 * filter without an entry does not compile.
 */
export const eventReasons: EventReasons = {
  from: bound('end', 'ends_too_early'),
  to: bound('start', 'starts_too_late'),
  startsFrom: bound('start', 'starts_too_early'),
  startsUntil: bound('start', 'starts_too_late'),
  startsBefore: bound('start', 'starts_too_late'),
  startsAfter: bound('start', 'starts_too_early'),
  endsBefore: bound('end', 'ends_too_late'),
  endsAfter: bound('end', 'ends_too_early'),
  search: (_, search, { searchText }) => lacksWords(searchWords(search), searchText),
  categories: ({ categories }, wanted) => ({ code: 'other_categories', value: categories.map(({ slug }) => slug), wanted }),
  tags: ({ tags }, wanted) => ({ code: 'other_tags', value: tags.map(({ slug }) => slug), wanted }),
  venueIds: ({ venues }, wanted) => ({ code: 'other_venues', value: idsOf(venues), wanted }),
  organizerIds: ({ organizers }, wanted) => ({ code: 'other_organizers', value: idsOf(organizers), wanted }),
  hasLocation: ({ venues }, wanted) => ({ code: 'other_value', value: venues.some(({ geoLat }) => geoLat !== null), wanted }),
  hasImage: has(({ image }) => image !== null),
  hasDescription: has(({ description }) => description !== ''),
  hasCategory: has(({ categories }) => categories.length > 0),
  hasVenue: has(({ venues }) => venues.length > 0),
  hasOrganizer: has(({ organizers }) => organizers.length > 0),
  near: (_, { radiusKm = defaultRadiusKm }) => ({ code: 'too_far', value: null, wanted: radiusKm }),
  ids: ({ id }, wanted) => otherValue(id, wanted),
  // A list by the uid of a series has the series itself: its dates have none of their own.
  uids: ({ uid }, wanted, { role }) => otherValue(role === 'occurrence' ? null : uid, wanted),
  afterId: ({ id }, wanted) => ({ code: 'not_after_id', value: id, wanted }),
  seriesIds: ({ recurrence }, wanted) => otherValue(recurrence?.seriesId ?? 0, wanted),
  series: ({ startDate }) => ({ code: 'later_date', value: startDate, wanted: null }),
  parentIds: ({ parentId }, wanted) => otherValue(parentId, wanted),
  authorIds: ({ authorId }, wanted) => otherValue(authorId, wanted),
  updatedAfter: notChangedAfter,
}
