/**
 * Queries and mutations of a calendar for TanStack Query, in React, Vue, Svelte, Solid and Angular alike.
 *
 * @packageDocumentation
 */

import type { Calendar, CalendarClient, CalendarOf, Event, EventInput, EventListInput, Page } from '@kalends/core'
import type { ClientSignal } from './options.ts'

type AnyFields = CalendarOf<Calendar>

/** The part of a client that these functions call. A calendar in process has it, too. */
type EventsOf<F extends AnyFields> = { readonly events: CalendarClient<F>['events'] }

type Ref = Parameters<CalendarClient['events']['get']>[0]

type Scope = NonNullable<Parameters<CalendarClient['events']['update']>[2]>['scope']

/** The key of a query, or the beginning of keys. */
export type CalendarKey = readonly unknown[]

/** Which calendar queries and mutations are about. */
export interface KeyOptions {
  /**
   * Tells calendars apart, or people who see different events of one: it becomes part of each key. Without it, all have one cache.
   * @default none
   */
  readonly scope?: string | number | undefined
}

/** The options of queries. */
export interface QueryOptions extends KeyOptions {
  /** How long a result is fresh, in milliseconds: until then it is not read again. @default 60_000 */
  readonly staleTime?: number | undefined
}

/** A query, as `useQuery`, `createQuery` and `queryClient.fetchQuery` take it. */
export interface CalendarQuery<Result> {
  /** Its key: plain data, with the filters last. */
  readonly queryKey: CalendarKey
  /** Reads the result. An abort of the query aborts the request. */
  readonly queryFn: (context: { readonly signal?: ClientSignal | undefined }) => Promise<Result>
  /** How long a result is fresh, in milliseconds. */
  readonly staleTime: number
  /** The client repeats requests itself, and only those that can succeed then. */
  readonly retry: false
}

/** What a mutation does with the queries of a calendar after it succeeded: the part of a `QueryClient` that it calls. */
interface Invalidates {
  invalidateQueries(filters: { readonly queryKey: CalendarKey }): Promise<unknown>
}

/** A mutation, as `useMutation` and `createMutation` take it. */
export interface CalendarMutation<Variables, Result> {
  /** Its key. */
  readonly mutationKey: CalendarKey
  /** Makes the change. */
  readonly mutationFn: (variables: Variables) => Promise<Result>
  /** The beginnings of the keys whose results the change can alter. */
  readonly meta: { readonly invalidates: readonly CalendarKey[] }
  /** Invalidates these. TanStack Query before 5.89 gives no client here: invalidate `meta.invalidates` yourself there. */
  readonly onSuccess: (
    data: Result,
    variables: Variables,
    mutateResult: unknown,
    context?: { readonly client: Invalidates },
  ) => Promise<unknown>
}

/** Which event a mutation changes. */
export interface EventTarget {
  /** Its id, or its slug. */
  readonly ref: Ref
  /** The version that the change replaces: another one is `version_conflict`. @default whatever is stored */
  readonly version?: number | undefined
  /** How much of a series the change is for. @default 'this' for an occurrence and a single event, 'all' for a series */
  readonly scope?: Scope
}

/** The variables of an update. */
export interface EventUpdate<F extends AnyFields = AnyFields> extends EventTarget {
  /** What is changed. */
  readonly input: Partial<EventInput<F>>
}

/** The variables of a removal. */
export interface EventRemoval extends EventTarget {
  /** Whether the event is deleted for ever, instead of put into the trash. @default false */
  readonly forever?: boolean | undefined
}

/**
 * The beginning of all keys of a calendar. Queries of your own whose keys begin with it are invalidated by the mutations, too.
 * @example
 * const venues = { queryKey: [...calendarKey(), 'venues'], queryFn: () => client.venues.list() }
 */
export const calendarKey = ({ scope }: KeyOptions = {}): CalendarKey => (scope === undefined ? ['kalends'] : ['kalends', scope])

const toQuery = <Result>(
  name: string,
  subject: unknown,
  { staleTime = 60_000, ...options }: QueryOptions,
  queryFn: CalendarQuery<Result>['queryFn'],
): CalendarQuery<Result> => ({ queryKey: [...calendarKey(options), 'events', name, subject], queryFn, staleTime, retry: false })

/**
 * The query of a page of events.
 * @param client a client, or a calendar in process
 * @param filters those of `client.events.list`
 * @example
 * const query = eventsQuery(client, { categories: 'music', from: 'today', perPage: 20 })
 */
export const eventsQuery = <F extends AnyFields = AnyFields>(
  client: EventsOf<F>,
  filters: EventListInput<F> = {},
  options: QueryOptions = {},
): CalendarQuery<Page<Event<F>>> => toQuery('list', filters, options, ({ signal }) => client.events.list(filters, { signal }))

/**
 * The query of one event. It fails with `not_found` where there is none.
 * @param ref its id, or its slug
 */
export const eventQuery = <F extends AnyFields = AnyFields>(
  client: EventsOf<F>,
  ref: Ref,
  options: QueryOptions = {},
): CalendarQuery<Event<F>> => toQuery('one', ref, options, ({ signal }) => client.events.get(ref, { signal }))

function toMutation<Variables, Result>(
  name: string,
  options: KeyOptions,
  mutationFn: (variables: Variables) => Promise<Result>,
): CalendarMutation<Variables, Result> {
  // A write of an event can also make venues, organizers, categories and tags, and changes how many events these have.
  const invalidates = [calendarKey(options)]
  return {
    mutationKey: [...calendarKey(options), 'events', name],
    mutationFn,
    meta: { invalidates },
    onSuccess: (_data, _variables, _result, context) =>
      Promise.all(invalidates.map((queryKey) => context?.client?.invalidateQueries({ queryKey }))),
  }
}

/** The mutation that creates an event from its input. */
export const createEventMutation = <F extends AnyFields = AnyFields>(
  client: EventsOf<F>,
  options: KeyOptions = {},
): CalendarMutation<EventInput<F>, Event<F>> => toMutation('create', options, (input) => client.events.create(input))

/** The mutation that changes an event. */
export const updateEventMutation = <F extends AnyFields = AnyFields>(
  client: EventsOf<F>,
  options: KeyOptions = {},
): CalendarMutation<EventUpdate<F>, Event<F>> =>
  toMutation('update', options, ({ ref, input, version, scope }) => client.events.update(ref, input, { version, scope }))

/** The mutation that puts an event into the trash, or deletes it. */
export const removeEventMutation = <F extends AnyFields = AnyFields>(
  client: EventsOf<F>,
  options: KeyOptions = {},
): CalendarMutation<EventRemoval, Event<F>> =>
  toMutation('remove', options, ({ ref, forever, version, scope }) =>
    client.events[forever === true ? 'delete' : 'trash'](ref, { version, scope }),
  )
