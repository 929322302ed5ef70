import type { Route } from '../route.ts'
import { toWireEvent } from '../wire/event.ts'
import { toWireOrganizer } from '../wire/organizer.ts'
import { toWireTerm } from '../wire/term.ts'
import { toWireVenue } from '../wire/venue.ts'
import { eventBody, eventFilters, eventUpdateBody, eventUpdateQuery, resetsAllDay } from './event-arguments.ts'
import { organizerBody } from './organizer-arguments.ts'
import { defineResource } from './resource.ts'
import { categoryBody, categoryFilters, tagBody, tagFilters } from './term-arguments.ts'
import { partyFilters, venueBody } from './venue-arguments.ts'

/** Events by list, id and slug. */
export const eventRoutes: readonly Route[] = defineResource({
  kind: 'event',
  component: 'Event',
  isPublished: true,
  body: eventBody,
  updateBody: eventUpdateBody,
  updateQuery: eventUpdateQuery,
  filters: eventFilters,
  texts: { list: 'listEvents', create: 'createEvent', read: 'readEvent', update: 'updateEvent', delete: 'deleteEvent' },
  records: (calendar) => calendar.events,
  pictures: (event) => [event],
  present: toWireEvent,
  // interface.md gives `all_day` a default on updates, too.
  completeUpdate: (call) => (resetsAllDay(call) ? { allDay: false, ...call.body } : call.body),
})

/** Venues by list, id and slug. */
export const venueRoutes: readonly Route[] = defineResource({
  kind: 'venue',
  component: 'Venue',
  isPublished: true,
  body: venueBody,
  filters: partyFilters,
  texts: { list: 'listVenues', create: 'createVenue', read: 'readVenue', update: 'updateVenue', delete: 'deleteVenue' },
  records: (calendar) => calendar.venues,
  pictures: (venue) => [venue],
  present: toWireVenue,
})

/** Organizers by list, id and slug. */
export const organizerRoutes: readonly Route[] = defineResource({
  kind: 'organizer',
  component: 'Organizer',
  isPublished: true,
  body: organizerBody,
  filters: partyFilters,
  texts: { list: 'listOrganizers', create: 'createOrganizer', read: 'readOrganizer', update: 'updateOrganizer', delete: 'deleteOrganizer' },
  records: (calendar) => calendar.organizers,
  pictures: (organizer) => [organizer],
  present: toWireOrganizer,
})

/** Categories by list and id. */
export const categoryRoutes: readonly Route[] = defineResource({
  kind: 'category',
  component: 'Category',
  isPublished: false,
  body: categoryBody,
  filters: categoryFilters,
  texts: { list: 'listCategories', create: 'createCategory', read: 'readCategory', update: 'updateCategory', delete: 'deleteCategory' },
  records: (calendar) => calendar.categories,
  pictures: () => [],
  present: toWireTerm,
})

/** Tags by list and id. */
export const tagRoutes: readonly Route[] = defineResource({
  kind: 'tag',
  component: 'Tag',
  isPublished: false,
  body: tagBody,
  filters: tagFilters,
  texts: { list: 'listTags', create: 'createTag', read: 'readTag', update: 'updateTag', delete: 'deleteTag' },
  records: (calendar) => calendar.tags,
  pictures: () => [],
  present: toWireTerm,
})
