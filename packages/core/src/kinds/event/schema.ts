import * as z from 'zod/mini'
import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import { urlField } from '../../input/addresses.ts'
import { limits } from '../../input/limits.ts'
import { itemsOf, listOf } from '../../input/lists.ts'
import { type Issues, isObject, type Shape } from '../../input/read.ts'
import {
  booleanField,
  emptyIfNull,
  integerField,
  isVisible,
  lineOf,
  nameField,
  optionalIdField,
  recordTimeField,
  textOf,
  timeZoneField,
  wordField,
} from '../../input/scalars.ts'
import { because, chooseSchema, constant, jsonSchemas, objectOf, preprocess, type Schema, transform } from '../../input/schemas.ts'
import { costText, isAmount } from '../../money/cost.ts'
import { type GivenCost, readCostDetails } from '../../money/returned-cost.ts'
import { type FieldTable, type PlainMembers, schemasOf } from '../../record/field-table.ts'
import { type PatchOf, type PublishedFields, type PublishedInput, publishedShape } from '../../record/fields.ts'
import type { Attendance, EventRecord, EventStatus, StoredCost } from '../../store/records.ts'
import type { TimeInput } from '../../time/time-value.ts'
import type { ParsedDateTime } from '../../time/wall-time.ts'
import type { OrganizerInput } from '../organizer/schema.ts'
import type { TermLink, TermRef } from '../term/schema.ts'
import type { VenueInput } from '../venue/schema.ts'
import { type ParsedRecurrence, type RecurrenceInput, recurrenceField } from './series/input.ts'

/** Identifies a record: its id, an object with its id, or the data of a new record. */
export type LinkInput<Input> = number | `${number}` | { readonly id: number } | NameAlone<Input> | Input

/** A name without any other member: it links an existing record although `Input` has required fields. */
export type NameAlone<Input> = { readonly name: string } & { readonly [M in Exclude<keyof Input, 'name'>]?: undefined }

/** The members of an event that have types of their own. */
export interface EventContent<F extends FieldsShape = UnknownFields> extends PublishedInput {
  /** Plain text of one line, at most 200 code points; not empty. */
  readonly title: string
  /**
   * Wall time in `timeZone` (a skipped one moves forward, a repeated one is the first), or an instant: `2026-05-31 19:30`, `2026-05-31T17:30Z`, a
   * `Date` or a value of `Temporal`. A `Temporal.ZonedDateTime` is an instant, and names the zone where `timeZone` is not given.
   */
  readonly startDate: TimeInput
  /** The end, written as `startDate` and not before it; for an all-day event the last day itself. */
  readonly endDate: TimeInput
  /**
   * An IANA name in any letter case, `UTC` or `±HH:MM`. An update to another zone keeps the wall time of a date that it does not give, also
   * where a `Temporal.ZonedDateTime` in the other date names the zone.
   * @default the zone of a `Temporal.ZonedDateTime` in `startDate` or `endDate`, else that of the stored event, else the calendar's
   */
  readonly timeZone?: string | undefined
  /**
   * Whether it lasts whole days: from the first existing moment of its first local day to the last existing moment of its last.
   * @default false
   */
  readonly allDay?: boolean | undefined
  /**
   * A number (at most 1e12, 4 decimals), a text such as `$10 - $20` (at most 500 code points), or a list; amounts and currency are read
   * from it. A returned cost is accepted and keeps all of its amounts.
   */
  readonly cost?: number | string | null | readonly (number | string)[] | { readonly text: string } | StoredCost | undefined
  /** An http or https address. */
  readonly website?: string | null | undefined
  /** Whether pages show a map. @default true */
  readonly showMap?: boolean | undefined
  /** Whether pages show a link to a map. @default true */
  readonly showMapLink?: boolean | undefined
  /** Whether lists leave it out unless they ask for hidden events; lookups by id and slug find it. @default false */
  readonly hidden?: boolean | undefined
  /** Whether it should be shown above the others of its day. Stored and returned; lists are not ordered by it. @default false */
  readonly sticky?: boolean | undefined
  /** Whether it is highlighted; lists can be filtered by it. @default false */
  readonly featured?: boolean | undefined
  /** Whether it takes place as announced. It is separate from `status`, and hides nothing. @default 'scheduled' */
  readonly eventStatus?: EventStatus | undefined
  /** Why it does not take place as announced: plain text of one line, at most 200 code points. */
  readonly eventStatusReason?: string | null | undefined
  /** Where people attend: at its venue, online, or in either way. @default 'offline' */
  readonly attendance?: Attendance | undefined
  /** The http or https address at which people attend online. */
  readonly onlineUrl?: string | null | undefined
  /**
   * One or several, which replace the set; null for none. A number, or a text of digits, is an id if such a category exists. Any other text is a
   * name, else a slug, else the name of a new category. `{ id }`, `{ slug }` and `{ name }` say which one it is. A text alone is a list with
   * commas.
   */
  readonly categories?: TermLinks | undefined
  /** As `categories`. */
  readonly tags?: TermLinks | undefined
  /**
   * Ids of venues, or data of new ones: `{ name: 'Town Hall' }` links the visible venue of that name, unchanged, unless another given member
   * contradicts it, such as another `city`. Replaces the list.
   */
  readonly venues?: LinkInput<VenueInput<F>> | null | readonly LinkInput<VenueInput<F>>[] | undefined
  /** Ids of organizers, or data of new ones, linked as venues are. Replaces the list. */
  readonly organizers?: LinkInput<OrganizerInput<F>> | null | readonly LinkInput<OrganizerInput<F>>[] | undefined
  /** The id of the parent event; 0 or null for none. @default 0 */
  readonly parentId?: number | null | undefined
  /**
   * How it repeats, from its start on: a rule of RFC 5545 such as `FREQ=WEEKLY;BYDAY=TU`, or an object with a rule, further dates and excluded
   * ones. The event is then a series, and each of its dates an event of its own in lists. Null for an event that does not repeat.
   * @default null
   */
  readonly recurrence?: RecurrenceInput | null | undefined
}

/** Categories or tags of an event. */
export type TermLinks = number | string | TermRef | null | readonly (number | string | TermRef)[]

/** The input of a new event. */
export type EventInput<F extends FieldsShape = UnknownFields> = EventContent<F> & F['event']['input']

/** The changes to an event; missing fields stay unchanged. */
export type EventPatch<F extends FieldsShape = UnknownFields> = PatchOf<EventContent<F>> & F['event']['patch']

/** A parsed link: an id, or the data of a record that may have to be created. */
export type ParsedLink = { readonly id: number } | { readonly data: object }

/**
 * A validated link: an id, or the validated fields of a record that may have to be created. `missing` has an issue for each required declared
 * field that is not given: they are issues only if the data describe no existing record.
 */
export type PreparedLink<Fields> = { readonly id: number } | { readonly fields: Partial<Fields>; readonly missing: Issues }

/** A parsed {@link EventInput}. */
export interface EventFields extends PublishedFields, PlainEvent {
  /** A wall time or an instant, not resolved in a zone yet. */
  readonly startDate: ParsedDateTime
  /** A wall time or an instant, not resolved in a zone yet. */
  readonly endDate: ParsedDateTime
  /** The canonical name of the zone. */
  readonly timeZone: string
  /** Whether it lasts whole days. */
  readonly allDay: boolean
  /** As one text, or as a returned cost. */
  readonly cost: GivenCost
  /** Ids, names or slugs, not looked up yet. */
  readonly categories: readonly TermLink[]
  /** Ids, names or slugs, not looked up yet. */
  readonly tags: readonly TermLink[]
  /** Ids or data, not looked up yet. */
  readonly venues: readonly ParsedLink[]
  /** Ids or data, not looked up yet. */
  readonly organizers: readonly ParsedLink[]
  /** 0 for none. */
  readonly parentId: number
  /** Null for an event that does not repeat. */
  readonly recurrence: ParsedRecurrence | null
}

const isGiven = (value: object, name: string): boolean => (Reflect.get(value, name) ?? '') !== ''

const byId = objectOf({ id: integerField })
const bySlug = objectOf({ slug: textOf(limits.slug) })

const termNamed = lineOf(limits.name).check(z.refine(isVisible, because({ code: 'invisible_name' })))
const byName = objectOf({ name: termNamed })
const termNumbered = transform(integerField, String)
const noTerm = z.never(because({ code: 'not_a_term' }))

const termLink = chooseSchema((value): Schema<TermLink> => {
  if (!isObject(value)) return typeof value === 'number' ? termNumbered : termNamed
  // A returned term has all three.
  if (isGiven(value, 'id')) return byId
  if (isGiven(value, 'slug')) return bySlug
  return isGiven(value, 'name') ? byName : noTerm
})

const termsField: Schema<readonly TermLink[]> = itemsOf(termLink).register(jsonSchemas, {
  type: ['array', 'string', 'integer', 'object', 'null'],
  maxItems: limits.list,
  description: 'Ids, names or slugs',
})

const linkById = transform(integerField, (id) => ({ id }))
const newRecord = transform(z.custom<object>(isObject), (data) => ({ data }))

// A text that is no id is usually a name, which links categories and tags.
const noLink = z.never(because({ code: 'not_a_link' }))

const link = chooseSchema((value): Schema<ParsedLink> => {
  if (isObject(value)) return isGiven(value, 'id') ? byId : newRecord
  return typeof value === 'string' && !/^[+-]?\d+$/.test(value) ? noLink : linkById
})

const linksField: Schema<readonly ParsedLink[]> = itemsOf(link).register(jsonSchemas, {
  type: ['array', 'integer', 'string', 'object', 'null'],
  maxItems: limits.list,
  description: 'Ids, or data of new records',
})

const costReason = because({ code: 'not_a_cost' })
const amount = z.number(costReason).check(z.refine(isAmount, costReason))
const amountText = lineOf(limits.line)
const costItem = chooseSchema((value): Schema<number | string> => (typeof value === 'string' ? amountText : amount))

const noCost = constant<GivenCost>({ text: '' })
const returnedCost = preprocess(
  (cost) => ({ ...Object(cost), details: readCostDetails(Object(cost)) }),
  objectOf<GivenCost>({ text: textOf(limits.line), details: z.custom<GivenCost['details']>() }),
)
const costOf = (items: Schema<readonly (number | string)[]>): Schema<GivenCost> =>
  transform(z.pipe(transform(items, costText), textOf(limits.line)), (text) => ({ text }))
const oneAmount = costOf(transform(costItem, (item) => [item]))
const severalAmounts = costOf(listOf(costItem))

const costField: Schema<GivenCost> = chooseSchema((value) => {
  if (value === null) return noCost
  if (isObject(value)) return returnedCost
  return Array.isArray(value) ? severalAmounts : oneAmount
}).register(jsonSchemas, { type: ['string', 'number', 'array', 'null'], maxLength: limits.line })

/** The fields of events that are no plain fields, because they have code of their own. */
export type SpecialField = keyof PublishedInput | 'parentId' | 'recurrence'

/** The plain fields of an event: input, stored record and returned event have the same value. */
export type PlainEvent = PlainMembers<EventContent, EventRecord, SpecialField>

const eventStatuses: readonly EventStatus[] = ['scheduled', 'cancelled', 'postponed', 'movedOnline']
const reasonField = emptyIfNull(lineOf(limits.name)).register(jsonSchemas, { type: ['string', 'null'], maxLength: limits.name })
const attendances: readonly Attendance[] = ['offline', 'online', 'mixed']

/** The plain fields of events. */
export const eventFields: FieldTable<PlainEvent> = {
  title: { schema: nameField, default: '', column: 'text' },
  website: { schema: urlField, default: '', column: 'text' },
  showMap: { schema: booleanField, default: true, column: 'boolean' },
  showMapLink: { schema: booleanField, default: true, column: 'boolean' },
  hidden: { schema: booleanField, default: false, column: 'boolean' },
  sticky: { schema: booleanField, default: false, column: 'boolean' },
  featured: { schema: booleanField, default: false, column: 'boolean' },
  eventStatus: { schema: wordField(eventStatuses), default: 'scheduled', column: 'text' },
  eventStatusReason: { schema: reasonField, default: '', column: 'text' },
  attendance: { schema: wordField(attendances), default: 'offline', column: 'text' },
  onlineUrl: { schema: urlField, default: '', column: 'text' },
}

const { title, ...otherSchemas } = schemasOf(eventFields)

/** The fields of an event. Issues are reported in this order. */
export const eventShape: Shape<EventFields> = {
  title,
  ...publishedShape,
  startDate: recordTimeField,
  endDate: recordTimeField,
  timeZone: timeZoneField,
  allDay: booleanField,
  cost: costField,
  ...otherSchemas,
  categories: termsField,
  tags: termsField,
  venues: linksField,
  organizers: linksField,
  parentId: optionalIdField,
  recurrence: recurrenceField,
}
