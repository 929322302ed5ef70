import type { CalendarStore, Collection, Draft, PublishedRecord, RecordFilter, SortKey, StoredRecord } from '@kalends/core/store'
import type { DraftCounter } from '../factories/drafts.ts'

/** The members that records of every kind have. */
export type AnyRecord = StoredRecord & { readonly searchText: string }

/** The methods that collections of every kind have. */
export type AnyCollection = Collection<AnyRecord, RecordFilter, SortKey<'id'>>

/** One of the four kinds, reduced to what they have in common. */
export interface Subject {
  /** The name of the collection. */
  readonly name: 'events' | 'venues' | 'organizers' | 'terms'
  /** The collection of a store. */
  of(store: CalendarStore): AnyCollection
  /** A draft of this kind. */
  draft(drafts: DraftCounter, given?: Partial<Draft<AnyRecord>>): Draft<AnyRecord>
}

/** The four kinds. */
export const subjects: readonly Subject[] = [
  { name: 'events', of: (store) => store.events, draft: (drafts, given) => drafts.event(given) },
  { name: 'venues', of: (store) => store.venues, draft: (drafts, given) => drafts.venue(given) },
  { name: 'organizers', of: (store) => store.organizers, draft: (drafts, given) => drafts.organizer(given) },
  { name: 'terms', of: (store) => store.terms, draft: (drafts, given) => drafts.term(given) },
]

/** One of the three kinds with uids. */
export interface PublishedSubject {
  /** The name of the collection. */
  readonly name: 'events' | 'venues' | 'organizers'
  /** The collection of a store. */
  of(store: CalendarStore): Collection<PublishedRecord, RecordFilter & { readonly uids?: readonly string[] }, SortKey<'id'>>
  /** A draft of this kind. */
  draft(drafts: DraftCounter, given?: Partial<Draft<PublishedRecord>>): Draft<PublishedRecord>
}

/** The kinds with uids: all except terms. */
export const publishedSubjects: readonly PublishedSubject[] = [
  { name: 'events', of: (store) => store.events, draft: (drafts, given) => drafts.event(given) },
  { name: 'venues', of: (store) => store.venues, draft: (drafts, given) => drafts.venue(given) },
  { name: 'organizers', of: (store) => store.organizers, draft: (drafts, given) => drafts.organizer(given) },
]

/** A case for each of the four kinds. */
export const forEachKind = <T>(make: (subject: Subject) => T): T[] => subjects.map(make)
