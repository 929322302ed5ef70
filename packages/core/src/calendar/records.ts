import type { Item } from '../cache/items.ts'
import { type Changes, createChanges } from '../changes/service.ts'
import { type ReadChanges, readOrWait } from '../changes/waiting.ts'
import type { Kind } from '../errors/codes.ts'
import type { DeclaredField } from '../fields/declared.ts'
import type { FieldsShape, UnknownFields } from '../fields/typed-fields.ts'
import { type EventEncoder, type EventItem, getEventItem, listEventItems } from '../kinds/event/items.ts'
import { createEvents, type Events } from '../kinds/event/service.ts'
import { createOrganizers, type Organizers } from '../kinds/organizer/service.ts'
import { createCategories, createTags, type Terms } from '../kinds/term/service.ts'
import { createVenues, type Venues } from '../kinds/venue/service.ts'
import type { Page } from '../paging/page.ts'
import { beginCall, type CalendarContext } from '../record/context.ts'

/** The operations of a calendar on its records. */
export interface CalendarRecords<F extends FieldsShape = UnknownFields> {
  /** The events. */
  readonly events: Events<F>
  /** The venues. */
  readonly venues: Venues<F>
  /** The organizers. */
  readonly organizers: Organizers<F>
  /** The categories. */
  readonly categories: Terms<F['category']>
  /** The tags. */
  readonly tags: Terms<F['tag']>
  /** The changes of all of them, for copies that follow the calendar. */
  readonly changes: Changes<F>
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

/**
 * The declared fields of a kind that the viewer of a calendar may read, with their schemas: for what a program shows of them, and for leaving
 * unknown names out of an input. Asks `readable` of each field once.
 * @throws TypeError the object is no calendar
 */
export const visibleFieldsOf = (calendar: CalendarRecords, kind: Kind): readonly DeclaredField[] =>
  beginCall(contextOf(calendar)).visibleFields[kind].list

/**
 * Reads events of a calendar as cached items.
 * @throws TypeError the object is no calendar
 */
export const eventItemsOf = (calendar: CalendarRecords) => {
  const context = contextOf(calendar)
  return {
    /** One page of a list. Null where nothing may be cached, as in transactions. */
    list: (input: object, encoder: EventEncoder): Promise<Page<EventItem> | null> => listEventItems(context, input, encoder),
    /** An event by its id. Null where nothing may be cached. */
    get: (id: number, encoder: EventEncoder): Promise<Item | null> => getEventItem(context, id, encoder),
  }
}

/**
 * The changes of a calendar since a token, at once or after waiting, by a reader that may share what it has read with others.
 * @param read reads the changes since a token, without waiting
 * @throws TypeError the object is no calendar
 */
export const waitForChanges = <P extends ReadChanges>(
  calendar: CalendarRecords,
  token: string,
  read: (from: string) => Promise<P>,
  waitMs: number,
): Promise<P> => readOrWait(contextOf(calendar), token, read, waitMs)

/**
 * What a calendar is made from.
 * @throws TypeError the object is no calendar
 */
export function contextOf(calendar: CalendarRecords): CalendarContext {
  const own: unknown = Reflect.get(calendar, operations)
  if (typeof own !== 'object' || own === null) throw new TypeError('calendar must be one of createCalendar')
  // Only `addRecords` sets this member.
  return (own as Operations).context
}

/** Adds the operations of each kind to the other members of a calendar. */
export function addRecords<T extends object>(context: CalendarContext, members: T): T & CalendarRecords {
  const own: Operations = { context, made: {} }
  const empty: CalendarRecords = Object.create(lazyRecords)
  return Object.assign(empty, members, { [operations]: own })
}
