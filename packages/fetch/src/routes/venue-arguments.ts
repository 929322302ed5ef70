import { partyListShape, venueShape } from '@kalends/core'
import { defineArguments } from '../argument.ts'
import { changeRows, pagingRows, publicationRows } from './shared-arguments.ts'

/** The fields of a venue that can be written. */
export const venueBody = defineArguments(venueShape, [
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
  { name: 'stateprovince', type: 'string', text: 'stateprovince' },
  { name: 'website', type: 'string', text: 'website' },
  { name: 'image', type: 'string', text: 'image' },
  { name: 'excerpt', type: 'string', text: 'excerpt' },
  { name: 'slug', type: 'string', text: 'slug' },
  { name: 'geo_lat', type: 'number', text: 'geoLat' },
  { name: 'geo_lng', type: 'number', text: 'geoLng' },
])

/** The filters of lists of venues, and of organizers: they are the same. */
export const partyFilters = defineArguments(partyListShape, [
  ...pagingRows,
  { name: 'event', type: 'integer', text: 'filterEvent' },
  { name: 'has_events', text: 'filterHasEvents' },
  { name: 'only_with_upcoming', default: false, text: 'filterOnlyWithUpcoming' },
  { name: 'status', text: 'filterStatus' },
  { name: 'include', type: 'array', text: 'filterInclude' },
  ...changeRows,
  { name: 'orderby', type: 'string', default: 'date', text: 'orderby' },
  { name: 'order', type: 'string', text: 'order' },
])
