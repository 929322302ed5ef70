import { type Actor, type CalendarOptions, type CalendarStore, type FieldsOption, roles } from '@kalends/core'
import * as z from 'zod'
import type { HandlerOptions } from '../../src/index.ts'
import { stores } from '../stores.ts'
import { type Started, startCalendar } from '../support.ts'

/** Stores of two kinds: the database servers run the same filters in the conformance suite. */
export const twoStores = stores.filter(({ name }) => name === 'memory' || name === 'node-sqlite-memory')

/** Fields with values of each type, on all kinds. */
export const fields = {
  event: {
    level: { schema: z.enum(['beginner', 'pro']).optional(), filter: 'is', description: 'For whom it is' },
    seats: { schema: z.number().int().min(0).optional(), filter: 'range' },
    indoors: { schema: z.boolean().optional(), filter: 'is' },
    days: { schema: z.array(z.enum(['mo', 'tu', 'we'])).optional(), filter: 'is' },
    room: { schema: z.string().max(10).optional(), filter: 'range' },
    doors: { schema: z.object({ from: z.iso.time(), stairs: z.number().optional() }).optional() },
    dressCode: { schema: z.string().optional(), filter: 'is', readable: (actor: Actor | null) => actor !== null },
  },
  venue: { wheelchair: { schema: z.boolean().default(false), filter: 'is' } },
  organizer: { size: { schema: z.number().optional(), filter: 'range' } },
  category: { color: { schema: z.string().optional(), filter: 'is' } },
  tag: { weight: { schema: z.number().optional(), filter: 'range' } },
} as const satisfies FieldsOption

/** The actor of a request with `Authorization: staff`; all others are anonymous. */
const staff: Actor = { id: '1', roles: ['admin'] }

/** Access for anonymous readers and for the staff. */
export const signedIn: Partial<HandlerOptions> = {
  access: roles(),
  authenticate: ({ headers }) => (headers.get('authorization') === 'staff' ? staff : null),
}

/** Starts a calendar with these fields. */
export const startWithFields = (options: Partial<HandlerOptions> = {}, calendarOptions: Partial<CalendarOptions> = {}): Started =>
  startCalendar(options, { fields, ...calendarOptions })

/** Starts a calendar with these fields on a store. */
export const startOn = (store: CalendarStore, options: Partial<HandlerOptions> = {}): Started => startWithFields(options, { store })

/** The smallest event, with values. */
export const withFields = (values: unknown, more: object = {}): object => ({
  title: 'Course',
  start_date: '2026-05-31 19:30:00',
  end_date: '2026-05-31 21:00:00',
  custom_fields: values,
  ...more,
})
