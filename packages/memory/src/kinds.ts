import {
  type Draft,
  type Edge,
  type EntityId,
  type EventFilter,
  type EventRecord,
  type EventSort,
  type Kind,
  matchesParty,
  matchesTerm,
  type OrganizerRecord,
  type PartyFilter,
  type PartySort,
  type StoredRecord,
  type TermFilter,
  type TermRecord,
  type TermSort,
  type VenueRecord,
} from '@kalends/core'
import { countsByEdge, edgeOfTaxonomy, eventsTest, matchingEvents, type SortValue } from './matches.ts'
import type { TableView, View } from './tables.ts'

/** What tells one kind of record from the others. */
export interface KindOfRecord<R extends StoredRecord, F, S> {
  /** Its name in errors; a term's taxonomy is only known with the term. */
  kind(record?: Draft<R>): Kind | undefined
  /** Where its records are. */
  table(view: View): TableView<R>
  /** Two records with the same key cannot both be. */
  slugKey(record: Draft<R>): string
  /** As {@link slugKey}, and the name to report; undefined where names need not be unique. */
  nameKey?(record: Draft<R>): { readonly key: string; readonly name: string }
  /** By which link events name it; undefined where they don't. */
  edge?(record: R): Edge
  /** The records that match, in no order. */
  matching(view: View, filter: F): R[]
  /** What a key of an order compares. */
  sortValue(view: View, sort: S): SortValue<R>
}

/** Events. */
export const eventKind: KindOfRecord<EventRecord, EventFilter, EventSort> = {
  kind: () => 'event',
  table: (view) => view.events,
  slugKey: ({ slug }) => slug,
  matching: matchingEvents,
  sortValue:
    (_view, { key }) =>
    (record) =>
      record[key],
}

function partyKind<R extends VenueRecord | OrganizerRecord>(
  kind: Kind,
  edge: Edge,
  table: (view: View) => TableView<R>,
): KindOfRecord<R, PartyFilter, PartySort> {
  return {
    kind: () => kind,
    table,
    slugKey: ({ slug }) => slug,
    edge: () => edge,
    matching(view, filter) {
      const hasEvents = eventsTest<R>(view, filter.events, () => edge)
      return [...table(view).records.values()].filter((record) => matchesParty(filter, record) && hasEvents(record))
    },
    sortValue:
      (_view, { key }) =>
      (record) =>
        record[key],
  }
}

/** Venues. */
export const venueKind = partyKind<VenueRecord>('venue', 'venueIds', (view) => view.venues)

/** Organizers. */
export const organizerKind = partyKind<OrganizerRecord>('organizer', 'organizerIds', (view) => view.organizers)

const edgeOfTerm = ({ taxonomy }: TermRecord): Edge => edgeOfTaxonomy[taxonomy]

/** Categories and tags. */
export const termKind: KindOfRecord<TermRecord, TermFilter, TermSort> = {
  kind: (record) => record?.taxonomy,
  table: (view) => view.terms,
  slugKey: ({ taxonomy, slug }) => `${taxonomy}:${slug}`,
  nameKey: ({ taxonomy, parentId, nameKey, name }) => ({ key: `${taxonomy}:${parentId}:${nameKey}`, name }),
  edge: edgeOfTerm,
  matching(view, filter) {
    const hasEvents = eventsTest(view, filter.events, edgeOfTerm)
    return [...view.terms.records.values()].filter((record) => matchesTerm(filter, record) && hasEvents(record))
  },
  sortValue(view, sort) {
    if (sort.key !== 'eventCount') return (record) => record[sort.key]
    const counts = countsByEdge(view, sort.filter)
    return (record: { readonly id: EntityId } & TermRecord) => counts(edgeOfTerm(record)).get(record.id) ?? 0
  },
}
