import type { Event, Venue } from '@kalends/core'
import type { Format, FormatContext } from '@kalends/core/format'
import { requireKnownOptions } from '@kalends/core/store'
import { toWireStatus } from './event-status.ts'
import { toUidOf } from './uid.ts'

/** Options of GeoJSON. */
export interface GeoJsonOptions {
  /** The largest number of events or venues in a document. @default 1,000 */
  readonly maxItems?: number | undefined
}

/** A point with its properties, whose names are those of the REST interface. */
interface Feature {
  readonly type: 'Feature'
  readonly id: string
  readonly geometry: { readonly type: 'Point'; readonly coordinates: readonly [lng: number, lat: number] }
  readonly properties: Readonly<Record<string, unknown>>
}

/**
 * The format GeoJSON (RFC 7946), for maps: a feature for each venue with a point, and for each event at such a venue. An event at several
 * points is several features; one without a point is left out.
 * @throws TypeError an option is unknown
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [formats([geoJson()])] })
 */
export function geoJson(options: GeoJsonOptions = {}): Format<Event | Venue> {
  requireKnownOptions('geoJson', options, { maxItems: true })
  return {
    mediaType: 'application/geo+json; charset=utf-8',
    extension: 'geojson',
    kinds: ['event', 'venue'],
    ...(options.maxItems !== undefined && { maxItems: options.maxItems }),
    encode: (items, context) => {
      const features = items.flatMap((item) => ('startMs' in item ? toEventFeatures(item, context) : toVenueFeatures(item, context)))
      return JSON.stringify({ type: 'FeatureCollection', ...(features.length > 0 && { bbox: toBox(features) }), features })
    },
  }
}

function toFeatures(id: string, { geoLat, geoLng }: Venue, properties: Feature['properties']): readonly Feature[] {
  if (geoLat === null || geoLng === null) return []
  return [{ type: 'Feature', id, geometry: { type: 'Point', coordinates: [geoLng, geoLat] }, properties }]
}

const toVenueFeatures = (venue: Venue, context: FormatContext): readonly Feature[] =>
  toFeatures(`venue-${venue.id}`, venue, {
    id: venue.id,
    uid: context.uid(venue),
    ...toAddress(venue),
    ...toLinks(venue, context),
    ...toFields(venue),
  })

function toEventFeatures(event: Event, context: FormatContext): readonly Feature[] {
  const properties = {
    id: event.id,
    uid: toUidOf(event, context),
    title: event.title,
    all_day: event.allDay,
    start_date: event.startDate,
    end_date: event.endDate,
    timezone: event.timeZone,
    utc_start_date: event.utcStartDate,
    utc_end_date: event.utcEndDate,
    event_status: toWireStatus(event),
    event_status_reason: event.eventStatusReason,
    attendance_mode: event.attendance,
    cost: event.cost.text,
    featured: event.featured,
    categories: event.categories.map(({ name }) => name),
    tags: event.tags.map(({ name }) => name),
    ...toLinks(event, context),
    ...toFields(event),
  }
  return event.venues.flatMap((venue) => toFeatures(`event-${event.id}-venue-${venue.id}`, venue, { ...properties, ...toAddress(venue) }))
}

const toLinks = (record: Event | Venue, { pageUrl, restUrl, imageUrl }: FormatContext): Feature['properties'] => ({
  url: pageUrl(record),
  rest_url: restUrl(record),
  image: imageUrl(record) || false,
  website: record.website,
})

/** The declared fields, if the record has any. */
const toFields = ({ fields }: Event | Venue): Feature['properties'] => (Object.keys(fields).length === 0 ? {} : { custom_fields: fields })

const toAddress = ({ name, address, zip, city, stateProvince, country }: Venue): Feature['properties'] => ({
  venue: name,
  address,
  zip,
  city,
  stateprovince: stateProvince,
  country,
})

/** The box of all points: west, south, east, north. If it crosses the antimeridian, west is greater than east (RFC 7946, 5.2). */
function toBox(features: readonly Feature[]): readonly [west: number, south: number, east: number, north: number] {
  const lats = features.map(({ geometry }) => geometry.coordinates[1]).sort((a, b) => a - b)
  const lngs = features.map(({ geometry }) => geometry.coordinates[0]).sort((a, b) => a - b)
  const [first = 0, last = 0] = [lngs[0], lngs.at(-1)]
  let [west, east, widest] = [first, last, first + 360 - last]
  lngs.forEach((lng, index) => {
    const next = lngs[index + 1]
    if (next !== undefined && next - lng > widest) [west, east, widest] = [next, lng, next - lng]
  })
  return [west, lats[0] ?? 0, east, lats.at(-1) ?? 0]
}
