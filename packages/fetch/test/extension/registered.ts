import type { Calendar } from '@kalends/core'
import * as z from 'zod'
import { defineRoute, type Extension } from '../../src/index.ts'

/** Registrations in memory: a route that writes, one that reads, and a member of events. */
export function registrations(max = 2): { readonly extension: Extension; readonly loads: (readonly number[])[] } {
  const guests = new Map<number, string[]>()
  const loads: (readonly number[])[] = []
  const guestsOf = (id: number): string[] => guests.get(id) ?? []
  const ensureReadable = (calendar: Calendar, id: number): Promise<unknown> => calendar.events.get(id)
  const extension: Extension = {
    name: 'registrations',
    members: {
      event: {
        schema: { registered: { type: 'integer', minimum: 0, description: 'How many guests have registered' } },
        load: async (ids) => {
          loads.push(ids)
          return new Map(ids.map((id) => [id, { registered: guestsOf(id).length, secret: 'not in the schema' }]))
        },
      },
    },
    routes: [
      defineRoute({
        method: 'GET',
        path: '/events/{id}/registrations',
        summary: 'List the guests of an event',
        permission: 'public',
        parameters: {
          limit: z.number().int().min(1).max(10).default(10).meta({ description: 'The most guests' }),
          initials: z.array(z.string().length(1)).optional().meta({ description: 'First letters' }),
        },
        answer: { type: 'object', properties: { guests: { type: 'array', items: { type: 'string' } } }, required: ['guests'] },
        handle: async ({ ref, query: { limit, initials }, calendar }) => {
          await ensureReadable(calendar, ref)
          const shown = guestsOf(ref).filter((guest) => initials === undefined || initials.includes(guest.slice(0, 1)))
          return { guests: shown.slice(0, limit) }
        },
      }),
      defineRoute({
        method: 'POST',
        path: '/events/{id}/registrations',
        summary: 'Register a guest',
        permission: 'public',
        body: z.object({ name: z.string().min(1), seats: z.object({ row: z.number() }).optional() }),
        status: 201,
        handle: async ({ ref, body: { name }, calendar }) => {
          await ensureReadable(calendar, ref)
          const known = guestsOf(ref)
          if (known.length >= max) return { registered: false }
          guests.set(ref, [...known, name])
          return { registered: true }
        },
      }),
    ],
  }
  return { extension, loads }
}
