import { filterSchema, toFilters } from '../filters.ts'
import { defineTool } from '../tool.ts'
import { notice } from '../untrusted.ts'
import { viewEvent } from '../views.ts'

/** The maximum number of records in an answer. */
export const maxRecords = 20

/** Lists events. */
export const searchEvents = defineTool({
  name: 'search_events',
  title: 'Search events',
  description:
    'Events by time, words, place and category, by start, at most 20 at once; page gives the next ones. Times without an offset are wall times where each event takes place. Tell people the sentence of an event, which names its zone.',
  input: {
    properties: {
      ...filterSchema.properties,
      limit: { type: 'integer', minimum: 1, maximum: maxRecords, description: 'How many events a page has. Default: 20.' },
      page: { type: 'integer', minimum: 1, maximum: 1_000_000, description: 'The number of the page. Default: 1.' },
    },
    required: [],
  },
  effect: 'reads',
  run: async ({ calendar }, { limit = maxRecords, page = 1, ...filters }) => {
    const found = await calendar.events.list({ ...toFilters(filters), perPage: limit, page })
    const { items, total, totalPages } = found
    return { notice, total, page, pages: totalPages, events: items.map((event) => viewEvent(event, true)) }
  },
})
