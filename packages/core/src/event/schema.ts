import type * as z from 'zod'
import type { Status } from '../access/policy.ts'
import { urlField } from '../input/addresses.ts'
import { limits } from '../input/limits.ts'
import { idsField, readItems, refsField } from '../input/lists.ts'
import { field, refuse, type Shape } from '../input/read.ts'
import {
  booleanField,
  dateTimeField,
  filterIdField,
  nameField,
  numberField,
  optionalIdField,
  readInteger,
  readText,
  timeZoneField,
  wordField,
} from '../input/scalars.ts'
import type { OrganizerInput } from '../organizer/schema.ts'
import {
  type PublishedFields,
  type PublishedInput,
  type PublishedListFields,
  publishedListShape,
  publishedShape,
} from '../record/fields.ts'
import type { TermLink } from '../term/relations.ts'
import { toOneLine } from '../text/plain.ts'
import type { ParsedDateTime } from '../time/wall-time.ts'
import type { VenueInput } from '../venue/schema.ts'
import { costText, isAmount } from './cost.ts'

/** Names a record: its id, an object with its id, or what a new one is made from. */
export type LinkInput<Input> = number | string | { readonly id: number } | Input

/** What an event is made from. */
export interface EventInput extends PublishedInput {
  /** Plain text of one line, at most 200 code points; not empty. */
  readonly title: string
  /** Wall time in `timezone` (a skipped one moves forward, a repeated one is the first), or an instant: `2026-05-31 19:30`, `2026-05-31T17:30Z`. */
  readonly startDate: string
  /** When it ends, written as `startDate` and not before it; the last day itself when it is all-day. */
  readonly endDate: string
  /** An IANA name in any letter case, `UTC` or `±HH:MM`. @default the calendar's */
  readonly timezone?: string
  /** Whether it is a range of whole days: from the first existing moment of its first local day to the last one of its last. @default false */
  readonly allDay?: boolean
  /** A number (at most 1e12, 4 decimals), a text such as `$10 - $20` (at most 500 code points), or a list; amounts and currency are read from it. */
  readonly cost?: number | string | null | readonly (number | string)[]
  /** An http or https address. */
  readonly website?: string | null
  /** Whether pages show a map. @default true */
  readonly showMap?: boolean
  /** Whether pages show a link to a map. @default true */
  readonly showMapLink?: boolean
  /** Leave it out of every list, whoever asks; it is still found by id and slug. @default false */
  readonly hideFromListings?: boolean
  /** Whether it is to stand above the others of its day. Kept and returned; lists are not ordered by it. @default false */
  readonly sticky?: boolean
  /** Whether it is one of those to show first; lists can be filtered by it. @default false */
  readonly featured?: boolean
  /** Ids, slugs or names; unknown names make categories. Replaces the set. */
  readonly categories?: TermLinks
  /** Ids, slugs or names; unknown names make tags. Replaces the set. */
  readonly tags?: TermLinks
  /** Where: ids, or data of new venues; data with the name of a visible one links that one, unchanged. Replaces the list. */
  readonly venue?: LinkInput<VenueInput> | null | readonly LinkInput<VenueInput>[]
  /** Who holds it: ids, or data of new organizers, linked as venues are. Replaces the list. */
  readonly organizer?: LinkInput<OrganizerInput> | null | readonly LinkInput<OrganizerInput>[]
  /** The id of the event that it belongs to; 0 or null for none. @default 0 */
  readonly postParent?: number | null
}

/** Categories or tags of an event: one or several, by id, slug or name; null for none. */
export type TermLinks = number | string | { readonly id: number } | null | readonly (number | string | { readonly id: number })[]

/** What of an event is to change; what is left out stays. */
export type EventPatch = Partial<EventInput>

/** A link after it was read: an id, or the data of a record that may have to be made. */
export type ParsedLink = { readonly id: number } | { readonly data: object }

/** An {@link EventInput} after it was read. */
export interface EventFields extends PublishedFields {
  /** One line. */
  readonly title: string
  /** Not yet resolved. */
  readonly startDate: ParsedDateTime
  /** Not yet resolved. */
  readonly endDate: ParsedDateTime
  /** Canonical. */
  readonly timezone: string
  /** Whole days. */
  readonly allDay: boolean
  /** As one text. */
  readonly cost: string
  /** An address, or empty. */
  readonly website: string
  /** Show a map. */
  readonly showMap: boolean
  /** Show a link to a map. */
  readonly showMapLink: boolean
  /** Left out of lists. */
  readonly hideFromListings: boolean
  /** Sticks to the top. */
  readonly sticky: boolean
  /** Featured. */
  readonly featured: boolean
  /** Not yet resolved. */
  readonly categories: readonly TermLink[]
  /** Not yet resolved. */
  readonly tags: readonly TermLink[]
  /** Not yet resolved. */
  readonly venue: readonly ParsedLink[]
  /** Not yet resolved. */
  readonly organizer: readonly ParsedLink[]
  /** 0 for none. */
  readonly postParent: number
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `null`, false and the empty text empty a list. */
const readLinks = (value: unknown): readonly unknown[] => (value === null || value === '' || value === false ? [] : readItems(value))

const termsField: z.ZodType<readonly TermLink[]> = field(
  { type: ['array', 'string', 'integer', 'object', 'null'], maxItems: limits.list, description: 'Ids, slugs or names' },
  (value) => readLinks(value).map(readTermLink),
)

function readTermLink(value: unknown): TermLink {
  if (isObject(value)) return { id: readInteger(Reflect.get(value, 'id') ?? refuse('must name ids, slugs or names')) }
  if (typeof value === 'number') return { id: readInteger(value) }
  const text = toOneLine(readText(value, limits.name))
  return text === '' ? refuse('must not hold an empty name') : text
}

const linksField: z.ZodType<readonly ParsedLink[]> = field(
  { type: ['array', 'integer', 'string', 'object', 'null'], maxItems: limits.list, description: 'Ids, or data of new records' },
  (value) => readLinks(value).map(readLink),
)

function readLink(value: unknown): ParsedLink {
  if (!isObject(value)) return { id: readInteger(value) }
  const id = Reflect.get(value, 'id')
  return id === undefined || id === null ? { data: value } : { id: readInteger(id) }
}

const costField: z.ZodType<string> = field({ type: ['string', 'number', 'array', 'null'], maxLength: limits.line }, (value) => {
  if (value === null) return ''
  const items = Array.isArray(value) ? value : [value]
  if (items.length > limits.list) refuse(`must have at most ${limits.list} items`)
  const text = costText(items.map(readCostItem))
  return readText(text, limits.line)
})

function readCostItem(value: unknown): number | string {
  if (typeof value === 'string') return toOneLine(readText(value, limits.line))
  if (typeof value === 'number' && isAmount(value)) return value
  return refuse('must be a number from 0 to 1,000,000,000,000 with at most 4 decimals, a text, or a list of these')
}

/** The fields of an event. */
export const eventShape: Shape<EventFields> = {
  title: nameField,
  ...publishedShape,
  startDate: dateTimeField,
  endDate: dateTimeField,
  timezone: timeZoneField,
  allDay: booleanField,
  cost: costField,
  website: urlField,
  showMap: booleanField,
  showMapLink: booleanField,
  hideFromListings: booleanField,
  sticky: booleanField,
  featured: booleanField,
  categories: termsField,
  tags: termsField,
  venue: linksField,
  organizer: linksField,
  postParent: optionalIdField,
}

/** What events can be ordered by. */
export const eventOrders = ['start_date', 'utc_start_date', 'end_date', 'title', 'date', 'modified', 'id'] as const

/** One value, or a list of which any will do. */
export type OneOrMore<T> = T | readonly T[]

/** Which events to list; all that is given must hold. Dates without an offset are compared with each event's wall clock, others with its instant. */
export interface EventListInput {
  /** The number of the page, from 1. @default 1 */
  readonly page?: number
  /** How many records a page holds, from 1; more than the calendar's `maxPerPage` are clamped to it. @default 35 */
  readonly perPage?: number
  /** Starts at or after; a date alone means its first second. @default today, in the calendar's zone */
  readonly startDate?: string
  /** Starts at or before; a date alone means its last second. @default two years from today */
  readonly endDate?: string
  /** Starts before; a date alone means its first second. */
  readonly startsBefore?: string
  /** Starts after; a date alone means its last second. */
  readonly startsAfter?: string
  /** Ends before; a date alone means its first second. */
  readonly endsBefore?: string
  /** Ends after; a date alone means its last second. `endsAfter: <now>` gives running and coming events. */
  readonly endsAfter?: string
  /** Words that must occur in title, excerpt or description, whatever their case and accents; `"a phrase"` counts as one. At most 200 code points. */
  readonly search?: string
  /** Ids or slugs, any of; a category includes those below it. */
  readonly categories?: OneOrMore<number | string>
  /** Ids or slugs, any of. */
  readonly tags?: OneOrMore<number | string>
  /** Ids, any of. */
  readonly venue?: OneOrMore<number>
  /** Ids, any of. */
  readonly organizer?: OneOrMore<number>
  /** Only featured ones (true), only others (false). */
  readonly featured?: boolean
  /** One or several; `any` is all but the trash. @default 'publish' */
  readonly status?: OneOrMore<Status | 'any'>
  /** Whether the venue has coordinates. */
  readonly geoloc?: boolean
  /** Degrees north of a centre; with `geolocLng`. */
  readonly geolocLat?: number
  /** Degrees east of a centre; with `geolocLat`. */
  readonly geolocLng?: number
  /** How far from the centre, in kilometres. @default 25 */
  readonly geolocRadius?: number
  /** Only these ids, whatever their dates. */
  readonly include?: OneOrMore<number>
  /** Only children of this event; 0 for events without a parent. */
  readonly postParent?: number
  /** What comes first: `start_date` goes by wall clock, `utc_start_date` by instant. Ties go by id. @default 'start_date' */
  readonly orderby?: (typeof eventOrders)[number]
  /** Up or down. @default 'asc' */
  readonly order?: 'asc' | 'desc'
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
  readonly venue: readonly number[]
  /** Ids. */
  readonly organizer: readonly number[]
  /** Featured or not. */
  readonly featured: boolean
  /** With coordinates or without. */
  readonly geoloc: boolean
  /** Degrees. */
  readonly geolocLat: number
  /** Degrees. */
  readonly geolocLng: number
  /** Kilometres. */
  readonly geolocRadius: number
  /** An event's id, or 0. */
  readonly postParent: number
  /** A key. */
  readonly orderby: (typeof eventOrders)[number]
}

/** The filters of a list of events. */
export const eventListShape: Shape<EventListFields> = {
  ...publishedListShape,
  startDate: dateTimeField,
  endDate: dateTimeField,
  startsBefore: dateTimeField,
  startsAfter: dateTimeField,
  endsBefore: dateTimeField,
  endsAfter: dateTimeField,
  categories: refsField,
  tags: refsField,
  venue: idsField,
  organizer: idsField,
  featured: booleanField,
  geoloc: booleanField,
  geolocLat: numberField(-90, 90),
  geolocLng: numberField(-180, 180),
  geolocRadius: numberField(0, 20_038),
  postParent: filterIdField,
  orderby: wordField(eventOrders),
}
