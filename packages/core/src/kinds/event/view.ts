import { toReturnedFields } from '../../fields/returned-fields.ts'
import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import type { Composed } from '../../record/composition.ts'
import type { KindDefinition, PublishedTypes, WriteTarget } from '../../record/definition.ts'
import { toUtcTime, toWireTime } from '../../record/publication.ts'
import { type PublishedView, toPublishedView } from '../../record/view.ts'
import type { ViewContext } from '../../record/view-context.ts'
import type { EventFilter, EventSort } from '../../store/filters.ts'
import { compareCodePoints } from '../../store/matching.ts'
import type { Attendance, EntityId, EventRecord, EventStatus, StoredCost, TermRecord } from '../../store/records.ts'
import type { Organizer } from '../organizer/view.ts'
import type { EmbeddedTerm } from '../term/view.ts'
import type { Venue } from '../venue/view.ts'
import type { PlannedEventLinks } from './links.ts'
import type { EventListFields } from './list-schema.ts'
import type { LinkedPublications } from './publish-linked.ts'
import type { PreparedEventFields } from './record.ts'
import type { EventFields } from './schema.ts'
import { type ReturnedRecurrence, toReturnedRecurrence } from './series/returned-recurrence.ts'

/**
 * An event with its linked records, as reads return it. Texts are wall times as people see them; `startMs` and `endMs` are for arithmetic.
 * @example
 * const { startMs, endMs } = await calendar.events.get('long-night')
 * const hours = (endMs - startMs) / 3_600_000 // right across a clock change
 */
export interface Event<F extends FieldsShape = UnknownFields> extends PublishedView {
  /** Plain text. */
  readonly title: string
  /** Whether it is a range of whole days. */
  readonly allDay: boolean
  /** Wall time in `timeZone`, `YYYY-MM-DD HH:MM:SS`. */
  readonly startDate: string
  /** Wall time in `timeZone`, `YYYY-MM-DD HH:MM:SS`; 23:59:59 of the last day when it is all-day. */
  readonly endDate: string
  /** The start in UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly utcStartDate: string
  /** The end in UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly utcEndDate: string
  /** The start in milliseconds since 1970-01-01T00:00:00Z. */
  readonly startMs: number
  /** The end in milliseconds since 1970-01-01T00:00:00Z. */
  readonly endMs: number
  /** An IANA name, `UTC` or `±HH:MM`. */
  readonly timeZone: string
  /** The zone's abbreviation at the start, such as `CET`. */
  readonly timeZoneAbbreviation: string
  /** The cost, as text and as amounts. */
  readonly cost: StoredCost
  /** An http or https address; empty when there is none. */
  readonly website: string
  /** Whether to show a map. */
  readonly showMap: boolean
  /** Whether to show a link to a map. */
  readonly showMapLink: boolean
  /** Whether lists leave it out unless they ask for hidden events. */
  readonly hidden: boolean
  /** Whether it is shown above the others of its day. */
  readonly sticky: boolean
  /** Whether it is featured. */
  readonly featured: boolean
  /** Whether it takes place as announced. A cancelled event stays in lists. */
  readonly eventStatus: EventStatus
  /** Why it does not take place as announced: plain text; empty if none is given. */
  readonly eventStatusReason: string
  /** Where people attend it. */
  readonly attendance: Attendance
  /** The http or https address at which people attend online; empty when there is none. */
  readonly onlineUrl: string
  /** The first announced start of a public event that has moved: wall time in `timeZone`, `YYYY-MM-DD HH:MM:SS`; empty otherwise. */
  readonly previousStartDate: string
  /** The first announced start in milliseconds since 1970-01-01T00:00:00Z; null where `previousStartDate` is empty. */
  readonly previousStartMs: number | null
  /** The categories, sorted by name. */
  readonly categories: readonly EmbeddedTerm[]
  /** The tags, sorted by name. */
  readonly tags: readonly EmbeddedTerm[]
  /** The venues that the viewer may see, in the order given. */
  readonly venues: readonly Venue<F>[]
  /** The organizers that the viewer may see, in the order given. */
  readonly organizers: readonly Organizer<F>[]
  /** The id of the parent event; 0 when there is none that the viewer may see. */
  readonly parentId: number
  /** How it repeats; null for an event that does not. */
  readonly recurrence: ReturnedRecurrence | null
  /** The fields that the host declares, without those that have no value or that the viewer may not read. */
  readonly fields: F['event']['values']
}

/** Converts a stored event to the returned one. Reads do no zone arithmetic: all texts were computed when the record was written. */
export function toEvent(record: EventRecord, relations: EventRelations, context: ViewContext): Event {
  const { times } = record
  return {
    ...toPublishedView(record, context),
    title: record.title,
    allDay: times.allDay,
    startDate: toWireTime(times.startLocal),
    endDate: toWireTime(times.endLocal),
    utcStartDate: toUtcTime(times.startMs),
    utcEndDate: toUtcTime(times.endMs),
    startMs: times.startMs,
    endMs: times.endMs,
    timeZone: times.timeZone,
    timeZoneAbbreviation: times.timeZoneAbbreviation,
    cost: record.cost,
    website: record.website,
    showMap: record.showMap,
    showMapLink: record.showMapLink,
    hidden: record.hidden,
    sticky: record.sticky,
    featured: record.featured,
    eventStatus: record.eventStatus,
    eventStatusReason: record.eventStatusReason,
    attendance: record.attendance,
    onlineUrl: record.onlineUrl,
    previousStartDate: toWireTime(record.previousStartLocal),
    previousStartMs: record.previousStartMs,
    categories: toTermsByName(record.categoryIds, relations),
    tags: toTermsByName(record.tagIds, relations),
    venues: pick(record.venueIds, relations.venues),
    organizers: pick(record.organizerIds, relations.organizers),
    parentId: relations.parentIds.has(record.parentId) ? record.parentId : 0,
    recurrence: toReturnedRecurrence(record),
    fields: toReturnedFields(context.visibleFields.event, record.fields),
  }
}

/** The records with these ids, without missing ones. */
function pick<R>(ids: readonly EntityId[], records: ReadonlyMap<EntityId, R>): R[] {
  const found: R[] = []
  for (const id of ids) {
    const record = records.get(id)
    if (record !== undefined) found.push(record)
  }
  return found
}

function toTermsByName(ids: readonly EntityId[], { terms }: EventRelations): readonly EmbeddedTerm[] {
  return pick(ids, terms)
    .sort((a, b) => compareCodePoints(a.nameKey, b.nameKey) || a.id - b.id)
    .map(({ view }) => view)
}

/** A planned write of an event. */
export interface EventPlan {
  /** The event, with its links to existing records. */
  readonly composed: Composed<EventRecord>
  /** Its links to existing and to new records. */
  readonly links: PlannedEventLinks
  /** The linked venues and organizers that are published with the event. */
  readonly publications: LinkedPublications
}

/** The types of events. */
export interface EventTypes extends PublishedTypes {
  readonly kind: 'event'
  readonly parsed: EventFields
  readonly fields: PreparedEventFields
  readonly plan: EventPlan
  readonly view: Event
  readonly listFields: EventListFields
  readonly filter: EventFilter
  readonly sort: EventSort
}

/** The target of a write of an event. */
export type EventTarget = WriteTarget<EventTypes>

/** The definition of events. */
export type EventKind = KindDefinition<EventTypes>

/** A term with its sort key. */
export interface RelatedTerm extends Pick<TermRecord, 'id' | 'nameKey'> {
  /** The term as events return it. */
  readonly view: EmbeddedTerm
}

/** The visible linked records of a page of events, by id. Events that link the same record share one view of it. */
export interface EventRelations {
  /** Venues. */
  readonly venues: ReadonlyMap<EntityId, Venue>
  /** Organizers. */
  readonly organizers: ReadonlyMap<EntityId, Organizer>
  /** Categories and tags. */
  readonly terms: ReadonlyMap<EntityId, RelatedTerm>
  /** Parents that the viewer may see. */
  readonly parentIds: ReadonlySet<EntityId>
}
