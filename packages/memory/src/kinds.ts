import { CalendarError } from '@kalends/core'
import {
  type Draft,
  type EntityId,
  type EventFilter,
  type EventRecord,
  type EventSort,
  type Kind,
  type LinkedEvents,
  type LinkedMember,
  type LinkField,
  type matchesEvent,
  matchesProfile,
  matchesTerm,
  type OrganizerRecord,
  type ProfileFilter,
  type ProfileSort,
  type StoredRecord,
  type TermFilter,
  type TermRecord,
  type TermSort,
  type VenueRecord,
} from '@kalends/core/store'
import { aliasesOf } from './aliases.ts'
import { searchEvents } from './event-search.ts'
import type { ProfileIndex } from './indexes.ts'
import type { SortValue } from './ordering.ts'
import { candidates, pageOf, type Search } from './search.ts'
import { passOn, withInherited } from './series.ts'
import type { TableView, View } from './tables.ts'

/** The parts that differ between kinds of records. */
export interface KindOfRecord<R extends StoredRecord, F, S> {
  /** The name of the kind in errors. The name for a term is its taxonomy, so it is undefined if no term is given. */
  kind(record?: Draft<R>): Kind | undefined
  /** The name of the kind in the log. */
  loggedKind(record: R): Kind
  /** The table of its records. */
  table(view: View): TableView<R>
  /** The unique key of the slug: no two records may have the same. */
  slugKey(record: Draft<R>): string
  /** The uid, which no two records may share unless it is empty; undefined for kinds without uids. */
  uid?(record: Draft<R>): string
  /** The unique key besides slug and uid: the name of a term, the key of an occurrence; undefined without one. */
  unique?(record: Draft<R>): UniqueKey | undefined
  /** How events link a record. */
  links(record: R): EventLinks
  /** Adds the members that a record reads from others, when it is written; undefined for kinds without such members. */
  withInherited?(view: View, record: R): R
  /** Changes the records that read members from one that was written; undefined for kinds without such members. */
  passOn?(view: View, record: R): void
  /** Finds the records that match a filter. */
  search(view: View, filter: F): Search<R, S>
}

/** A key that no two records may share. */
export interface UniqueKey {
  /** The key. */
  readonly key: string
  /** Whether the records of one `updateMany` may exchange such keys. */
  readonly isExchangeable: boolean
  /** The error for another record with that key. */
  taken(): CalendarError
}

/** How events link a record. */
export interface EventLinks {
  /** Finds the events that link it. */
  readonly filter: EventFilter
  /** The event without the link. */
  without(event: EventRecord): EventRecord
}

const linksBy = (linkField: LinkField, id: EntityId): EventLinks => ({
  filter: { [linkField]: [id] },
  without: (event) => ({ ...event, [linkField]: event[linkField].filter((linked) => linked !== id) }),
})

/** Events. */
export const eventKind: KindOfRecord<EventRecord, EventFilter, EventSort> = {
  kind: () => 'event',
  loggedKind: () => 'event',
  table: (view) => view.events,
  slugKey: ({ slug }) => slug,
  // An occurrence reads the uid of its series, and has none of its own.
  uid: ({ role, uid }) => (role === 'occurrence' ? '' : uid),
  unique: ({ role, seriesId, occurrenceKey }) =>
    role === 'occurrence'
      ? {
          key: `${seriesId}:${occurrenceKey}`,
          isExchangeable: true,
          taken: () => new CalendarError('version_conflict', { kind: 'event', id: seriesId }),
        }
      : undefined,
  links: ({ id }) => ({ filter: { parentIds: [id] }, without: (child) => ({ ...child, parentId: 0 }) }),
  search: searchEvents,
  withInherited,
  passOn,
}

/** The lookups of the predicates for the records of a table. */
const lookupsIn = <R extends StoredRecord>(view: View, table: TableView<R>): Parameters<typeof matchesEvent>[2] => ({
  venue: (id) => view.venues.records.get(id),
  organizer: (id) => view.organizers.records.get(id),
  aliases: (id) => aliasesOf(table, id),
})

/** One test for each filter member with a condition on the linking events. A missing test does not compile. */
export type LinkedTests<F, R> = {
  readonly [M in keyof F & LinkedMember]-?: (view: View, wanted: NonNullable<F[M]>) => (record: R) => boolean
}

/** Combines these tests to one for a whole filter. Members that the filter does not have are not tested. */
function toLinkedTest<F extends object, R>(tests: LinkedTests<F, R>): (view: View, filter: F) => (record: R) => boolean {
  // Each test takes its member's value; TypeScript does not follow that through a loop.
  const all = Object.entries(tests as Readonly<Record<string, (view: View, wanted: unknown) => (record: R) => boolean>>)
  return (view, filter) => {
    const present = all.flatMap(([member, toTest]) => {
      const wanted: unknown = Reflect.get(filter, member)
      return wanted === undefined ? [] : [toTest(view, wanted)]
    })
    return (record) => present.every((test) => test(record))
  }
}

/** Makes a test whether the events that link a record meet a condition. */
const linkTest =
  <R extends StoredRecord>(linkField: (record: R) => LinkField) =>
  (view: View, wanted: LinkedEvents): ((record: R) => boolean) => {
    const events = searchEvents(view, wanted.filter)
    return (record) => events.isLinked(linkField(record), record.id) === wanted.some
  }

/** Makes a test for the terms to show: those that everybody knows, those that a matching event links, and the ancestors of both. */
function shownTest(view: View, wanted: EventFilter): (term: TermRecord) => boolean {
  const matching = searchEvents(view, wanted)
  const shown = new Set<EntityId>()
  for (const term of view.terms.records.values()) {
    if (!term.known && !matching.isLinked(linkFieldOfTerm(term), term.id)) continue
    for (const id of [term.id, ...term.ancestorIds]) shown.add(id)
  }
  return ({ id }) => shown.has(id)
}

function profileKind<R extends VenueRecord | OrganizerRecord>(
  kind: Kind,
  linkField: LinkField,
  table: (view: View) => TableView<R, ProfileIndex<R>>,
): KindOfRecord<R, ProfileFilter, ProfileSort> {
  const sortValue =
    ({ key }: ProfileSort): SortValue<R> =>
    (record) =>
      record[key]
  const linkedTest = toLinkedTest<ProfileFilter, R>({ events: linkTest<R>(() => linkField) })
  return {
    kind: () => kind,
    loggedKind: () => kind,
    table,
    slugKey: ({ slug }) => slug,
    uid: ({ uid }) => uid,
    links: ({ id }) => linksBy(linkField, id),
    search(view, filter) {
      const isLinked = linkedTest(view, filter)
      const lookups = lookupsIn(view, table(view))
      const found = [...candidates(table(view), filter, (slug) => [slug])].filter(
        (one) => matchesProfile(filter, one, lookups) && isLinked(one),
      )
      return { page: (order, offset, limit) => pageOf(found, order, sortValue, offset, limit), total: () => found.length }
    },
  }
}

/** Venues. */
export const venueKind = profileKind<VenueRecord>('venue', 'venueIds', (view) => view.venues)

/** Organizers. */
export const organizerKind = profileKind<OrganizerRecord>('organizer', 'organizerIds', (view) => view.organizers)

const linkFieldOfTerm = ({ taxonomy }: TermRecord): LinkField => (taxonomy === 'category' ? 'categoryIds' : 'tagIds')

const termSlugKey = (taxonomy: TermRecord['taxonomy'], slug: string): string => `${taxonomy}:${slug}`

const termLinkedTest = toLinkedTest<TermFilter, TermRecord>({ events: linkTest(linkFieldOfTerm), shownBy: shownTest })

/** Categories and tags. */
export const termKind: KindOfRecord<TermRecord, TermFilter, TermSort> = {
  kind: (record) => record?.taxonomy,
  loggedKind: ({ taxonomy }) => taxonomy,
  table: (view) => view.terms,
  slugKey: ({ taxonomy, slug }) => termSlugKey(taxonomy, slug),
  unique: ({ taxonomy, parentId, nameKey, name }) => ({
    key: `${taxonomy}:${parentId}:${nameKey}`,
    isExchangeable: false,
    taken: () => new CalendarError('name_taken', { kind: taxonomy, name }),
  }),
  links: (term) => linksBy(linkFieldOfTerm(term), term.id),
  search(view, filter) {
    const isLinked = termLinkedTest(view, filter)
    const slugKeys = (slug: string): string[] => [termSlugKey('category', slug), termSlugKey('tag', slug)]
    const lookups = lookupsIn(view, view.terms)
    const found = [...candidates(view.terms, filter, slugKeys)].filter((term) => matchesTerm(filter, term, lookups) && isLinked(term))
    return {
      page: (order, offset, limit) => pageOf(found, order, (sort) => termSortValue(view, found, sort), offset, limit),
      total: () => found.length,
    }
  },
}

function termSortValue(view: View, terms: readonly TermRecord[], sort: TermSort): SortValue<TermRecord> {
  if (sort.key !== 'eventCount') return (term) => term[sort.key]
  const events = searchEvents(view, sort.filter)
  const counts = new Map(terms.map((term) => [term.id, events.linking(linkFieldOfTerm(term), term.id)]))
  return (term) => counts.get(term.id) ?? 0
}
