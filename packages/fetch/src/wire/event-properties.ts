import type { Event } from '@kalends/core'
import type { PublishedView } from '@kalends/core/internal'
import { eventFields, type PlainEvent } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '../json.ts'
import { eventFieldRows } from '../parameters/event-fields.ts'
import { customFieldsOf, toProperties } from './fields.ts'
import {
  booleanSchema,
  integerSchema,
  listProperties,
  optionalTimeSchema,
  type PropertiesOf,
  type Property,
  refTo,
  textSchema,
  timeSchema,
  versionProperty,
  type Written,
} from './property.ts'
import { headProperties, textProperties, uidProperty, type WrittenLast, type WrittenTexts } from './published.ts'
import { recurrenceProperty } from './recurrence.ts'

const details = refTo('DateDetails')

/** The plain fields whose place in the response is not among the other plain fields. */
export const separateFields = ['title', 'eventStatus', 'attendance', 'onlineUrl', 'eventStatusReason'] as const

const { title, eventStatus, attendance, onlineUrl, eventStatusReason, ...otherProperties } = toProperties<PlainEvent>(
  eventFields,
  eventFieldRows,
)

const timesAndCost = {
  allDay: [{ name: 'all_day', schema: booleanSchema, text: 'allDay' }],
  startDate: [
    { name: 'start_date', schema: timeSchema, text: 'startDate' },
    { name: 'start_date_details', schema: details, text: 'startDateDetails' },
  ],
  endDate: [
    { name: 'end_date', schema: timeSchema, text: 'endDate' },
    { name: 'end_date_details', schema: details, text: 'endDateDetails' },
  ],
  utcStartDate: [
    { name: 'utc_start_date', schema: timeSchema, text: 'utcStartDate' },
    { name: 'utc_start_date_details', schema: details, text: 'utcStartDateDetails' },
  ],
  utcEndDate: [
    { name: 'utc_end_date', schema: timeSchema, text: 'utcEndDate' },
    { name: 'utc_end_date_details', schema: details, text: 'utcEndDateDetails' },
  ],
  startMs: [],
  endMs: [],
  timeZone: [{ name: 'timezone', schema: textSchema, text: 'timezone' }],
  timeZoneAbbreviation: [{ name: 'timezone_abbr', schema: textSchema, text: 'timezoneAbbr' }],
  cost: [
    { name: 'cost', schema: textSchema, text: 'cost' },
    { name: 'cost_details', schema: refTo('CostDetails'), text: 'costDetails' },
  ],
} as const satisfies Partial<PropertiesOf<keyof Event>>

const moved = {
  previousStartDate: [{ name: 'previous_start_date', schema: optionalTimeSchema, text: 'previousStartDate' }],
  previousStartMs: [],
} as const satisfies Partial<PropertiesOf<keyof Event>>

const recurring = { recurrence: [recurrenceProperty] } as const satisfies Partial<PropertiesOf<keyof Event>>

/** The members of an event with code of their own: neither plain fields, nor shared with venues and organizers. */
export type SpecialEventMember = Exclude<keyof Event, keyof PublishedView | keyof PlainEvent>

const links = {
  categories: [{ name: 'categories', schema: { type: 'array', items: refTo('EmbeddedCategory') }, text: 'categoriesSent' }],
  tags: [{ name: 'tags', schema: { type: 'array', items: refTo('EmbeddedTag') }, text: 'tagsSent' }],
  venues: [{ name: 'venue', schema: { oneOf: [refTo('Venue'), { type: 'array', items: refTo('Venue') }] }, text: 'venueSent' }],
  organizers: [{ name: 'organizer', schema: { type: 'array', items: refTo('Organizer') }, text: 'organizerSent' }],
} as const satisfies Partial<PropertiesOf<keyof Event>>

const parent = {
  parentId: [{ name: 'post_parent', schema: integerSchema, text: 'parentId' }],
} as const satisfies Partial<PropertiesOf<keyof Event>>

const custom = {
  fields: [customFieldsOf('event')],
} as const satisfies PropertiesOf<'fields'>

/** The properties of the special members; one without an entry does not compile. */
export const specialEventProperties = {
  ...timesAndCost,
  ...links,
  ...parent,
  ...custom,
  ...moved,
  ...recurring,
} as const satisfies PropertiesOf<SpecialEventMember>

type WrittenPlain<Member extends (typeof separateFields)[number]> = Readonly<Record<(typeof eventFieldRows)[Member]['name'], JsonValue>>

/** The members before the links, besides the head and the other plain fields. */
export type WrittenBeforeLinks = WrittenPlain<'title'> & WrittenTexts & Written<typeof timesAndCost>

/** The members with linked records. */
export type WrittenLinks = Written<typeof links>

/** The members after the links. */
export type WrittenAfterLinks = Written<typeof parent> &
  Written<typeof custom> &
  WrittenPlain<Exclude<(typeof separateFields)[number], 'title'>> &
  Written<typeof moved> &
  Written<typeof recurring> &
  WrittenLast

/** The object that the writer of events returns; a writer that omits one of these properties does not compile. */
export type WrittenEvent = WrittenBeforeLinks & WrittenLinks & WrittenAfterLinks

/** The members that say whether, when and where an event takes place after all. */
export const eventStatusProperties: readonly Property[] = [eventStatus, ...listProperties(moved), attendance, onlineUrl]

/** Why it does not take place as announced. */
export const reasonProperty: Property = eventStatusReason

/** The members of an event in a response. */
export const eventProperties: readonly Property[] = [
  ...headProperties,
  title,
  ...textProperties,
  ...listProperties(timesAndCost),
  ...Object.values(otherProperties),
  ...listProperties(links),
  ...listProperties(parent),
  ...listProperties(custom),
  uidProperty,
  ...eventStatusProperties,
  ...listProperties(recurring),
  versionProperty,
  reasonProperty,
]

const paddedSchema = (digits: number): JsonObject => ({ type: 'string', pattern: `^\\d{${digits}}$` })

/** The members of a time. */
export const dateDetailsProperties: readonly Property[] = [
  { name: 'year', schema: paddedSchema(4), text: 'year' },
  { name: 'month', schema: paddedSchema(2), text: 'month' },
  { name: 'day', schema: paddedSchema(2), text: 'day' },
  { name: 'hour', schema: paddedSchema(2), text: 'hour' },
  { name: 'minutes', schema: paddedSchema(2), text: 'minutes' },
  { name: 'seconds', schema: paddedSchema(2), text: 'seconds' },
]

/** The members of a cost. */
export const costDetailsProperties: readonly Property[] = [
  { name: 'currency_symbol', schema: textSchema, text: 'currencySymbol' },
  { name: 'currency_code', schema: textSchema, text: 'currencyCode' },
  { name: 'currency_position', schema: { type: 'string', enum: ['prefix', 'postfix'] }, text: 'currencyPosition' },
  { name: 'values', schema: { type: 'array', items: textSchema }, text: 'costValues' },
]
