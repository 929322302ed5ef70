import { defaultDates, eventListShape, eventShape, wordField } from '@kalends/core'
import { type Argument, allOptional, defineArguments } from '../argument.ts'
import type { Call } from '../route.ts'
import type { Settings } from '../settings.ts'
import { organizerBody } from './organizer-arguments.ts'
import { changeRows, pagingRows, publicationRows } from './shared-arguments.ts'
import { venueBody } from './venue-arguments.ts'

/** The fields of an event that can be written. */
export const eventBody = defineArguments(eventShape, [
  { name: 'title', type: 'string', isRequired: true, text: 'title' },
  { name: 'start_date', type: 'string', isRequired: true, text: 'startDate' },
  { name: 'end_date', type: 'string', isRequired: true, text: 'endDate' },
  ...publicationRows,
  { name: 'slug', type: 'string', text: 'slug' },
  { name: 'excerpt', type: 'string', text: 'excerpt' },
  { name: 'timezone', type: 'string', text: 'timezone' },
  { name: 'all_day', type: 'boolean', default: false, text: 'allDay' },
  { name: 'image', type: 'string', text: 'image' },
  { name: 'cost', text: 'cost' },
  { name: 'website', text: 'website' },
  { name: 'show_map', type: 'boolean', text: 'showMap' },
  { name: 'show_map_link', type: 'boolean', text: 'showMapLink' },
  { name: 'hide_from_listings', type: 'boolean', text: 'hideFromListings' },
  { name: 'sticky', type: 'boolean', text: 'sticky' },
  { name: 'featured', type: 'boolean', text: 'featured' },
  { name: 'categories', text: 'eventCategories' },
  { name: 'tags', text: 'eventTags' },
  { name: 'venue', type: 'array', text: 'eventVenue', nested: venueBody },
  { name: 'organizer', type: 'array', text: 'eventOrganizer', nested: organizerBody },
  { name: 'post_parent', type: 'integer', text: 'postParent' },
])

/** The same for updates, where interface.md gives `all_day` a default that an option turns off. */
export const eventUpdateBody: readonly Argument[] = allOptional(eventBody).map((argument) =>
  argument.name === 'all_day'
    ? { ...argument, default: ({ allDayOnUpdate }) => (allDayOnUpdate === 'reset' ? false : undefined) }
    : argument,
)

/** What an update does with `all_day` where its body omits it: `keep` leaves it as it is, whatever the handler's setting. */
export const eventUpdateQuery: readonly Argument[] = defineArguments({ omitted: wordField(['keep']) }, [
  { name: 'omitted', type: 'string', text: 'omitted' },
])

/** Whether an event update that omits `all_day` sets it to false. */
export const resetsAllDay = ({ query, request, settings: { allDayOnUpdate } }: Pick<Call, 'query' | 'request' | 'settings'>): boolean =>
  query['omitted'] === undefined && (allDayOnUpdate === 'reset' || (allDayOnUpdate === 'keep-on-patch' && request.method !== 'PATCH'))

const today = ({ calendar }: Settings): string => `${defaultDates(calendar.clock.nowMs(), calendar.timeZone).start} 00:00:00`
const inTwoYears = ({ calendar }: Settings): string => `${defaultDates(calendar.clock.nowMs(), calendar.timeZone).end} 23:59:59`

/** The filters of lists of events. */
export const eventFilters = defineArguments(eventListShape, [
  ...pagingRows,
  { name: 'start_date', default: today, text: 'filterStartDate' },
  { name: 'end_date', default: inTwoYears, text: 'filterEndDate' },
  { name: 'starts_before', text: 'filterStartsBefore' },
  { name: 'starts_after', text: 'filterStartsAfter' },
  { name: 'ends_before', text: 'filterEndsBefore' },
  { name: 'ends_after', text: 'filterEndsAfter' },
  { name: 'categories', type: 'array', text: 'filterCategories' },
  { name: 'tags', type: 'array', text: 'filterTags' },
  { name: 'venue', type: 'array', text: 'filterVenue' },
  { name: 'organizer', type: 'array', text: 'filterOrganizer' },
  { name: 'featured', type: 'boolean', text: 'filterFeatured' },
  { name: 'status', text: 'filterStatus' },
  { name: 'geoloc', type: 'boolean', text: 'filterGeoloc' },
  { name: 'geoloc_lat', text: 'filterGeolocLat' },
  { name: 'geoloc_lng', text: 'filterGeolocLng' },
  { name: 'geoloc_radius', default: 25, text: 'filterGeolocRadius' },
  { name: 'include', type: 'array', text: 'filterIncludeEvents' },
  { name: 'post_parent', type: 'integer', text: 'filterPostParent' },
  ...changeRows,
  { name: 'hidden', type: 'string', default: 'exclude', text: 'filterHidden' },
  { name: 'orderby', type: 'string', default: 'start_date', text: 'orderby' },
  { name: 'order', type: 'string', default: 'asc', text: 'order' },
])
