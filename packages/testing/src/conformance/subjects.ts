import type { CalendarStore, Collection, Draft, PublishedRecord, RecordFilter, SortKey, StoredRecord } from '@kalends/core/store'
import type { DraftCounter } from '../factories/drafts.ts'

/** The members that the records of all collections have. */
export type AnyRecord = StoredRecord & { readonly searchText: string }

/** The methods that all collections have. */
export type AnyCollection = Collection<AnyRecord, RecordFilter, SortKey<'id'>>

/** One of the four collections of a store, with the members that all of them have. */
export interface Subject {
  /** The name of the collection. */
  readonly name: 'events' | 'venues' | 'organizers' | 'terms'
  /** The collection of a store. */
  of(store: CalendarStore): AnyCollection
  /** A draft for this collection. */
  draft(drafts: DraftCounter, given?: Partial<Draft<AnyRecord>>): Draft<AnyRecord>
}

/** The four collections. */
export const subjects: readonly Subject[] = [
  { name: 'events', of: (store) => store.events, draft: (drafts, given) => drafts.event(given) },
  { name: 'venues', of: (store) => store.venues, draft: (drafts, given) => drafts.venue(given) },
  { name: 'organizers', of: (store) => store.organizers, draft: (drafts, given) => drafts.organizer(given) },
  { name: 'terms', of: (store) => store.terms, draft: (drafts, given) => drafts.term(given) },
]

/** One of the three collections whose records have uids. */
export interface PublishedSubject {
  /** The name of the collection. */
  readonly name: 'events' | 'venues' | 'organizers'
  /** The collection of a store. */
  of(store: CalendarStore): Collection<PublishedRecord, RecordFilter & { readonly uids?: readonly string[] }, SortKey<'id'>>
  /** A draft for this collection. */
  draft(drafts: DraftCounter, given?: Partial<Draft<PublishedRecord>>): Draft<PublishedRecord>
}

/** The collections whose records have uids: all except terms. */
export const publishedSubjects: readonly PublishedSubject[] = [
  { name: 'events', of: (store) => store.events, draft: (drafts, given) => drafts.event(given) },
  { name: 'venues', of: (store) => store.venues, draft: (drafts, given) => drafts.venue(given) },
  { name: 'organizers', of: (store) => store.organizers, draft: (drafts, given) => drafts.organizer(given) },
]

/** A case for each of the four collections. */
export const forEachKind = <T>(make: (subject: Subject) => T): T[] => subjects.map(make)
