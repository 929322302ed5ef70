import { type CalendarStore, type EventFilter, equalFilters, type LinkedEvents } from '@kalends/core/store'
import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import { without } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** Makes a store that changes the event filters of one kind of read. */
type Place = (change: (filter: EventFilter) => EventFilter) => (store: CalendarStore) => CalendarStore

const linked = (events: LinkedEvents | undefined, change: (filter: EventFilter) => EventFilter): { readonly events?: LinkedEvents } =>
  events === undefined ? {} : { events: { ...events, filter: change(events.filter) } }

/** The kinds of reads that take event filters, by the conformance case that tests them. */
const places: Readonly<Record<string, Place>> = {
  countByLink: (change) => (store) =>
    wrapStore(store, {
      rest: (inner) => ({ countByLink: (linkField, ids, filter, signal) => inner.countByLink(linkField, ids, change(filter), signal) }),
    }),
  venues: (change) => (store) =>
    wrapStore(store, {
      rest: ({ venues }) => ({
        venues: {
          ...venues,
          find: (query) => venues.find({ ...query, filter: { ...query.filter, ...linked(query.filter.events, change) } }),
        },
      }),
    }),
  organizers: (change) => (store) =>
    wrapStore(store, {
      rest: ({ organizers }) => ({
        organizers: {
          ...organizers,
          find: (query) => organizers.find({ ...query, filter: { ...query.filter, ...linked(query.filter.events, change) } }),
        },
      }),
    }),
  terms: (change) => (store) =>
    wrapStore(store, {
      rest: ({ terms }) => ({
        terms: { ...terms, find: (query) => terms.find({ ...query, filter: { ...query.filter, ...linked(query.filter.events, change) } }) },
      }),
    }),
  'shown-by': (change) => (store) =>
    wrapStore(store, {
      rest: ({ terms }) => ({
        terms: {
          ...terms,
          count: (filter, signal) =>
            terms.count(filter.shownBy === undefined ? filter : { ...filter, shownBy: change(filter.shownBy) }, signal),
        },
      }),
    }),
  'event-count': (change) => (store) =>
    wrapStore(store, {
      rest: ({ terms }) => ({
        terms: {
          ...terms,
          find: (query) =>
            terms.find({
              ...query,
              order: query.order.map((sort) => (sort.key === 'eventCount' ? { ...sort, filter: change(sort.filter) } : sort)),
            }),
        },
      }),
    }),
}

const members = [
  ...['ids', 'excludeIds', 'afterId', 'slugs', 'textAll', 'readable', 'startMs', 'endMs', 'startLocal', 'endLocal'],
  ...['fromMs', 'fromLocal', 'updatedMs'],
  ...[
    ...Object.keys(equalFilters),
    'hidden',
    'hiddenBy',
    'authorIds',
    'parentIds',
    'venueIds',
    'organizerIds',
    'categoryIds',
    'tagIds',
    'geo',
    'roles',
    'seriesIds',
    'changed',
    'extendedBefore',
  ],
]

/** Changes of a filter that remove a part of a member. */
const parts: Readonly<Record<string, (filter: EventFilter) => EventFilter>> = {
  'readable/authorIds': withClauses((clause) => without(clause, 'authorIds')),
  'readable/publishedMs': withClauses((clause) => without(clause, 'publishedMs')),
  'readable/statusBeforeTrash': withClauses((clause) => without(clause, 'statusBeforeTrash')),
  'geo/located': (filter) => (filter.geo ? { ...filter, geo: without(filter.geo, 'located') } : filter),
  'geo/within': (filter) => (filter.geo ? { ...filter, geo: without(filter.geo, 'within') } : filter),
  'geo/readable/authorIds': (filter) =>
    filter.geo
      ? { ...filter, geo: { ...filter.geo, readable: filter.geo.readable.map((clause) => without(clause, 'authorIds')) } }
      : filter,
  'geo/readable/publishedMs': (filter) =>
    filter.geo
      ? { ...filter, geo: { ...filter.geo, readable: filter.geo.readable.map((clause) => without(clause, 'publishedMs')) } }
      : filter,
}

type Clause = NonNullable<EventFilter['readable']>[number]

function withClauses(change: (clause: Clause) => Clause): (filter: EventFilter) => EventFilter {
  return (filter) => (filter.readable ? { ...filter, readable: filter.readable.map(change) } : filter)
}

/** Mutants of event filters in counts by link, in filters of other kinds and in orders. */
export const linkedMutants: readonly StoreMutant[] = Object.entries(places).flatMap(([place, plantAt]) =>
  [...members.map((member) => [member, (filter: EventFilter) => without(filter, member)] as const), ...Object.entries(parts)].map(
    ([member, change]) => ({
      key: `linked/${place}/${member}`,
      title: `${place}: filters of events ignore ${member}`,
      foundBy: `linked-filters/${place}`,
      plant: plantAt(change),
    }),
  ),
)
