import { eventsQuery } from '@kalends/client/query'
import type { CalendarClient } from '@kalends/core'

/**
 * The query of the list. The server asks it of the calendar in its process, and browsers of the client: both have the same key.
 * @param params those of the URL, `?category=music&venue=3&text=choir`
 */
export function comingEvents(client: Pick<CalendarClient, 'events'>, params: Pick<URLSearchParams, 'get'>, isEditor: boolean) {
  const [category, venue, text] = [params.get('category'), Number(params.get('venue')), params.get('text')]
  const filters = {
    ...{ from: 'today', perPage: 100 },
    ...(category && { categories: category }),
    ...(venue > 0 && { venueIds: venue }),
    ...(text && { search: text.slice(0, 200) }),
  }
  return eventsQuery(client, filters, { scope: isEditor ? 'editor' : 'public' })
}
