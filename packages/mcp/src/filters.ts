import type { EventListInput } from '@kalends/core'
import type { InputOf, InputSchema } from './schema.ts'

const dayHelp = 'a day (2031-06-06), a wall time (2031-06-06 19:30), an instant (2031-06-06T17:30Z), or now, today, tomorrow, +2 weeks'

/** The members of inputs that filter events. */
export const filterSchema = {
  properties: {
    from: { type: 'string', maxLength: 64, description: `Running or starting from then on: ${dayHelp}. Default: now.` },
    to: { type: 'string', maxLength: 64, description: `Starting until then, a day included: ${dayHelp}. Default: no end.` },
    search: { type: 'string', maxLength: 200, description: 'Words of title or description; all of them must occur.' },
    categories: {
      type: 'array',
      items: { type: 'string', maxLength: 200 },
      maxItems: 20,
      description: 'Ids or slugs of categories; any matches.',
    },
    tags: { type: 'array', items: { type: 'string', maxLength: 200 }, maxItems: 20, description: 'Ids or slugs of tags; any matches.' },
    venueIds: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 20, description: 'Ids of list_places; any matches.' },
    organizerIds: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 20, description: 'Ids of organizers; any matches.' },
    status: {
      type: 'string',
      enum: ['publish', 'future', 'draft', 'pending', 'private', 'any'],
      description: 'What readers see is publish, the default; any is all that you may read.',
    },
    series: {
      type: 'string',
      enum: ['all', 'next'],
      description: 'All dates of events that repeat (the default), or only the next one of each.',
    },
  },
  required: [],
} as const satisfies InputSchema

/** The filters of the calendar for those of an input. Times without an offset are compared with the wall clock of each event. */
export const toFilters = ({ from = 'now', ...others }: InputOf<typeof filterSchema>): EventListInput => ({
  from,
  ...others,
  orderBy: 'startInstant',
})
