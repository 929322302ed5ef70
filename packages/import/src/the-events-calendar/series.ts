import type { EventInput } from '@kalends/core'
import { limits, localToUtcMs } from '@kalends/core/internal'
import type { ImportedEvent, ImportedException } from '../item.ts'
import type { Item, WithoutIndex } from './records.ts'

type Single = WithoutIndex<ImportedEvent>

/** Members that each date has of its own: when it takes place, and the address and the time under which the site has published it. */
const ofEachDate = new Set(['startDate', 'endDate', 'slug', 'publishedUtc'])

/**
 * Joins events of one title, time of day, length and place to series, because the interface has no others: it sends each date of a series as an
 * event. The first date is the series, and what differs at others is an exception.
 */
export function joinDates(items: readonly Item[]): readonly Item[] {
  const groups = new Map<string, Single[]>()
  for (const event of items) {
    if (event.kind !== 'event') continue
    const key = groupKey(event.input)
    const group = groups.get(key) ?? []
    // Two events that begin together are two events.
    if (group.every(({ input }) => input.startDate !== event.input.startDate) && group.length <= limits.recurrenceDates) group.push(event)
    groups.set(key, group)
  }
  const series = new Map<Item, Item>()
  const joined = new Set<Item>()
  for (const group of groups.values()) {
    const [first, ...others] = group.sort((a, b) => (String(a.input.startDate) < String(b.input.startDate) ? -1 : 1))
    if (first === undefined || others.length === 0) continue
    series.set(first, toSeries(first, others))
    for (const other of others) joined.add(other)
  }
  return items.filter((item) => !joined.has(item)).map((item) => series.get(item) ?? item)
}

function groupKey({ title, startDate, endDate, timeZone, allDay, venues }: EventInput): string {
  const [start, end] = [String(startDate), String(endDate)]
  const places = [venues ?? []].flat().map((venue) => (typeof venue === 'object' ? Reflect.get(venue, 'name') : venue))
  return JSON.stringify([title.toLowerCase(), start.slice(10), localToUtcMs(end) - localToUtcMs(start), timeZone, allDay, places])
}

function toSeries(first: Single, others: readonly Single[]): Single {
  const dateOf = ({ input }: Single): string => String(input.startDate).slice(0, input.allDay === true ? 10 : 16)
  const exceptions = others.flatMap((other): readonly ImportedException[] => {
    const change = changesBetween(first.input, other.input)
    return Object.keys(change).length === 0 ? [] : [{ date: dateOf(other), change }]
  })
  // Each date appends its day to the slug of the series, so dates keep the slugs of a site that does the same.
  const slug = first.input.slug?.replace(`-${dateOf(first).slice(0, 10)}`, '')
  const changes = [first, ...others].map(({ modifiedMs = 0 }) => modifiedMs)
  return {
    ...first,
    modifiedMs: Math.max(...changes) || undefined,
    warnings: [first, ...others].flatMap(({ warnings }) => warnings),
    input: { ...first.input, slug, recurrence: { dates: others.map(dateOf) } },
    ...(exceptions.length > 0 && { exceptions }),
  }
}

/** The members of a date that differ from those of its series. */
function changesBetween(series: EventInput, date: EventInput): Partial<EventInput> {
  const differing = Object.entries(date).filter(
    ([name, value]) => !ofEachDate.has(name) && JSON.stringify(value) !== JSON.stringify(Reflect.get(series, name)),
  )
  return Object.fromEntries(differing)
}
