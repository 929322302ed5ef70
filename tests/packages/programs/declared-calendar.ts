import { type CalendarOf, createCalendar, type FieldsOption, roles } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import * as z from 'zod'

// A library is compiled with `declaration: true`, and each of its inferred types needs a public name.

export const plain = createCalendar({ store: memoryStore() })

export const fields = {
  event: {
    level: { schema: z.enum(['beginner', 'pro']).optional(), filter: 'is' },
    seats: { schema: z.number().int().default(20), filter: 'range' },
    notes: { schema: z.string().optional(), readable: (actor) => actor !== null },
  },
} satisfies FieldsOption

export const calendar = createCalendar({ store: memoryStore(), fields })

export interface Town extends CalendarOf<typeof calendar> {}

export const visitor = calendar.as(null, roles())

export const event = () => calendar.events.get(1)

export const courses = () => calendar.events.list({ fields: { level: 'pro', seats: { gte: 3 } } })

export const each = () => calendar.events.each()

export const imported = () => calendar.events.createMany([])

export const venues = () => calendar.venues.list()

export const tags = () => plain.tags.list()

export const changes = (token: string) => calendar.changes.since(token, { events: {} })

export const inTransaction = () => calendar.transaction(async (tx) => tx)
