import type { Draft, EventRecord } from '@kalends/core/store'
import type { Plan } from './command.ts'
import { occurrencesOf, type StoredEvents, wholeEvent } from './naive-series.ts'

/** Plans of series and occurrences as records that the core could write. */

/** The planned members that concern series, and the other ones. */
export function splitPlan(plan: Plan): { readonly repeating: Plan; readonly others: Plan } {
  const { repeats, series, occurrenceKey, overridden, recurrence, extendedTo, ...others } = plan
  return { repeating: { repeats, series, occurrenceKey, overridden, recurrence, extendedTo }, others }
}

/** A draft of any role: an occurrence of the picked series, or a series. */
export function newEvent(state: StoredEvents, draft: Draft<EventRecord>, plan: Plan): Draft<EventRecord> {
  const series = pickSeries(state, plan['series'])
  if (series !== undefined) return changedOccurrence(state, { ...draft, role: 'occurrence', seriesId: series.id }, plan)
  return plan['repeats'] === true ? changedSeries({ ...draft, role: 'series' }, plan) : draft
}

/** A stored event with the planned changes of its series, or of its role. */
export function changedEvent(state: StoredEvents, event: EventRecord, plan: Plan): EventRecord {
  if (event.role === 'occurrence') {
    const series = pickSeries(state, plan['series'])
    return changedOccurrence(state, { ...event, seriesId: series?.id ?? event.seriesId }, plan)
  }
  const isSeries = plan['repeats'] === true || occurrencesOf(state, event.id).length > 0
  if (isSeries) return changedSeries({ ...event, role: 'series' }, plan)
  if (plan['repeats'] === false) return { ...event, role: 'single', recurrence: null, extendedTo: '' }
  return event.role === 'series' ? changedSeries(event, plan) : event
}

/** A planned change of an event, which stays a series if other changes of the call concern its occurrences. */
export function withOwnOccurrences(state: StoredEvents, event: EventRecord, changed: readonly EventRecord[]): EventRecord {
  const stored = state.events.find(({ id }) => id === event.id)
  const isOwner = changed.some(({ role, seriesId }) => role === 'occurrence' && seriesId === event.id)
  if (stored === undefined || !isOwner || event.role === 'series') return event
  return { ...event, role: 'series', recurrence: stored.recurrence, extendedTo: stored.extendedTo }
}

function pickSeries(state: StoredEvents, pick: unknown): EventRecord | undefined {
  const series = state.events.filter(({ role }) => role === 'series')
  return typeof pick === 'number' && pick > 0 ? series[pick % Math.max(1, series.length)] : undefined
}

function changedOccurrence<R extends Draft<EventRecord>>(state: StoredEvents, event: R, { occurrenceKey, overridden }: Plan): R {
  const changed = {
    ...event,
    occurrenceKey: String(occurrenceKey ?? (event.occurrenceKey === '' ? '2026-06-01T10:00:00' : event.occurrenceKey)),
    ...(Array.isArray(overridden) && { overridden }),
  }
  // A store expects an occurrence with the values that it inherits from its series.
  return wholeEvent(changed, state.events)
}

function changedSeries<R extends Draft<EventRecord>>(event: R, { recurrence, extendedTo }: Plan): R {
  const planned = typeof recurrence === 'object' && recurrence !== null ? { recurrence } : {}
  const rule = event.recurrence ?? { rule: 'FREQ=DAILY', dates: [], except: [] }
  return { ...event, recurrence: rule, ...planned, ...(typeof extendedTo === 'string' && { extendedTo }) }
}
