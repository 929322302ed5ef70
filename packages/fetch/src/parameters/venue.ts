import type { VenueListInput } from '@kalends/core'
import { profileListShape, venueShape } from '@kalends/core/internal'
import type { PlainVenue } from '@kalends/core/store'
import type { Settings } from '../options/settings.ts'
import { withAuthorIds } from './author.ts'
import { defineParameters, inOrderOf, type ParameterRows } from './parameter.ts'
import { type QueryInput, withCoreWords } from './query.ts'
import { afterIdRows, changeRows, pagingRows, publicationRows, uidFilterRow, uidRow } from './shared-parameters.ts'

/** Maps the plain fields of venues to the wire: request parameters, response properties and response values come from this table. */
export const venueFieldRows: ParameterRows<keyof PlainVenue> = {
  name: { name: 'venue', type: 'string', isRequired: true, text: 'venueName' },
  address: { name: 'address', type: 'string', text: 'address' },
  city: { name: 'city', type: 'string', text: 'city' },
  country: { name: 'country', type: 'string', text: 'country' },
  province: { name: 'province', type: 'string', text: 'province' },
  state: { name: 'state', type: 'string', text: 'state' },
  zip: { name: 'zip', type: 'string', text: 'zip' },
  phone: { name: 'phone', type: 'string', text: 'phone' },
  website: { name: 'website', type: 'string', text: 'website' },
  stateProvince: { name: 'stateprovince', type: 'string', text: 'stateProvince' },
  showMap: { name: 'show_map', type: 'string', text: 'venueShowMap' },
  showMapLink: { name: 'show_map_link', type: 'string', text: 'venueShowMapLink' },
  exclusive: { name: 'exclusive', type: 'boolean', text: 'venueExclusive' },
}

const { name, website, showMap, showMapLink, exclusive, ...lines } = venueFieldRows

/** Writable fields of a venue. */
export const venueBody = defineParameters(venueShape, {
  name,
  ...publicationRows,
  showMap,
  showMapLink,
  ...lines,
  website,
  image: { name: 'image', type: 'string', text: 'image' },
  excerpt: { name: 'excerpt', type: 'string', text: 'excerpt' },
  slug: { name: 'slug', type: 'string', text: 'slug' },
  geoLat: { name: 'geo_lat', type: 'number', text: 'geoLat' },
  geoLng: { name: 'geo_lng', type: 'number', text: 'geoLng' },
  uid: uidRow,
  exclusive,
})

/** The core's sort keys by the values of `orderby` for venues and organizers. */
const profileOrders = {
  date: 'published',
  name: 'name',
  modified: 'updated',
  id: 'id',
} as const satisfies Readonly<Record<string, NonNullable<VenueListInput['orderBy']>>>

/** Filters of venue lists, and of organizer lists: they are the same. */
export const profileFilters = defineParameters(profileListShape, {
  ...pagingRows,
  event: { name: 'event', type: 'integer', text: 'filterEvent' },
  hasEvents: { name: 'has_events', text: 'filterHasEvents' },
  onlyWithUpcoming: { name: 'only_with_upcoming', default: false, text: 'filterOnlyWithUpcoming' },
  status: { name: 'status', text: 'filterStatus' },
  ids: { name: 'include', type: 'array', text: 'filterInclude' },
  uids: uidFilterRow,
  ...afterIdRows,
  ...changeRows,
  orderBy: { name: 'orderby', words: profileOrders, type: 'string', default: 'date', text: 'orderby' },
  order: { name: 'order', type: 'string', text: 'order' },
})

const inOrder = inOrderOf(profileListShape, profileFilters)

/** Converts the filters of a list of venues or organizers to the core's input. */
export const toProfileListInput = (query: QueryInput['values'], settings: Pick<Settings, 'authorIds'>): object =>
  withAuthorIds(withCoreWords(query, inOrder, settings), settings)
