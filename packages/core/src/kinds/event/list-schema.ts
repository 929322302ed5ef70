import type { Status } from '../../access/policy.ts'
import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import { idsField, refsField } from '../../input/lists.ts'
import type { Shape } from '../../input/read.ts'
import { booleanField, listTimeField, wordField } from '../../input/scalars.ts'
import { type PublishedListFields, publishedListShape } from '../../record/fields.ts'
import type { WithRelativeTimes } from '../../record/list-times.ts'
import type { EventFilter } from '../../store/filters.ts'
import type { EqualMember } from '../../store/matching.ts'
import type { EventRecord } from '../../store/records.ts'
import type { TimeInput } from '../../time/time-value.ts'
import type { ParsedDateTime } from '../../time/wall-time.ts'
import { type Near, nearField } from '../venue/near.ts'

/** The sort keys of events. */
export const eventOrders = ['start', 'startInstant', 'end', 'title', 'published', 'updated', 'id'] as const

/** How a list treats events that are hidden from listings. */
export const hiddenChoices = ['exclude', 'include', 'only'] as const

/** Which occurrences of events that repeat a list has. */
export const seriesChoices = ['all', 'next'] as const

/** One value, or a list; any of its values matches. */
export type OneOrMore<T> = T | readonly T[]

/**
 * Filters of an event list; all of them must match, and a list without filters has all events, past ones too. Dates without an offset are
 * compared with each event's wall clock, others with its instant. Dates may be relative to now: `now`, `today`, `yesterday`, `tomorrow`, and
 * `+2 weeks` or `-1 month`, in minutes, hours, days, weeks, months or years. A `Date`, a `Temporal.Instant` and a `Temporal.ZonedDateTime` are
 * instants, a `Temporal.PlainDate` is a date alone, and a `Temporal.PlainDateTime` has no offset.
 */
export interface EventListInput<F extends FieldsShape = UnknownFields> {
  /** The number of the page, from 1. @default 1 */
  readonly page?: number | undefined
  /** How many records a page holds, from 1; more than the calendar's `maxPerPage` are clamped to it. @default 35 */
  readonly perPage?: number | undefined
  /**
   * Overlaps a window that begins then: ends after it, or starts at or after it. A date alone means its first second. `from: 'now'` gives
   * running and coming events.
   */
  readonly from?: TimeInput | undefined
  /** Overlaps a window that ends then: starts at or before it. A date alone means its last second. */
  readonly to?: TimeInput | undefined
  /** Starts at or after; a date alone means its first second. */
  readonly startsFrom?: TimeInput | undefined
  /** Starts at or before; a date alone means its last second. */
  readonly startsUntil?: TimeInput | undefined
  /** Starts before; a date alone means its first second. */
  readonly startsBefore?: TimeInput | undefined
  /** Starts after; a date alone means its last second. */
  readonly startsAfter?: TimeInput | undefined
  /** Ends before; a date alone means its first second. */
  readonly endsBefore?: TimeInput | undefined
  /** Ends after; a date alone means its last second. */
  readonly endsAfter?: TimeInput | undefined
  /**
   * Words that must occur in title, excerpt or description, in any spelling: case, accents and kinds of apostrophes make no difference;
   * `"a phrase"`, in any quotation marks, counts as one. At most 200 code points.
   */
  readonly search?: string | undefined
  /** Ids or slugs; any of them matches. A category includes its descendants. */
  readonly categories?: OneOrMore<number | string> | undefined
  /** Ids or slugs; any of them matches. */
  readonly tags?: OneOrMore<number | string> | undefined
  /** Ids; any of them matches. */
  readonly venueIds?: OneOrMore<number> | undefined
  /** Ids; any of them matches. */
  readonly organizerIds?: OneOrMore<number> | undefined
  /** Only featured events (true), or only the others (false). */
  readonly featured?: boolean | undefined
  /** One or several; `any` means all except the trash. @default 'publish' */
  readonly status?: OneOrMore<Status | 'any'> | undefined
  /** Whether the venue has coordinates. */
  readonly hasLocation?: boolean | undefined
  /** Whether it has an image. */
  readonly hasImage?: boolean | undefined
  /** Whether it has a description. HTML without text, such as `<p></p>`, is none. */
  readonly hasDescription?: boolean | undefined
  /** Whether it has a category. */
  readonly hasCategory?: boolean | undefined
  /** Whether it has a venue that the viewer may read. */
  readonly hasVenue?: boolean | undefined
  /** Whether it has an organizer that the viewer may read. */
  readonly hasOrganizer?: boolean | undefined
  /** Only events at a venue within a great-circle distance of a place. */
  readonly near?: Near | undefined
  /** Only these ids, regardless of their dates. */
  readonly ids?: OneOrMore<number> | undefined
  /** Only events with one of these uids, regardless of their dates; a number stands for the event with that id if it has no uid. */
  readonly uids?: OneOrMore<string | number> | undefined
  /** Only events with a greater id; the last id of one page gives the next page in order of ids. @default 0 */
  readonly afterId?: number | undefined
  /** Only the occurrences of these series. */
  readonly seriesIds?: OneOrMore<number> | undefined
  /**
   * Whether the list has all occurrences of an event that repeats, or only the next one: of each series the earliest occurrence that meets all
   * other filters. @default 'all'
   */
  readonly series?: (typeof seriesChoices)[number] | undefined
  /** Only children of these events; 0 for events without a parent. */
  readonly parentIds?: OneOrMore<number> | undefined
  /** Only events of these authors, by the host's ids; the empty text finds events without an author. */
  readonly authorIds?: OneOrMore<string> | undefined
  /**
   * Only events changed strictly after this time. A text without an offset is wall time in the calendar's zone, a date alone its first
   * moment. Compared in milliseconds: a filter with the `updated` of a record, which has whole seconds, finds that record again.
   */
  readonly updatedAfter?: TimeInput | undefined
  /**
   * Whether the list has events that are hidden from listings: not at all, among the others, or alone. A viewer without permission to update
   * events gets the list without them. A viewer with read access to the drafts of certain authors alone gets the hidden events of these authors.
   * @default 'exclude'
   */
  readonly hidden?: (typeof hiddenChoices)[number] | undefined
  /** The sort key: `start` compares wall clocks, `startInstant` compares instants. Ties are sorted by id. @default 'start' */
  readonly orderBy?: (typeof eventOrders)[number] | undefined
  /** Ascending or descending. @default 'asc' */
  readonly order?: 'asc' | 'desc' | undefined
  /** Conditions on declared fields with a filter; all of them must hold. */
  readonly fields?: F['event']['filters'] | undefined
}

/** A parsed {@link EventListInput}. */
export interface EventListFields extends PublishedListFields {
  /** Ends after, or starts at or after. */
  readonly from: ParsedDateTime
  /** Starts at or before. */
  readonly to: ParsedDateTime
  /** Starts at or after. */
  readonly startsFrom: ParsedDateTime
  /** Starts at or before. */
  readonly startsUntil: ParsedDateTime
  /** Starts before. */
  readonly startsBefore: ParsedDateTime
  /** Starts after. */
  readonly startsAfter: ParsedDateTime
  /** Ends before. */
  readonly endsBefore: ParsedDateTime
  /** Ends after. */
  readonly endsAfter: ParsedDateTime
  /** Ids or slugs. */
  readonly categories: readonly string[]
  /** Ids or slugs. */
  readonly tags: readonly string[]
  /** Ids. */
  readonly venueIds: readonly number[]
  /** Ids. */
  readonly organizerIds: readonly number[]
  /** Featured or not. */
  readonly featured: boolean
  /** With coordinates or without. */
  readonly hasLocation: boolean
  /** With an image or without. */
  readonly hasImage: boolean
  /** With a description or without. */
  readonly hasDescription: boolean
  /** With a category or without. */
  readonly hasCategory: boolean
  /** With a venue or without. */
  readonly hasVenue: boolean
  /** With an organizer or without. */
  readonly hasOrganizer: boolean
  /** A circle. */
  readonly near: Near
  /** Ids of series. */
  readonly seriesIds: readonly number[]
  /** Which occurrences of events that repeat the list has. */
  readonly series: (typeof seriesChoices)[number]
  /** Ids of events, or 0. */
  readonly parentIds: readonly number[]
  /** The treatment of hidden events. */
  readonly hidden: (typeof hiddenChoices)[number]
  /** The sort key. */
  readonly orderBy: (typeof eventOrders)[number]
}

/** The names of filters for equality: the list, the store filter and the record have a member of this name and type. */
type EqualFilter = {
  [M in keyof EventListFields & EqualMember<EventFilter, EventRecord>]-?: EventListFields[M] extends EventRecord[M] ? M : never
}[keyof EventListFields & EqualMember<EventFilter, EventRecord>]

/** The filters for equality with a member of the record; their values become part of the store query unchanged. */
export const equalFilters = { featured: true } as const satisfies Readonly<Record<EqualFilter, true>>

/** The filters of a list of events. */
export const eventListShape: Shape<WithRelativeTimes<EventListFields>> = {
  ...publishedListShape,
  from: listTimeField,
  to: listTimeField,
  startsFrom: listTimeField,
  startsUntil: listTimeField,
  startsBefore: listTimeField,
  startsAfter: listTimeField,
  endsBefore: listTimeField,
  endsAfter: listTimeField,
  categories: refsField,
  tags: refsField,
  venueIds: idsField,
  organizerIds: idsField,
  featured: booleanField,
  hasLocation: booleanField,
  hasImage: booleanField,
  hasDescription: booleanField,
  hasCategory: booleanField,
  hasVenue: booleanField,
  hasOrganizer: booleanField,
  near: nearField,
  seriesIds: idsField,
  series: wordField(seriesChoices),
  parentIds: idsField,
  hidden: wordField(hiddenChoices),
  orderBy: wordField(eventOrders),
}
