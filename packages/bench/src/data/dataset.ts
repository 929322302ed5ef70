import type { Draft, EventRecord, OrganizerRecord, TermRecord, VenueRecord } from '@kalends/core/store'
import { eventDrafts } from './events.ts'
import { organizerDrafts, termDrafts, venueDrafts } from './profiles.ts'
import { type DatasetKind, seriesDrafts } from './series-events.ts'
import { type DatasetShape, nowMs, shapeOf } from './shape.ts'

/**
 * All records of a calendar, the same for the same seed and size. Ids count from 1 for each kind, as a store assigns them to records in
 * this order; the categories come before the tags.
 */
export interface Dataset {
  /** The number of records of each kind. */
  readonly shape: DatasetShape
  /** By ascending id. */
  readonly venues: readonly Draft<VenueRecord>[]
  /** By ascending id. */
  readonly organizers: readonly Draft<OrganizerRecord>[]
  /** By ascending id: categories, then tags. */
  readonly terms: readonly Draft<TermRecord>[]
  /** By ascending id, generated one by one; each call starts again. */
  events(): Iterable<Draft<EventRecord>>
}

/**
 * The records of a calendar with that number of events: 60% past, over three years, the rest in the two years to come; 94% last at most a
 * day and one in a thousand up to a year; 90% are published; three terms and 1.2 organizers each, a few of them linked by very many;
 * descriptions of about 350 bytes.
 */
export function dataset(events: number, seed = 1, kind: DatasetKind = 'single'): Dataset {
  const shape = shapeOf(events)
  return {
    shape,
    venues: venueDrafts(shape, seed),
    organizers: organizerDrafts(shape, seed),
    terms: termDrafts(shape),
    events: () => (kind === 'single' ? eventDrafts(shape, seed, nowMs) : seriesDrafts(shape, seed, nowMs, kind)),
  }
}
