import type { Draft, EventRecord, OverridableField } from '@kalends/core/store'
import type { Plan } from './command.ts'
import type { ModelState } from './naive-model.ts'

/** Series and their occurrences in the naive model, written from the documentation of the contract alone. */

/** The event as it is read: an occurrence has some members from its series. */
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
    searchText: (isOwn('title', 'excerpt', 'description') ? event : series).searchText,
  }
}

/** All events as they are read. */
export const wholeEvents = (events: readonly EventRecord[]): readonly EventRecord[] => events.map((event) => wholeEvent(event, events))

/** The occurrences of an event; none if it is no series. */
export const occurrencesOf = (state: ModelState, seriesId: number): readonly EventRecord[] =>
  state.events.filter((event) => event.role === 'occurrence' && event.seriesId === seriesId)

/** The id of a record to delete: an occurrence in place of a series that still has some, because the core deletes these first. */
export const deletableId = (state: ModelState, id: number): number => occurrencesOf(state, id)[0]?.id ?? id

/** The smallest `extendedTo` of the series outside the trash; null without one. */
export function earliestEnd(state: ModelState): string | null {
  const series = state.events.filter(({ role, status }) => role === 'series' && status !== 'trash')
  const ends = series.map(({ extendedTo }) => extendedTo).filter((end) => end !== '')
  return ends.sort()[0] ?? null
}

/** The planned members that concern series, and the other ones. */
export function splitPlan(plan: Plan): { readonly repeating: Plan; readonly others: Plan } {
  const { repeats, series, occurrenceKey, overridden, recurrence, extendedTo, ...others } = plan
  return { repeating: { repeats, series, occurrenceKey, overridden, recurrence, extendedTo }, others }
}

/** A draft of any role: an occurrence of the picked series, or a series. */
export function newEvent(state: ModelState, draft: Draft<EventRecord>, plan: Plan): Draft<EventRecord> {
  const series = pickSeries(state, plan['series'])
  if (series !== undefined) return changedOccurrence(state, { ...draft, role: 'occurrence', seriesId: series.id }, plan)
  return plan['repeats'] === true ? changedSeries({ ...draft, role: 'series' }, plan) : draft
}

/** A stored event with the planned changes of its series, or of its role. */
export function changedEvent(state: ModelState, event: EventRecord, plan: Plan): EventRecord {
  if (event.role === 'occurrence') {
    const series = pickSeries(state, plan['series'])
    return changedOccurrence(state, { ...event, seriesId: series?.id ?? event.seriesId }, plan)
  }
  const isSeries = plan['repeats'] === true || occurrencesOf(state, event.id).length > 0
  if (isSeries) return changedSeries({ ...event, role: 'series' }, plan)
  if (plan['repeats'] === false) return { ...event, role: 'single', recurrence: null, extendedTo: '' }
  return event.role === 'series' ? changedSeries(event, plan) : event
}

function pickSeries(state: ModelState, pick: unknown): EventRecord | undefined {
  const series = state.events.filter(({ role }) => role === 'series')
  return typeof pick === 'number' && pick > 0 ? series[pick % Math.max(1, series.length)] : undefined
}

function changedOccurrence<R extends Draft<EventRecord>>(state: ModelState, event: R, { occurrenceKey, overridden }: Plan): R {
  const changed = {
    ...event,
    occurrenceKey: String(occurrenceKey ?? (event.occurrenceKey === '' ? '2026-06-01T10:00:00' : event.occurrenceKey)),
    ...(Array.isArray(overridden) && { overridden }),
  }
  // Writers give an occurrence the values of its series.
  return wholeEvent(changed, state.events)
}

function changedSeries<R extends Draft<EventRecord>>(event: R, { recurrence, extendedTo }: Plan): R {
  const planned = typeof recurrence === 'object' && recurrence !== null ? { recurrence } : {}
  const rule = event.recurrence ?? { rule: 'FREQ=DAILY', dates: [], except: [] }
  return { ...event, recurrence: rule, ...planned, ...(typeof extendedTo === 'string' && { extendedTo }) }
}
