import { type CalendarOf, type CalendarOptions, createCalendar, type FieldsOption } from '@kalends/core'
import * as z from 'zod'

/** The longest setup of an event, in minutes. */
export const longestSetup = 1440

/** The fields that the town adds to its events. */
export const fields = {
  event: {
    level: { schema: z.enum(['beginner', 'pro']).optional(), filter: 'is' },
    seats: { schema: z.number().int().min(0).optional(), filter: 'range' },
    setupMinutes: { schema: z.number().int().min(0).max(longestSetup).optional() },
  },
} satisfies FieldsOption

/** The calendar of the town, over any store. */
export const createTown = (options: Pick<CalendarOptions, 'store' | 'clock'>) =>
  createCalendar({ ...options, timeZone: 'Europe/Berlin', fields })

/** The types of these fields: `Calendar<Town>`, `Event<Town>`, `CalendarClient<Town>`. */
export interface Town extends CalendarOf<ReturnType<typeof createTown>> {}
