import type { AccessQuestion, CalendarStore, Change } from '@kalends/core'
import type { EntityId, EventRecord, Kind, StoredRecord } from '@kalends/core/store'

/** The rank of each id within its kind, from 1. */
type Ranks = ReadonlyMap<EntityId, number>

/** The rank of an id; 0 and unknown ids stay unchanged. */
const rankOf = (ranks: Ranks, id: EntityId): number => ranks.get(id) ?? id

const ranksOf = (records: readonly StoredRecord[]): Ranks => new Map(records.map(({ id }, i) => [id, i + 1]))

/** Sorts occurrences by series and key, not by id: `createMany` stores those of several series together, so their ids depend on the chunks. */
const bySeries = (a: EventRecord, b: EventRecord): number =>
  a.seriesId - b.seriesId || (a.occurrenceKey < b.occurrenceKey ? -1 : Number(a.occurrenceKey > b.occurrenceKey)) || a.id - b.id

/** All records of a store, the policy questions and the changes, with ranks instead of ids, which differ between the compared stores. */
export async function renumbered(store: CalendarStore, changes: readonly Change[], questions: readonly AccessQuestion[]): Promise<object> {
  const all = { filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1_000_000 } as const
  const [events, venues, organizers, terms] = [
    (await store.events.find(all)).toSorted(bySeries),
    await store.venues.find(all),
    await store.organizers.find(all),
    await store.terms.find(all),
  ]
  const ranks = { event: ranksOf(events), venue: ranksOf(venues), organizer: ranksOf(organizers), term: ranksOf(terms) }
  const ofKind = (kind: Kind): Ranks => ranks[kind === 'category' || kind === 'tag' ? 'term' : kind]
  const many = (ids: readonly EntityId[], of: Ranks): readonly number[] => ids.map((id) => rankOf(of, id))
  const subject = (
    kind: Kind,
    { id, venueIds, organizerIds, categoryIds, tagIds, ...rest }: NonNullable<AccessQuestion['next']>,
  ): object => ({
    ...rest,
    id: rankOf(ofKind(kind), id ?? 0),
    ...(venueIds && { venueIds: many(venueIds, ranks.venue) }),
    ...(organizerIds && { organizerIds: many(organizerIds, ranks.organizer) }),
    ...(categoryIds && { categoryIds: many(categoryIds, ranks.term) }),
    ...(tagIds && { tagIds: many(tagIds, ranks.term) }),
  })
  return {
    events: events.map((event) => ({
      ...event,
      id: rankOf(ranks.event, event.id),
      parentId: rankOf(ranks.event, event.parentId),
      seriesId: rankOf(ranks.event, event.seriesId),
      venueIds: many(event.venueIds, ranks.venue),
      organizerIds: many(event.organizerIds, ranks.organizer),
      categoryIds: many(event.categoryIds, ranks.term),
      tagIds: many(event.tagIds, ranks.term),
    })),
    venues: venues.map((venue) => ({ ...venue, id: rankOf(ranks.venue, venue.id) })),
    organizers: organizers.map((organizer) => ({ ...organizer, id: rankOf(ranks.organizer, organizer.id) })),
    terms: terms.map((term) => ({
      ...term,
      id: rankOf(ranks.term, term.id),
      parentId: rankOf(ranks.term, term.parentId),
      ancestorIds: many(term.ancestorIds, ranks.term),
    })),
    questions: questions.map(({ record, next, ...question }) => ({
      ...question,
      ...(record && { record: subject(question.kind, record) }),
      ...(next && { next: subject(question.kind, next) }),
    })),
    // Sorted, because only changes of one kind come in the order of their writes; the order between kinds is arbitrary.
    changes: changes.map(({ name, kind, after }) => `${name} ${rankOf(ofKind(kind), after?.id ?? 0)}`).sort(),
  }
}
