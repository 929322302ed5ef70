import type { Event } from '@kalends/core'
import { eventFields, type PlainEvent } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '../json.ts'
import { eventFieldRows, eventStatusWords } from '../parameters/event.ts'
import { toWireOrganizer } from './organizer.ts'
import { toPlainWriter, toProperties } from './plain.ts'
import type { Presenter } from './presenter.ts'
import {
  booleanSchema,
  integerSchema,
  optionalTimeSchema,
  type Property,
  refTo,
  textSchema,
  timeSchema,
  versionProperty,
} from './property.ts'
import { headProperties, textProperties, toHead, uidProperty } from './published.ts'
import { toWireTerm } from './term.ts'
import { toWireVenue } from './venue.ts'

const details = refTo('DateDetails')

const { title, eventStatus, attendance, onlineUrl, ...otherProperties } = toProperties<PlainEvent>(eventFields, eventFieldRows)
const writePlain = toPlainWriter<PlainEvent>(eventFields, eventFieldRows, ['title', 'eventStatus', 'attendance', 'onlineUrl'])

/** The members that say whether, when and where an event takes place after all. */
export const eventStatusProperties: readonly Property[] = [
  eventStatus,
  { name: 'previous_start_date', schema: optionalTimeSchema, text: 'previousStartDate' },
  attendance,
  onlineUrl,
]

/** The members of an event in a response. */
export const eventProperties: readonly Property[] = [
  ...headProperties,
  title,
  ...textProperties,
  { name: 'all_day', schema: booleanSchema, text: 'allDay' },
  { name: 'start_date', schema: timeSchema, text: 'startDate' },
  { name: 'start_date_details', schema: details, text: 'startDateDetails' },
  { name: 'end_date', schema: timeSchema, text: 'endDate' },
  { name: 'end_date_details', schema: details, text: 'endDateDetails' },
  { name: 'utc_start_date', schema: timeSchema, text: 'utcStartDate' },
  { name: 'utc_start_date_details', schema: details, text: 'utcStartDateDetails' },
  { name: 'utc_end_date', schema: timeSchema, text: 'utcEndDate' },
  { name: 'utc_end_date_details', schema: details, text: 'utcEndDateDetails' },
  { name: 'timezone', schema: textSchema, text: 'timezone' },
  { name: 'timezone_abbr', schema: textSchema, text: 'timezoneAbbr' },
  { name: 'cost', schema: textSchema, text: 'cost' },
  { name: 'cost_details', schema: refTo('CostDetails'), text: 'costDetails' },
  ...Object.values(otherProperties),
  { name: 'categories', schema: { type: 'array', items: refTo('EmbeddedCategory') }, text: 'categoriesSent' },
  { name: 'tags', schema: { type: 'array', items: refTo('EmbeddedTag') }, text: 'tagsSent' },
  { name: 'venue', schema: { oneOf: [refTo('Venue'), { type: 'array', items: refTo('Venue') }] }, text: 'venueSent' },
  { name: 'organizer', schema: { type: 'array', items: refTo('Organizer') }, text: 'organizerSent' },
  { name: 'post_parent', schema: integerSchema, text: 'postParent' },
  { name: 'custom_fields', schema: { type: 'object' }, text: 'customFields' },
  uidProperty,
  ...eventStatusProperties,
  versionProperty,
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

/** Splits `YYYY-MM-DD HH:MM:SS` into strings, because clients rely on the leading zeros. */
const toDetails = (time: string): JsonObject => ({
  year: time.slice(0, 4),
  month: time.slice(5, 7),
  day: time.slice(8, 10),
  hour: time.slice(11, 13),
  minutes: time.slice(14, 16),
  seconds: time.slice(17, 19),
})

const toCostDetails = ({ cost }: Event): JsonObject => ({
  currency_symbol: cost.currencySymbol,
  currency_code: cost.currencyCode,
  currency_position: cost.currencyPosition,
  values: cost.values,
})

/** No venue is an empty list, one venue is an object, several are a list: clients of this interface rely on it. */
function toVenues(event: Event, to: Presenter): JsonValue {
  const venues = event.venues.map((venue) => to.linked(venue, toWireVenue))
  const [only] = venues
  return only !== undefined && venues.length === 1 ? only : venues
}

/** The wire form of an event. */
export const toWireEvent = (event: Event, to: Presenter): JsonObject => ({
  ...toHead('event', event, to),
  title: event.title,
  description: event.description,
  excerpt: event.excerpt,
  slug: event.slug,
  image: to.image(event.image),
  all_day: event.allDay,
  start_date: event.startDate,
  start_date_details: toDetails(event.startDate),
  end_date: event.endDate,
  end_date_details: toDetails(event.endDate),
  utc_start_date: event.utcStartDate,
  utc_start_date_details: toDetails(event.utcStartDate),
  utc_end_date: event.utcEndDate,
  utc_end_date_details: toDetails(event.utcEndDate),
  timezone: event.timeZone,
  timezone_abbr: event.timeZoneAbbreviation,
  cost: event.cost.text,
  cost_details: toCostDetails(event),
  ...writePlain(event),
  categories: event.categories.map((term) => toWireTerm(term, to)),
  tags: event.tags.map((term) => toWireTerm(term, to)),
  venue: toVenues(event, to),
  organizer: event.organizers.map((organizer) => to.linked(organizer, toWireOrganizer)),
  post_parent: event.parentId,
  custom_fields: {},
  uid: event.uid || to.madeUid('event', event.id),
  event_status: eventStatusWords[event.eventStatus],
  previous_start_date: event.previousStartDate,
  attendance_mode: event.attendance,
  online_url: event.onlineUrl,
  version: event.version,
})
