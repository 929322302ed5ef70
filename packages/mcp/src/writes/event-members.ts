import type { InputOf, InputSchema } from '../schema.ts'

const timeHelp =
  'Wall time in timeZone, 2031-06-06 19:30, without an offset; a day alone if allDay. Only for a time that the clocks show twice, with the offset that timeZone has then.'

/** The members of an event in the inputs of writes. */
export const memberSchema = {
  properties: {
    title: { type: 'string', maxLength: 200, description: 'One line of plain text.' },
    startDate: { type: 'string', maxLength: 64, description: `The start. ${timeHelp}` },
    endDate: { type: 'string', maxLength: 64, description: `The end; of whole days the last day itself. ${timeHelp}` },
    allDay: { type: 'boolean', description: 'Whether it lasts whole days. Default: false.' },
    recurrence: {
      type: 'string',
      maxLength: 1_000,
      description:
        'How it repeats: one rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=TU;COUNT=10, that names the day of the start. Each date keeps the wall time when the clocks change.',
    },
    description: { type: 'string', maxLength: 20_000, description: 'What it is about.' },
    status: { type: 'string', enum: ['publish', 'draft', 'pending', 'private'], description: 'Whether readers see it. Default: publish.' },
    attendance: { type: 'string', enum: ['offline', 'online', 'mixed'], description: 'Where people attend. Default: offline.' },
    venues: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 10, description: 'Ids of list_places.' },
    organizers: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 10, description: 'Ids of organizers.' },
    categories: { type: 'array', items: { type: 'string', maxLength: 200 }, maxItems: 20, description: 'Names of categories.' },
    tags: { type: 'array', items: { type: 'string', maxLength: 200 }, maxItems: 20, description: 'Names of tags.' },
    cost: { type: 'string', maxLength: 500, description: 'Such as "12 EUR", or "0" if it is free.' },
    website: { type: 'string', maxLength: 2_000, description: 'An http or https address.' },
    onlineUrl: { type: 'string', maxLength: 2_000, description: 'The http or https address at which people attend online.' },
  },
  required: [],
} as const satisfies InputSchema

/** The members of an event in an input. */
export type Members = InputOf<typeof memberSchema>
