import {
  type Direction,
  type EntityId,
  type EventFilter,
  type EventRecord,
  type EventSort,
  earliestOfSeries,
  eventSortValue,
  type LinkField,
  matchesEvent,
} from '@kalends/core/store'
import { aliasesOf } from './aliases.ts'
import { type EventPlan, isIndexed, type LinkCondition, planner } from './event-plan.ts'
import { countEvents, foundEvents, type Matches, pageById, pageByStart, visitByStart } from './event-scan.ts'
import { byStart, type EventIndex } from './indexes.ts'
import { namedRecords, pageOf, type Search } from './search.ts'
import { occurrencesOf } from './series.ts'
import type { View } from './tables.ts'

/** The events that match a filter, and the counts of their links. */
export interface EventSearch extends Search<EventRecord, EventSort> {
  /** How many matching events link a record; the filter member `distinct` has no effect here. */
  linking(linkField: LinkField, id: EntityId): number
  /** Whether a matching event links a record; the filter member `distinct` has no effect here. */
  isLinked(linkField: LinkField, id: EntityId): boolean
  /** Returns all matching events, in no order. */
  all(): readonly EventRecord[]
  /** Visits the matching events by start, then id, until the visitor returns false. */
  visitByStart(visit: (event: EventRecord) => boolean): void
}

/** Up to this many index ranges are merged; more are concatenated and sorted. */
const maxMergedRanges = 16

/**
 * Looks up the events that the filter names by id, slug, uid or alias. Otherwise reads the committed events from the indexes, and checks each
 * event that this view has changed.
 */
export function searchEvents(view: View, filter: EventFilter): EventSearch {
  const { records, index } = view.events
  const lookups = {
    venue: (id: EntityId) => view.venues.records.get(id),
    organizer: (id: EntityId) => view.organizers.records.get(id),
    aliases: (id: EntityId) => aliasesOf(view.events, id),
  }
  const matches: Matches = (some, event) => matchesEvent(some, event, lookups)
  if (filter.distinct !== undefined) return distinctSearch(view, filter)
  const planOf = planner(index, filter)
  const named = namedRecords(view.events, filter, (slug) => [slug])
  if (named !== undefined) return pickedSearch(named.filter((event) => matches(filter, event)))
  if (filter.seriesIds !== undefined) {
    const occurrences = [...new Set(filter.seriesIds)].flatMap((id) => occurrencesOf(view, id))
    return pickedSearch(occurrences.filter((event) => matches(filter, event)))
  }
  if (records.changes.size === 0) return listSearch(index, filter, planOf, matches)

  const committed = foundEvents(planOf(), matches).filter((event) => !records.changes.has(event.id))
  const changed = [...records.changes.values()].filter((event) => event !== undefined)
  return pickedSearch([...committed, ...changed.filter((event) => matches(filter, event))])
}

/** A search of events that are already selected. */
function pickedSearch(events: readonly EventRecord[]): EventSearch {
  const linking = (linkField: LinkField, id: EntityId): number => events.filter((event) => event[linkField].includes(id)).length
  return {
    page: (order, offset, limit) => pageOf(events, order, sortValue, offset, limit),
    total: () => events.length,
    linking,
    isLinked: (linkField, id) => linking(linkField, id) > 0,
    all: () => events,
    visitByStart: (visit) => void events.toSorted(byStart).every(visit),
  }
}

/**
 * A search of the earliest occurrence of each series, and of all other events. In ascending order of the start, the first occurrence found
 * of a series is its earliest one, so a page stops reading at its end.
 */
function distinctSearch(view: View, { distinct: _, ...filter }: EventFilter): EventSearch {
  const { afterId = 0, ...others } = filter
  const matching = searchEvents(view, others)
  const kept = (): EventSearch => pickedSearch(earliestOfSeries(matching.all()).filter(({ id }) => id > afterId))
  return {
    page(order, offset, limit) {
      if (directionOfStart(order) !== 'asc') return kept().page(order, offset, limit)
      const page: EventRecord[] = []
      const isFirst = firstOfSeries()
      let passed = 0
      matching.visitByStart((event) => {
        if (isFirst(event) && event.id > afterId && ++passed > offset) page.push(event)
        return page.length < limit
      })
      return page
    },
    total: () => (afterId === 0 ? matching.all().filter(firstOfSeries()).length : kept().total()),
    linking: (linkField, id) => searchEvents(view, filter).linking(linkField, id),
    isLinked: (linkField, id) => searchEvents(view, filter).isLinked(linkField, id),
    all: () => kept().all(),
    visitByStart: (visit) => kept().visitByStart(visit),
  }
}

/** Makes a stateful test: true for the first tested occurrence of each series, and for all events that are no occurrences. */
function firstOfSeries(): (event: EventRecord) => boolean {
  const seen = new Set<EntityId>()
  return ({ role, seriesId }) => {
    const isFirst = role !== 'occurrence' || !seen.has(seriesId)
    if (role === 'occurrence') seen.add(seriesId)
    return isFirst
  }
}

/** A search in the index ranges of a plan. */
function listSearch(index: EventIndex, filter: EventFilter, planOf: (link?: LinkCondition) => EventPlan, matches: Matches): EventSearch {
  return {
    page(order, offset, limit) {
      if (isById(order) && !isIndexed(filter))
        return pageById(index.byId(), (event) => matches(filter, event), filter.afterId ?? 0, offset, limit)
      const plan = planOf()
      const direction = directionOfStart(order)
      if (direction && plan.ranges.length <= maxMergedRanges) return pageByStart(plan, matches, direction, offset, limit)
      return pageOf(foundEvents(plan, matches), order, sortValue, offset, limit)
    },
    total: () => countEvents(planOf(), matches),
    linking: (linkField, id) => countEvents(planOf({ linkField, ids: [id] }), matches),
    isLinked: (linkField, id) => pageByStart(planOf({ linkField, ids: [id] }), matches, 'asc', 0, 1).length > 0,
    all: () => foundEvents(planOf(), matches),
    visitByStart(visit) {
      const plan = planOf()
      if (plan.ranges.length <= maxMergedRanges) visitByStart(plan, matches, 'asc', visit)
      else foundEvents(plan, matches).sort(byStart).every(visit)
    },
  }
}

const sortValue =
  ({ key }: EventSort) =>
  (event: EventRecord): number | string =>
    eventSortValue(event, key)

const isById = ([first]: readonly EventSort[]): boolean => first?.key === 'id' && first.direction === 'asc'

/** The direction of an order by start, then id; undefined for other orders. */
function directionOfStart([first, second]: readonly EventSort[]): Direction | undefined {
  return first?.key === 'startLocal' && second?.key === 'id' && first.direction === second.direction ? first.direction : undefined
}
