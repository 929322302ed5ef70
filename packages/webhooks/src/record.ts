import type { Calendar, Event, Organizer, Term, Venue } from '@kalends/core'
import { listOfKind } from '@kalends/core/store'
import type { WebhookKind } from './message.ts'

/** A record of any kind, as calls of the calendar return it. */
export type WebhookRecord = Event | Venue | Organizer | Term

/** A record as the calendar's viewer sees it; null if it does not exist, is in the trash, or may not be read. */
export const findRecord = (calendar: Calendar, kind: WebhookKind, id: number): Promise<WebhookRecord | null> =>
  calendar[listOfKind[kind]].find(id)
