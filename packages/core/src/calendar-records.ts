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
}

/** Creates the operations of each kind on first use: a request has a calendar of its own, and most use one kind. */
export function createCalendarRecords(context: CalendarContext): CalendarRecords {
  const made: { -readonly [Name in keyof CalendarRecords]?: CalendarRecords[Name] } = {}
  return {
    get events() {
      made.events ??= createEvents(context)
      return made.events
    },
    get venues() {
      made.venues ??= createVenues(context)
      return made.venues
    },
    get organizers() {
      made.organizers ??= createOrganizers(context)
      return made.organizers
    },
    get categories() {
      made.categories ??= createCategories(context)
      return made.categories
    },
    get tags() {
      made.tags ??= createTags(context)
      return made.tags
    },
  }
}
