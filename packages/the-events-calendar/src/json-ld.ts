import { linesFromHtml, localToUtcMs, pricesOf, utcMsToLocal } from '@kalends/core/format'
import type { Kind } from '@kalends/core/store'
import type { JsonObject } from '@kalends/fetch'
import { isObject } from '@kalends/fetch/internal'
import { toDisplayText } from './entities.ts'
import { linkedRecords } from './members.ts'

const context = { '@context': 'https://schema.org' }

/**
 * The member `json_ld` of a single record of each kind that has it: data of schema.org. All texts are display text, because programs put
 * them into HTML.
 * @param record as the interface answers it without the extension: it holds only the venues and organizers that the caller may see
 */
export const toJsonLd: Readonly<Partial<Record<Kind, (record: JsonObject) => JsonObject>>> = {
  event: toEventData,
  venue: (venue) => ({ ...context, ...toPlace(venue) }),
  organizer: (organizer) => ({ ...context, ...toOrganizer(organizer) }),
}

/** An event with its first venue and its first organizer. */
function toEventData(event: JsonObject): JsonObject {
  const [venue] = linkedRecords(event['venue'])
  const [organizer] = linkedRecords(event['organizer'])
  const image = isObject(event['image']) ? textOf(event['image'], 'url') : ''
  const offers = toOffers(event)
  return {
    ...context,
    '@type': 'Event',
    name: displayed(event, 'title'),
    description: toDescription(event),
    ...filled({ image }),
    url: textOf(event, 'url'),
    eventAttendanceMode:
      attendanceModes[textOf(event, 'event_status') === 'moved_online' ? 'online' : textOf(event, 'attendance_mode')] ??
      'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: `https://schema.org/Event${statusOf(event)}`,
    startDate: toOffsetTime(textOf(event, 'start_date'), textOf(event, 'utc_start_date')),
    endDate: toOffsetTime(textOf(event, 'end_date'), textOf(event, 'utc_end_date')),
    ...(venue !== undefined && { location: toPlace(venue) }),
    ...(organizer !== undefined && { organizer: toOrganizer(organizer) }),
    ...(offers !== undefined && { offers }),
  }
}

/** A member that is a text; empty for any other value. */
function textOf(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name]
  return typeof value === 'string' ? value : ''
}

const displayed = (record: JsonObject, name: string): string => toDisplayText(textOf(record, name))

/** A description without its markup. */
const toDescription = (record: JsonObject): string => toDisplayText(linesFromHtml(textOf(record, 'description')))

/** The members that are not empty. */
const filled = (members: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''))

const attendanceModes: Readonly<Record<string, string>> = {
  offline: 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  mixed: 'https://schema.org/MixedEventAttendanceMode',
}

const statuses: Readonly<Record<string, string>> = { cancelled: 'Cancelled', postponed: 'Postponed', moved_online: 'MovedOnline' }

/** The status of an event; one that takes place at another time than announced is rescheduled. */
const statusOf = (event: JsonObject): string =>
  statuses[textOf(event, 'event_status')] ?? (textOf(event, 'previous_start_date') === '' ? 'Scheduled' : 'Rescheduled')

const minuteMs = 60_000

/**
 * A time with its offset from UTC, such as `2031-05-31T19:30:00+02:00`. An offset with seconds, which some zones had into the 20th century,
 * cannot be written in ISO 8601: such a time is in UTC.
 * @param local the wall time, `YYYY-MM-DD HH:MM:SS`
 * @param utc the same time in UTC
 */
function toOffsetTime(local: string, utc: string): string {
  const offset = (localToUtcMs(local) - localToUtcMs(utc)) / minuteMs
  if (!Number.isInteger(offset)) return `${utcMsToLocal(localToUtcMs(utc))}+00:00`
  const twoDigits = (count: number): string => String(Math.trunc(count)).padStart(2, '0')
  const distance = Math.abs(offset)
  return `${local.replace(' ', 'T')}${offset < 0 ? '-' : '+'}${twoDigits(distance / 60)}:${twoDigits(distance % 60)}`
}

/**
 * The data of a venue. Programs join its members and those of an organizer without a test, so that members without a value are empty texts,
 * as there. Only addresses are sparse.
 */
function toPlace(venue: JsonObject): JsonObject {
  const address = filled({
    '@type': 'PostalAddress',
    streetAddress: displayed(venue, 'address'),
    addressLocality: displayed(venue, 'city'),
    addressRegion: displayed(venue, 'stateprovince'),
    postalCode: displayed(venue, 'zip'),
    addressCountry: displayed(venue, 'country'),
  })
  const { geo_lat: latitude, geo_lng: longitude } = venue
  return {
    '@type': 'Place',
    name: displayed(venue, 'venue'),
    description: toDescription(venue),
    url: textOf(venue, 'url'),
    address,
    ...(typeof latitude === 'number' && typeof longitude === 'number' && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
    telephone: displayed(venue, 'phone'),
    sameAs: textOf(venue, 'website'),
  }
}

/** The data of an organizer; its URL is its web site, as there. */
const toOrganizer = (organizer: JsonObject): JsonObject => ({
  '@type': 'Person',
  name: displayed(organizer, 'organizer'),
  description: toDescription(organizer),
  url: textOf(organizer, 'website'),
  telephone: displayed(organizer, 'phone'),
  email: displayed(organizer, 'email'),
  sameAs: textOf(organizer, 'website'),
})

/** One price is an offer, several are a range; undefined for a cost without prices. */
function toOffers(event: JsonObject): JsonObject | undefined {
  const cost = isObject(event['cost_details']) ? event['cost_details'] : {}
  const values = pricesOf({
    text: textOf(event, 'cost'),
    values: Array.isArray(cost['values']) ? cost['values'].map(String) : [],
    currencySymbol: textOf(cost, 'currency_symbol'),
    currencyCode: textOf(cost, 'currency_code'),
    currencyPosition: textOf(cost, 'currency_position') === 'postfix' ? 'postfix' : 'prefix',
  })
  const [low] = values
  const high = values.at(-1)
  if (low === undefined || high === undefined) return undefined
  const shared = { ...filled({ priceCurrency: textOf(cost, 'currency_code') }), url: textOf(event, 'url') }
  return values.length === 1
    ? { '@type': 'Offer', price: low, ...shared }
    : { '@type': 'AggregateOffer', lowPrice: low, highPrice: high, ...shared }
}
