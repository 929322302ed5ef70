import type { Status } from '../access/policy.ts'
import { idsField, refsField } from '../input/lists.ts'
import type { Shape } from '../input/read.ts'
import { booleanField, filterIdField, listTimeField, wordField } from '../input/scalars.ts'
import { type PublishedListFields, publishedListShape } from '../record/fields.ts'
import type { WithRelativeTimes } from '../record/list-times.ts'
import type { ParsedDateTime } from '../time/wall-time.ts'
import { type Near, nearField } from '../venue/near.ts'

/** What events can be ordered by. */
export const eventOrders = ['start', 'startInstant', 'end', 'title', 'published', 'updated', 'id'] as const

/** What a list does with events that are hidden from listings. */
export const hiddenChoices = ['exclude', 'include', 'only'] as const

/** One value, or a list of which any will do. */
export type OneOrMore<T> = T | readonly T[]

/**
 * Which events to list; all that is given must hold. Dates without an offset are compared with each event's wall clock, others with
 * its instant. Dates may be relative to now: `now`, `today`, `yesterday`, `tomorrow`, and `+2 weeks` or `-1 month`, in minutes, hours,
 * days, weeks, months or years.
 */
export interface EventListInput {
  /** The number of the page, from 1. @default 1 */
  readonly page?: number | undefined
  /** How many records a page holds, from 1; more than the calendar's `maxPerPage` are clamped to it. @default 35 */
  readonly perPage?: number | undefined
  /** Starts at or after; a date alone means its first second. @default today, in the calendar's zone */
  readonly startDate?: string | undefined
  /** Starts at or before; a date alone means its last second. @default two years from today */
  readonly endDate?: string | undefined
  /** Starts before; a date alone means its first second. */
  readonly startsBefore?: string | undefined
  /** Starts after; a date alone means its last second. */
  readonly startsAfter?: string | undefined
  /** Ends before; a date alone means its first second. */
  readonly endsBefore?: string | undefined
  /** Ends after; a date alone means its last second. `endsAfter: <now>` gives running and coming events. */
  readonly endsAfter?: string | undefined
  /** Words that must occur in title, excerpt or description, whatever their case and accents; `"a phrase"` counts as one. At most 200 code points. */
  readonly search?: string | undefined
  /** Ids or slugs, any of; a category includes those below it. */
  readonly categories?: OneOrMore<number | string> | undefined
  /** Ids or slugs, any of. */
  readonly tags?: OneOrMore<number | string> | undefined
  /** Ids, any of. */
  readonly venues?: OneOrMore<number> | undefined
  /** Ids, any of. */
  readonly organizers?: OneOrMore<number> | undefined
  /** Only featured ones (true), only others (false). */
  readonly featured?: boolean | undefined
  /** One or several; `any` is all but the trash. @default 'publish' */
  readonly status?: OneOrMore<Status | 'any'> | undefined
  /** Whether the venue has coordinates. */
  readonly hasLocation?: boolean | undefined
  /** Only those at a venue within a great-circle distance of a place. */
  readonly near?: Near | undefined
  /** Only these ids, whatever their dates. */
  readonly include?: OneOrMore<number> | undefined
  /** Only children of this event; 0 for events without a parent. */
  readonly parentId?: number | undefined
  /** Only those of these authors, by the host's ids. */
  readonly authorId?: OneOrMore<number> | undefined
  /**
   * Only those changed strictly after it. A text without an offset is wall time in the calendar's zone, a date alone its first
   * moment. Compared in milliseconds: the `updated` of a record, which has no parts of a second, finds that record again.
   */
  readonly updatedAfter?: string | undefined
  /**
   * Events that are hidden from listings: without them, with them, or only them. Whoever may not update events gets the list
   * without them; whoever may read the drafts of certain authors only is shown the hidden events of these. @default 'exclude'
   */
  readonly hidden?: (typeof hiddenChoices)[number] | undefined
  /** What comes first: `start` goes by wall clock, `startInstant` by instant. Ties go by id. @default 'start' */
  readonly orderBy?: (typeof eventOrders)[number] | undefined
  /** Up or down. @default 'asc' */
  readonly order?: 'asc' | 'desc' | undefined
}

/** An {@link EventListInput} after it was read. */
export interface EventListFields extends PublishedListFields {
  /** At or after. */
  readonly startDate: ParsedDateTime
  /** At or before. */
  readonly endDate: ParsedDateTime
  /** Before. */
  readonly startsBefore: ParsedDateTime
  /** After. */
  readonly startsAfter: ParsedDateTime
  /** Before. */
  readonly endsBefore: ParsedDateTime
  /** After. */
  readonly endsAfter: ParsedDateTime
  /** Ids or slugs. */
  readonly categories: readonly string[]
  /** Ids or slugs. */
  readonly tags: readonly string[]
  /** Ids. */
  readonly venues: readonly number[]
  /** Ids. */
  readonly organizers: readonly number[]
  /** Featured or not. */
  readonly featured: boolean
  /** With coordinates or without. */
  readonly hasLocation: boolean
  /** A circle. */
  readonly near: Near
  /** An event's id, or 0. */
  readonly parentId: number
  /** With hidden ones or without. */
  readonly hidden: (typeof hiddenChoices)[number]
  /** A key. */
  readonly orderBy: (typeof eventOrders)[number]
}

/** The filters of a list of events. */
export const eventListShape: Shape<WithRelativeTimes<EventListFields>> = {
  ...publishedListShape,
  startDate: listTimeField,
  endDate: listTimeField,
  startsBefore: listTimeField,
  startsAfter: listTimeField,
  endsBefore: listTimeField,
  endsAfter: listTimeField,
  categories: refsField,
  tags: refsField,
  venues: idsField,
  organizers: idsField,
  featured: booleanField,
  hasLocation: booleanField,
  near: nearField,
  parentId: filterIdField,
  hidden: wordField(hiddenChoices),
  orderBy: wordField(eventOrders),
}
