import type { Event } from '@kalends/core'
import { eventFields, type PlainEvent } from '@kalends/core/store'
import { type JsonObject, type JsonValue, LinkingRecord } from '../json.ts'
import { eventFieldRows, eventStatusWords } from '../parameters/event-fields.ts'
import { separateFields, type WrittenAfterLinks, type WrittenBeforeLinks, type WrittenLinks } from './event-properties.ts'
import { toCustomFields, toPlainWriter } from './fields.ts'
import { toWireOrganizer } from './organizer.ts'
import type { Presenter } from './presenter.ts'
import { toHead } from './published.ts'
import { toWireRecurrence } from './recurrence.ts'
import { toWireTerm } from './term.ts'
import { toWireVenue } from './venue.ts'

const writePlain = toPlainWriter<PlainEvent>(eventFields, eventFieldRows, separateFields)

/** Splits `YYYY-MM-DD HH:MM:SS` into strings, because clients rely on the leading zeros. */
const toDetails = (time: string): JsonObject => ({
  year: time.slice(0, 4),
  month: time.slice(5, 7),
  day: time.slice(8, 10),
  hour: time.slice(11, 13),
  minutes: time.slice(14, 16),
  seconds: time.slice(17, 19),
})

/** No venue is an empty list, one venue is an object, several are a list: clients of this interface rely on it. */
function toVenues(event: Event, to: Presenter): JsonValue {
  const venues = event.venues.map((venue) => to.linked(venue, toWireVenue))
  const [only] = venues
  return only !== undefined && venues.length === 1 ? only : venues
}

/** The wire form of an event. */
export const toWireEvent = (event: Event, to: Presenter): LinkingRecord =>
  new LinkingRecord(
    {
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
      cost_details: {
        currency_symbol: event.cost.currencySymbol,
        currency_code: event.cost.currencyCode,
        currency_position: event.cost.currencyPosition,
        values: event.cost.values,
      },
      ...writePlain(event),
    } satisfies WrittenBeforeLinks,
    {
      categories: event.categories.map((term) => to.linked(term, toWireTerm)),
      tags: event.tags.map((term) => to.linked(term, toWireTerm)),
      venue: toVenues(event, to),
      organizer: event.organizers.map((organizer) => to.linked(organizer, toWireOrganizer)),
    } satisfies WrittenLinks,
    {
      post_parent: event.parentId,
      custom_fields: toCustomFields(event.fields),
      // An occurrence has the uid of its series.
      uid: event.uid || to.generatedUid('event', event.recurrence?.seriesId ?? event.id),
      event_status: eventStatusWords[event.eventStatus],
      previous_start_date: event.previousStartDate,
      attendance_mode: event.attendance,
      online_url: event.onlineUrl,
      recurrence: event.recurrence === null ? null : toWireRecurrence(event.recurrence),
      version: event.version,
      event_status_reason: event.eventStatusReason,
    } satisfies WrittenAfterLinks,
  )
