import { profileListShape, type VenueListInput, venueShape } from '@kalends/core'
import { defineParameters, inOrderOf } from './parameter.ts'
import { type QueryInput, withCoreWords } from './query.ts'
import { changeRows, pagingRows, publicationRows } from './shared-parameters.ts'

/** Writable fields of a venue. */
export const venueBody = defineParameters(venueShape, [
  { name: 'venue', member: 'name', type: 'string', isRequired: true, text: 'venueName' },
  ...publicationRows,
  { name: 'show_map', type: 'string', text: 'venueShowMap' },
  { name: 'show_map_link', type: 'string', text: 'venueShowMapLink' },
  { name: 'address', type: 'string', text: 'address' },
  { name: 'city', type: 'string', text: 'city' },
  { name: 'country', type: 'string', text: 'country' },
  { name: 'province', type: 'string', text: 'province' },
  { name: 'state', type: 'string', text: 'state' },
  { name: 'zip', type: 'string', text: 'zip' },
  { name: 'phone', type: 'string', text: 'phone' },
  { name: 'stateprovince', member: 'stateProvince', type: 'string', text: 'stateprovince' },
  { name: 'website', type: 'string', text: 'website' },
  { name: 'image', type: 'string', text: 'image' },
  { name: 'excerpt', type: 'string', text: 'excerpt' },
  { name: 'slug', type: 'string', text: 'slug' },
  { name: 'geo_lat', type: 'number', text: 'geoLat' },
  { name: 'geo_lng', type: 'number', text: 'geoLng' },
])

/** The values of `orderby` for venues and organizers. */
const profileOrders = {
  date: 'published',
  name: 'name',
  modified: 'updated',
  id: 'id',
} as const satisfies Readonly<Record<string, NonNullable<VenueListInput['orderBy']>>>

/** Filters of venue lists, and of organizer lists: they are the same. */
export const profileFilters = defineParameters(profileListShape, [
  ...pagingRows,
  { name: 'event', type: 'integer', text: 'filterEvent' },
  { name: 'has_events', text: 'filterHasEvents' },
  { name: 'only_with_upcoming', default: false, text: 'filterOnlyWithUpcoming' },
  { name: 'status', text: 'filterStatus' },
  { name: 'include', type: 'array', text: 'filterInclude' },
  ...changeRows,
  { name: 'orderby', member: 'orderBy', words: profileOrders, type: 'string', default: 'date', text: 'orderby' },
  { name: 'order', type: 'string', text: 'order' },
])

const inOrder = inOrderOf(profileListShape, profileFilters)

/** Converts the filters of a list of venues or organizers to the core's input. */
export const toProfileListInput = (query: QueryInput['values']): object => withCoreWords(query, inOrder)
