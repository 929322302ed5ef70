import type { Event } from '@kalends/core'
import { addLocalDays, instantToLocal, localToUtcMs, utcMsToLocal, type ZoneName } from '@kalends/core/internal'
import { statuses } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '../json.ts'
import type { ItemColors } from '../options/fullcalendar.ts'
import { eventStatusWords } from '../parameters/event-fields.ts'
import { eventStatusProperties, reasonProperty } from './event-properties.ts'
import { customFieldsOf, toCustomFields } from './fields.ts'
import type { Presenter } from './presenter.ts'
import { booleanSchema, idSchema, type Property, refTo, textSchema, timeSchema, urlSchema } from './property.ts'

const timeOrDateSchema: JsonObject = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}:\\d{2}(?:Z|[+-]\\d{2}:\\d{2}))?$',
}

/** The members of an event as calendar components read it. */
export const itemProperties: readonly Property[] = [
  { name: 'id', schema: { type: 'string', pattern: '^[1-9][0-9]*$' }, text: 'id' },
  { name: 'groupId', schema: { type: 'string', pattern: '^[1-9][0-9]*$' }, text: 'itemGroupId', isOptional: true },
  { name: 'title', schema: textSchema, text: 'title' },
  { name: 'start', schema: timeOrDateSchema, text: 'itemStart' },
  { name: 'end', schema: timeOrDateSchema, text: 'itemEnd' },
  { name: 'allDay', schema: booleanSchema, text: 'allDay' },
  { name: 'url', schema: textSchema, text: 'url', isOptional: true },
  { name: 'color', schema: textSchema, text: 'itemColor', isOptional: true },
  { name: 'textColor', schema: textSchema, text: 'itemTextColor', isOptional: true },
  { name: 'contrastColor', schema: textSchema, text: 'itemContrastColor', isOptional: true },
  { name: 'className', schema: textSchema, text: 'itemClassName', isOptional: true },
  { name: 'extendedProps', schema: refTo('FullcalendarProps'), text: 'itemProps' },
]

/** The members of `extendedProps`. */
export const extendedProperties: readonly Property[] = [
  { name: 'rest_url', schema: urlSchema, text: 'restUrl' },
  { name: 'status', schema: { type: 'string', enum: [...statuses] }, text: 'status' },
  { name: 'slug', schema: textSchema, text: 'slug' },
  { name: 'start_date', schema: timeSchema, text: 'startDate' },
  { name: 'end_date', schema: timeSchema, text: 'endDate' },
  { name: 'timezone', schema: textSchema, text: 'timezone' },
  { name: 'cost', schema: textSchema, text: 'cost' },
  { name: 'featured', schema: booleanSchema, text: 'featured' },
  { name: 'sticky', schema: booleanSchema, text: 'sticky' },
  { name: 'image', schema: { oneOf: [{ type: 'boolean', const: false }, refTo('Image')] }, text: 'image' },
  { name: 'categories', schema: { type: 'array', items: refTo('FullcalendarTerm') }, text: 'categoriesSent' },
  { name: 'tags', schema: { type: 'array', items: refTo('FullcalendarTerm') }, text: 'tagsSent' },
  { name: 'venue', schema: { type: 'array', items: refTo('FullcalendarVenue') }, text: 'venuesSent' },
  { name: 'organizer', schema: { type: 'array', items: refTo('FullcalendarOrganizer') }, text: 'organizerSent' },
  ...eventStatusProperties,
  reasonProperty,
  customFieldsOf('event'),
]

/** The members of a category or a tag in `extendedProps`. */
export const itemTermProperties: readonly Property[] = [
  { name: 'id', schema: idSchema, text: 'id' },
  { name: 'name', schema: textSchema, text: 'termName' },
  { name: 'slug', schema: textSchema, text: 'slug' },
]

/** The members of a venue in `extendedProps`. */
export const itemVenueProperties: readonly Property[] = [
  { name: 'id', schema: idSchema, text: 'id' },
  { name: 'venue', schema: textSchema, text: 'venueName' },
  { name: 'city', schema: textSchema, text: 'city' },
]

/** The members of an organizer in `extendedProps`. */
export const itemOrganizerProperties: readonly Property[] = [
  { name: 'id', schema: idSchema, text: 'id' },
  { name: 'organizer', schema: textSchema, text: 'organizerName' },
]

/** Data of an item that comes from outside its event. */
export interface ItemContext {
  /** Builds URLs and images. */
  readonly presenter: Presenter
  /** The time zone of the item's times; UTC without one. */
  readonly zone: ZoneName | undefined
  /** The colors of the event. */
  colors(event: Event): ItemColors | undefined
}

/** Converts an event to the item format of calendar components. */
export function toItem(event: Event, context: ItemContext): JsonObject {
  const url = context.presenter.pageUrl('event', event)
  return {
    id: String(event.id),
    ...(event.recurrence !== null && { groupId: String(event.recurrence.seriesId) }),
    title: event.title,
    ...toTimes(event, context.zone),
    ...(url !== undefined && { url }),
    ...toColors(context.colors(event)),
    ...(event.eventStatus !== 'scheduled' && { className: toClassName(event) }),
    extendedProps: toExtendedProps(event, context.presenter),
  }
}

/** A CSS class such as `event-cancelled`, for the style sheet of the page. */
const toClassName = ({ eventStatus }: Event): string => `event-${eventStatusWords[eventStatus].replace('_', '-')}`

/** Dates for all-day events, with an exclusive end; otherwise instants. */
function toTimes({ allDay, startDate, endDate, startMs, endMs }: Event, zone: ZoneName | undefined): JsonObject {
  if (allDay) return { start: startDate.slice(0, 10), end: addLocalDays(endDate.slice(0, 10), 1), allDay }
  return { start: toInstant(startMs, zone), end: toInstant(endMs, zone), allDay }
}

/**
 * Formats an instant such as `2031-05-31T19:30:00+02:00`: correct for components that know time zones, and for those that read only the
 * clock time in it.
 */
function toInstant(ms: number, zone: ZoneName | undefined): string {
  const local = zone === undefined ? utcMsToLocal(ms) : instantToLocal(ms, zone)
  const offsetMs = localToUtcMs(local) - ms
  // Historical offsets include seconds, which the format cannot express.
  if (offsetMs % 60_000 !== 0) return `${utcMsToLocal(ms)}Z`
  return offsetMs === 0 ? `${local}Z` : `${local}${offsetMs < 0 ? '-' : '+'}${utcMsToLocal(Math.abs(offsetMs)).slice(11, 16)}`
}

/** The newest major version of FullCalendar uses `contrastColor` for what other components call `textColor`. */
const toColors = (colors: ItemColors | undefined): JsonObject => ({
  ...(colors?.color !== undefined && { color: colors.color }),
  ...(colors?.textColor !== undefined && { textColor: colors.textColor, contrastColor: colors.textColor }),
})

/** More data for web pages, by the names of the wire, without the long texts. */
const toExtendedProps = (event: Event, { restUrl, image }: Presenter): JsonObject => ({
  rest_url: restUrl(`/events/${event.id}`),
  status: event.status,
  slug: event.slug,
  start_date: event.startDate,
  end_date: event.endDate,
  timezone: event.timeZone,
  cost: event.cost.text,
  featured: event.featured,
  sticky: event.sticky,
  image: image(event.image),
  categories: event.categories.map(toNamed),
  tags: event.tags.map(toNamed),
  venue: event.venues.map(({ id, name, city }): JsonValue => ({ id, venue: name, city })),
  organizer: event.organizers.map(({ id, name }): JsonValue => ({ id, organizer: name })),
  event_status: eventStatusWords[event.eventStatus],
  previous_start_date: event.previousStartDate,
  attendance_mode: event.attendance,
  online_url: event.onlineUrl,
  event_status_reason: event.eventStatusReason,
  custom_fields: toCustomFields(event.fields),
})

const toNamed = ({ id, name, slug }: Event['categories'][number]): JsonValue => ({ id, name, slug })
