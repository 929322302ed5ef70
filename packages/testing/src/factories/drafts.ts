import type { Draft, EventRecord, OrganizerRecord, TermRecord, VenueRecord } from '@kalends/core/store'
import { buildEventDraft, type PartialEventDraft } from './event.ts'
import { buildOrganizerDraft } from './organizer.ts'
import { buildSeriesDraft } from './series.ts'
import { buildTermDraft } from './term.ts'
import { buildVenueDraft } from './venue.ts'

/** Builds drafts without conflicts between them: each gets the next index of its kind. */
export interface DraftCounter {
  /** The next event. */
  event(given?: PartialEventDraft): Draft<EventRecord>
  /** The next event, a series. */
  series(given?: PartialEventDraft): Draft<EventRecord>
  /** The next venue. */
  venue(given?: Partial<Draft<VenueRecord>>): Draft<VenueRecord>
  /** The next organizer. */
  organizer(given?: Partial<Draft<OrganizerRecord>>): Draft<OrganizerRecord>
  /** The next term. */
  term(given?: Partial<Draft<TermRecord>>): Draft<TermRecord>
}

/** Creates a counter of drafts, which starts at 1 for each kind. */
export function countDrafts(): DraftCounter {
  const last = { event: 0, venue: 0, organizer: 0, term: 0 }
  return {
    event: (given) => buildEventDraft(given, ++last.event),
    series: (given) => buildSeriesDraft(given, ++last.event),
    venue: (given) => buildVenueDraft(given, ++last.venue),
    organizer: (given) => buildOrganizerDraft(given, ++last.organizer),
    term: (given) => buildTermDraft(given, ++last.term),
  }
}
