import type { Venue } from '@kalends/core'
import type { JsonObject } from '../json.ts'
import type { Presenter } from './presenter.ts'
import { type Property, textSchema } from './property.ts'
import { headProperties, mapProperties, textProperties, toHead } from './published.ts'

/** The members of a venue in a response. */
export const venueProperties: readonly Property[] = [
  ...headProperties,
  { name: 'venue', schema: textSchema, text: 'venueName' },
  ...textProperties,
  { name: 'address', schema: textSchema, text: 'address' },
  { name: 'city', schema: textSchema, text: 'city' },
  { name: 'country', schema: textSchema, text: 'country' },
  { name: 'province', schema: textSchema, text: 'province' },
  { name: 'state', schema: textSchema, text: 'state' },
  { name: 'zip', schema: textSchema, text: 'zip' },
  { name: 'phone', schema: textSchema, text: 'phone' },
  { name: 'website', schema: textSchema, text: 'website' },
  { name: 'stateprovince', schema: textSchema, text: 'stateprovince' },
  ...mapProperties.map((property): Property => ({ ...property, text: property.name === 'show_map' ? 'venueShowMap' : 'venueShowMapLink' })),
  { name: 'geo_lat', schema: { type: ['number', 'null'], minimum: -90, maximum: 90 }, text: 'geoLat' },
  { name: 'geo_lng', schema: { type: ['number', 'null'], minimum: -180, maximum: 180 }, text: 'geoLng' },
]

/** The wire form of a venue. */
export const toWireVenue = (venue: Venue, to: Presenter): JsonObject => ({
  ...toHead('venue', venue, to),
  venue: venue.name,
  description: venue.description,
  excerpt: venue.excerpt,
  slug: venue.slug,
  image: to.image(venue.image),
  address: venue.address,
  city: venue.city,
  country: venue.country,
  province: venue.province,
  state: venue.state,
  zip: venue.zip,
  phone: venue.phone,
  website: venue.website,
  stateprovince: venue.stateProvince,
  show_map: venue.showMap,
  show_map_link: venue.showMapLink,
  geo_lat: venue.geoLat,
  geo_lng: venue.geoLng,
})
