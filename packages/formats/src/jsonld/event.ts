import type { Event, Venue } from '@kalends/core'
import { type EventSeries, isEventSeries, linesFromHtml, pricesOf } from '@kalends/core/format'
import { toShown } from '../addresses.ts'
import { toFieldText } from '../field-value.ts'
import { placesOf } from '../place.ts'
import { machineNowMs } from './clock.ts'
import type { AddressData, EventData, EventSeriesData, OfferData, PlaceData, PropertyData, VirtualLocationData } from './data.ts'
import { datesFrom } from './dates.ts'
import { toOffsetTime } from './time.ts'

/** What the data of an event needs beside the event. */
export interface JsonLdContext {
  /** The address of an event's web page; empty when there is none. @default none */
  pageUrl?(event: Event): string
  /** The address of an event's image; empty when there is none. @default the image itself where it is an address */
  imageUrl?(event: Event): string
  /** The time before which dates of a series are past, in milliseconds since 1970. @default the time of the machine */
  readonly nowMs?: number | undefined
}

/** The largest number of dates in the data of a series. */
const maxDates = 100

/**
 * An event as data of schema.org. It has no e-mail addresses. A series is the event of its next date by its rule, or of its last one; dates
 * in the trash, or with times of their own, are known to the result of `calendar.events.series` alone, which becomes an `EventSeries`.
 * @example
 * const event = await calendar.events.get('choir')
 * const data = toJsonLd(event, { pageUrl: ({ slug }) => `https://example.org/${slug}` })
 */
export function toJsonLd(event: Event, context?: JsonLdContext): EventData
/**
 * A series as data of schema.org, with up to 100 of its dates to come.
 * @example
 * const { id } = await calendar.events.get('course')
 * const [series] = await calendar.events.series([id])
 * const data = series && toJsonLd(series, { pageUrl: ({ slug }) => `https://example.org/${slug}` })
 */
export function toJsonLd(series: EventSeries, context?: JsonLdContext): EventSeriesData
/** Implements both overloads. */
export function toJsonLd(item: Event | EventSeries, context: JsonLdContext = {}): EventData | EventSeriesData {
  if (isEventSeries(item)) return toSeriesData(item, context)
  if (item.recurrence?.id !== '') return toEventData(item, context)
  const [next = item] = datesFrom({ series: item, changed: [], except: item.recurrence.except }, context.nowMs ?? machineNowMs())
  return toEventData(next, context)
}

function toSeriesData(item: EventSeries, context: JsonLdContext): EventSeriesData {
  const dates = datesFrom(item, context.nowMs ?? machineNowMs())
  const [next = item.series, ...others] = dates
  const { endDate: _end, ...data } = toEventData({ ...item.series, ...timesOf(next) }, context)
  const { endDate, endMs, allDay } = others.at(-1) ?? next
  const isEndless = item.series.recurrence?.listedUntil !== null
  return {
    ...data,
    '@type': 'EventSeries',
    ...(!isEndless && { endDate: toOffsetTime(endDate, endMs, allDay) }),
    subEvent: dates.slice(0, maxDates).map((date) => {
      const { '@context': _vocabulary, description: _description, ...others } = toEventData(date, context)
      return others
    }),
  }
}

const timesOf = ({ allDay, startDate, startMs, endDate, endMs }: Event): Partial<Event> => ({ allDay, startDate, startMs, endDate, endMs })

function toEventData(event: Event, context: JsonLdContext): EventData {
  const { allDay, startDate, startMs, endDate, endMs, previousStartDate, previousStartMs } = event
  const page = context.pageUrl?.(event) ?? ''
  const image = context.imageUrl?.(event) ?? (typeof event.image === 'string' ? event.image : '')
  const locations = toLocations(event, page)
  const offers = toOffers(event, page)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    startDate: toOffsetTime(startDate, startMs, allDay),
    ...(endMs > startMs && { endDate: toOffsetTime(endDate, endMs, allDay) }),
    eventStatus: statusOf(event),
    ...(previousStartMs !== null && { previousStartDate: toOffsetTime(previousStartDate, previousStartMs, allDay) }),
    eventAttendanceMode: attendanceModes[hasMovedOnline(event) ? 'online' : event.attendance],
    ...(locations.length > 0 && { location: oneOrAll(locations) }),
    ...text('description', linesFromHtml(event.description, toShown(page))),
    ...(image !== '' && { image: [image] }),
    ...text('url', page),
    ...text('sameAs', event.website),
    ...(offers !== undefined && { offers }),
    ...(event.organizers.length > 0 && {
      organizer: oneOrAll(
        event.organizers.map(({ name, phone, website }) => ({
          '@type': 'Organization' as const,
          name,
          ...text('telephone', phone),
          ...text('url', website),
        })),
      ),
    }),
    ...text('keywords', [...event.categories, ...event.tags].map(({ name }) => name).join(', ')),
    ...toProperties(event),
  }
}

const oneOrAll = <T>(items: readonly T[]): T | readonly T[] => {
  const [first] = items
  return first !== undefined && items.length === 1 ? first : items
}

/** A member, unless its text is empty. */
const text = <K extends string>(name: K, value: string): { readonly [name in K]?: string } =>
  (value === '' ? {} : { [name]: value }) as { readonly [name in K]?: string }

const attendanceModes = {
  offline: 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  mixed: 'https://schema.org/MixedEventAttendanceMode',
} as const

const statuses = {
  scheduled: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
  movedOnline: 'https://schema.org/EventMovedOnline',
} as const

const statusOf = ({ eventStatus, previousStartMs }: Event): EventData['eventStatus'] =>
  eventStatus === 'scheduled' && previousStartMs !== null ? 'https://schema.org/EventRescheduled' : statuses[eventStatus]

const hasMovedOnline = ({ eventStatus }: Event): boolean => eventStatus === 'movedOnline'

function toLocations(event: Event, page: string): readonly (PlaceData | VirtualLocationData)[] {
  const { attendance, onlineUrl } = event
  const url = onlineUrl || (attendance === 'offline' && !hasMovedOnline(event) ? '' : page)
  return [...placesOf(event).map(toPlaceData), ...(url === '' ? [] : [{ '@type': 'VirtualLocation' as const, url }])]
}

function toPlaceData(venue: Venue): PlaceData {
  const address = {
    ...text('streetAddress', venue.address),
    ...text('addressLocality', venue.city),
    ...text('addressRegion', venue.stateProvince),
    ...text('postalCode', venue.zip),
    ...text('addressCountry', venue.country),
  } satisfies Omit<AddressData, '@type'>
  return {
    '@type': 'Place',
    name: venue.name,
    ...(Object.keys(address).length > 0 && { address: { '@type': 'PostalAddress' as const, ...address } }),
    ...(venue.geoLat !== null &&
      venue.geoLng !== null && { geo: { '@type': 'GeoCoordinates' as const, latitude: venue.geoLat, longitude: venue.geoLng } }),
    ...text('telephone', venue.phone),
    ...text('url', venue.website),
    ...toProperties(venue),
  }
}

/** The declared fields. The vocabulary has no value for null. */
function toProperties({ fields }: Event | Venue): { readonly additionalProperty?: readonly PropertyData[] } {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  const toValue = (value: unknown): PropertyData['value'] =>
    typeof value === 'number' || typeof value === 'boolean' ? value : toFieldText(value)
  if (given.length === 0) return {}
  return { additionalProperty: given.map(([name, value]) => ({ '@type': 'PropertyValue', name, value: toValue(value) })) }
}

/** One price is an offer, several are a range. Prices without a currency are left out. */
function toOffers({ cost, website }: Event, page: string): OfferData | undefined {
  const [low, ...others] = pricesOf(cost)
  if (low === undefined || cost.currencyCode === '') return undefined
  const shared = { priceCurrency: cost.currencyCode, ...text('url', website || page) }
  const high = others.at(-1)
  return high === undefined
    ? { '@type': 'Offer', price: low, ...shared }
    : { '@type': 'AggregateOffer', lowPrice: low, highPrice: high, ...shared }
}
