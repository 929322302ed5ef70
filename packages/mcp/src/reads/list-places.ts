import { defineTool } from '../tool.ts'
import { notice } from '../untrusted.ts'
import { viewPlace } from '../views.ts'
import { maxRecords } from './search-events.ts'

/** Lists venues. */
export const listPlaces = defineTool({
  name: 'list_places',
  title: 'List places',
  description: 'The places of the calendar with their ids and addresses, at most 20 at once; page gives the next ones.',
  input: {
    properties: {
      search: { type: 'string', maxLength: 200, description: 'Words of the name or the description; all of them must occur.' },
      page: { type: 'integer', minimum: 1, maximum: 1_000_000, description: 'The number of the page. Default: 1.' },
    },
    required: [],
  },
  effect: 'reads',
  run: async ({ calendar }, { search, page = 1 }) => {
    const { items, total, totalPages } = await calendar.venues.list({ search, perPage: maxRecords, page })
    return { notice, total, page, pages: totalPages, places: items.map(viewPlace) }
  },
})
