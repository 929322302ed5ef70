import type { Draft, EventRecord, OrganizerRecord, TermRecord, VenueRecord } from '@kalends/core/store'
import { eventDrafts } from './events.ts'
import { fieldDrafts } from './field-events.ts'
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
 * The records of a calendar with a number of events. Of the events, 60% began in the last three years, and the others begin in the next two;
 * 94% last at most a day, and one in a thousand up to a year; 90% are published. An event has about three terms, 1.2 organizers and a
 * description of 350 characters. A few terms and organizers are linked by very many events.
 */
export function dataset(events: number, seed = 1, kind: DatasetKind = 'single'): Dataset {
  const shape = shapeOf(events)
  return {
    shape,
    venues: venueDrafts(shape, seed),
    organizers: organizerDrafts(shape, seed),
    terms: termDrafts(shape),
    events: () => {
      if (kind === 'series' || kind === 'copies') return seriesDrafts(shape, seed, nowMs, kind)
      return kind === 'fields' ? fieldDrafts(shape, seed, nowMs) : eventDrafts(shape, seed, nowMs)
    },
  }
}
