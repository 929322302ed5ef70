import type { CalendarStore, EventFilter, EventRecord, Facet, FacetCount } from '@kalends/core/store'
import { assertEqual } from '../assert.ts'

/** Every facet alone, and pairs of every kind. */
export const facetsToCount: readonly (readonly Facet[])[] = [
  ['day'],
  ['month'],
  ['category'],
  ['tag'],
  ['venue'],
  ['organizer'],
  ['category', 'month'],
  ['day', 'venue'],
  ['venue', 'organizer'],
  ['tag', 'category'],
]

const keysOf = (event: EventRecord): Readonly<Record<Facet, readonly (number | string)[]>> => ({
  day: [event.times.startLocal.split('T')[0] ?? ''],
  month: [event.times.startLocal.split('-').slice(0, 2).join('-')],
  category: event.categoryIds,
  tag: event.tagIds,
  venue: event.venueIds,
  organizer: event.organizerIds,
})

/** The rows of counts as sorted texts, such as `2031-05 7: 3`. */
export const textOfCounts = (counts: readonly FacetCount[]): readonly string[] =>
  counts.map(({ keys, count }) => `${keys.join(' ')}: ${count}`).toSorted()

/** The counts of events, as texts: a second implementation, written from the documentation. */
function naiveCounts([first, second]: readonly Facet[], events: readonly EventRecord[]): readonly string[] {
  const rows: string[] = []
  for (const event of events) {
    const keys = keysOf(event)
    for (const key of first === undefined ? [] : keys[first])
      rows.push(...(second === undefined ? [String(key)] : keys[second].map((other) => `${key} ${other}`)))
  }
  return [...new Set(rows)].map((row) => `${row}: ${rows.filter((one) => one === row).length}`).toSorted()
}

/** Checks that a store counts by each facet exactly these events. */
export async function assertCounts(store: CalendarStore, filter: EventFilter, events: readonly EventRecord[], what: string): Promise<void> {
  for (const by of facetsToCount) {
    const counted = await store.events.countBy({ by, filter, limit: 1_000 })
    assertEqual(textOfCounts(counted), naiveCounts(by, events), `${what}, counted by ${by.join(' and ')}`)
  }
}
