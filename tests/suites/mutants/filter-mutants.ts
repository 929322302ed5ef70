import type { CalendarStore, EventFilter, EventRecord, Range } from '@kalends/core/store'
import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import { onCollections, pageOf, refiltered, unlimited, without } from './mutant-wrappers.ts'
import { searchMutants } from './search-mutants.ts'
import type { StoreMutant } from './store-mutant.ts'

/** Members of filters, each with a case that tests it. */
const members = {
  ids: 'events/shared-filter/ids',
  excludeIds: 'venues/shared-filter/exclude',
  afterId: 'terms/shared-filter/after',
  slugs: 'organizers/shared-filter/slugs',
  textAll: 'events/shared-filter/text',
  readable: 'venues/readable/draft',
  startMs: 'events/range/startMs/from',
  endMs: 'events/range/endMs/from',
  startLocal: 'events/range/startLocal/before',
  endLocal: 'events/range/endLocal/before',
  fromMs: 'events/overlap/fromMs/begun',
  fromLocal: 'events/overlap/fromLocal/begun',
  overlaps: 'events/overlaps/one',
  hidden: 'events/filter/not-hidden',
  hiddenBy: 'events/filter/hidden-by',
  authorIds: 'events/filter/author',
  updatedMs: 'organizers/filter/updated',
  parentIds: 'events/filter/parent',
  venueIds: 'events/filter/venue',
  organizerIds: 'events/filter/organizer',
  categoryIds: 'events/filter/categories',
  tagIds: 'events/filter/tag',
  geo: 'geo/near',
  hasImage: 'series/filter/image',
  hasDescription: 'series/filter/description-none',
  hasCategory: 'events/filter/categorized-none',
  hasVenue: 'events/filter/has-venue-own',
  hasOrganizer: 'events/filter/has-organizer-none',
  nameKeys: 'organizers/filter/name',
  events: 'venues/filter/events-none',
  taxonomy: 'terms/filter/tag',
  withinIds: 'terms/filter/within',
  shownBy: 'terms/filter/shown',
}

const forgotten: readonly StoreMutant[] = Object.entries(members).map(([member, foundBy]) => ({
  key: `forgotten/${member}`,
  title: `filters ignore ${member}`,
  foundBy,
  plant: onCollections(refiltered((filter) => without(filter, member))),
}))

/** Lists in filters, each with a case in which the list is empty. */
const lists = {
  ids: 'events/shared-filter/ids-empty',
  slugs: 'terms/shared-filter/slugs-empty',
  parentIds: 'events/filter/parent-empty',
  venueIds: 'events/filter/venues-empty',
  organizerIds: 'events/filter/organizers-empty',
  categoryIds: 'events/filter/categories-empty',
  tagIds: 'events/filter/tags-empty',
  nameKeys: 'venues/filter/names-empty',
  withinIds: 'terms/filter/within-empty',
  overlaps: 'events/overlaps/empty',
  readable: 'events/readable/no-clause',
  authorIds: 'venues/filter/authors-empty',
  hiddenBy: 'events/filter/hidden-by-empty',
}

const emptied: readonly StoreMutant[] = Object.entries(lists).map(([member, foundBy]) => ({
  key: `empty-list/${member}`,
  title: `an empty list of ${member} matches everything`,
  foundBy,
  plant: onCollections(refiltered((filter) => (isEmpty(Reflect.get(filter, member)) ? without(filter, member) : filter))),
}))

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** Keeps only the first author of each clause of a filter. */
function firstAuthors<F extends object>(filter: F): F {
  const readable: unknown = Reflect.get(filter, 'readable')
  if (!Array.isArray(readable)) return filter
  return {
    ...filter,
    readable: readable.map((clause) => (clause.authorIds ? { ...clause, authorIds: clause.authorIds.slice(0, 1) } : clause)),
  }
}

/** Makes the upper bound of a range of instants inclusive. */
const closed = (range: Range<number>): Range<number> => (range.lt === undefined ? range : { ...range, lt: range.lt + 1 })

/** The same for wall times. */
const closedLocal = (range: Range<string>): Range<string> => (range.lt === undefined ? range : { ...range, lt: `${range.lt}.` })

/** Reads events with a changed filter. */
const eventFilter = (change: (filter: EventFilter) => EventFilter) => (store: CalendarStore) =>
  wrapStore(store, {
    rest: ({ events }) => ({
      events: {
        ...events,
        find: (query) => events.find({ ...query, filter: change(query.filter) }),
        count: (filter) => events.count(change(filter)),
      },
    }),
  })

/** One row for each matching link, as a SQL join returns them. */
function joined({ venueIds, organizerIds, categoryIds, tagIds }: EventFilter, event: EventRecord): EventRecord[] {
  const links = [
    [venueIds, event.venueIds],
    [organizerIds, event.organizerIds],
    [categoryIds, event.categoryIds],
    [tagIds, event.tagIds],
  ] as const
  const rows = links.reduce((product, [wanted, have]) => product * (wanted ? have.filter((id) => wanted.includes(id)).length : 1), 1)
  return Array.from({ length: rows }, () => event)
}

const eventMutants: readonly StoreMutant[] = [
  {
    key: 'range/closed-ms',
    title: 'ranges of instants include their upper bound',
    foundBy: 'events/range/startMs/before',
    plant: eventFilter((filter) => ({ ...filter, ...(filter.startMs && { startMs: closed(filter.startMs) }) })),
  },
  {
    key: 'overlaps/touching',
    title: 'events that touch a span overlap it',
    foundBy: 'events/overlaps/touching',
    plant: eventFilter((filter) => ({
      ...filter,
      ...(filter.overlaps && { overlaps: filter.overlaps.map(({ startMs, endMs }) => ({ startMs: startMs - 1, endMs: endMs + 1 })) }),
    })),
  },
  {
    key: 'overlaps/first',
    title: 'only the first span of a filter counts',
    foundBy: 'events/overlaps/several',
    plant: eventFilter((filter) => ({ ...filter, ...(filter.overlaps && { overlaps: filter.overlaps.slice(0, 1) }) })),
  },
  {
    key: 'overlaps/around',
    title: 'the gaps between spans count',
    foundBy: 'events/overlaps/many',
    plant: eventFilter((filter) => ({
      ...filter,
      ...(filter.overlaps &&
        filter.overlaps.length > 0 && {
          overlaps: [
            {
              startMs: Math.min(...filter.overlaps.map(({ startMs }) => startMs)),
              endMs: Math.max(...filter.overlaps.map(({ endMs }) => endMs)),
            },
          ],
        }),
    })),
  },
  {
    key: 'range/closed-local',
    title: 'ranges of local times include their upper bound',
    foundBy: 'events/range/startLocal/one',
    plant: eventFilter((filter) => ({ ...filter, ...(filter.startLocal && { startLocal: closedLocal(filter.startLocal) }) })),
  },
  {
    key: 'range/closed-published',
    title: 'ranges of publication include their upper bound',
    foundBy: 'events/readable/before',
    plant: eventFilter(({ readable, ...filter }) => ({
      ...filter,
      ...(readable && {
        readable: readable.map((clause) => ({ ...clause, ...(clause.publishedMs && { publishedMs: closed(clause.publishedMs) }) })),
      }),
    })),
  },
  {
    key: 'range/open-below',
    title: 'ranges exclude their lower bound',
    foundBy: 'events/range/startMs/from',
    plant: eventFilter((filter) =>
      filter.startMs?.gte === undefined ? filter : { ...filter, startMs: { ...filter.startMs, gte: filter.startMs.gte + 1 } },
    ),
  },
  {
    key: 'range/instants-for-wall-times',
    title: 'filters by local times compare instants',
    foundBy: 'events/range/startLocal/from',
    plant: eventFilter(({ startLocal, ...filter }) =>
      startLocal === undefined
        ? filter
        : {
            ...filter,
            startMs: {
              ...(startLocal.gte && { gte: Date.parse(`${startLocal.gte}Z`) }),
              ...(startLocal.lt && { lt: Date.parse(`${startLocal.lt}Z`) }),
            },
          },
    ),
  },
  {
    key: 'links/joined-rows',
    title: 'an event with two matching links is found twice',
    foundBy: 'events/filter/venues',
    plant: (store) =>
      wrapStore(store, {
        rest: ({ events }) => {
          const rows = async (filter: EventFilter, order: Parameters<typeof events.find>[0]['order']): Promise<EventRecord[]> =>
            (await events.find({ filter, order, ...unlimited })).flatMap((event) => joined(filter, event))
          return {
            events: {
              ...events,
              find: async (query) => pageOf(await rows(query.filter, query.order), query),
              count: async (filter) => (await rows(filter, [])).length,
            },
          }
        },
      }),
  },
  {
    key: 'geo/band',
    title: 'circles are bands of latitude',
    foundBy: 'geo/corner',
    plant: eventFilter((filter) =>
      filter.geo?.within ? { ...filter, geo: { ...filter.geo, within: { ...filter.geo.within, minDot: -1 } } } : filter,
    ),
  },
  {
    key: 'geo/unseen-venues',
    title: 'filters by place include venues that the caller cannot read',
    foundBy: 'geo/venues/located',
    plant: eventFilter((filter) =>
      filter.geo ? { ...filter, geo: { ...filter.geo, readable: [{ status: 'publish' }, { status: 'draft' }] } } : filter,
    ),
  },
  {
    key: 'geo/venues-of-anybody',
    title: 'filters by place ignore the authors in the read scope of venues',
    foundBy: 'linked-filters/find',
    plant: eventFilter((filter) =>
      filter.geo
        ? { ...filter, geo: { ...filter.geo, readable: filter.geo.readable.map((clause) => without(clause, 'authorIds')) } }
        : filter,
    ),
  },
  {
    key: 'geo/venues-of-any-time',
    title: 'filters by place ignore the publication in the read scope of venues',
    foundBy: 'linked-filters/find',
    plant: eventFilter((filter) =>
      filter.geo
        ? { ...filter, geo: { ...filter.geo, readable: filter.geo.readable.map((clause) => without(clause, 'publishedMs')) } }
        : filter,
    ),
  },
  {
    key: 'hidden/only-by-authors',
    title: 'hiddenBy leaves out all events of other authors, also those that are not hidden',
    foundBy: 'events/filter/hidden-by',
    plant: eventFilter(({ hiddenBy, ...filter }) => (hiddenBy === undefined ? filter : { ...filter, authorIds: hiddenBy })),
  },
  {
    key: 'updated/closed',
    title: 'ranges of updatedMs include their upper bound',
    foundBy: 'events/filter/updated-before',
    plant: eventFilter((filter) =>
      filter.updatedMs?.lt === undefined ? filter : { ...filter, updatedMs: { ...filter.updatedMs, lt: filter.updatedMs.lt + 1 } },
    ),
  },
  {
    key: 'readable/author-forgotten',
    title: 'scopes ignore their authors',
    foundBy: 'events/readable/author',
    plant: eventFilter((filter) =>
      filter.readable ? { ...filter, readable: filter.readable.map(({ authorIds: _, ...clause }) => clause) } : filter,
    ),
  },
  {
    key: 'readable/first-author',
    title: 'only the first author of a clause counts',
    foundBy: 'venues/readable/author',
    plant: onCollections(refiltered(firstAuthors)),
  },
  {
    key: 'readable/before-trash-forgotten',
    title: 'scopes ignore the status before the trash',
    foundBy: 'events/readable/before-trash',
    plant: eventFilter((filter) =>
      filter.readable ? { ...filter, readable: filter.readable.map(({ statusBeforeTrash: _, ...clause }) => clause) } : filter,
    ),
  },
  {
    key: 'readable/first-clause',
    title: 'only the first clause of a scope counts',
    foundBy: 'events/readable/any-clause',
    plant: eventFilter((filter) => (filter.readable ? { ...filter, readable: filter.readable.slice(0, 1) } : filter)),
  },
]

/** Mutants of filters. */
export const filterMutants: readonly StoreMutant[] = [...forgotten, ...emptied, ...searchMutants, ...eventMutants]
