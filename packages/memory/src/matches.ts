import {
  compareCodePoints,
  type Edge,
  type EntityId,
  type EventFilter,
  type EventRecord,
  type LinkedEvents,
  matchesEvent,
  type SortKey,
  type Taxonomy,
} from '@kalends/core'
import type { View } from './tables.ts'

/** The link from events to terms of each taxonomy. */
export const edgeOfTaxonomy: Readonly<Record<Taxonomy, Edge>> = { category: 'categoryIds', tag: 'tagIds' }

/** The events that match, in no order. */
export function matchingEvents(view: View, filter: EventFilter): EventRecord[] {
  const lookups = { venue: (id: EntityId) => view.venues.records.get(id) }
  return [...view.events.records.values()].filter((event) => matchesEvent(filter, event, lookups))
}

/** How many events that match link each record. */
export function linkCounts(view: View, edge: Edge, filter: EventFilter): Map<EntityId, number> {
  const counts = new Map<EntityId, number>()
  for (const event of matchingEvents(view, filter)) {
    for (const id of event[edge]) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** Whether the events that link a record are as wanted; `edge` says by which link. */
export function eventsTest<R extends { readonly id: EntityId }>(
  view: View,
  wanted: LinkedEvents | undefined,
  edge: (record: R) => Edge,
): (record: R) => boolean {
  if (wanted === undefined) return () => true
  const counts = countsByEdge(view, wanted.filter)
  return (record) => counts(edge(record)).has(record.id) === wanted.some
}

/** As {@link linkCounts}, each edge counted when it is first asked for. */
export function countsByEdge(view: View, filter: EventFilter): (edge: Edge) => ReadonlyMap<EntityId, number> {
  const known = new Map<Edge, ReadonlyMap<EntityId, number>>()
  return (edge) => {
    const counts = known.get(edge) ?? linkCounts(view, edge, filter)
    known.set(edge, counts)
    return counts
  }
}

/** What a key of an order compares. */
export type SortValue<R> = (record: R) => number | string

/** Compares records by one key after the other. */
export function comparer<R, S extends SortKey<string>>(order: readonly S[], toValue: (sort: S) => SortValue<R>): (a: R, b: R) => number {
  const keys = order.map((sort) => ({ value: toValue(sort), sign: sort.direction === 'asc' ? 1 : -1 }))
  return (a, b) => {
    for (const { value, sign } of keys) {
      const difference = compareValues(value(a), value(b))
      if (difference !== 0) return sign * difference
    }
    return 0
  }
}

function compareValues(a: number | string, b: number | string): number {
  return typeof a === 'string' && typeof b === 'string' ? compareCodePoints(a, b) : Number(a) - Number(b)
}
