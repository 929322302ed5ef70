import { type EntityId, type EventRecord, inheritFrom } from '@kalends/core/store'
import type { View } from './tables.ts'

/** The occurrences of a series, with the changes of the view. */
export function occurrencesOf({ events: { records, index } }: View, seriesId: EntityId): readonly EventRecord[] {
  const committed = [...index.occurrences(seriesId)]
  if (records.changes.size === 0) return committed
  const changed = [...records.changes.values()].filter((event) => event?.role === 'occurrence' && event.seriesId === seriesId)
  return [...committed.filter(({ id }) => !records.changes.has(id)), ...changed.filter((event) => event !== undefined)]
}

/** The event with the members that an occurrence inherits from its series. Up to 2,000 occurrences share them instead of copying them. */
export function withInherited(view: View, event: EventRecord): EventRecord {
  const series = event.role === 'occurrence' ? view.events.records.get(event.seriesId) : undefined
  return series === undefined ? event : Object.freeze(inheritFrom(series, event))
}

/** Gives the occurrences of a written series its inherited members. */
export function passOn(view: View, series: EventRecord): void {
  if (series.role !== 'series') return
  for (const event of occurrencesOf(view, series.id)) view.events.records.set(event.id, withInherited(view, event))
}

/** The smallest `extendedTo` of all series outside the trash that have one; null without any. */
export function extendedToOf({ events: { records, index } }: View): string | null {
  let smallest: string | null = null
  const look = (event: EventRecord | undefined): void => {
    if (event?.role !== 'series' || event.status === 'trash' || event.extendedTo === '') return
    if (smallest === null || event.extendedTo < smallest) smallest = event.extendedTo
  }
  for (const event of index.series()) if (!records.changes.has(event.id)) look(event)
  records.changes.forEach(look)
  return smallest
}
