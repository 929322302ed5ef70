import type { Calendar, Event, Organizer, Term, Venue } from '@kalends/core'
import type { WebhookKind } from './message.ts'

/** A record of any kind, as calls of the calendar return it. */
export type WebhookRecord = Event | Venue | Organizer | Term

/** The records of a kind. */
const recordsOf = {
  event: (calendar: Calendar) => calendar.events,
  venue: (calendar: Calendar) => calendar.venues,
  organizer: (calendar: Calendar) => calendar.organizers,
  category: (calendar: Calendar) => calendar.categories,
  tag: (calendar: Calendar) => calendar.tags,
} as const satisfies Record<WebhookKind, unknown>

/** A record as the calendar's viewer sees it; null if it does not exist, is in the trash, or may not be read. */
export const findRecord = (calendar: Calendar, kind: WebhookKind, id: number): Promise<WebhookRecord | null> =>
  recordsOf[kind](calendar).find(id)
