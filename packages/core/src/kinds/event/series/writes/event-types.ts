import type { Composed } from '../../../../record/composition.ts'
import type { KindDefinition, PublishedTypes, WriteTarget } from '../../../../record/definition.ts'
import type { EventFilter, EventSort } from '../../../../store/filters.ts'
import type { EventRecord } from '../../../../store/records.ts'
import type { PlannedEventLinks } from '../../links.ts'
import type { EventListFields } from '../../list-schema.ts'
import type { LinkedPublications } from '../../publish-linked.ts'
import type { PreparedEventFields } from '../../record.ts'
import type { EventFields } from '../../schema.ts'
import type { Event } from '../../view.ts'

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
