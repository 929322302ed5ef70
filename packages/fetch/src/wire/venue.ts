import type { Venue } from '@kalends/core'
import { type PlainVenue, venueFields } from '@kalends/core/store'
import type { JsonObject } from '../json.ts'
import { venueFieldRows } from '../parameters/venue.ts'
import { customFieldsOf, toCustomFields, toPlainWriter, toProperties } from './fields.ts'
import type { Presenter } from './presenter.ts'
import { type Property, versionProperty } from './property.ts'
import { headProperties, textProperties, toHead, uidProperty, type WrittenLast, type WrittenTexts } from './published.ts'

const { name, exclusive, ...otherProperties } = toProperties<PlainVenue>(venueFields, venueFieldRows)
const writePlain = toPlainWriter<PlainVenue>(venueFields, venueFieldRows, ['name', 'exclusive'])

/** The members of a venue in a response. */
export const venueProperties: readonly Property[] = [
  ...headProperties,
  name,
  ...textProperties,
  ...Object.values(otherProperties),
  { name: 'geo_lat', schema: { type: ['number', 'null'], minimum: -90, maximum: 90 }, text: 'geoLat' },
  { name: 'geo_lng', schema: { type: ['number', 'null'], minimum: -180, maximum: 180 }, text: 'geoLng' },
  uidProperty,
  customFieldsOf('venue'),
  versionProperty,
  exclusive,
]

/** The wire form of a venue. */
export const toWireVenue = (venue: Venue, to: Presenter): JsonObject =>
  ({
    ...toHead('venue', venue, to),
    venue: venue.name,
    description: venue.description,
    excerpt: venue.excerpt,
    slug: venue.slug,
    image: to.image(venue.image),
    ...writePlain(venue),
    geo_lat: venue.geoLat,
    geo_lng: venue.geoLng,
    uid: venue.uid || to.generatedUid('venue', venue.id),
    custom_fields: toCustomFields(venue.fields),
    version: venue.version,
    exclusive: venue.exclusive,
  }) satisfies WrittenTexts & WrittenLast
