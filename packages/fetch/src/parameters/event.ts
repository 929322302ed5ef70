import { defaultDates, type EventListInput, eventListShape, eventShape, nearShape, wordField } from '@kalends/core'
import type { Settings } from '../options/settings.ts'
import { organizerBody } from './organizer.ts'
import { allOptional, defineParameters, inOrderOf, type Parameter, replaceMembers } from './parameter.ts'
import { ensureNoIssues, ensureShape, type QueryInput, withCoreWords } from './query.ts'
import { changeRows, pagingRows, publicationRows } from './shared-parameters.ts'
import { venueBody } from './venue.ts'

/** Writable fields of an event. */
export const eventBody = defineParameters(eventShape, [
  { name: 'title', type: 'string', isRequired: true, text: 'title' },
  { name: 'start_date', type: 'string', isRequired: true, text: 'startDate' },
  { name: 'end_date', type: 'string', isRequired: true, text: 'endDate' },
  ...publicationRows,
  { name: 'slug', type: 'string', text: 'slug' },
  { name: 'excerpt', type: 'string', text: 'excerpt' },
  { name: 'timezone', member: 'timeZone', type: 'string', text: 'timezone' },
  { name: 'all_day', type: 'boolean', default: false, text: 'allDay' },
  { name: 'image', type: 'string', text: 'image' },
  { name: 'cost', text: 'cost' },
  { name: 'website', text: 'website' },
  { name: 'show_map', type: 'boolean', text: 'showMap' },
  { name: 'show_map_link', type: 'boolean', text: 'showMapLink' },
  { name: 'hide_from_listings', member: 'hidden', type: 'boolean', text: 'hideFromListings' },
  { name: 'sticky', type: 'boolean', text: 'sticky' },
  { name: 'featured', type: 'boolean', text: 'featured' },
  { name: 'categories', text: 'eventCategories' },
  { name: 'tags', text: 'eventTags' },
  { name: 'venue', member: 'venues', type: 'array', text: 'eventVenue', nested: venueBody },
  { name: 'organizer', member: 'organizers', type: 'array', text: 'eventOrganizer', nested: organizerBody },
  { name: 'post_parent', member: 'parentId', type: 'integer', text: 'postParent' },
])

/** Writable fields of an event update. interface.md gives `all_day` a default here, which an option turns off. */
export const eventUpdateBody: readonly Parameter[] = allOptional(eventBody).map((parameter) =>
  parameter.name === 'all_day'
    ? { ...parameter, default: ({ allDayOnUpdate }) => (allDayOnUpdate === 'reset' ? false : undefined) }
    : parameter,
)

/** Query parameter for an event update that omits `all_day`: `keep` leaves the stored value, regardless of the handler's option. */
export const eventUpdateQuery: readonly Parameter[] = defineParameters({ omitted: wordField(['keep']) }, [
  { name: 'omitted', type: 'string', text: 'omitted' },
])

const today = ({ calendar }: Settings): string => `${defaultDates(calendar.clock.nowMs(), calendar.timeZone).start} 00:00:00`
const inTwoYears = ({ calendar }: Settings): string => `${defaultDates(calendar.clock.nowMs(), calendar.timeZone).end} 23:59:59`

/** The parts of a circle; each is a parameter of its own on the wire. */
const near = { nearLat: nearShape.lat, nearLng: nearShape.lng, nearRadiusKm: nearShape.radiusKm }

const filterShape = replaceMembers(eventListShape, { near })

/** The values of `orderby` for events. */
const eventOrders = {
  start_date: 'start',
  utc_start_date: 'startInstant',
  end_date: 'end',
  title: 'title',
  date: 'published',
  modified: 'updated',
  id: 'id',
} as const satisfies Readonly<Record<string, NonNullable<EventListInput['orderBy']>>>

/** Filters of event lists. */
export const eventFilters = defineParameters(filterShape, [
  ...pagingRows,
  { name: 'start_date', default: today, text: 'filterStartDate' },
  { name: 'end_date', default: inTwoYears, text: 'filterEndDate' },
  { name: 'starts_before', text: 'filterStartsBefore' },
  { name: 'starts_after', text: 'filterStartsAfter' },
  { name: 'ends_before', text: 'filterEndsBefore' },
  { name: 'ends_after', text: 'filterEndsAfter' },
  { name: 'categories', type: 'array', text: 'filterCategories' },
  { name: 'tags', type: 'array', text: 'filterTags' },
  { name: 'venue', member: 'venues', type: 'array', text: 'filterVenue' },
  { name: 'organizer', member: 'organizers', type: 'array', text: 'filterOrganizer' },
  { name: 'featured', type: 'boolean', text: 'filterFeatured' },
  { name: 'status', text: 'filterStatus' },
  { name: 'geoloc', member: 'hasLocation', type: 'boolean', text: 'filterGeoloc' },
  { name: 'geoloc_lat', member: 'nearLat', text: 'filterGeolocLat' },
  { name: 'geoloc_lng', member: 'nearLng', text: 'filterGeolocLng' },
  { name: 'geoloc_radius', member: 'nearRadiusKm', default: 25, text: 'filterGeolocRadius' },
  { name: 'include', type: 'array', text: 'filterIncludeEvents' },
  { name: 'post_parent', member: 'parentId', type: 'integer', text: 'filterPostParent' },
  ...changeRows,
  { name: 'hidden', type: 'string', default: 'exclude', text: 'filterHidden' },
  { name: 'orderby', member: 'orderBy', words: eventOrders, type: 'string', default: 'start_date', text: 'orderby' },
  { name: 'order', type: 'string', default: 'asc', text: 'order' },
])

const inOrder = inOrderOf(filterShape, eventFilters)

/** Converts the filters of an event list to the core's input. */
export function toEventListInput(query: QueryInput['values']): object {
  const { nearLat: lat, nearLng: lng, nearRadiusKm: radiusKm, ...filters } = query
  if (lat === undefined && lng === undefined && radiusKm === undefined) return withCoreWords(query, inOrder)
  const isRead = (member: keyof typeof near): boolean => query[member] !== undefined && near[member].safeParse(query[member]).success
  ensureNoIssues(
    {
      ...(lat === undefined && isRead('nearLng') && { nearLat: 'is required with the longitude' }),
      ...(lng === undefined && isRead('nearLat') && { nearLng: 'is required with the latitude' }),
    },
    inOrder,
    query,
  )
  ensureShape(inOrder, query)
  return { ...withCoreWords(filters, inOrder), ...(lat !== undefined && { near: { lat, lng, radiusKm } }) }
}
