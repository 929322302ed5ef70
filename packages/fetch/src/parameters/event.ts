import type { EventListInput } from '@kalends/core'
import { eventListShape, eventShape, nearShape, parseRelativeTime, resolveRelativeTime, wordField } from '@kalends/core/internal'
import type { WriteScope } from '@kalends/core/store'
import type { Settings } from '../options/settings.ts'
import { withAuthorIds } from './author.ts'
import { eventFieldRows } from './event-fields.ts'
import { organizerBody } from './organizer.ts'
import { toOverriddenMembers } from './overridden.ts'
import { allOptional, defineParameters, inOrderOf, type Parameter, parametersIn, replaceMembers } from './parameter.ts'
import { ensureNoIssues, ensureShape, type QueryInput, withCoreWords } from './query.ts'
import { afterIdRows, changeRows, pagingRows, publicationRows, uidFilterRow, uidRow } from './shared-parameters.ts'
import { venueBody } from './venue.ts'

const { title, eventStatus, attendance, onlineUrl, ...otherFields } = eventFieldRows

/** Writable fields of an event. */
export const eventBody = defineParameters(eventShape, {
  title,
  startDate: { name: 'start_date', type: 'string', isRequired: true, text: 'startDate' },
  endDate: { name: 'end_date', type: 'string', isRequired: true, text: 'endDate' },
  ...publicationRows,
  slug: { name: 'slug', type: 'string', text: 'slug' },
  excerpt: { name: 'excerpt', type: 'string', text: 'excerpt' },
  timeZone: { name: 'timezone', type: 'string', text: 'timezone' },
  allDay: { name: 'all_day', type: 'boolean', default: false, text: 'allDay' },
  image: { name: 'image', type: 'string', text: 'image' },
  cost: { name: 'cost', text: 'cost' },
  ...otherFields,
  categories: { name: 'categories', text: 'eventCategories' },
  tags: { name: 'tags', text: 'eventTags' },
  venues: { name: 'venue', type: 'array', text: 'eventVenue', nested: venueBody, nestedKind: 'venue' },
  organizers: { name: 'organizer', type: 'array', text: 'eventOrganizer', nested: organizerBody, nestedKind: 'organizer' },
  parentId: { name: 'post_parent', type: 'integer', text: 'parentId' },
  uid: uidRow,
  eventStatus,
  attendance,
  onlineUrl,
  recurrence: { name: 'recurrence', text: 'recurrence', toCore: toOverriddenMembers },
})

/** Writable fields of an event update. The wire interface gives `all_day` a default here, which an option turns off. */
export const eventUpdateBody: readonly Parameter[] = allOptional(eventBody).map((parameter) =>
  parameter.name === 'all_day'
    ? { ...parameter, default: ({ allDayOnUpdate }) => (allDayOnUpdate === 'reset' ? false : undefined) }
    : parameter,
)

/** Query parameter for an event update that omits `all_day`: `keep` leaves the stored value, regardless of the handler's option. */
export const eventUpdateQuery: readonly Parameter[] = defineParameters(
  { omitted: wordField(['keep']) },
  {
    omitted: { name: 'omitted', type: 'string', text: 'omitted' },
  },
)

const scopeField = wordField<WriteScope>(['this', 'following', 'all'])

/** Query parameter for changes of an event: how much of a series they are for. */
export const eventScopeQuery: readonly Parameter[] = defineParameters(
  { scope: scopeField },
  {
    scope: { name: 'scope', type: 'string', text: 'scope' },
  },
)

/** The scope in a query whose shape was checked; undefined without one. */
export const toScope = ({ scope }: QueryInput['values']): WriteScope | undefined =>
  scope === undefined ? undefined : scopeField.parse(scope)

/** The window of a list that names no bounds, as the wire interface has it; the list of a calendar has none. */
export const defaultWindow = { startsFrom: 'today', startsUntil: '+2 years' } as const satisfies EventListInput

/** A bound of the default window, as the documentation shows it. */
const defaultBound =
  (member: keyof typeof defaultWindow, time: string) =>
  ({ calendar: { clock, timeZone } }: Settings): string => {
    const relative = parseRelativeTime(defaultWindow[member])
    const date = relative && resolveRelativeTime(relative, clock.nowMs(), timeZone)
    return `${date?.local.slice(0, 10)} ${time}`
  }

/** The parts of a circle; each is a parameter of its own on the wire. */
const near = { nearLat: nearShape.lat, nearLng: nearShape.lng, nearRadiusKm: nearShape.radiusKm }

// The interface takes one parent, as `after_id` takes one id.
const filterShape = { ...replaceMembers(eventListShape, { near }), parentIds: eventListShape.afterId, window: wordField(['all']) }

/** The core's sort keys by the values of `orderby` for events. */
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
export const eventFilters = defineParameters(filterShape, {
  ...pagingRows,
  startsFrom: { name: 'start_date', default: defaultBound('startsFrom', '00:00:00'), text: 'filterStartDate' },
  startsUntil: { name: 'end_date', default: defaultBound('startsUntil', '23:59:59'), text: 'filterEndDate' },
  from: { name: 'from', text: 'filterFrom' },
  to: { name: 'to', text: 'filterTo' },
  window: { name: 'window', words: { all: 'all' }, type: 'string', text: 'filterWindow' },
  startsBefore: { name: 'starts_before', text: 'filterStartsBefore' },
  startsAfter: { name: 'starts_after', text: 'filterStartsAfter' },
  endsBefore: { name: 'ends_before', text: 'filterEndsBefore' },
  endsAfter: { name: 'ends_after', text: 'filterEndsAfter' },
  categories: { name: 'categories', type: 'array', text: 'filterCategories' },
  tags: { name: 'tags', type: 'array', text: 'filterTags' },
  venueIds: { name: 'venue', type: 'array', text: 'filterVenue' },
  organizerIds: { name: 'organizer', type: 'array', text: 'filterOrganizer' },
  featured: { name: 'featured', type: 'boolean', text: 'filterFeatured' },
  status: { name: 'status', text: 'filterStatus' },
  hasLocation: { name: 'geoloc', type: 'boolean', text: 'filterGeoloc' },
  hasImage: { name: 'has_image', type: 'boolean', text: 'filterHasImage' },
  hasVenue: { name: 'has_venue', type: 'boolean', text: 'filterHasVenue' },
  hasOrganizer: { name: 'has_organizer', type: 'boolean', text: 'filterHasOrganizer' },
  hasCategory: { name: 'has_category', type: 'boolean', text: 'filterHasCategory' },
  hasDescription: { name: 'has_description', type: 'boolean', text: 'filterHasDescription' },
  nearLat: { name: 'geoloc_lat', text: 'filterGeolocLat' },
  nearLng: { name: 'geoloc_lng', text: 'filterGeolocLng' },
  nearRadiusKm: { name: 'geoloc_radius', default: 25, text: 'filterGeolocRadius' },
  ids: { name: 'include', type: 'array', text: 'filterIncludeEvents' },
  uids: uidFilterRow,
  ...afterIdRows,
  seriesIds: { name: 'series', type: 'array', text: 'filterSeries' },
  series: { name: 'recurring', type: 'string', default: 'all', text: 'filterRecurring' },
  parentIds: { name: 'post_parent', type: 'integer', isOneId: true, text: 'filterPostParent' },
  ...changeRows,
  hidden: { name: 'hidden', type: 'string', default: 'exclude', text: 'filterHidden' },
  orderBy: { name: 'orderby', words: eventOrders, type: 'string', default: 'start_date', text: 'orderby' },
  order: { name: 'order', type: 'string', default: 'asc', text: 'order' },
})

const inOrder = inOrderOf(filterShape, eventFilters)

/**
 * Whether a list depends on read permissions alone. A list with hidden events depends on the permission to update events, and write
 * permissions are no part of the cache key.
 */
export const isSameForReaders = ({ query }: { readonly query: QueryInput['values'] }): boolean =>
  query['hidden'] === undefined || query['hidden'] === 'exclude'

/** Converts the filters of an event list to the core's input, with the default window unless the filters have other bounds. */
export function toEventListInput(query: QueryInput['values'], settings: Pick<Settings, 'authorIds'>): object {
  const { nearLat: lat, nearLng: lng, nearRadiusKm: radiusKm, ...filters } = query
  if ((lat ?? lng ?? radiusKm) !== undefined) ensureCircle(query, parametersIn(inOrder, settings))
  const { window, ...others } = withCoreWords(filters, inOrder, settings)
  const { startsBefore, startsAfter, endsBefore, endsAfter, from, to } = query
  const isBounded = (startsBefore ?? startsAfter ?? endsBefore ?? endsAfter ?? from ?? to ?? window) !== undefined
  return {
    ...(!isBounded && defaultWindow),
    ...withAuthorIds(others, settings),
    ...(lat !== undefined && { near: { lat, lng, radiusKm } }),
  }
}

/** @throws invalid_input a part of a circle is invalid, or stands alone; the error names all other issues too */
function ensureCircle(query: QueryInput['values'], args: readonly Parameter[]): void {
  const { nearLat: lat, nearLng: lng } = query
  const isValid = (member: keyof typeof near): boolean => query[member] !== undefined && near[member].safeParse(query[member]).success
  ensureNoIssues(
    {
      ...(lat === undefined && isValid('nearLng') && { nearLat: { code: 'longitude_alone' } as const }),
      ...(lng === undefined && isValid('nearLat') && { nearLng: { code: 'latitude_alone' } as const }),
    },
    args,
    query,
  )
  ensureShape(args, query)
}
