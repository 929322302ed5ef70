import type { Draft, EventRecord, OverridableField } from '@kalends/core/store'

/** Series and their occurrences in the naive model, written from the documentation of the contract alone. */

/** The stored events. */
export interface StoredEvents {
  /** All of them, as they are read. */
  readonly events: readonly EventRecord[]
}

/** The event that reads return: an occurrence inherits the members that it does not override from its series. */
export function wholeEvent<R extends Draft<EventRecord>>(event: R, all: readonly EventRecord[]): R {
  const series = all.find(({ id }) => event.role === 'occurrence' && id === event.seriesId)
  if (series === undefined) return event
  const isOwn = (...members: readonly OverridableField[]): boolean => members.some((member) => event.overridden.indexOf(member) >= 0)
  return {
    ...event,
    uid: series.uid,
    recurrence: series.recurrence,
    extendedTo: series.extendedTo,
    description: (isOwn('description') ? event : series).description,
    excerpt: (isOwn('excerpt') ? event : series).excerpt,
    image: (isOwn('image') ? event : series).image,
    cost: (isOwn('cost') ? event : series).cost,
    website: (isOwn('website') ? event : series).website,
    fields: (isOwn('fields') ? event : series).fields,
    searchText: (isOwn('title', 'excerpt', 'description') ? event : series).searchText,
  }
}

/** All events as they are read. */
export const wholeEvents = (events: readonly EventRecord[]): readonly EventRecord[] => events.map((event) => wholeEvent(event, events))

/** The occurrences of an event; none if it is no series. */
export const occurrencesOf = (state: StoredEvents, seriesId: number): readonly EventRecord[] =>
  state.events.filter((event) => event.role === 'occurrence' && event.seriesId === seriesId)

/** The id of the event to delete. For a series with occurrences it is the id of one of them: the core deletes those before their series. */
export const deletableId = (state: StoredEvents, id: number): number => occurrencesOf(state, id)[0]?.id ?? id

/** The smallest `extendedTo` of the series outside the trash; null without one. */
export function earliestEnd(state: StoredEvents): string | null {
  const series = state.events.filter(({ role, status }) => role === 'series' && status !== 'trash')
  const ends = series.map(({ extendedTo }) => extendedTo).filter((end) => end !== '')
  return ends.sort()[0] ?? null
}
