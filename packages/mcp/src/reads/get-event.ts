import { defineTool } from '../tool.ts'
import { notice } from '../untrusted.ts'
import { viewEvent } from '../views.ts'

/** Reads one event. */
export const getEvent = defineTool({
  name: 'get_event',
  title: 'Read an event',
  description: 'One event by its id, with its whole description, up to 4 kB.',
  input: {
    properties: { id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The id of search_events.' } },
    required: ['id'],
  },
  effect: 'reads',
  run: async ({ calendar }, { id }) => ({ notice, event: viewEvent(await calendar.events.get(id)) }),
})
