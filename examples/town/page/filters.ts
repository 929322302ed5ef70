import type { EventListInput } from '@kalends/core'
import type { DeclaredFields } from 'example-server/fields.ts'

/** The filters of a list of the town's events. */
export type Filters = EventListInput<DeclaredFields>

/** The filters in a query of the calendar, whose names are those of the interface. */
export function toFilters(query: URLSearchParams): Filters {
  const [search, venue, level, categories] = ['search', 'venue', 'custom_fields[level]', 'categories'].map((name) => query.get(name))
  return {
    ...(search && { search }),
    ...(venue && { venueIds: Number(venue) }),
    ...((level === 'beginner' || level === 'pro') && { fields: { level } }),
    ...(categories && { categories: categories.split(',') }),
    ...(query.get('recurring') === 'next' && { series: 'next' }),
  }
}
