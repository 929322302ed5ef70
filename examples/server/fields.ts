import type { CalendarOf, createCalendar, FieldsOption } from '@kalends/core'
import * as z from 'zod'

/**
 * The fields that this service declares beside those of the interface. They are optional, because not every event is a course. The reasons
 * follow the name of the field, as those of the interface do.
 */
export const fields = {
  event: {
    level: { schema: z.enum(['beginner', 'pro'], 'must be beginner or pro').optional(), filter: 'is', description: 'For whom it is' },
    seats: {
      schema: z.int('must be an integer').min(0, 'must be 0 or more').optional(),
      filter: 'range',
      description: 'How many people can take part',
    },
  },
} as const satisfies FieldsOption

/** The types of these fields, for clients of this service: `createClient<DeclaredFields>(...)`. */
export interface DeclaredFields extends CalendarOf<ReturnType<typeof createCalendar<typeof fields>>> {}

/** The values of these fields in the demo data, by the title of the event. */
const demoFields: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map([
  ['Run Together, Five Kilometres', { level: 'beginner' }],
  ['Mend Your Bicycle', { level: 'beginner', seats: 12 }],
  ['Glass Blowing for Beginners', { level: 'beginner', seats: 8 }],
  ['Half Marathon along the Quell', { level: 'pro', seats: 600 }],
  ['Charity Run', { seats: 300 }],
  ['Choir Rehearsal', { level: 'pro' }],
  ['Metropolis, with Live Piano', { seats: 140 }],
])

/** The values of the declared fields of an event of the demo data; undefined for none. */
export const demoFieldsOf = ({ title }: { readonly title: string }): Readonly<Record<string, unknown>> | undefined => demoFields.get(title)
