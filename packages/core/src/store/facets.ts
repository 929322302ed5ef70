import type { AbortSignalLike } from './abort-signal.ts'
import type { EventFilter, ReadScope } from './filters.ts'
import { isReadable } from './matching.ts'
import type { EntityId, EventRecord, PublishedRecord } from './records.ts'

/**
 * What events are counted by: the day or the month of their start by their own wall clock (`YYYY-MM-DD`, `YYYY-MM`), or the records that they
 * link themselves, by id. An event counts once for each record that it links.
 */
export type Facet = 'day' | 'month' | 'category' | 'tag' | 'venue' | 'organizer'

/** A query for the numbers of events by facets. */
export interface FacetQuery {
  /** One or two facets, each once. Events are counted for each pair of their keys. */
  readonly by: readonly Facet[]
  /** The events to count. */
  readonly filter: EventFilter
  /** The venues and the organizers by which events are counted. @default all */
  readonly readable?: { readonly venue?: ReadScope; readonly organizer?: ReadScope } | undefined
  /** The maximum number of rows of the result; an integer of 1 or more. */
  readonly limit: number
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignalLike | undefined
}

/** The number of events with some keys. */
export interface FacetCount {
  /** The key of each facet of the query, in its order: a text of a day or a month, or an id. */
  readonly keys: readonly (number | string)[]
  /** The number of the events; 1 or more. */
  readonly count: number
}

/** The lookups of the records by which events are counted. */
export interface FacetLookups {
  /** The venue with that id. */
  venue(id: EntityId): PublishedRecord | undefined
  /** The organizer with that id. */
  organizer(id: EntityId): PublishedRecord | undefined
}

/**
 * Counts matching events as `countBy` of events does, for a store that looks at each of them.
 * @param events the events that match the filter of the query
 */
export function countFacets(
  events: Iterable<EventRecord>,
  { by, readable, limit }: Pick<FacetQuery, 'by' | 'readable' | 'limit'>,
  lookups: FacetLookups,
): readonly FacetCount[] {
  const keysOf = (facet: Facet, event: EventRecord): readonly (number | string)[] => {
    switch (facet) {
      case 'day':
        return [event.times.startLocal.slice(0, 10)]
      case 'month':
        return [event.times.startLocal.slice(0, 7)]
      case 'category':
        return event.categoryIds
      case 'tag':
        return event.tagIds
      case 'venue':
        return readableOf(readable?.venue, event.venueIds, lookups.venue)
      case 'organizer':
        return readableOf(readable?.organizer, event.organizerIds, lookups.organizer)
    }
  }
  const counts = new Map<string, { readonly keys: readonly (number | string)[]; count: number }>()
  for (const event of events) {
    const empty: readonly (readonly (number | string)[])[] = [[]]
    const combined = by.reduce((rows, facet) => rows.flatMap((row) => keysOf(facet, event).map((key) => [...row, key])), empty)
    for (const keys of combined) {
      const known = counts.get(keys.join(' '))
      if (known === undefined) counts.set(keys.join(' '), { keys, count: 1 })
      else known.count++
    }
  }
  return [...counts.values()].slice(0, limit)
}

/** The ids of the records that a scope shows; all without one. */
function readableOf(
  scope: ReadScope | undefined,
  ids: readonly EntityId[],
  lookup: (id: EntityId) => PublishedRecord | undefined,
): readonly EntityId[] {
  if (scope === undefined) return ids
  return ids.filter((id) => {
    const record = lookup(id)
    return record !== undefined && isReadable(scope, record)
  })
}
