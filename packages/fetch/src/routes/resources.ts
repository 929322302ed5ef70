import type { Category, Event, Organizer, Tag, Venue } from '@kalends/core'
import {
  eventBody,
  eventFilters,
  eventScopeQuery,
  eventUpdateBody,
  eventUpdateQuery,
  toEventListInput,
  toScope,
} from '../parameters/event.ts'
import { organizerBody } from '../parameters/organizer.ts'
import { categoryBody, categoryFilters, tagBody, tagFilters, toTermListInput } from '../parameters/term.ts'
import { profileFilters, toProfileListInput, venueBody } from '../parameters/venue.ts'
import type { EndpointContext, Route } from '../routing/route.ts'
import { toWireEvent } from '../wire/event.ts'
import { toWireOrganizer } from '../wire/organizer.ts'
import { toWireTerm } from '../wire/term.ts'
import { toWireVenue } from '../wire/venue.ts'
import { joinEvents, readEventItem } from './event-items.ts'
import { defineResource } from './resource.ts'
import type { Resource, ServedRecord } from './resource-kind.ts'

const events: Resource<Event> = {
  kind: 'event',
  component: 'Event',
  isPublished: true,
  body: eventBody,
  updateBody: eventUpdateBody,
  updateQuery: eventUpdateQuery,
  changeQuery: eventScopeQuery,
  toScope,
  filters: eventFilters,
  toListInput: toEventListInput,
  texts: { list: 'listEvents', create: 'createEvent', read: 'readEvent', update: 'updateEvent', delete: 'deleteEvent' },
  records: (calendar) => calendar.events,
  pictures: (event) => [event],
  present: toWireEvent,
  joinPage: joinEvents,
  readItem: readEventItem,
  // The wire interface gives `all_day` a default on updates, too.
  completeUpdate: (call) => (resetsAllDay(call) ? { allDay: false, ...call.body } : call.body),
}

/** The routes of events: the list, one by id, one by slug. */
export const eventRoutes: readonly Route[] = defineResource(events)

/** Whether an event update that omits `all_day` sets it to false. */
const resetsAllDay = ({ query, method, settings: { allDayOnUpdate } }: Pick<EndpointContext, 'query' | 'method' | 'settings'>): boolean =>
  query['omitted'] === undefined && (allDayOnUpdate === 'reset' || (allDayOnUpdate === 'keep-on-patch' && method !== 'PATCH'))

const venues: Resource<Venue> = {
  kind: 'venue',
  component: 'Venue',
  isPublished: true,
  body: venueBody,
  filters: profileFilters,
  toListInput: toProfileListInput,
  texts: { list: 'listVenues', create: 'createVenue', read: 'readVenue', update: 'updateVenue', delete: 'deleteVenue' },
  records: (calendar) => calendar.venues,
  pictures: (venue) => [venue],
  present: toWireVenue,
}

/** The routes of venues: the list, one by id, one by slug. */
export const venueRoutes: readonly Route[] = defineResource(venues)

const organizers: Resource<Organizer> = {
  kind: 'organizer',
  component: 'Organizer',
  isPublished: true,
  body: organizerBody,
  filters: profileFilters,
  toListInput: toProfileListInput,
  texts: { list: 'listOrganizers', create: 'createOrganizer', read: 'readOrganizer', update: 'updateOrganizer', delete: 'deleteOrganizer' },
  records: (calendar) => calendar.organizers,
  pictures: (organizer) => [organizer],
  present: toWireOrganizer,
}

/** The routes of organizers: the list, one by id, one by slug. */
export const organizerRoutes: readonly Route[] = defineResource(organizers)

const categories: Resource<Category> = {
  kind: 'category',
  component: 'Category',
  isPublished: false,
  body: categoryBody,
  filters: categoryFilters,
  toListInput: toTermListInput,
  texts: { list: 'listCategories', create: 'createCategory', read: 'readCategory', update: 'updateCategory', delete: 'deleteCategory' },
  records: (calendar) => calendar.categories,
  pictures: () => [],
  present: toWireTerm,
}

/** The routes of categories: the list, one by id. */
export const categoryRoutes: readonly Route[] = defineResource(categories)

const tags: Resource<Tag> = {
  kind: 'tag',
  component: 'Tag',
  isPublished: false,
  body: tagBody,
  filters: tagFilters,
  toListInput: toTermListInput,
  texts: { list: 'listTags', create: 'createTag', read: 'readTag', update: 'updateTag', delete: 'deleteTag' },
  records: (calendar) => calendar.tags,
  pictures: () => [],
  present: toWireTerm,
}

/** The routes of tags: the list, one by id. */
export const tagRoutes: readonly Route[] = defineResource(tags)

/** Makes a resource of each kind something else; what it makes must not depend on the type of the records. */
export const mapResources = <R>(map: <T extends ServedRecord>(resource: Resource<T>) => readonly R[]): readonly R[] => [
  ...map(events),
  ...map(venues),
  ...map(organizers),
  ...map(categories),
  ...map(tags),
]
