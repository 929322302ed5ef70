import { eventsQuery } from '@kalends/client/query'
import type { CalendarClient } from '@kalends/core'

/**
 * The query of the list. The server asks it of the calendar in its process, and browsers of the client: both have the same key.
 * @param params those of the URL, `?category=music&venue=3&text=choir`
 */
export function comingEvents(client: Pick<CalendarClient, 'events'>, params: Pick<URLSearchParams, 'get'>, isEditor: boolean) {
  // Anybody may write anything into a URL: what cannot be a filter is none.
  const [category = '', text = ''] = ['category', 'text'].map((name) => (params.get(name) ?? '').replaceAll('\0', '').trim().slice(0, 200))
  const venue = Number(params.get('venue'))
  const filters = {
    ...{ from: 'today', perPage: 100 },
    ...(/^[^,]+$/.test(category) && { categories: category }),
    ...(Number.isSafeInteger(venue) && venue > 0 && { venueIds: venue }),
    ...(text && { search: text }),
  }
  return eventsQuery(client, filters, { scope: isEditor ? 'editor' : 'public' })
}
