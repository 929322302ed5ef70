import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import type { ReadRecords } from '../../record/api.ts'
import { beginOperation, type CalendarContext, type Operation, type PublishedKindName } from '../../record/context.ts'
import type { ReadDefinition } from '../../record/definition.ts'
import { type EachOptions, ofCount, ofEach, type ReadOptions, readingIn, readLimit } from '../../record/list-options.ts'
import type { ListQuery } from '../../record/listing.ts'
import { loadById } from '../../record/loader.ts'
import { findKnown } from '../../record/lookup.ts'
import { createReads, readList } from '../../record/reads.ts'
import { visibleScope } from '../../record/scope.ts'
import type { Facet } from '../../store/facets.ts'
import type { EventFilter, EventSort } from '../../store/filters.ts'
import { isReadable } from '../../store/matching.ts'
import type { EntityId, EventRecord, PublishedRecord } from '../../store/records.ts'
import { yieldToEventLoop } from '../../time/timer.ts'
import { type Organizer, toOrganizer } from '../organizer/view.ts'
import { toEmbeddedTerm } from '../term/view.ts'
import { toVenue, type Venue } from '../venue/view.ts'
import { countUpTo, firstByStart } from './by-start.ts'
import { countByFacets, type EventCount, readFacets } from './counts.ts'
import { type EventListFields, type EventListInput, eventListShape } from './list-schema.ts'
import { toEventQuery } from './query.ts'
import { type EventSeries, readSeries } from './series/exceptions.ts'
import { type Event, type EventRelations, type EventTypes, type RelatedTerm, toEvent } from './view.ts'

/** The reads of the events of a calendar. */
export interface EventReads<F extends FieldsShape = UnknownFields> extends ReadRecords<Event<F>, EventListInput<F>> {
  /**
   * The events of a list, by id or by start and then id, such as all events of a month. Events are read in batches, and other requests run
   * between two batches. An event that is not changed meanwhile occurs exactly once. `page`, `perPage` and the order of the input are ignored,
   * and no total is counted.
   * @param options `by` is the order @default { by: 'id' }; `limit` is the maximum number of events @default all
   * @throws invalid_input naming every invalid field
   * @throws TypeError a filter or an option is unknown, or the limit is not an integer of 1 or more
   * @example
   * for await (const event of calendar.events.each({ from: 'today', to: '+1 week' }, { by: 'start' })) console.log(event.title)
   */
  each(input?: EventListInput<F>, options?: EachOptions & { readonly by?: 'id' | 'start' | undefined }): AsyncIterable<Event<F>>
  /**
   * The numbers of events of a list by day, month, category, tag, venue or organizer, or by two of them; ascending by key. Days and months
   * are those of each event's own wall clock, by its start. A category counts its own events, and an event counts for each record that it
   * links. `page`, `perPage` and the order of the input are ignored.
   * @param input the filters of a list, and `by`: one or two facets
   * @returns rows such as `{ month: '2031-05', count: 3 }`, at most 10,000
   * @throws invalid_input naming every invalid field, or `by` where there are more rows
   * @throws TypeError a filter or an option is unknown
   * @example
   * const perMonth = await calendar.events.counts({ by: 'month', from: 'today', to: '+1 year' })
   * const grid = await calendar.events.counts({ by: ['category', 'month'], from: 'today' })
   */
  counts<const By extends Facet>(
    input: EventListInput<F> & { readonly by: By | readonly By[] },
    options?: ReadOptions,
  ): Promise<readonly EventCount<By>[]>
  /**
   * The series with these ids, each with its exceptions: its rule, `changed` and `except` together describe all of its occurrences.
   * @param input the filters of a list; those by date are ignored. Series that do not match are left out, and the dates of occurrences that
   * do not match are in `except`. @default everything that the viewer can read by id
   * @throws invalid_input naming every invalid field
   * @throws TypeError a filter is unknown
   */
  series(ids: readonly number[], input?: EventListInput<F>): Promise<readonly EventSeries<F>[]>
}

/** The reads of events. */
export const eventReads: ReadDefinition<EventTypes> = {
  kind: 'event',
  collection: (store) => store.events,
  listShape: eventListShape,
  find: (op, ref) => findKnown(op, 'event', op.store.events, ref),
  readable: async (op) => ({ readable: await visibleScope(op, 'event') }),
  query: toListQuery,
  view: viewEvents,
}

/** The query of a list. First extends the series whose stored occurrences end before the list does. */
async function toListQuery(op: Operation, fields: Partial<EventListFields>): Promise<ListQuery<EventFilter, EventSort>> {
  const query = await toEventQuery(op, fields)
  await op.extension.beforeList(op, query.filter)
  return query
}

/** The reads of the events of a calendar. */
export function createEventReads(context: CalendarContext): EventReads {
  const records = createReads(context, eventReads)
  return {
    ...records,
    each: (input = {}, options = {}) => eachEvent(context, records.each, input, options),
    count: async (input = {}, options = {}) => {
      const op = beginOperation(readingIn(context, 'count', options, ofCount))
      if (options.atMost === undefined) return records.count(input, options)
      const most = readLimit(options.atMost, 'atMost')
      return countUpTo(op, (await toListQuery(op, readList(op, eventReads, input))).filter, most)
    },
    counts: async <By extends Facet>(input: object, options: ReadOptions = {}) => {
      const op = beginOperation(readingIn(context, 'counts', options))
      const { by, filters } = readFacets(input)
      const { filter } = await toListQuery(op, readList(op, eventReads, filters))
      // The rows have the facets of the input.
      return (await countByFacets(op, by, filter)) as readonly EventCount<By>[]
    },
    series: async (ids, input) => {
      const op = beginOperation(context)
      return readSeries(op, ids, input && readList(op, eventReads, input), (records) => eventReads.view(op, records))
    },
  }
}

const ofEachEvent = { ...ofEach, by: true } as const

async function* eachEvent(
  context: CalendarContext,
  eachById: EventReads['each'],
  input: object,
  options: NonNullable<Parameters<EventReads['each']>[1]>,
): AsyncGenerator<Event, void, undefined> {
  const reading = readingIn(context, 'each', options, ofEachEvent)
  const { by = 'id', ...others } = options
  if (by === 'id') return yield* eachById(input, others)
  if (by !== 'start') throw new TypeError(`by must be id or start, not ${String(by)}`)
  const limit = readLimit(options.limit)
  const op = beginOperation(reading)
  const { filter } = await toListQuery(op, readList(op, eventReads, input))
  yield* viewEach(op, firstByStart(op, filter, limit))
}

/** Converts batches of stored events to returned ones, and yields to the event loop between two batches. */
async function* viewEach(op: Operation, batches: AsyncIterable<readonly EventRecord[]>): AsyncGenerator<Event, void, undefined> {
  let isFirst = true
  for await (const batch of batches) {
    if (!isFirst) await yieldToEventLoop()
    isFirst = false
    yield* await eventReads.view(op, batch)
  }
}

/** Converts events to returned ones. Their linked records are loaded in one batch per kind, regardless of the number of events. */
async function viewEvents(op: Operation, events: readonly EventRecord[]): Promise<readonly Event[]> {
  const { loaders, store } = op
  // Includes records that the viewer may not see. A write has loaders, which have most of them already.
  const load = {
    parents: loaders?.event.loadMany ?? loadById(store.events),
    venues: loaders?.venue.byId.loadMany ?? loadById(store.venues),
    organizers: loaders?.organizer.byId.loadMany ?? loadById(store.organizers),
    terms: loaders?.category.byId.loadMany ?? loadById(store.terms),
  }
  const [venueIds, organizerIds, termIds] = [new Set<EntityId>(), new Set<EntityId>(), new Set<EntityId>()]
  for (const event of events) {
    for (const id of event.venueIds) venueIds.add(id)
    for (const id of event.organizerIds) organizerIds.add(id)
    for (const id of event.categoryIds) termIds.add(id)
    for (const id of event.tagIds) termIds.add(id)
  }
  const [venues, organizers, terms] = [new Map<EntityId, Venue>(), new Map<EntityId, Organizer>(), new Map<EntityId, RelatedTerm>()]
  if (venueIds.size > 0)
    for (const venue of await visibleOf(op, 'venue', await load.venues([...venueIds]))) venues.set(venue.id, toVenue(venue, op))
  if (organizerIds.size > 0)
    for (const organizer of await visibleOf(op, 'organizer', await load.organizers([...organizerIds])))
      organizers.set(organizer.id, toOrganizer(organizer, op))
  if (termIds.size > 0)
    for (const [id, term] of await load.terms([...termIds])) terms.set(id, { id, nameKey: term.nameKey, view: toEmbeddedTerm(term) })
  const relations: EventRelations = { venues, organizers, terms, parentIds: await parentIdsOf(op, load.parents, events) }
  return events.map((event) => toEvent(event, relations, op))
}

/**
 * The visible parents of events; those in the trash are invisible to everyone. A page often has a parent itself, such as a festival with its
 * concerts: such a parent is not loaded again.
 */
async function parentIdsOf(
  op: Operation,
  load: ReturnType<typeof loadById<EventRecord>>,
  events: readonly EventRecord[],
): Promise<ReadonlySet<EntityId>> {
  const ids = new Set<EntityId>()
  for (const { parentId } of events) if (parentId !== 0) ids.add(parentId)
  if (ids.size === 0) return ids
  const parents = new Map<EntityId, EventRecord>()
  for (const event of events) if (ids.delete(event.id)) parents.set(event.id, event)
  if (ids.size > 0) for (const [id, parent] of await load([...ids])) parents.set(id, parent)
  return new Set((await visibleOf(op, 'event', parents)).map(({ id }) => id))
}

/** The records that the viewer may see. */
async function visibleOf<R extends PublishedRecord>(
  op: Operation,
  kind: PublishedKindName,
  records: ReadonlyMap<EntityId, R>,
): Promise<readonly R[]> {
  const scope = await visibleScope(op, kind)
  return [...records.values()].filter((record) => isReadable(scope, record))
}
