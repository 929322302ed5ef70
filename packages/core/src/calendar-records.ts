import { type Changes, createChanges } from './changes/service.ts'
import { createEvents, type Events } from './event/service.ts'
import { createOrganizers, type Organizers } from './organizer/service.ts'
import type { CalendarContext } from './record/context.ts'
import { createCategories, createTags, type Terms } from './term/service.ts'
import { createVenues, type Venues } from './venue/service.ts'

/** The operations of a calendar on its records. */
export interface CalendarRecords {
  /** The events. */
  readonly events: Events
  /** The venues. */
  readonly venues: Venues
  /** The organizers. */
  readonly organizers: Organizers
  /** The categories. */
  readonly categories: Terms
  /** The tags. */
  readonly tags: Terms
  /** The changes of all of them, for copies that follow the calendar. */
  readonly changes: Changes
}

/** The operations that a calendar has made so far, and what it makes them from. */
interface Operations {
  readonly context: CalendarContext
  readonly made: { -readonly [Name in keyof CalendarRecords]?: CalendarRecords[Name] }
}

const operations = Symbol('operations')

const makers: { readonly [Name in keyof CalendarRecords]: (context: CalendarContext) => CalendarRecords[Name] } = {
  events: createEvents,
  venues: createVenues,
  organizers: createOrganizers,
  categories: createCategories,
  tags: createTags,
  changes: createChanges,
}

/** A getter that creates the operations of a kind on first use: each request creates its own calendar, and most requests use one kind. */
const lazily = <Name extends keyof CalendarRecords>(name: Name): PropertyDescriptor & ThisType<{ readonly [operations]: Operations }> => ({
  enumerable: true,
  get() {
    const { context, made } = this[operations]
    made[name] ??= makers[name](context)
    return made[name]
  },
})

/**
 * The prototype of all calendars, with the getters. If each calendar had its own getters, V8 would give it its own hidden class: 1.6 kB of
 * the old generation for each request.
 */
const lazyRecords = Object.freeze(
  Object.create(null, {
    events: lazily('events'),
    venues: lazily('venues'),
    organizers: lazily('organizers'),
    categories: lazily('categories'),
    tags: lazily('tags'),
    changes: lazily('changes'),
  }),
)

/** Adds the operations of each kind to the other members of a calendar. */
export function addRecords<T extends object>(context: CalendarContext, members: T): T & CalendarRecords {
  const own: Operations = { context, made: {} }
  const empty: CalendarRecords = Object.create(lazyRecords)
  return Object.assign(empty, members, { [operations]: own })
}
