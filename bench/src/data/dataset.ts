import type { Draft, EventRecord, OrganizerRecord, TermRecord, VenueRecord } from '@kalends/core/store'
import { eventDrafts } from './events.ts'
import { fieldDrafts } from './field-events.ts'
import { organizerDrafts, termDrafts, venueDrafts } from './profiles.ts'
import { seriesDrafts } from './series-events.ts'
import { type DatasetShape, shapeOf } from './shape.ts'

/**
 * The kind of events in a data set.
 * - `single`: all events are single.
 * - `series`: of 595 listed events, 95 are single, and 500 are the occurrences of five weekly series.
 * - `copies`: the same as `series`, but each occurrence is a single event with texts of its own, for comparison.
 * - `fields`: the same as `single`, with values of declared fields.
 */
export type DatasetKind = 'single' | 'series' | 'copies' | 'fields'

/**
 * All records of a calendar, always the same for the same size. Ids count from 1 for each kind, as a store assigns them to records in this
 * order; the categories come before the tags.
 */
export interface Dataset {
  /** The number of records of each kind. */
  readonly shape: DatasetShape
  readonly venues: readonly Draft<VenueRecord>[]
  readonly organizers: readonly Draft<OrganizerRecord>[]
  /** Categories, then tags. */
  readonly terms: readonly Draft<TermRecord>[]
  /** Generated one by one; each call starts again. */
  events(): Iterable<Draft<EventRecord>>
}

/**
 * The records of a calendar with a number of events. Of the events, 60% began in the last three years, and the others begin in the next two;
 * 94% last at most a day, and one in a thousand up to a year; 90% are published. An event has about three terms, 1.2 organizers and a
 * description of 350 characters. A few terms and organizers are linked by very many events.
 */
export function dataset(events: number, kind: DatasetKind = 'single'): Dataset {
  const shape = shapeOf(events)
  return {
    shape,
    venues: venueDrafts(shape),
    organizers: organizerDrafts(shape),
    terms: termDrafts(shape),
    events: () => {
      if (kind === 'series' || kind === 'copies') return seriesDrafts(shape, kind)
      return kind === 'fields' ? fieldDrafts(shape) : eventDrafts(shape)
    },
  }
}
