import type { KindDefinition, WriteTarget } from '../../../../record/definition.ts'
import type { EventTypes } from './event-types.ts'

/** The target of a write of an event. */
export type EventTarget = WriteTarget<EventTypes>

/** The definition of events. */
export type EventKind = KindDefinition<EventTypes>
